import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { CallInput } from '#kit/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import type { QuestionAnswer } from '../contract/answer.ts'
import { CONTENT_INCONSISTENT } from '../contract/codes.ts'
import { contentOf, everyContent, groupContent } from '../contract/question.fixture.ts'
import type { QuestionContent, SimpleContentOf } from '../contract/question.ts'
import { questions } from '../contract.ts'
import { questionsTables } from './db.ts'
import { buildDirectory, buildQuestions, newQuestion } from './questions.fixture.ts'
import { createQuestions } from './writing.ts'

const platform = testPlatform()

let chief: BuiltMember
let learner: BuiltMember
let directoryId: string

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], fullName: '周出题' })
  learner = await buildMember(platform.db, { companyId })
  directoryId = await buildDirectory(platform.db, { author: chief })
})

const as = (member: BuiltMember) => platform.client(questions, member)
/** What the browser's types would not let through. */
const create = (content: unknown) =>
  as(chief).createQuestion({ body: { ...newQuestion, directoryId, content: content as QuestionContent } })
const problemsOf = async (content: unknown) => {
  const { errorCode, data } = await refusal(create(content))
  expect(errorCode).toBe(CONTENT_INCONSISTENT.code)
  return data?.problems
}
const preview = (content: QuestionContent, answer?: QuestionAnswer, scoreTenths = 100) =>
  as(learner).previewQuestion({ body: { content, scoreTenths, ...(answer && { answer }) } })

const options = (count: number) => Array.from({ length: count }, (_, at) => `选项 ${at + 1}`)
const choices = ['single-choice', 'multiple-choice'] as const
const withOptions = (kind: (typeof choices)[number] | 'undetermined-choice', count: number) => ({
  ...contentOf[kind],
  options: options(count),
  right: kind === 'single-choice' ? 0 : [0],
})

describe('a choice', () => {
  it('[EXAM-031] has at least 2 options', async () => {
    const bound = { refused: 900_001, path: 'content.options', beyond: 1 }
    for (const kind of choices) await bounds(2, (count) => create(withOptions(kind, count)), bound)
    await bounds(2, (count) => create(withOptions('undetermined-choice', count)), bound)
  })

  it('[EXAM-032] has at most 26 options', async () => {
    const bound = { refused: 900_001, path: 'content.options' }
    for (const kind of choices) await bounds(26, (count) => create(withOptions(kind, count)), bound)
  })

  it('of undetermined kind has at most 999 options', async () => {
    // EXAM-034: an undetermined choice is the kind that may have so many (decision 120).
    await proves(['EXAM-033', 'EXAM-034'], async () => {
      const many = (count: number) => create(withOptions('undetermined-choice', count))
      const { id } = await bounds(999, many, { refused: 900_001, path: 'content.options' })
      const { content } = await as(chief).question({ params: { id } })
      expect(content).toMatchObject({ options: options(999) })
    })
  })

  it('has a right option, each once, and no other than its own', async () => {
    const several = contentOf['multiple-choice']
    for (const right of [[], [0, 0], [-1], [1.5], ['0'], 0, null]) {
      expect(await refusal(create({ ...several, right }))).toMatchObject({ errorCode: 900_001 })
    }
    expect(await problemsOf({ ...several, right: [4] })).toEqual([
      { index: 0, path: 'content.right', code: 'no-such-option' },
    ])
    expect(await problemsOf({ ...several, options: ['a', 'a', ' '] })).toEqual([
      { index: 0, path: 'content.options.1', code: 'same-text' },
      { index: 0, path: 'content.options.2', code: 'empty' },
    ])
  })
})

describe('a fill-in', () => {
  const fillIn = contentOf['fill-in']
  const one = (answer: string): SimpleContentOf<'fill-in'> => ({ ...fillIn, stem: '首都是____', blanks: [{ answer }] })

  it('[EXAM-035] takes each of the answers between the bars, and nothing else', async () => {
    const { id } = await create(one('北京|北京市|Beijing'))
    const { content } = await as(chief).question({ params: { id } })
    const verdict = async (text: string) => (await preview(content, { kind: 'fill-in', texts: [text] })).score
    for (const text of ['北京', '北京市', ' beijing ']) {
      expect(await verdict(text)).toEqual({ tenths: 100, verdict: 'right' })
    }
    for (const text of ['北京|北京市', '北', '上海', '|', '']) {
      expect(await verdict(text)).toEqual({ tenths: 0, verdict: 'wrong' })
    }
  })

  it('[EXAM-036] with Chinese brackets in an answer or as a blank is refused', async () => {
    for (const answer of ['北京（首都）', '（', '甲|乙）']) {
      expect(await problemsOf(one(answer))).toEqual([
        { index: 0, path: 'content.blanks.0.answer', code: 'chinese-bracket' },
      ])
    }
    for (const blank of ['（）', '（ ）', '（&nbsp;）']) {
      const problems = await problemsOf({ ...one('北京'), stem: `<p>首都____是${blank}</p>` })
      expect(problems).toEqual([{ index: 0, path: 'content.stem', code: 'chinese-bracket' }])
    }
    // In a text between the blanks they are what they are anywhere.
    expect(await create({ ...one('北京(首都)'), stem: '中国（大陆）的首都是()' })).toMatchObject({ versionNumber: 1 })
  })

  it('has an answer for each blank', async () => {
    for (const stem of ['首都', '____和____']) {
      expect(await problemsOf({ ...one('北京'), stem })).toEqual([
        { index: 0, path: 'content.stem', code: 'blank-count' },
      ])
    }
  })
})

