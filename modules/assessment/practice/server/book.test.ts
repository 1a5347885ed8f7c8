/** The wrong-answer book, what is due by the company's day, mastery, and the sets of authors, over HTTP. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contents } from '#modules/assessment/exams/server/taking.fixture.ts'
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import { buildDirectory, buildQuestions } from '#modules/assessment/questions/server/questions.fixture.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { setTopics } from '#modules/content/topics/server.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { type BuiltMember, buildMember, buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { bounds } from '#test/bounds.ts'
import { buildCompanyElsewhere } from '#test/company-days.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { expectRoles, type RoleTable, testRoles } from '#test/roles.ts'
import { dailyLimitMax, masterAfterMax, noteLengthMax } from '../contract/book.ts'
import type { StartInput } from '../contract/practicing.ts'
import { newSet, type SetInput, setNameLengthMax, setSummaryLengthMax } from '../contract/sets.ts'
import { practice } from '../contract.ts'
import { buildSet } from './practice.fixture.ts'
import { startPracticeOf } from './practice-of-list.ts'

const platform = testPlatform()
const roles = testRoles(platform, {
  owner: ['admin'],
  administrator: ['super-admin'],
  otherCompany: ['super-admin'],
})
const as = (member: BuiltMember | undefined) => platform.client(practice, member)
const dayMs = 86_400_000
let chief: BuiltMember

let startedAt: number

beforeAll(async () => {
  chief = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'] })
  startedAt = platform.now
})
// Sessions end after hours: no test leaves the clock where it moved it.
afterEach(() => {
  platform.now = startedAt
})

const wrong: QuestionAnswer = { kind: 'true-false', isTrue: false }
const right: QuestionAnswer = { kind: 'true-false', isTrue: true }

async function buildQuestionsOf(count: number, { author = chief, topicIds = [] as string[] } = {}) {
  const directoryId = await buildDirectory(platform.db, { author })
  const of = Array.from({ length: count }, () => ({ content: contents['true-false'], topicIds }))
  return buildQuestions(platform.db, { author, directoryId }, of)
}

/** The member answers each of the questions in a practice of its own kind. */
async function practiced(member: BuiltMember, questionIds: readonly string[], answer: QuestionAnswer) {
  const { id } = await startPracticeOf(
    platform.db,
    { companyId: member.companyId, memberId: member.id },
    {
      name: '专项练习',
      questionIds,
    },
    platform.now,
  )
  const places = questionIds.map((_, at) => at + 1)
  const answers = []
  for (const place of places)
    answers.push(await as(member).answerQuestion({ params: { id }, body: { round: 1, place, answer } }))
  return answers
}

const newMember = () => buildMember(platform.db, { companyId: chief.companyId })

