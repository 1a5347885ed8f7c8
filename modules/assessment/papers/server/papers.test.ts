import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { questions } from '#modules/assessment/questions/contract.ts'
import { buildDirectory, buildQuestions, newQuestion } from '#modules/assessment/questions/server/questions.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { PAPER_CHANGED, PAPER_FAULTY, PAPER_READY, QUESTION_TWICE, TOTAL_TOO_HIGH } from '../contract/codes.ts'
import type { PaperDetail, SectionInput } from '../contract/paper.ts'
import { papers } from '../contract.ts'
import { buildPaper, buildPaperDirectory, fixedSection, randomSection, rule } from './papers.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
const roles = testRoles(platform, { owner: ['admin'], stranger: ['admin'], otherCompany: ['super-admin'] })

let chief: BuiltMember
/** Both in the organization of the owner. */
let bank: string
let shelf: string

beforeAll(async () => {
  chief = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'] })
  const place = { author: chief, organizationId: roles.organizationId }
  bank = await buildDirectory(platform.db, place)
  shelf = await buildPaperDirectory(platform.db, place)
})

const as = (member: BuiltMember | undefined) => platform.client(papers, member)
const ask = (count: number, fields: Parameters<typeof buildQuestions>[2][number] = {}, directoryId = bank) =>
  buildQuestions(platform.db, { author: chief, directoryId }, Array(count).fill(fields))
const build = (sections: readonly SectionInput[] = [], isReady = false) =>
  buildPaper(platform.db, { author: chief, directoryId: shelf, sections, isReady })

/** What is sent to leave the paper as it is, and what is changed in it. */
function bodyOf(
  detail: PaperDetail,
  change: Partial<{ sections: SectionInput[]; name: string; revision: number }> = {},
) {
  const { name, directory, shuffleOptions, shuffleQuestions, avoidSeen, revision } = detail
  const sections = detail.sections.map(({ id: _, items, rules, ...section }) => ({
    ...section,
    items: items.map(({ questionId, versionId, scoreTenths }) => ({ questionId, versionId, scoreTenths })),
    rules: rules.map(({ directoryName: _name, topicName: _topic, available: _count, ...fields }) => fields),
  }))
  return { directoryId: directory.id, name, shuffleOptions, shuffleQuestions, avoidSeen, revision, sections, ...change }
}

const detailOf = (id: string, member: BuiltMember = roles.owner) => as(member).paper({ params: { id } })
const change = async (id: string, changed: Parameters<typeof bodyOf>[1], member: BuiltMember = roles.owner) =>
  as(member).changePaper({ params: { id }, body: bodyOf(await detailOf(id), changed) })