describe('a content of anybody', () => {
  it.each([
    ['a kind that does not exist', { ...contentOf['true-false'], kind: 'essay' }],
    ['no kind', { stem: 'a', explanation: '' }],
    ['a field of another kind', { ...contentOf['true-false'], options: ['a', 'b'] }],
    ['an unknown field', { ...contentOf['true-false'], isAdmin: true }],
    ['a group in a group', { ...groupContent, parts: [{ scoreTenths: 1, content: groupContent }] }],
    ['no parts', { ...groupContent, parts: [] }],
    ['a stem of 20,001 characters', { ...contentOf['true-false'], stem: '长'.repeat(20_001) }],
    ['a number in words', { ...contentOf.numeric, answer: '三' }],
    ['an exponent', { ...contentOf.numeric, answer: '1e3' }],
    ['a tolerance below zero', { ...contentOf.numeric, tolerance: '-1' }],
    ['a gap that is both', { ...contentOf.cloze, gaps: [{ answer: 'a', options: ['a', 'b'], right: 0 }] }],
    ['an order with half of the score', { ...contentOf.ordering, partial: 'half' }],
    ['a list', [contentOf['true-false']]],
    ['a text', 'content'],
    ['nothing', null],
  ])('with %s is refused, and names a field of it', async (_, content) => {
    const { errorCode, data } = await refusal(create(content))
    expect(errorCode).toBe(900_001)
    const paths = ((data?.fields ?? []) as { path: string }[]).map(({ path }) => path)
    expect(paths.length).toBeGreaterThan(0)
    for (const path of paths) expect(path).toMatch(/^content/)
  })
})

describe('a preview', () => {
  it('shows what a learner would see, without the key, and what an answer earns', async () => {
    for (const content of everyContent) {
      const { presented, problems, score } = await preview({ ...content, explanation: '<p>只有作者知道</p>' })
      expect(presented).toMatchObject({ kind: content.kind, stem: content.stem })
      expect(JSON.stringify(presented)).not.toMatch(/"right"|isTrue|"answer"|tolerance|explanation|reference|只有作者/)
      expect({ problems, score }).toEqual({ problems: [], score: null })
    }
    const several = { kind: 'multiple-choice', chosen: [0] } as const
    expect((await preview(contentOf['multiple-choice'], { ...several, chosen: [0] }, 25)).score).toEqual({
      tenths: 12,
      verdict: 'partly',
    })
  })

  it('names what is wrong instead of refusing it, and stores nothing', async () => {
    const content = { ...contentOf['single-choice'], right: 9, stem: '<script>x</script>' }
    expect((await preview(content)).problems).toEqual([
      { path: 'stem', code: 'empty' },
      { path: 'right', code: 'no-such-option' },
    ])
  })

  it('refuses an answer of a shape that no kind has', async () => {
    const wrong = [
      { kind: 'single-choice', chosen: [0, 1] },
      { kind: 'single-choice', chosen: [-1] },
      { kind: 'true-false', isTrue: 'true' },
      { kind: 'fill-in', texts: [1] },
      { kind: 'fill-in', texts: ['长'.repeat(1001)] },
      { kind: 'group', parts: [{ kind: 'group', parts: [] }] },
      { kind: 'numeric', text: '1', unit: 'm' },
    ]
    for (const answer of wrong) {
      const refused = await refusal(preview(contentOf['single-choice'], answer as unknown as QuestionAnswer))
      expect(refused).toMatchObject({ errorCode: 900_001 })
    }
  })
})

