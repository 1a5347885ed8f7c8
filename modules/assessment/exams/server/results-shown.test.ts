/** The result and the paper with its key over HTTP: what an examinee may read when. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import { studyStates } from '#modules/content/study/server.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { testRoles } from '#test/roles.ts'
import { ATTEMPT_STATE, DETAILS_AFTER_PASS, PAPER_AFTER_END, PAPER_AFTER_PASS, PAPER_NEVER } from '../contract/codes.ts'
import { businessType } from '../contract.ts'
import { answeringOn, chosen, contents, essay, examsOn, rightAnswers, truth } from './taking.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'], otherCompany: ['super-admin'] })
const { as, build, answer, sit } = examsOn(platform, () => roles.owner)
const { learner, start, tab } = answeringOn(as, () => roles.member)
type Exam = Awaited<ReturnType<typeof build>>

describe('the result', () => {
  it('goes with the attempt from 2 over 3 to its result, or to 4 where a grader decides', async () => {
    await proves(['EXAM-022', 'EXAM-016'], async () => {
      const statusOf = async (exam: Exam) => (await learner().ownRecord(exam)).status
      const thresholds = { passTenths: 400, goodTenths: 600, excellentTenths: 1000 }
      const exam = await build({ rules: { ...thresholds, attemptsMax: 0, countingRule: 'last' } })
      expect(await statusOf(exam)).toBe(2)
      const { params } = await start(exam)
      expect(await statusOf(exam)).toBe(3)
      await tab(params).submit()
      expect(await statusOf(exam)).toBe(5)
      const statusAfter = async (count: number) => {
        await sit(roles.member, exam, rightAnswers.slice(0, count))
        return statusOf(exam)
      }
      expect([await statusAfter(1), await statusAfter(2), await statusAfter(3)]).toEqual([6, 7, 8])
      const withEssay = await build({}, [essay])
      await sit(roles.member, withEssay, [{ kind: 'short-answer', text: '因为' }])
      expect(await statusOf(withEssay)).toBe(4)
      expect(await learner().exam(withEssay)).toMatchObject({ record: 4 })
    })
  })

  it('is one record for the exam, and a list of attempts with the newest first', async () => {
    await proves(['EXAM-066', 'EXAM-067'], async () => {
      const exam = await build({ name: '两次考试', rules: { attemptsMax: 0, countingRule: 'average' } })
      const first = await sit(roles.member, exam, rightAnswers.slice(0, 1))
      const second = await sit(roles.member, exam)
      expect(await learner().ownRecord(exam)).toMatchObject({
        ...{ scoreHundredths: 7000, totalTenths: 1000, attemptsUsed: 2, result: 'pass', status: 6 },
        ...{ examId: exam.params.id, examName: '两次考试' },
      })
      const list = await learner().ownRecords({ query: { businessId: exam.params.id } })
      expect(list).toMatchObject({
        recordCount: 2,
        items: [
          { id: second, number: 2, status: 6, scoreTenths: 1000 },
          { id: first, number: 1, status: 5, scoreTenths: 400 },
        ],
      })
      const paged = await learner().ownRecords({ query: { page: 2, pageSize: 1, businessId: exam.params.id } })
      expect(paged.items.map(({ id }) => id)).toEqual([first])
      expect((await learner().ownAttempts({})).recordCount).toBeGreaterThan(2)
      expect((await as(roles.colleague).ownAttempts({})).recordCount).toBe(0)
    })
  })

  it('is kept back until the end where the exam says so', async () => {
    const endAt = platform.now + 3_600_000
    const exam = await build({ rules: { scoreShown: 'after-end', viewingRule: 'after-submission', endAt } })
    const id = await sit(roles.member, exam)
    const hidden = { scoreTenths: null, result: null }
    expect(await learner().attemptOutcome({ params: { id } })).toMatchObject({ ...hidden, scoreFrom: endAt })
    expect(await learner().ownRecord(exam)).toMatchObject({ status: 4, scoreHundredths: null, result: null })
    expect((await learner().ownRecords({ query: { businessId: exam.params.id } })).items).toMatchObject([
      { ...hidden, status: 4 },
    ])
    const paper = await learner().viewedPaper({ params: { id } })
    expect(paper.sections[0]?.questions.map((question) => question.earnedTenths)).toEqual([null, null, null])
    platform.now = endAt
    expect(await learner().attemptOutcome({ params: { id } })).toMatchObject({ scoreTenths: 1000, scoreFrom: null })
    expect(await learner().ownRecord(exam)).toMatchObject({ status: 6, scoreHundredths: 10_000 })
  })

  it('that passes is a completion, which stays', async () => {
    const exam = await build({ rules: { attemptsMax: 0, countingRule: 'last' } })
    const ref = { businessType, businessId: exam.params.id }
    const state = async () => (await studyStates(platform.db, roles.member.companyId, [roles.member.id], [ref]))[0]
    const { params } = await start(exam)
    expect(await state()).toMatchObject({ isStarted: true, isFinished: false, percent: 0 })
    await tab(params).submit()
    expect(await state()).toMatchObject({ isFinished: false })
    await sit(roles.member, exam)
    await platform.runJobs()
    expect(await state()).toMatchObject({ isFinished: true, percent: 100, finishedAt: platform.now })
    await sit(roles.member, exam, [])
    expect(await state()).toMatchObject({ isFinished: true })
    expect(await learner().ownRecord(exam)).toMatchObject({ result: 'fail', status: 5 })
  })

  it('of an attempt is the sum of what its answers earn', async () => {
    const exam = await build({ rules: { attemptsMax: 0, viewingRule: 'after-submission' } })
    const answers = [
      fc.option(fc.constantFrom(chosen(0), chosen(1))),
      fc.option(fc.constantFrom(truth(true), truth(false))),
    ]
    const texts = fc.array(fc.constantFrom('119', '120', ''), { maxLength: 2 })
    const fillIn = texts.map((given): QuestionAnswer => ({ kind: 'fill-in', texts: given }))
    await fc.assert(
      fc.asyncProperty(fc.tuple(...answers, fillIn), async (given) => {
        const id = await sit(roles.member, exam, given)
        const paper = await learner().viewedPaper({ params: { id } })
        const earned = paper.sections.flatMap((section) =>
          section.questions.map((question) => question.earnedTenths ?? 0),
        )
        expect(earned.reduce((sum, tenths) => sum + tenths, 0)).toBe(paper.scoreTenths)
      }),
      { numRuns: 15 },
    )
  })
})

describe('the paper with its key', () => {
  const hour = 3_600_000
  const viewed = (id: string) => learner().viewedPaper({ params: { id } })

  it('is read when the rule of the exam allows it', async () => {
    await proves(['EXAM-048', 'EXAM-050', 'EXAM-049'], async () => {
      const endAt = platform.now + hour
      const never = await sit(roles.member, await build({ rules: { viewingRule: 'never' } }))
      expect(await refusal(viewed(never))).toMatchObject({ errorCode: PAPER_NEVER.code })
      const late = await sit(roles.member, await build({ rules: { viewingRule: 'after-end', endAt } }))
      expect(await refusal(viewed(late))).toMatchObject({ errorCode: PAPER_AFTER_END.code })
      const passing = await build({ rules: { viewingRule: 'after-pass', attemptsMax: 0 } })
      const failed = await sit(roles.member, passing, [])
      expect(await refusal(viewed(failed))).toMatchObject({ errorCode: PAPER_AFTER_PASS.code })
      await sit(roles.member, passing)
      expect(await viewed(failed)).toMatchObject({ mayViewPaper: true, scoreTenths: 0 })
      platform.now = endAt
      expect((await viewed(late)).sections[0]?.questions[0]).toMatchObject({
        ...{ place: 1, answer: rightAnswers[0], earnedTenths: 400, verdict: 'right', content: { right: 0 } },
      })
    })
  })

  it('is not read while another attempt of the same examinee goes on', async () => {
    const exam = await build({ rules: { viewingRule: 'after-submission', attemptsMax: 0 } })
    const first = await sit(roles.member, exam)
    expect(await viewed(first)).toMatchObject({ mayViewPaper: true })
    const { params } = await start(exam)
    const refused = { errorCode: ATTEMPT_STATE.code }
    expect(await refusal(viewed(first))).toMatchObject(refused)
    expect(await refusal(viewed(params.id))).toMatchObject(refused)
    expect(await learner().attemptOutcome({ params: { id: first } })).toMatchObject({ mayViewPaper: false })
  })

  it('answers by question are read after passing where the rule asks for it', async () => {
    await proves(['EXAM-047', 'EXAM-068'], async () => {
      const exam = await build({ rules: { viewingRule: 'after-pass', attemptsMax: 0 } })
      const params = { examId: exam.params.id }
      expect(await refusal(learner().answerInfo({ params }))).toMatchObject({ errorCode: 900_005 })
      await sit(roles.member, exam, [])
      expect(await refusal(learner().answerInfo({ params }))).toMatchObject({ errorCode: DETAILS_AFTER_PASS.code })
      await sit(roles.member, exam)
      expect(await learner().answerInfo({ params })).toMatchObject({
        ...{ examId: exam.params.id, scoreTenths: 1000 },
        items: [{ place: 1, answer: rightAnswers[0], earnedTenths: 400 }, { place: 2 }, { place: 3 }],
      })
      const never = await build({ rules: { viewingRule: 'never' } })
      await sit(roles.member, never)
      const closed = learner().answerInfo({ params: { examId: never.params.id } })
      expect(await refusal(closed)).toMatchObject({ errorCode: PAPER_NEVER.code })
      const late = await build({ rules: { viewingRule: 'after-end', endAt: platform.now + hour } })
      await sit(roles.member, late)
      const early = learner().answerInfo({ params: { examId: late.params.id } })
      expect(await refusal(early)).toMatchObject({ errorCode: PAPER_AFTER_END.code })
    })
  })

  it('is in no answer of an examinee before that', async () => {
    const key = 'SCHLUESSEL'
    const questions = [
      {
        content: { ...contents['fill-in'], blanks: [{ answer: `${key}1` }, { answer: `${key}2` }] },
        scoreTenths: 100,
      },
      { content: { ...contents['short-answer'], reference: `<p>${key}</p>` }, scoreTenths: 100 },
      { content: { ...contents['single-choice'], explanation: `<p>${key}</p>` }, scoreTenths: 100 },
    ]
    const exam = await build(
      { rules: { attemptsMax: 0, viewingRule: 'after-end', endAt: platform.now + hour } },
      questions,
    )
    const said: unknown[] = []
    const { attempt, params } = await start(exam)
    said.push(attempt, await tab(params).send(answer(3, chosen(0))), await learner().attempt({ params }))
    said.push(await learner().exam(exam), await learner().exams({}), await learner().ownRecord(exam))
    said.push(await tab(params).submit(), await learner().attemptOutcome({ params }), await learner().ownAttempts({}))
    said.push(await refusal(learner().viewedPaper({ params })))
    const ids = [exam.params.id]
    said.push(await learner().examsByIds({ query: { ids } }), await learner().basicExams({ query: { ids } }))
    const text = JSON.stringify(said)
    for (const part of [key, '"right"', '"isTrue":', '"reference"', '"explanation"', '"tolerance"'])
      expect(text).not.toContain(part)
  })
})

describe('the calls of the specification', () => {
  it('answer the exams of the ids in their order, without those that may not be seen', async () => {
    await proves(['EXAM-062', 'EXAM-063'], async () => {
      const [first, second] = [await build({ name: '甲' }), await build({ name: '乙' })]
      const hidden = [
        await build({ status: 'draft' }),
        await build({ organizationIds: [roles.stranger.organizationId] }),
        await build({ author: roles.otherCompany }),
      ]
      const ids = [second, ...hidden, first].map((exam) => exam.params.id)
      const names = ['乙', '甲']
      expect((await learner().examsByIds({ query: { ids } })).map(({ name }) => name)).toEqual(names)
      const basic = await learner().basicExams({ query: { ids } })
      expect(basic.map(({ name }) => name)).toEqual(names)
      expect(basic[0]).toEqual({
        ...{ id: second.params.id, name: '乙', summary: '', coverFileId: null, state: 5 },
        ...{ startAt: null, endAt: null, durationMinutes: 60 },
      })
    })
  })
})
