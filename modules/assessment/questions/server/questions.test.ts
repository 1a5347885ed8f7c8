import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CallInput } from '#kit/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { QUESTION_CHANGED, SCORE_OF_GROUP } from '../contract/codes.ts'
import { contentOf, everyContent, groupContent } from '../contract/question.fixture.ts'
import type { QuestionContent } from '../contract/question.ts'
import { questions } from '../contract.ts'
import { buildDirectory, buildQuestions, newQuestion } from './questions.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
const roles = testRoles(platform, { owner: ['admin'], stranger: ['admin'], otherCompany: ['super-admin'] })

let chief: BuiltMember
let directoryId: string

beforeAll(async () => {
  chief = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'] })
  directoryId = await buildDirectory(platform.db, { author: chief, organizationId: roles.organizationId })
})

const as = (member: BuiltMember | undefined) => platform.client(questions, member)
type Body = CallInput<typeof questions.createQuestion>['body']
const create = (change: Partial<Body> = {}) =>
  as(roles.owner).createQuestion({ body: { ...newQuestion, directoryId, ...change } })
const read = (id: string) => as(roles.owner).question({ params: { id } })
const change = (id: string, body: Partial<CallInput<typeof questions.changeQuestion>['body']>) =>
  as(roles.owner).changeQuestion({ params: { id }, body: { ...newQuestion, revision: 0, ...body } })
const build = (...inputs: Partial<Body>[]) =>
  buildQuestions(platform.db, { author: chief, directoryId, now: platform.now }, inputs)

const managing = {
  owner: 'accepted',
  administrator: 10_138,
  member: 10_138,
  colleague: 10_138,
  stranger: 10_138,
  otherCompany: 900_005,
  nobody: 401,
} as const