describe('versions', () => {
  const change = (id: string, body: Partial<CallInput<typeof questions.changeQuestion>['body']>) =>
    as(chief).changeQuestion({ params: { id }, body: { ...newQuestion, revision: 0, ...body } })

  it('are made by another content alone, and stay for ever', async () => {
    const first = contentOf['single-choice']
    const { id } = await create(first)
    platform.now += 60_000
    // The same content, written otherwise, and other fields beside it.
    expect(await change(id, { content: { ...first, stem: ` ${first.stem} ` }, difficulty: 5 })).toMatchObject({
      revision: 1,
      versionNumber: 1,
    })
    const second = { ...first, options: ['每月', '每年', '从不'], right: 1 }
    expect(await change(id, { content: second, revision: 1 })).toMatchObject({ revision: 2, versionNumber: 2 })
    expect(await as(chief).question({ params: { id } })).toMatchObject({ content: second, versionNumber: 2 })
    const { items, recordCount } = await as(chief).questionVersions({ params: { id } })
    expect({
      recordCount,
      items: items.map(({ number, author, createdAt }) => [number, author?.fullName, createdAt]),
    }).toEqual({
      recordCount: 2,
      items: [
        [2, '周出题', platform.now],
        [1, '周出题', platform.now - 60_000],
      ],
    })
    const compared = await as(chief).compareVersions({ params: { id }, query: { from: 1, to: 2 } })
    expect(compared).toMatchObject({ from: { number: 1, content: first }, to: { number: 2, content: second } })
    expect(compared.changes).toEqual(['right', 'options.2'])
    const none = as(chief).compareVersions({ params: { id }, query: { from: 1, to: 3 } })
    expect(await refusal(none)).toMatchObject({ errorCode: 900_005 })
    const edit = sql`update questions.version set content = '{}' where question_id = ${id}`.execute(platform.root)
    await expect(edit).rejects.toThrow('never changes')
  })

  it('are not made by a content that contradicts itself', async () => {
    const { id } = await create(contentOf['single-choice'])
    const refused = await refusal(change(id, { content: { ...contentOf['single-choice'], right: 5 } }))
    expect(refused).toMatchObject({ errorCode: CONTENT_INCONSISTENT.code })
    expect(await as(chief).question({ params: { id } })).toMatchObject({ versionNumber: 1, revision: 0 })
  })

  it('of another kind are versions of the same question', async () => {
    const { id } = await create(contentOf['single-choice'])
    await change(id, { content: contentOf['true-false'] })
    expect(await as(chief).question({ params: { id } })).toMatchObject({ kind: 'true-false', versionNumber: 2 })
    const { changes } = await as(chief).compareVersions({ params: { id }, query: { from: 1, to: 2 } })
    expect(changes).toEqual(expect.arrayContaining(['kind', 'stem', 'options', 'isTrue']))
  })
})

describe('questions that are likely the same', () => {
  const stem = '<p>使用干粉灭火器扑救初起火灾时，正确的操作步骤和注意事项是什么？</p>'
  const near = '<p>使用干粉灭火器扑救初起火灾时，正确的操作步骤与注意事项是什么</p>'
  const other = '<p>个人信息处理者应当对其处理活动负责，并采取必要措施保障安全。</p>'
  const reading = (text: string): QuestionContent => ({ ...contentOf['true-false'], stem: text })

  it('are named by a save, which is not prevented', async () => {
    const { id } = await create(reading(stem))
    expect((await create(reading(other))).similar).toEqual([])
    const { id: copy, similar } = await create(reading(`<p><b>${stem.slice(3)}`))
    expect(similar).toMatchObject([{ id, likeness: 100, directory: { id: directoryId } }])
    const { id: third, similar: both } = await create(reading(near))
    expect(both.map((one) => one.id).sort()).toEqual([id, copy].sort())
    for (const { likeness } of both) expect(likeness).toBeGreaterThanOrEqual(60)
    // A question is not like itself, and what is in the recycle bin is like nothing.
    await as(chief).deleteQuestions({ body: { ids: [id, copy] } })
    const again = { ...newQuestion, content: reading(near), revision: 0, difficulty: 1 }
    expect((await as(chief).changeQuestion({ params: { id: third }, body: again })).similar).toEqual([])
  })

  it('are those that the caller manages: nobody learns what others ask', async () => {
    const { companyId } = chief
    const organizationId = await buildOrganization(platform.db, { companyId, parentId: companyId })
    const manager = await buildMember(platform.db, { companyId, organizationId, roles: ['admin'] })
    const own = await buildDirectory(platform.db, { author: chief, organizationId })
    await buildQuestions(platform.db, { author: chief, directoryId }, [{ content: reading(`${stem}一`) }])
    const body = { ...newQuestion, content: reading(`${stem}一`), directoryId: own }
    expect((await as(manager).createQuestion({ body })).similar).toEqual([])
    expect((await as(chief).createQuestion({ body })).similar.length).toBeGreaterThan(0)
  })

  it('are found among those of the same call, each with the likest first', async () => {
    const texts = [
      '锁屏后离开工位是每位员工的信息安全责任',
      '锁屏后离开工位是每位员工的信息安全义务',
      '完全不同的另一道试题',
    ]
    const permissions = new Map([['question.manage', [chief.companyId]]])
    const caller = { ...chief, memberId: chief.id, sessionId: chief.id, roles: [], permissions }
    const inputs = texts.map((text) => ({ ...newQuestion, content: reading(text) }))
    const created = await createQuestions(
      questionsTables(platform.db),
      { caller, now: platform.now },
      directoryId,
      inputs,
    )
    const [first, second, third] = created
    expect(first?.similar.map(({ id }) => id)).toEqual([second?.id])
    expect(second?.similar.map(({ id }) => id)).toEqual([first?.id])
    expect(third?.similar).toEqual([])
  })
})