describe('the wrong-answer book', () => {
  it('is filtered, noted on, mastered by hand, taken up again and emptied', async () => {
    const member = await newMember()
    const [{ id: topicId }] = [await platform.client(topics, chief).addTopic({ body: { name: '用火', typeId: null } })]
    const [fire = ''] = await buildQuestionsOf(1, { topicIds: [topicId] })
    const [other = ''] = await buildQuestionsOf(1)
    await practiced(member, [fire, other], wrong)
    const found = async (query: object) => (await as(member).wrongBook({ query })).items.map((item) => item.questionId)
    expect(await found({ topicId })).toEqual([fire])
    expect(await found({ kind: 'single-choice' })).toEqual([])
    expect((await found({ search: '锁屏' })).length).toBe(2)
    expect(await found({ search: '不存在' })).toEqual([])
    const params = { questionId: fire }
    await as(member).noteQuestion({ params, body: { note: '离开就锁' } })
    expect(await found({ search: '离开就锁' })).toEqual([fire])
    expect(await as(member).bookEntry({ params })).toMatchObject({
      ...{ note: '离开就锁', lastWrongAnswer: wrong, content: contents['true-false'], sourceName: '专项练习' },
      ...{ topics: [{ id: topicId, name: '用火' }], dueInDays: 1 },
    })
    await as(member).moveQuestion({ params, body: { state: 'mastered' } })
    expect(await found({})).toEqual([other])
    expect(await found({ state: 'mastered' })).toEqual([fire])
    await as(member).moveQuestion({ params, body: { state: 'open' } })
    expect(await as(member).dueToday()).toMatchObject({ count: 1, bookCount: 2 })
    await as(member).removeQuestion({ params })
    expect(await found({})).toEqual([other])
    const gone = { errorCode: 900_005 }
    expect(await refusal(as(member).bookEntry({ params }))).toMatchObject(gone)
    expect(await refusal(as(member).noteQuestion({ params, body: { note: '' } }))).toMatchObject(gone)
    expect(await refusal(as(member).moveQuestion({ params, body: { state: 'open' } }))).toMatchObject(gone)
    expect(await refusal(as(member).removeQuestion({ params }))).toMatchObject(gone)
    await practiced(member, [fire], wrong)
    expect(await found({ topicId })).toEqual([fire])
    const file = await as(member).wrongBookFile({ query: {} })
    expect(file).toMatchObject({ statusCode: 200 })
  })

  it('belongs to its member alone', async () => {
    const member = await newMember()
    const [id = ''] = await buildQuestionsOf(1)
    await practiced(member, [id], wrong)
    expect(await refusal(as(chief).bookEntry({ params: { questionId: id } }))).toMatchObject({ errorCode: 900_005 })
    expect((await as(chief).wrongBook()).recordCount).toBe(0)
  })

  it('masters a question after as many right answers in a row as the member has chosen', async () => {
    const member = await newMember()
    expect(await as(member).preferences()).toEqual({ masterAfter: 3, dailyMax: 30 })
    await as(member).changePreferences({ body: { masterAfter: 2, dailyMax: 30 } })
    const ids = await buildQuestionsOf(1)
    await practiced(member, ids, wrong)
    expect((await practiced(member, ids, right))[0]?.standing).toMatchObject({
      inBook: true,
      streak: 1,
      masterAfter: 2,
    })
    expect((await practiced(member, ids, right))[0]?.standing).toMatchObject({ inBook: false, isMastered: true })
    expect((await as(member).wrongBook({ query: { state: 'mastered' } })).recordCount).toBe(1)
  })

  it('keeps notes and choices within their limits', async () => {
    const member = await newMember()
    const [questionId = ''] = await buildQuestionsOf(1)
    await practiced(member, [questionId], wrong)
    const note = (count: number) =>
      as(member).noteQuestion({ params: { questionId }, body: { note: '书'.repeat(count) } })
    await bounds(noteLengthMax, note, { refused: 900_001, path: 'note' })
    const prefer = (masterAfter: number, dailyMax: number) =>
      as(member).changePreferences({ body: { masterAfter, dailyMax } })
    await bounds(masterAfterMax, (count) => prefer(count, 1), { refused: 900_001, path: 'masterAfter' })
    await bounds(dailyLimitMax, (count) => prefer(1, count), { refused: 900_001, path: 'dailyMax' })
    await bounds(1, (count) => prefer(1, count), { refused: 900_001, path: 'dailyMax', beyond: 0 })
  })
})

describe('what is due', () => {
  it('begins with the day of the company, is limited a day, and is one to-do', async () => {
    const member = await buildCompanyElsewhere(platform)
    const author = { ...member }
    const ids = await buildQuestionsOf(5, { author })
    // Half past eleven in the evening in Los Angeles.
    platform.now = Date.parse('2026-12-01T07:30:00Z')
    const signedIn = { ...member, token: await buildSession(platform.db, member, platform.now) }
    await practiced(signedIn, ids, wrong)
    const due = () => as(signedIn).dueToday()
    const todos = async () =>
      (await platform.client(messages, signedIn).findMyUnfinished()).items.filter(({ kind }) => kind === 'practice.due')
    expect(await due()).toMatchObject({ count: 0, dueCount: 0, bookCount: 5 })
    expect((await due()).next[0]).toEqual({ inDays: 1, count: 5 })
    expect(await todos()).toEqual([])
    platform.now += 31 * 60_000
    expect(await due()).toMatchObject({ count: 5, dueCount: 5 })
    await as(signedIn).changePreferences({ body: { masterAfter: 3, dailyMax: 2 } })
    expect(await due()).toMatchObject({ count: 2, dueCount: 5, dailyMax: 2 })
    expect(await todos()).toMatchObject([
      { link: '/practice/due', amount: 2, title: '', kindTitle: { cn: '今日复习', en: 'Review of the day' } },
    ])
    const start = (): Promise<{ id: string; questionCount: number }> =>
      as(signedIn).startPractice({
        body: { source: { kind: 'due' }, count: 50, kinds: [], order: 'given', only: 'all' },
      })
    const { id, questionCount } = await start()
    expect(questionCount).toBe(2)
    for (const place of [1, 2])
      await as(signedIn).answerQuestion({ params: { id }, body: { round: 1, place, answer: right } })
    expect(await due()).toMatchObject({ count: 0, dueCount: 3, reviewedCount: 2 })
    expect(await refusal(start())).toMatchObject({ errorCode: 387_004 })
    expect(await todos()).toEqual([])
    platform.now += dayMs
    const later = { ...member, token: await buildSession(platform.db, member, platform.now) }
    expect(await as(later).dueToday()).toMatchObject({ count: 2, dueCount: 3, reviewedCount: 0 })
  })
})

