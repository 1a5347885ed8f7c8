/** Practicing over HTTP: feedback at once, answers that are kept, the bank that is updated, exams whose keys stay secret. */

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { exams } from '#modules/assessment/exams/contract.ts'
import { contents, examsOn, rightAnswers, scoredQuestions } from '#modules/assessment/exams/server/taking.fixture.ts'
import { type QuestionAnswer, questions } from '#modules/assessment/questions/contract.ts'
import { buildDirectory, buildQuestions, newQuestion } from '#modules/assessment/questions/server/questions.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import type { StartInput } from '../contract/practicing.ts'
import { practice } from '../contract.ts'
import { practiceTables } from './db.ts'
import { buildSet } from './practice.fixture.ts'

const platform = testPlatform({ poolSize: 4 })
let chief: BuiltMember
let learner: BuiltMember
let other: BuiltMember
const as = (member: BuiltMember | undefined) => platform.client(practice, member)
const onExams = examsOn(platform, () => chief)

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  learner = await buildMember(platform.db, { companyId })
  other = await buildMember(platform.db, { companyId })
})

const [choice, truth, blanks] = rightAnswers as [QuestionAnswer, QuestionAnswer, QuestionAnswer]
const wrongChoice: QuestionAnswer = { kind: 'single-choice', chosen: [1] }
const halfBlanks: QuestionAnswer = { kind: 'fill-in', texts: ['119', '911'] }

/** A set over a directory with these kinds of questions, in this order. */
async function buildBank(kinds: readonly (keyof typeof contents)[] = ['single-choice', 'true-false', 'fill-in']) {
  const directoryId = await buildDirectory(platform.db, { author: chief })
  const ids = await buildQuestions(
    platform.db,
    { author: chief, directoryId },
    kinds.map((kind) => ({ content: contents[kind] })),
  )
  const rules = [{ directoryId, kind: null, difficulty: null, topicId: null }]
  const id = await buildSet(platform.db, { author: chief, now: platform.now, rules })
  return { id, ids, directoryId, rules }
}

const wanted = { count: 50, kinds: [], order: 'given', only: 'all' } as const satisfies Omit<StartInput, 'source'>
const start = async (member: BuiltMember, source: StartInput['source'], change: Partial<StartInput> = {}) =>
  (await as(member).startPractice({ body: { ...wanted, source, ...change } })).id
const open = (member: BuiltMember, id: string) => as(member).practice({ params: { id } })
const answer = (member: BuiltMember, id: string, place: number, given: QuestionAnswer | null, round = 1) =>
  as(member).answerQuestion({ params: { id }, body: { round, place, answer: given } })

async function edit(id: string, stem: string) {
  const bank = platform.client(questions, chief)
  const { revision, content, scoreTenths, difficulty, source, topicIds } = await bank.question({ params: { id } })
  await bank.changeQuestion({
    params: { id },
    body: { ...newQuestion, content: { ...content, stem }, scoreTenths, difficulty, source, topicIds, revision },
  })
}