it('sound and video stand in every text, from our own files, with their names', async () => {
  const own = (name: string) =>
    `<${name} src="/api/v1/human/file/01890000-0000-7000-8000-000000000002" title="录音" controls></${name}>`
  const text = `<p>听</p>${own('audio')}${own('video')}`
  const foreign = '<audio src="https://e.org/a.mp3" autoplay onplay="x()" controls></audio>'
  const content = {
    ...contentOf['single-choice'],
    stem: text + foreign,
    explanation: text,
    options: [own('audio'), '乙'],
  }
  const { id } = await create(content)
  const { content: kept } = await as(chief).question({ params: { id } })
  expect(kept).toMatchObject({ stem: text, explanation: text, options: [own('audio'), '乙'] })
})

describe('thousands of questions of one call', () => {
  const write = (textOf: (at: number) => string) => {
    const permissions = new Map([['question.manage', [chief.companyId]]])
    const caller = { ...chief, memberId: chief.id, sessionId: chief.id, roles: [], permissions }
    const inputs = Array.from({ length: 3000 }, (_, at) => ({ ...newQuestion, content: statement(textOf(at)) }))
    return createQuestions(questionsTables(platform.db), { caller, now: platform.now }, directoryId, inputs)
  }
  const statement = (text: string): QuestionContent => ({ ...contentOf['true-false'], stem: `<p>${text}</p>` })
  // As long as a stem may well be: the time of a statement was exceeded by far.
  const long = '进入有限空间作业之前应当先通风、再检测、后作业，并且安排专人在外监护。'.repeat(6)

  it.each([
    ['that are all the same', () => long],
    ['that differ in a number', (at: number) => `${long}${at}`],
  ])(
    '%s are written, and the likest of each are named',
    async (_, textOf) => {
      const created = await write(textOf)
      expect(created).toHaveLength(3000)
      for (const { id, similar } of created) {
        expect(similar).toHaveLength(5)
        expect(similar.map((likely) => likely.id)).not.toContain(id)
      }
      await sql`delete from questions.question where directory_id = ${directoryId}`.execute(platform.root)
    },
    60_000,
  )
})

it('questions are written in as many statements as one', async () => {
  const permissions = new Map([['question.manage', [chief.companyId]]])
  const caller = { ...chief, memberId: chief.id, sessionId: chief.id, roles: [], permissions }
  const statementsOf = async (count: number) => {
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    const inputs = Array.from({ length: count }, () => ({ ...newQuestion, content: contentOf.matching }))
    await createQuestions(questionsTables(platform.db), { caller, now: platform.now }, directoryId, inputs)
    const { length } = spy.mock.calls
    spy.mockRestore()
    return length
  }
  const one = await statementsOf(1)
  expect(one).toBeGreaterThan(0)
  expect(await statementsOf(100)).toBe(one)
})

describe('the audit log', () => {
  it('says what was changed, and holds no key', async () => {
    const secret = '只有出题人知道的答案'
    const content = { ...contentOf['fill-in'], stem: '____', blanks: [{ answer: secret }], explanation: secret }
    const { id } = await create(content)
    await as(chief).changeQuestion({
      params: { id },
      body: { ...newQuestion, content: { ...content, explanation: `${secret}二` }, scoreTenths: 55, revision: 0 },
    })
    const log = platform.client(operations, chief)
    const { items } = await log.listAudit({ query: { pageSize: 100 } })
    const entries = items.filter((entry) => entry.action.startsWith('questions.'))
    expect(entries.map((entry) => entry.action)).toEqual(
      expect.arrayContaining(['questions.createQuestion', 'questions.changeQuestion']),
    )
    const { rows } = await sql<{ text: string }>`select details::text as text from operations.audit_entry`.execute(
      platform.root,
    )
    const all = rows.map(({ text }) => text).join('\n')
    expect(all).not.toContain(secret)
    expect(all).toContain('scoreTenths')
  })
})