describe('a question', () => {
  it.each(everyContent.map((content) => [content.kind, content] as const))(
    'of kind %s is read as it was written',
    async (_, content) => {
      const { id } = await create({ content, scoreTenths: 100, difficulty: 5, source: '安全手册' })
      const fields = { kind: content.kind, scoreTenths: 100, difficulty: 5, source: '安全手册', status: 'active' }
      expect(await read(id)).toMatchObject({ content, ...fields, versionNumber: 1, author: { id: roles.owner.id } })
    },
  )

  it('is shown, changed and deleted by whoever manages its directory, and by nobody else', async () => {
    const { id } = await create()
    const elsewhere = await buildDirectory(platform.db, { author: chief })
    const state = () => read(id)
    const params = { id }
    const body = { ...newQuestion, directoryId, revision: 0 }
    const own = async (caller: BuiltMember | undefined) => (caller === roles.owner ? (await create()).id : id)
    await expectRoles(roles, {
      question: { ...managing, call: (caller) => as(caller).question({ params }) },
      questionVersions: { ...managing, call: (caller) => as(caller).questionVersions({ params }) },
      compareVersions: {
        ...managing,
        call: (caller) => as(caller).compareVersions({ params, query: { from: 1, to: 1 } }),
      },
      createQuestion: {
        ...managing,
        call: (caller) => as(caller).createQuestion({ body: { ...newQuestion, directoryId } }),
      },
      listQuestions: { ...managing, call: (caller) => as(caller).listQuestions({ query: { directoryId } }) },
      changeQuestion: {
        ...managing,
        state,
        call: async (caller) => as(caller).changeQuestion({ params: { id: await own(caller) }, body }),
      },
      changeQuestions: {
        ...managing,
        state,
        call: async (caller) => as(caller).changeQuestions({ body: { ids: [await own(caller)], difficulty: 1 } }),
      },
      deleteQuestions: {
        ...managing,
        state,
        call: async (caller) => as(caller).deleteQuestions({ body: { ids: [await own(caller)] } }),
      },
    })
    // Not into a directory of another organization either, alone or with others.
    expect(await refusal(change(id, { directoryId: elsewhere }))).toMatchObject({ status: 403 })
    const moved = as(roles.owner).changeQuestions({ body: { ids: [id], directoryId: elsewhere } })
    expect(await refusal(moved)).toMatchObject({ status: 403 })
    const [foreign = ''] = await buildQuestions(platform.db, { author: chief, directoryId: elsewhere }, [{}])
    const both = as(roles.owner).changeQuestions({ body: { ids: [id, foreign], difficulty: 1 } })
    expect(await refusal(both)).toMatchObject({ status: 403 })
    expect(await read(id)).toMatchObject({ difficulty: newQuestion.difficulty })
  })

  it('has a score from 0 to 100 with one decimal: tenths', async () => {
    // EXAM-027: every score of a question has one decimal (decision 120).
    await proves(['EXAM-026', 'EXAM-027'], async () => {
      const score = async (scoreTenths: number) => (await read((await create({ scoreTenths })).id)).scoreTenths
      expect(await bounds(1000, score, { refused: 900_001, path: 'scoreTenths' })).toBe(1000)
      expect(await bounds(0, score, { refused: 900_001, path: 'scoreTenths', beyond: -1 })).toBe(0)
      expect(await score(25)).toBe(25)
      // 2.55 points are more decimals than one.
      expect(await refusal(score(25.5))).toMatchObject({
        errorCode: 900_001,
        data: { fields: [{ path: 'scoreTenths' }] },
      })
    })
  })

  it('of a group is worth what its parts are worth together', async () => {
    const { id } = await create({ content: groupContent, scoreTenths: 1 })
    expect(await read(id)).toMatchObject({ scoreTenths: 100 })
    const all = as(roles.owner).changeQuestions({ body: { ids: [id], scoreTenths: 5 } })
    expect(await refusal(all)).toMatchObject({ errorCode: SCORE_OF_GROUP.code })
  })

  it('holds no script, no address of elsewhere, and no sound but our own', async () => {
    const file = '/api/v1/human/file/01890000-0000-7000-8000-000000000000'
    const stem = `<p onclick="x()">火<script>alert(1)</script><img src="https://evil.example/a.png"><img src="${file}" onerror="x()">
      <audio src="${file}" controls></audio><video src="//evil.example/b.mp4"></video><span data-latex="x^2" style="a">x^2</span></p>`
    const option = '<a href="javascript:alert(1)">甲</a><svg onload="x()"></svg>'
    const content = {
      ...contentOf['single-choice'],
      stem,
      options: [option, '乙'],
      explanation: '<iframe src="/"></iframe>解',
    }
    const { id } = await create({ content })
    const stored = JSON.stringify((await read(id)).content)
    expect(stored).not.toMatch(/script|onclick|onerror|onload|evil|iframe|svg|style=/)
    expect(stored).toContain(file)
    expect(stored).toContain('<audio src=')
    expect(stored).toContain('data-latex=\\"x^2\\"')
    // What has nothing left is empty.
    const emptied = create({ content: { ...content, stem: '<script>alert(1)</script>' } })
    expect(await refusal(emptied)).toMatchObject({ data: { problems: [{ path: 'content.stem', code: 'empty' }] } })
  })

  it('has no sensitive words, in no part of it', async () => {
    const { companyId } = roles
    await buildWords(platform.db, { companyId, by: chief.id, words: ['违禁词'], now: platform.now })
    const { 'fill-in': fillIn } = contentOf
    const blanks = [{ answer: '违禁词' }, { answer: '120' }]
    const wrong: QuestionContent[] = [
      { ...contentOf['single-choice'], options: ['违<b>禁</b>词', 'b'] },
      { ...contentOf['true-false'], explanation: '<p>违禁词</p>' },
      { ...fillIn, blanks },
      { ...groupContent, parts: [{ scoreTenths: 10, content: { ...fillIn, blanks } }] } as QuestionContent,
    ]
    for (const content of wrong) {
      const fields = [{ path: 'content', rule: 'sensitive' }]
      expect(await refusal(create({ content }))).toMatchObject({ errorCode: 900_010, data: { fields } })
    }
    expect(await refusal(create({ source: '违禁词' }))).toMatchObject({ errorCode: 900_010 })
  })

  it('bears topics of the company, and none of another', async () => {
    const add = (member: BuiltMember, name: string) =>
      platform.client(topics, member).addTopic({ body: { name, typeId: null } })
    const [own, foreign] = [await add(chief, '消防'), await add(roles.otherCompany, '别的')]
    const { id } = await create({ topicIds: [own.id] })
    expect(await read(id)).toMatchObject({ topics: [{ id: own.id, name: '消防' }], topicIds: [own.id] })
    expect(await refusal(create({ topicIds: [own.id, foreign.id] }))).toMatchObject({ errorCode: 900_005 })
    const ids = await build({}, {})
    await as(roles.owner).changeQuestions({ body: { ids, topicIds: [own.id] } })
    const found = await as(roles.owner).listQuestions({ query: { topicId: own.id } })
    expect(found.items.map((item) => item.id)).toEqual([...ids.toReversed(), id])
    await change(id, { topicIds: [] })
    expect((await as(roles.owner).listQuestions({ query: { topicId: own.id } })).recordCount).toBe(2)
  })
})