describe('a practice', () => {
  it('shows no key before the answer, and verdict, partial credit, key and explanation after it', async () => {
    const { id: set } = await buildBank()
    const id = await start(learner, { kind: 'set', id: set })
    const before = await open(learner, id)
    expect(before.questions).toHaveLength(3)
    expect(JSON.stringify(before)).not.toContain('explanation')
    expect(before.questions.every(({ feedback }) => feedback === null)).toBe(true)
    const half = await answer(learner, id, 3, halfBlanks)
    expect(half).toMatchObject({ verdict: 'partly', share: 500, mayRate: [], content: contents['fill-in'] })
    expect(half.standing).toMatchObject({ inBook: true, wrongCount: 1, streak: 0 })
    expect(await answer(learner, id, 1, wrongChoice)).toMatchObject({ verdict: 'wrong', share: 0 })
    const right = await answer(learner, id, 2, truth)
    expect(right).toMatchObject({ verdict: 'right', share: 1000, mayRate: ['hard', 'good', 'easy'] })
    expect(right.standing).toMatchObject({ inBook: false, wrongCount: 0, dueInDays: null })
    const summary = await as(learner).finishPractice({ params: { id } })
    expect(summary).toMatchObject({ questionCount: 3, answeredCount: 3, rightCount: 1, partlyCount: 1, wrongCount: 1 })
    expect(summary).toMatchObject({ share: 500, inBookCount: 2 })
    expect(await as(learner).practiceSummary({ params: { id } })).toEqual(summary)
    expect(await as(learner).finishPractice({ params: { id } })).toEqual(summary)
  })

  it('takes the first answer of a question: the second has seen the key', async () => {
    const { id: set } = await buildBank()
    const id = await start(learner, { kind: 'set', id: set })
    const first = await answer(learner, id, 1, wrongChoice)
    expect(await answer(learner, id, 1, choice)).toEqual(first)
    expect((await open(learner, id)).questions[0]?.feedback).toMatchObject({ answer: wrongChoice, verdict: 'wrong' })
  })

  it('counts an answer once that is sent many times at one moment', async () => {
    const { id: set, ids } = await buildBank()
    const id = await start(learner, { kind: 'set', id: set })
    const result = await race(platform, 6, () => answer(learner, id, 1, wrongChoice), {
      begin: async () => undefined,
      locked: () => sql`select from practice.practice where id = ${id} for update`,
    })
    expect(result).toMatchObject({ accepted: 6, refused: {} })
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from practice.review
      where member_id = ${learner.id} and question_id = ${ids[0]}`.execute(practiceTables(platform.db))
    expect(rows[0]?.count).toBe(1)
    expect(result.answers[0]?.standing.wrongCount).toBe(1)
  })

  it('leaves what no rule evaluates to the learner, after the key', async () => {
    const { id: set } = await buildBank(['short-answer'])
    const id = await start(other, { kind: 'set', id: set })
    const shown = await answer(other, id, 1, { kind: 'short-answer', text: '因为危险' })
    expect(shown).toMatchObject({ verdict: null, share: null, mayRate: ['again', 'hard', 'good', 'easy'] })
    const rate = (rating: 'again' | 'good') => as(other).rateAnswer({ params: { id, place: 1 }, body: { rating } })
    expect(await rate('again')).toMatchObject({ verdict: 'wrong', standing: { inBook: true, wrongCount: 1 } })
    // Rated by mistake: the card begins again where it was before.
    expect(await rate('good')).toMatchObject({ verdict: 'right', standing: { inBook: false, wrongCount: 0 } })
  })

  it('lets a right answer be called hard or easy, and no wrong one', async () => {
    const { id: set } = await buildBank()
    const id = await start(other, { kind: 'set', id: set })
    const rate = (place: number) => as(other).rateAnswer({ params: { id, place }, body: { rating: 'easy' } })
    expect(await refusal(rate(1))).toMatchObject({ errorCode: 387_009 })
    await answer(other, id, 1, wrongChoice)
    expect(await refusal(rate(1))).toMatchObject({ errorCode: 387_009 })
    await answer(other, id, 2, truth)
    expect(await rate(2)).toMatchObject({ verdict: 'right' })
  })

  it('draws what the learner chooses: number, kinds, only new, only wrong', async () => {
    const member = await buildMember(platform.db, { companyId: chief.companyId })
    const { id: set, ids } = await buildBank()
    const source = { kind: 'set', id: set } as const
    const first = await start(member, source, { count: 1 })
    await answer(member, first, 1, wrongChoice)
    const drawn = async (change: Partial<StartInput>) =>
      (await open(member, await start(member, source, change))).questions.map(({ question }) => question.kind)
    expect(await drawn({ kinds: ['fill-in'] })).toEqual(['fill-in'])
    expect(await drawn({ only: 'new' })).toEqual(['true-false', 'fill-in'])
    expect(await drawn({ only: 'wrong' })).toEqual(['single-choice'])
    expect((await drawn({ order: 'random' })).toSorted()).toEqual(['fill-in', 'single-choice', 'true-false'])
    expect(await refusal(start(member, source, { only: 'due' }))).toMatchObject({ errorCode: 387_004 })
    expect(await as(member).practiceSet({ params: { id: set } })).toMatchObject({
      ...{ questionCount: ids.length, answeredCount: 1, wrongCount: 1, dueCount: 0 },
    })
  })

  it('is the own one alone, is resumed, and is discarded without what was learned', async () => {
    const member = await buildMember(platform.db, { companyId: chief.companyId })
    const { id: set } = await buildBank()
    const id = await start(member, { kind: 'set', id: set })
    await answer(member, id, 1, wrongChoice)
    const params = { id }
    await proves('EXAM-046', async () => {
      const calls = [
        as(other).practice({ params }),
        as(other).practiceSummary({ params }),
        as(other).finishPractice({ params }),
        as(other).discardPractice({ params }),
        answer(other, id, 2, truth),
        as(other).rateAnswer({ params: { id, place: 1 }, body: { rating: 'good' } }),
        open(member, uuid()),
      ]
      const refusals = await Promise.all(calls.map(refusal))
      expect(refusals).toMatchObject(calls.map(() => ({ status: 422, errorCode: 387_005 })))
    })
    expect((await as(member).openPractices()).items).toMatchObject([{ id, questionCount: 3, answeredCount: 1 }])
    await as(member).discardPractice({ params })
    expect((await as(member).openPractices()).recordCount).toBe(0)
    expect((await as(member).wrongBook()).recordCount).toBe(1)
    const done = await start(member, { kind: 'set', id: set })
    await as(member).finishPractice({ params: { id: done } })
    expect(await refusal(answer(member, done, 1, choice))).toMatchObject({ errorCode: 387_008 })
    expect(await refusal(as(member).discardPractice({ params: { id: done } }))).toMatchObject({ errorCode: 387_005 })
  })
})

describe('a bank that is updated', () => {
  it('resets the answers of unfinished practices, and no history', async () => {
    const member = await buildMember(platform.db, { companyId: chief.companyId })
    const { id: set, ids } = await buildBank()
    const id = await start(member, { kind: 'set', id: set })
    const finished = await start(member, { kind: 'set', id: set })
    await answer(member, finished, 1, wrongChoice)
    await as(member).finishPractice({ params: { id: finished } })
    await answer(member, id, 1, wrongChoice)
    await answer(member, id, 2, truth)
    await edit(ids[2] ?? '', '<p>火警是____，急救是____。</p>')
    // The screen that is still open learns it with the next answer.
    expect(await refusal(answer(member, id, 3, blanks))).toMatchObject({ errorCode: 387_006 })
    await proves('EXAM-044', async () => {
      const again = await open(member, id)
      expect(again).toMatchObject({ wasReset: true, round: 2 })
      expect(again.questions.every(({ feedback }) => feedback === null)).toBe(true)
      expect(again.questions[2]?.question.stem).toContain('火警是')
      expect((await open(member, finished)).questions[0]?.feedback).toMatchObject({ verdict: 'wrong' })
      expect((await as(member).wrongBook()).items).toMatchObject([{ wrongCount: 2 }])
    })
    // An answer of the round before is none of this one.
    expect(await refusal(answer(member, id, 1, choice, 1))).toMatchObject({ errorCode: 387_006 })
    await answer(member, id, 1, choice, 2)
    expect(await open(member, id)).toMatchObject({ wasReset: false, round: 2 })
  })

  it('resets when the set asks other questions, and when one of them is gone', async () => {
    const { id: set, ids, rules, directoryId } = await buildBank()
    const id = await start(learner, { kind: 'set', id: set })
    await answer(learner, id, 1, choice)
    await buildQuestions(platform.db, { author: chief, directoryId }, [{ content: contents['true-false'] }])
    expect(await open(learner, id)).toMatchObject({ wasReset: true, round: 2 })
    await answer(learner, id, 1, choice, 2)
    await platform.client(questions, chief).deleteQuestions({ body: { ids: [ids[0] ?? ''] } })
    const shorter = await open(learner, id)
    expect(shorter).toMatchObject({ wasReset: true, round: 3 })
    expect(shorter.questions).toHaveLength(2)
    await answer(learner, id, 1, truth, 3)
    const [only = ''] = ids.slice(1)
    const change = { name: '改后', summary: '', organizationIds: [], memberIds: [], rules: [], questionIds: [only] }
    await as(chief).changeSet({ params: { id: set }, body: { ...change, revision: 0 } })
    expect((await open(learner, id)).questions).toHaveLength(1)
    expect(rules).toHaveLength(1)
  })

  it('leaves an exam in progress as it is', async () => {
    const examinee = await buildMember(platform.db, { companyId: chief.companyId })
    const exam = await onExams.build()
    const { id, sections } = await onExams.as(examinee).startAttempt({ ...exam, body: {} })
    await edit(await questionOf(exam.params.id), '<p>换了题目</p>')
    expect((await platform.client(exams, examinee).attempt({ params: { id } })).sections).toEqual(sections)
  })
})

/** The first question of the exam's paper. */
async function questionOf(examId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select v.question_id as id from exams.attempt t
    join questions.version v on v.id = (t.paper #>> '{0,questions,0,versionId}')::uuid
    where t.exam_id = ${examId}`.execute(practiceTables(platform.db))
  return rows[0]?.id ?? ''
}

describe('exams', () => {
  it('are practiced, and their wrong answers collected, only when the paper may be viewed', async () => {
    const member = await buildMember(platform.db, { companyId: chief.companyId })
    const hour = 3_600_000
    const rules = { startAt: platform.now - hour, endAt: platform.now + hour, viewingRule: 'after-end' as const }
    const exam = await onExams.build({ name: '安全考试', rules }, scoredQuestions)
    const source = { kind: 'exam', id: exam.params.id } as const
    expect(await refusal(start(member, source))).toMatchObject({ errorCode: 387_004 })
    await onExams.sit(member, exam, [wrongChoice, truth, halfBlanks])
    expect(await refusal(start(member, source))).toMatchObject({ errorCode: 39_011 })
    expect(await refusal(as(member).examSource(exam))).toMatchObject({ errorCode: 39_011 })
    expect((await as(member).wrongBook()).recordCount).toBe(0)
    platform.now += hour + 1
    const { items } = await as(member).wrongBook()
    expect(items.map((item) => [item.sourceName, item.wrongCount])).toEqual([
      ['安全考试', 1],
      ['安全考试', 1],
    ])
    // Looking again collects nothing twice.
    expect((await as(member).wrongBook()).items).toEqual(items)
    const id = await start(member, source)
    expect((await open(member, id)).questions).toHaveLength(3)
    expect(await refusal(start(other, source))).toMatchObject({ errorCode: 387_004 })
  })

  it('offer what was wrong in them, whether or not the book was looked at', async () => {
    const member = await buildMember(platform.db, { companyId: chief.companyId })
    const exam = await onExams.build({ name: '用火考试', rules: { viewingRule: 'after-submission' } }, scoredQuestions)
    await onExams.sit(member, exam, [wrongChoice, truth, halfBlanks])
    const offer = await as(member).examSource(exam)
    expect(offer).toMatchObject({ name: '用火考试', questionCount: 3, wrongCount: 2, dueCount: 0 })
    expect(offer.kinds.map(({ kind }) => kind).toSorted()).toEqual(['fill-in', 'single-choice', 'true-false'])
    const unread = await buildMember(platform.db, { companyId: chief.companyId })
    await onExams.sit(unread, exam, [wrongChoice, truth, blanks])
    const id = await start(unread, { kind: 'exam', id: exam.params.id }, { only: 'wrong' })
    const { questions: asked } = await open(unread, id)
    expect(asked.map(({ question }) => question.kind)).toEqual(['single-choice'])
    await answer(unread, id, 1, choice)
    expect(await as(unread).examSource(exam)).toMatchObject({ answeredCount: 1, wrongCount: 1 })
  })

  it('refuse with the codes of their paper', async () => {
    const member = await buildMember(platform.db, { companyId: chief.companyId })
    const strict = async (viewingRule: 'never' | 'after-pass') => {
      const exam = await onExams.build({ rules: { viewingRule, passTenths: 1000 } })
      await onExams.sit(member, exam, [wrongChoice, null, null])
      const refused = await refusal(start(member, { kind: 'exam', id: exam.params.id }))
      expect(await refusal(as(member).examSource(exam))).toEqual(refused)
      return refused
    }
    expect(await strict('never')).toMatchObject({ errorCode: 39_013 })
    expect(await strict('after-pass')).toMatchObject({ errorCode: 39_012 })
    const closed = await onExams.build({ memberIds: [chief.id] })
    expect(await refusal(start(member, { kind: 'exam', id: closed.params.id }))).toMatchObject({ errorCode: 30_142 })
    expect(await refusal(as(member).examSource(closed))).toMatchObject({ errorCode: 30_142 })
    expect((await as(member).wrongBook()).recordCount).toBe(0)
  })

  it('keep their keys while they go on, wherever else the question is asked', async () => {
    const member = await buildMember(platform.db, { companyId: chief.companyId })
    const exam = await onExams.build({ rules: { viewingRule: 'after-submission', attemptsMax: 2 } })
    const attempt = await onExams.sit(member, exam, [wrongChoice, truth, blanks])
    const [{ questionId } = { questionId: '' }] = (await as(member).wrongBook()).items
    const set = await buildSet(platform.db, { author: chief, now: platform.now, questionIds: [questionId] })
    const id = await start(member, { kind: 'set', id: set })
    await onExams.as(member).startAttempt({ ...exam, body: {} })
    const inExam = { errorCode: 387_007 }
    expect(await refusal(open(member, id))).toMatchObject(inExam)
    expect(await refusal(answer(member, id, 1, choice))).toMatchObject(inExam)
    expect(await refusal(as(member).rateAnswer({ params: { id, place: 1 }, body: { rating: 'good' } }))).toMatchObject(
      inExam,
    )
    expect(await refusal(as(member).bookEntry({ params: { questionId } }))).toMatchObject(inExam)
    expect(await refusal(start(member, { kind: 'set', id: set }))).toMatchObject({ errorCode: 387_004 })
    expect(await refusal(start(member, { kind: 'book' }))).toMatchObject({ errorCode: 387_004 })
    expect(attempt).toBeTruthy()
  })
})