describe('papers', () => {
  it('hold sections of questions and of rules, and say what they are worth', async () => {
    const below = await buildDirectory(platform.db, { author: chief, parentId: bank })
    const [first = '', second = ''] = await ask(2)
    await ask(3, { difficulty: 5 }, below)
    const { id } = await as(roles.owner).createPaper({ body: { directoryId: shelf, name: '年度安全考试' } })
    const sections = [
      randomSection([rule(bank, 2, { difficulty: 5, scoreTenths: 35 })], { sequence: 20, minutes: 30 }),
      fixedSection([second, first], { sequence: 10, instructions: '每题 2 分' }),
    ]
    const detail = await change(id, { sections })
    expect(detail).toMatchObject({
      ...{ name: '年度安全考试', status: 'draft', totalTenths: 110, questionCount: 4, isRandom: true, problems: [] },
      sections: [
        { sequence: 10, items: [{ questionId: second, scoreTenths: 20, versionNumber: 1 }, { questionId: first }] },
        { sequence: 20, minutes: 30, rules: [{ count: 2, available: 3 }] },
      ],
    })
    expect(await detailOf(id)).toEqual(detail)
  })

  it('are found by directory with those below, by status, by name and by a question in them', async () => {
    const place = await buildPaperDirectory(platform.db, { author: chief, organizationId: roles.organizationId })
    const below = await buildPaperDirectory(platform.db, { author: chief, parentId: place })
    const [questionId = ''] = await ask(1)
    const paper = (name: string, directoryId: string, more = {}) =>
      buildPaper(platform.db, { author: chief, directoryId, name, ...more })
    const old = await paper('消防考试', place, { sections: [fixedSection([questionId])], isReady: true })
    const newer = await paper('用电安全考试', below)
    const find = async (query: { directoryId?: string; status?: 'ready'; search?: string; questionId?: string }) =>
      (await as(roles.owner).listPapers({ query: { directoryId: place, ...query } })).items.map(({ id }) => id)
    expect(await find({})).toEqual([newer.id, old.id])
    expect(await find({ directoryId: below })).toEqual([newer.id])
    expect(await find({ status: 'ready' })).toEqual([old.id])
    expect(await find({ search: '考试 安全' })).toEqual([newer.id])
    expect(await find({ questionId })).toEqual([old.id])
  })

  it('keep the version of a question until their author takes the newest', async () => {
    const [questionId = ''] = await ask(1)
    const { id } = await build([fixedSection([questionId])])
    const bankAs = platform.client(questions, roles.owner)
    const content = { ...newQuestion.content, stem: '<p>改过的题干</p>' } as typeof newQuestion.content
    const { topicIds, scoreTenths, difficulty, source } = newQuestion
    const body = { content, topicIds: [...topicIds], scoreTenths, difficulty, source, revision: 0 }
    await bankAs.changeQuestion({ params: { id: questionId }, body })
    const before = await detailOf(id)
    expect(before.sections[0]?.items).toMatchObject([{ versionNumber: 1, newestNumber: 2 }])
    expect((await change(id, {})).sections[0]?.items).toMatchObject([{ versionNumber: 1 }])
    const after = await change(id, { sections: [fixedSection([questionId])] })
    expect(after.sections[0]?.items).toMatchObject([{ versionNumber: 2, newestNumber: 2 }])
  })

  it('are changed by nobody on an older revision, nor by two at once', async () => {
    const { id, revision } = await build()
    await change(id, { name: '第二稿' })
    const late = await refusal(change(id, { name: '第三稿', revision }))
    expect(late).toMatchObject({ errorCode: PAPER_CHANGED.code, data: { revision: revision + 1 } })
    const body = bodyOf(await detailOf(id), { name: '第四稿' })
    const begin = () => Promise.resolve()
    const locked = () => sql`select from papers.paper where id = ${id} for update`
    const both = await race(platform, 2, () => as(roles.owner).changePaper({ params: { id }, body }), { begin, locked })
    expect(both).toMatchObject({ accepted: 1, refused: { [PAPER_CHANGED.code]: 1 } })
  })

  it('are worth at most 1000 points, each question at most 100, both with one decimal', async () => {
    const ids = await ask(11)
    const { id } = await build()
    const worth = (scores: readonly number[]) => {
      const items = scores.map((scoreTenths, at) => ({ questionId: ids[at] ?? '', scoreTenths }))
      return change(id, { sections: [fixedSection([], { items })] })
    }
    const hundred = Array(9).fill(1000) as number[]
    await proves('EXAM-028', async () => {
      expect((await worth([...hundred, 1000])).totalTenths).toBe(10_000)
      expect(await refusal(worth([...hundred, 1000, 1]))).toMatchObject({
        errorCode: TOTAL_TOO_HIGH.code,
        data: { max: 1000, total: 1000.1 },
      })
      // 10.25 points have no whole number of tenths.
      expect(await refusal(worth([102.5]))).toMatchObject({ errorCode: 900_001 })
    })
    await proves('EXAM-026', async () => {
      await bounds(1000, (scoreTenths) => worth([scoreTenths]), { refused: 900_001 })
      await bounds(0, (scoreTenths) => worth([scoreTenths]), { refused: 900_001, beyond: -1 })
    })
    const drawn = (count: number) =>
      change(id, { sections: [randomSection([rule(bank, count, { scoreTenths: 1000 })])] })
    await bounds(10, drawn, { refused: TOTAL_TOO_HIGH.code })
  })

  it('[EXAM-038] number their sections from 1 to 1000, each once', async () => {
    const { id } = await build()
    const numbered = (...sequences: readonly number[]) =>
      change(id, { sections: sequences.map((sequence) => fixedSection([], { sequence })) })
    await bounds(1000, (sequence) => numbered(sequence), { refused: 900_001 })
    await bounds(1, (sequence) => numbered(sequence), { refused: 900_001, beyond: 0 })
    const twice = await refusal(numbered(7, 7))
    expect(twice.data).toMatchObject({ fields: [{ path: 'sections.1.sequence', rule: 'unique' }] })
  })

  it('[EXAM-037] stand in directories with a code of at most 15 characters', async () => {
    const place = (length: number) =>
      as(roles.owner).createDirectory({
        body: { name: `目录 ${length}`, code: 'X'.repeat(length), organizationId: roles.organizationId },
      })
    await bounds(15, place, { refused: 900_001, path: 'code' })
  })

  it('hold a question once, and in a section what belongs into it', async () => {
    const [questionId = ''] = await ask(1)
    const { id } = await build()
    const two = [fixedSection([questionId]), fixedSection([questionId], { sequence: 2 })]
    expect(await refusal(change(id, { sections: two }))).toMatchObject({
      errorCode: QUESTION_TWICE.code,
      data: { questionIds: [questionId] },
    })
    const mixed = { ...fixedSection([questionId]), rules: [rule(bank, 1)] }
    expect(await refusal(change(id, { sections: [mixed] }))).toMatchObject({
      errorCode: 900_001,
      data: { fields: [{ path: 'sections.0.rules' }] },
    })
  })

  it('take only questions and directories that their author manages, and keep those that are there', async () => {
    const elsewhere = await buildDirectory(platform.db, { author: chief })
    const [foreign = ''] = await ask(1, {}, elsewhere)
    const { id } = await build()
    const put = (sections: SectionInput[], member = roles.owner) => change(id, { sections }, member)
    expect(await refusal(put([fixedSection([foreign])]))).toMatchObject({ errorCode: 10_138 })
    expect(await refusal(put([randomSection([rule(elsewhere, 1)])]))).toMatchObject({ errorCode: 10_138 })
    const both = [fixedSection([foreign]), randomSection([rule(elsewhere, 1)], { sequence: 2 })]
    await put(both, chief)
    expect((await put(both)).questionCount).toBe(2)
  })

  it('become ready only without a problem, which is named, and are then changed no more', async () => {
    const place = await buildDirectory(platform.db, { author: chief, parentId: bank })
    await ask(4, { difficulty: 2 }, place)
    await ask(5, { difficulty: 4 }, place)
    const { id } = await build([
      randomSection([rule(place, 1, { difficulty: 2 })]),
      randomSection([rule(place, 5, { difficulty: 4 }), rule(place, 7)], { sequence: 2 }),
      fixedSection([], { sequence: 3 }),
    ])
    const ready = async () =>
      as(roles.owner).readyPaper({ params: { id }, body: { revision: (await detailOf(id)).revision } })
    const refused = await refusal(ready())
    expect(refused).toMatchObject({ errorCode: PAPER_FAULTY.code })
    const rules = [
      { section: 1, rule: 0 },
      { section: 1, rule: 1 },
    ]
    const problems = [
      { code: 'empty-section', section: 2 },
      { code: 'shortage', rules, asked: 12, available: 9 },
    ]
    expect(refused.data?.problems).toEqual(problems)
    expect((await detailOf(id)).problems).toEqual(problems)
    const mended = await change(id, { sections: [randomSection([rule(place, 5, { difficulty: 4 }), rule(place, 4)])] })
    expect(mended.problems).toEqual([])
    const late = as(roles.owner).readyPaper({ params: { id }, body: { revision: mended.revision - 1 } })
    expect(await refusal(late)).toMatchObject({ errorCode: PAPER_CHANGED.code })
    expect(await ready()).toMatchObject({ status: 'ready' })
    const offered = (member: BuiltMember, query: { id?: string; search?: string } = {}) =>
      as(member).offeredPapers({ query })
    // Authors of exams read names and sizes of ready papers, of their company alone.
    expect((await offered(roles.owner, { id })).items).toEqual([
      { id, name: mended.name, totalTenths: mended.totalTenths, questionCount: mended.questionCount },
    ])
    expect((await offered(roles.otherCompany, { id })).items).toEqual([])
    expect((await offered(roles.owner, { search: '没有这样的试卷' })).items).toEqual([])
    expect(await refusal(ready())).toMatchObject({ errorCode: PAPER_READY.code })
    expect(await refusal(change(id, {}))).toMatchObject({ errorCode: PAPER_READY.code })
    const { revision } = await detailOf(id)
    expect(await as(roles.owner).reopenPaper({ params: { id }, body: { revision } })).toMatchObject({ status: 'draft' })
    expect((await offered(roles.owner, { id })).items).toEqual([])
    const stale = as(roles.owner).reopenPaper({ params: { id }, body: { revision } })
    expect(await refusal(stale)).toMatchObject({ errorCode: PAPER_CHANGED.code })
    expect((await change(id, { name: '又一稿' })).name).toBe('又一稿')
  })

  it('are not ready without sections, without points, or with a question that is gone', async () => {
    const [questionId = ''] = await ask(1)
    const { id } = await build()
    const codes = async () => (await detailOf(id)).problems.map(({ code }) => code)
    expect(await codes()).toEqual(['no-section'])
    await change(id, { sections: [fixedSection([], { items: [{ questionId, scoreTenths: 0 }] })] })
    expect(await codes()).toEqual(['no-score'])
    await change(id, { sections: [fixedSection([questionId])] })
    await platform.client(questions, roles.owner).deleteQuestions({ body: { ids: [questionId] } })
    expect((await detailOf(id)).problems).toEqual([{ code: 'question-gone', section: 0, item: 0 }])
  })

  it('are copied with all that stands in them, as a draft', async () => {
    const ids = await ask(2)
    const { id } = await build([fixedSection(ids), randomSection([rule(bank, 1)], { sequence: 2 })], true)
    const copy = await as(roles.owner).copyPaper({ params: { id }, body: { name: '副本' } })
    const [before, after] = [await detailOf(id), await detailOf(copy.id)]
    expect(after).toMatchObject({
      name: '副本',
      status: 'draft',
      totalTenths: 60,
      questionCount: 3,
      author: { id: roles.owner.id },
    })
    const withoutIds = ({ sections }: PaperDetail) => sections.map(({ id: _, ...section }) => section)
    expect(withoutIds(after)).toEqual(withoutIds(before))
  })

  it('go to the recycle bin and come back, but not into a directory that is gone', async () => {
    const place = await buildPaperDirectory(platform.db, { author: chief, organizationId: roles.organizationId })
    const { id } = await buildPaper(platform.db, { author: chief, directoryId: place, name: '旧卷' })
    const recycleBin = platform.client(operations, roles.owner)
    const remove = () => as(roles.owner).deletePaper({ params: { id } })
    const itemOf = async () => (await recycleBin.listRecycled({ query: { scope: 'own', kind: 'paper' } })).items[0]
    await remove()
    expect(await refusal(detailOf(id))).toMatchObject({ errorCode: 900_005 })
    await recycleBin.restoreRecycled({ params: { id: (await itemOf())?.id ?? '' } })
    expect(await detailOf(id)).toMatchObject({ name: '旧卷' })
    await remove()
    await as(roles.owner).deleteDirectory({ params: { id: place } })
    const restored = recycleBin.restoreRecycled({ params: { id: (await itemOf())?.id ?? '' } })
    expect(await refusal(restored)).toMatchObject({ errorCode: 900_005 })
    await recycleBin.purgeRecycled({ params: { id: (await itemOf())?.id ?? '' } })
    const { rows } = await sql`select from papers.paper where id = ${id}`.execute(platform.root)
    expect(rows).toEqual([])
  })

  it('belong to the organization of their directory: nobody else sees or changes them', async () => {
    const [questionId = ''] = await ask(1)
    const { id } = await build([fixedSection([questionId])])
    const params = { id }
    const reading = {
      ...({ owner: 'accepted', administrator: 10_138, member: 10_138, colleague: 10_138, stranger: 10_138 } as const),
      ...{ otherCompany: 900_005, nobody: 401 },
    } as const
    const state = () => detailOf(id, chief)
    const body = bodyOf(await detailOf(id))
    await expectRoles(roles, {
      paper: { ...reading, state, call: (caller) => as(caller).paper({ params }) },
      trialPaper: {
        ...reading,
        state,
        call: (caller) => as(caller).trialPaper({ params, query: { seed: 1, withKey: true } }),
      },
      paperPdf: {
        ...reading,
        state,
        call: (caller) => as(caller).paperPdf({ params, query: { seed: 1, withKey: true } }),
      },
      copyPaper: { ...reading, state, call: (caller) => as(caller).copyPaper({ params, body: { name: '副本' } }) },
    })
    await expectRoles(roles, {
      changePaper: { ...reading, state, call: (caller) => as(caller).changePaper({ params, body }) },
    })
    const { revision } = await detailOf(id)
    await expectRoles(roles, {
      readyPaper: { ...reading, state, call: (caller) => as(caller).readyPaper({ params, body: { revision } }) },
    })
    await expectRoles(roles, {
      reopenPaper: {
        ...reading,
        state,
        call: (caller) => as(caller).reopenPaper({ params, body: { revision: revision + 1 } }),
      },
    })
    await expectRoles(roles, {
      deletePaper: { ...reading, call: (caller) => as(caller).deletePaper({ params }) },
    })
    const listed = async (member: BuiltMember) => (await as(member).listPapers({ query: {} })).items.length
    expect([await listed(roles.stranger), await listed(roles.otherCompany)]).toEqual([0, 0])
    const directoryId = shelf
    const make = (caller: BuiltMember | undefined) => as(caller).createPaper({ body: { directoryId, name: '新卷' } })
    await expectRoles(roles, { createPaper: { ...reading, call: make } })
    await expectRoles(roles, {
      listPapers: { ...reading, call: (caller) => as(caller).listPapers({ query: { directoryId } }) },
    })
  })
})