describe('the list', () => {
  it('finds by directory with those below, kind, difficulty, status, author and words', async () => {
    const top = await buildDirectory(platform.db, { author: chief, organizationId: roles.organizationId })
    const below = await buildDirectory(platform.db, { author: chief, parentId: top })
    const write = (place: string, inputs: Partial<Body>[]) =>
      buildQuestions(platform.db, { author: chief, directoryId: place }, inputs)
    const [plain = '', draft = ''] = await write(top, [{}, { status: 'draft', difficulty: 5 }])
    const stem = '<p>灭火器的<b>操作</b>步骤 100% SQL_x</p>'
    const [deep = ''] = await write(below, [{ content: { ...contentOf['true-false'], stem } }])
    const find = async (query: object) =>
      (await as(roles.owner).listQuestions({ query: { directoryId: top, ...query } })).items.map(({ id }) => id)
    expect(await find({})).toEqual([deep, draft, plain])
    expect(await find({ directoryId: below })).toEqual([deep])
    expect(await find({ kind: 'true-false' })).toEqual([deep])
    expect(await find({ difficulty: 5 })).toEqual([draft])
    expect(await find({ status: 'draft' })).toEqual([draft])
    expect(await find({ authorId: chief.id, status: 'active' })).toEqual([deep, plain])
    expect(await find({ authorId: roles.owner.id })).toEqual([])
    for (const search of ['灭火器的操作', ' 步骤  灭火器 ', '100%', 'sql_X'])
      expect(await find({ search })).toEqual([deep])
    for (const search of ['灭火器 没有', '%', 'sqlax', '<b>'])
      expect(await find({ search })).toEqual(search === '%' ? [deep] : [])
  })

  it('shows a manager of an organization its questions, and no key', async () => {
    const elsewhere = await buildDirectory(platform.db, { author: chief })
    const [id = ''] = await buildQuestions(platform.db, { author: chief, directoryId: elsewhere }, [{}])
    const of = async (member: BuiltMember) =>
      (await as(member).listQuestions({ query: { pageSize: 100 } })).items.map((item) => item.id)
    expect(await of(chief)).toContain(id)
    expect(await of(roles.owner)).not.toContain(id)
    expect(await of(roles.stranger)).toEqual([])
    expect(await of(roles.otherCompany)).toEqual([])
    expect(JSON.stringify(await as(chief).listQuestions({ query: {} }))).not.toMatch(
      /"right"|isTrue|"answer"|explanation/,
    )
  })

  it('keeps its pages while questions are changed', async () => {
    const place = await buildDirectory(platform.db, { author: chief, organizationId: roles.organizationId })
    const ids = await buildQuestions(platform.db, { author: chief, directoryId: place }, Array(5).fill({}))
    const page = async (number: number) =>
      (await as(chief).listQuestions({ query: { directoryId: place, page: number, pageSize: 2 } })).items.map(
        ({ id }) => id,
      )
    const first = await page(1)
    await change(ids[0] ?? '', { difficulty: 5 })
    expect([first, await page(2), await page(3)].flat()).toEqual(ids.toReversed())
  })
})