describe('mastery', () => {
  it('is the mean of the last answer to each question, and says where too little is known', async () => {
    const member = await newMember()
    const topic = async (name: string) =>
      (await platform.client(topics, chief).addTopic({ body: { name, typeId: null } })).id
    const [known, few] = [await topic('疏散'), await topic('急救')]
    const six = await buildQuestionsOf(6, { topicIds: [known] })
    await practiced(member, six, wrong)
    await practiced(member, six.slice(0, 3), right)
    await practiced(member, await buildQuestionsOf(1, { topicIds: [few] }), right)
    expect((await as(member).mastery()).items).toEqual([
      { topic: { id: known, name: '疏散' }, questionCount: 6, share: 500, wrongCount: 6, isTooFew: false },
      { topic: { id: few, name: '急救' }, questionCount: 1, share: 1000, wrongCount: 0, isTooFew: true },
    ])
  })
})

describe('a course', () => {
  it('is practiced with the questions of its topics that are in a set for the member', async () => {
    const member = await newMember()
    const { id: topicId } = await platform.client(topics, chief).addTopic({ body: { name: '登高', typeId: null } })
    const course = await buildCourse(platform.db, { author: chief, name: '登高作业', now: platform.now })
    const item = { companyId: chief.companyId, businessType: 1, businessId: course.id, topicIds: [topicId] }
    await setTopics(platform.db, item)
    const [offered = '', secret = ''] = await buildQuestionsOf(2, { topicIds: [topicId] })
    const body: StartInput = {
      ...{
        source: { kind: 'content', businessType: 1, id: course.id },
        count: 50,
        kinds: [],
        order: 'given',
        only: 'all',
      },
    }
    expect(await refusal(as(member).startPractice({ body }))).toMatchObject({ errorCode: 387_004 })
    await buildSet(platform.db, { author: chief, now: platform.now, questionIds: [offered] })
    expect(secret).not.toBe('')
    const address = { params: { businessType: 1, id: course.id } }
    expect(await as(member).contentSource(address)).toMatchObject({
      ...{ name: '登高作业', questionCount: 1, answeredCount: 0, kinds: [{ kind: 'true-false', count: 1 }] },
    })
    expect(await as(member).startPractice({ body })).toMatchObject({ questionCount: 1 })
    const other = { params: { businessType: 1, id: topicId } }
    expect(await refusal(as(member).contentSource(other))).toMatchObject({ errorCode: 900_005 })
    const missing = { ...body, source: { kind: 'content' as const, businessType: 1, id: topicId } }
    expect(await refusal(as(member).startPractice({ body: missing }))).toMatchObject({ errorCode: 900_005 })
  })
})

type Outcomes = Omit<RoleTable, 'call' | 'state'>
const managing: Outcomes = {
  ...{ owner: 'accepted', administrator: 'accepted', member: 10_138, colleague: 10_138, stranger: 10_138 },
  ...{ otherCompany: 900_005, nobody: 401 },
}