describe('many questions', () => {
  it('are given what is said, and keep the rest', async () => {
    const place = await buildDirectory(platform.db, { author: chief, organizationId: roles.organizationId })
    const ids = await build({ difficulty: 1 }, { difficulty: 2 })
    const { changedCount } = await as(roles.owner).changeQuestions({
      body: { ids, directoryId: place, scoreTenths: 15, status: 'retired' },
    })
    expect(changedCount).toBe(2)
    const found = (await as(roles.owner).listQuestions({ query: { directoryId: place } })).items.toReversed()
    expect(
      found.map(({ difficulty, scoreTenths, status, revision }) => [difficulty, scoreTenths, status, revision]),
    ).toEqual([
      [1, 15, 'retired', 1],
      [2, 15, 'retired', 1],
    ])
    // No content changed, so there is no other version.
    expect(found.map(({ versionNumber }) => versionNumber)).toEqual([1, 1])
  })

  it('are left as they are where one is not there, or is meant twice', async () => {
    const [id = ''] = await build({})
    for (const ids of [[id, roles.companyId], [id, id], []]) {
      const answer = await refusal(as(roles.owner).changeQuestions({ body: { ids, difficulty: 1 } }))
      expect([900_001, 900_005]).toContain(answer.errorCode)
    }
    expect(await read(id)).toMatchObject({ difficulty: newQuestion.difficulty, revision: 0 })
  })

  it('lie in the recycle bin with their versions, and come back where their directory is still there', async () => {
    const place = await buildDirectory(platform.db, { author: chief, organizationId: roles.organizationId })
    const ids = await buildQuestions(platform.db, { author: chief, directoryId: place }, [{}, {}])
    await as(chief).deleteQuestions({ body: { ids } })
    const [one = '', other = ''] = ids
    expect(await refusal(read(one))).toMatchObject({ errorCode: 900_005 })
    expect(await refusal(change(one, {}))).toMatchObject({ errorCode: 900_005 })
    expect((await as(chief).listQuestions({ query: { directoryId: place } })).recordCount).toBe(0)
    const recycled = platform.client(operations, chief)
    const recycledItem = async (itemId: string) => {
      const found = (await recycled.listRecycled({ query: { kind: 'question' } })).items.find(
        (item) => item.itemId === itemId,
      )
      return { params: { id: found?.id ?? '' } }
    }
    await recycled.restoreRecycled(await recycledItem(one))
    expect(await read(one)).toMatchObject({ content: newQuestion.content, versionNumber: 1 })
    await as(chief).deleteQuestions({ body: { ids: [one] } })
    await recycled.purgeRecycled(await recycledItem(one))
    await as(chief).deleteDirectory({ params: { id: place } })
    expect(await refusal(recycled.restoreRecycled(await recycledItem(other)))).toMatchObject({ errorCode: 900_005 })
    const { rows } = await sql`select from questions.version where question_id = ${one}`.execute(platform.root)
    expect(rows).toEqual([])
  })
})

describe('races', () => {
  it('two saves of one revision: one is kept, the others are refused', async () => {
    let id = ''
    const begin = async () => {
      ;[id = ''] = await build({})
    }
    const locked = () => sql`select from questions.question where id = ${id} for update`
    const save = (at: number) => change(id, { content: { ...contentOf['true-false'], stem: `<p>第 ${at} 人</p>` } })
    const outcome = await race(platform, 4, save, { begin, locked })
    expect(outcome).toMatchObject({ accepted: 1, refused: { [QUESTION_CHANGED.code]: 3 } })
    expect(await read(id)).toMatchObject({ revision: 1, versionNumber: 2 })
  })

  it('a save of an earlier revision is refused with the newest', async () => {
    const [id = ''] = await build({})
    await change(id, { difficulty: 4 })
    expect(await refusal(change(id, {}))).toMatchObject({ errorCode: QUESTION_CHANGED.code, data: { revision: 1 } })
    expect(await refusal(change(id, { revision: 2 }))).toMatchObject({ errorCode: QUESTION_CHANGED.code })
  })
})