describe('sets', () => {
  const fields = async (): Promise<SetInput> => ({
    ...newSet,
    name: '每日一练',
    questionIds: await buildQuestionsOf(1, { author: roles.owner }),
  })
  const build = async (change: object = {}) => ({
    params: {
      id: await buildSet(platform.db, { author: roles.owner, now: platform.now, ...(await fields()), ...change }),
    },
  })

  it('are made and published by whoever manages questions', async () => {
    const body = { revision: 0 }
    await expectRoles(roles, {
      editedSet: { ...managing, call: async (member) => as(member).editedSet(await build()) },
      changeSet: {
        ...managing,
        call: async (member) =>
          as(member).changeSet({ ...(await build()), body: { ...(await fields()), revision: 0 } }),
      },
      publishSet: {
        ...managing,
        call: async (member) => as(member).publishSet({ ...(await build({ status: 'draft' })), body }),
      },
      takeSetDown: { ...managing, call: async (member) => as(member).takeSetDown(await build()) },
      deleteSet: { ...managing, call: async (member) => as(member).deleteSet(await build({ status: 'off-shelf' })) },
      practiceSet: {
        ...{ owner: 'accepted', administrator: 'accepted', member: 'accepted', colleague: 'accepted' },
        ...{ stranger: 'accepted', otherCompany: 900_005, nobody: 401 },
        call: async (member) => as(member).practiceSet(await build()),
      },
    })
  })

  it('are refused empty, outdated, or in the wrong state', async () => {
    const empty = await build({ status: 'draft', questionIds: [] })
    const author = as(roles.owner)
    expect(await refusal(author.publishSet({ ...empty, body: { revision: 0 } }))).toMatchObject({ errorCode: 387_003 })
    const shown = await build()
    const input = await fields()
    const none = { ...input, questionIds: [], revision: 0 }
    expect(await refusal(author.changeSet({ ...shown, body: none }))).toMatchObject({ errorCode: 387_003 })
    await author.changeSet({ ...shown, body: { ...input, revision: 0 } })
    expect(await refusal(author.changeSet({ ...shown, body: { ...input, revision: 0 } }))).toMatchObject({
      ...{ errorCode: 387_001, data: { revision: 1 } },
    })
    expect(await refusal(author.publishSet({ ...shown, body: { revision: 1 } }))).toMatchObject({ errorCode: 387_002 })
    expect(await refusal(author.deleteSet(shown))).toMatchObject({ errorCode: 387_002 })
    const draft = await build({ status: 'draft' })
    expect(await refusal(author.publishSet({ ...draft, body: { revision: 7 } }))).toMatchObject({ errorCode: 387_001 })
    expect(await refusal(author.takeSetDown(draft))).toMatchObject({ errorCode: 387_002 })
  })

  it('are found by their audience while they are published', async () => {
    const member = await newMember()
    const found = async (search: string) => (await as(member).practiceSets({ query: { search } })).recordCount
    await build({ name: '只给别人', memberIds: [roles.colleague.id] })
    await build({ name: '点名的', memberIds: [member.id] })
    await build({ name: '还没发布', status: 'draft' })
    expect(await Promise.all(['只给别人', '点名的', '还没发布'].map(found))).toEqual([0, 1, 0])
    const closed = await build({ memberIds: [roles.colleague.id] })
    expect(await refusal(as(member).practiceSet(closed))).toMatchObject({ errorCode: 900_005 })
    const source = { kind: 'set' as const, id: closed.params.id }
    const body = { source, count: 5, kinds: [], order: 'given' as const, only: 'all' as const }
    expect(await refusal(as(member).startPractice({ body }))).toMatchObject({ errorCode: 900_005 })
  })

  it('hold only what their author manages, within limits', async () => {
    const create = (change: Partial<SetInput>) =>
      as(roles.owner).createSet({ body: { ...newSet, name: '练习', ...change } })
    const tooLong = (path: string) => ({ refused: 900_001, path })
    await bounds(setNameLengthMax, (count) => create({ name: '书'.repeat(count) }), tooLong('name'))
    await bounds(setSummaryLengthMax, (count) => create({ summary: '书'.repeat(count) }), tooLong('summary'))
    const foreign = await buildQuestionsOf(1, { author: roles.otherCompany })
    const directoryId = await buildDirectory(platform.db, { author: roles.otherCompany })
    const rule = { directoryId, kind: null, difficulty: null, topicId: null }
    const refused = [
      ...[{ questionIds: foreign }, { rules: [rule] }, { organizationIds: [roles.otherCompany.companyId] }],
      { memberIds: [roles.otherCompany.id] },
    ]
    const refusals = await Promise.all(refused.map((change) => refusal(create(change))))
    expect(refusals).toMatchObject(refused.map(() => ({ errorCode: 900_005 })))
    // Of the own company, but of an organization above the author's.
    const above = await buildQuestionsOf(1)
    expect(await refusal(create({ questionIds: above }))).toMatchObject({ status: 403, errorCode: 10_138 })
    expect((await as(roles.owner).authoredSets({ query: { search: '每日' } })).recordCount).toBeGreaterThan(0)
  })
})
