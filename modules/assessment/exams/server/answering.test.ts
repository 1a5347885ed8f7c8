/** Answering over HTTP: the journal, the clock, leaves, the submission, and what an examinee may read when. */
import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import { studyStates } from '#modules/content/study/server.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { testRoles } from '#test/roles.ts'
import { type AnsweringEvent, endGraceMs, leaveGraceMs } from '../contract/answering.ts'
import {
  ATTEMPT_OVER,
  ATTEMPT_RESET,
  ATTEMPT_STATE,
  DETAILS_AFTER_PASS,
  EVENTS_MISSING,
  NOT_IN_PAPER,
  PAPER_AFTER_END,
  PAPER_AFTER_PASS,
  PAPER_NEVER,
} from '../contract/codes.ts'
import { businessType } from '../contract.ts'
import { examsTables } from './db.ts'
import { finishWhenOver } from './finishing.ts'
import { contents, essay, examsOn, rightAnswers, scoredQuestions } from './taking.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'], otherCompany: ['super-admin'] })
const { as, build, answer, sit } = examsOn(platform, () => roles.owner)
const learner = () => as(roles.member)
type Exam = Awaited<ReturnType<typeof build>>

const start = async (exam: Exam, member: BuiltMember = roles.member) => {
  const attempt = await as(member).startAttempt({ ...exam, body: {} })
  return { attempt, params: { id: attempt.id } }
}
const chosen = (id: number): QuestionAnswer => ({ kind: 'single-choice', chosen: [id] })
const truth = (isTrue: boolean): QuestionAnswer => ({ kind: 'true-false', isTrue })

/** A tab: sends its events with the next numbers. */
function tab(params: { id: string }, member: BuiltMember = roles.member) {
  const writer = uuid()
  let next = 1
  return {
    writer,
    async send(...events: AnsweringEvent[]) {
      const taken = await as(member).recordEvents({ params, body: { writer, first: next, events } })
      next = taken.acknowledged + 1
      return taken
    },
    sendAs: (first: number, ...events: AnsweringEvent[]) =>
      as(member).recordEvents({ params, body: { writer, first, events } }),
    submit: () => as(member).submitAttempt({ params, body: { writer, lastNumber: next - 1 } }),
  }
}

const answersOf = async (params: { id: string }) =>
  (await learner().attempt({ params })).answers.map(({ place, answer: given }) => [place, given])

describe('the journal', () => {
  it('keeps what was acknowledged, for a reload and for the result', async () => {
    await proves(['EXAM-054', 'EXAM-055'], async () => {
      const { attempt, params } = await start(await build())
      expect(attempt.sections.flatMap((section) => section.questions)).toHaveLength(3)
      const one = tab(params)
      expect(await one.send(answer(1, chosen(2)), answer(2, truth(true)))).toMatchObject({
        ...{
          acknowledged: 2,
          serverNow: platform.now,
          endsAt: attempt.endsAt,
          state: 'in-progress',
          isElsewhere: false,
        },
      })
      await one.send(answer(1, chosen(0)), answer(2, null))
      expect(await answersOf(params)).toEqual([
        [1, chosen(0)],
        [2, null],
      ])
      expect(await learner().attempt({ params })).toMatchObject({ writers: [{ writer: one.writer, lastNumber: 4 }] })
      expect(await one.submit()).toMatchObject({ state: 'final', cause: 'member', scoreTenths: 400, result: 'fail' })
    })
  })

  it('takes a repeat for what it is, and a part of one as well', async () => {
    const { params } = await start(await build())
    const one = tab(params)
    const events = [answer(1, chosen(0)), answer(1, chosen(1)), answer(1, chosen(2))]
    await one.sendAs(1, ...events.slice(0, 2))
    expect(await one.sendAs(1, ...events)).toMatchObject({ acknowledged: 3 })
    expect(await one.sendAs(1, answer(1, chosen(0)))).toMatchObject({ acknowledged: 3 })
    expect(await one.sendAs(2, answer(1, null))).toMatchObject({ acknowledged: 3 })
    expect(await answersOf(params)).toEqual([[1, chosen(2)]])
  })

  it('refuses a gap, and says which number it wants', async () => {
    const { params } = await start(await build())
    const one = tab(params)
    const missing = (wanted: number) => ({ errorCode: EVENTS_MISSING.code, data: { wanted } })
    expect(await refusal(one.sendAs(2, answer(1, chosen(0))))).toMatchObject(missing(1))
    await one.send(answer(1, chosen(0)))
    expect(await refusal(one.sendAs(3, answer(1, chosen(1))))).toMatchObject(missing(2))
    const early = learner().submitAttempt({ params, body: { writer: one.writer, lastNumber: 2 } })
    expect(await refusal(early)).toMatchObject(missing(2))
    expect(await answersOf(params)).toEqual([[1, chosen(0)]])
  })

  it('refuses what is not in the paper, is of another kind, or names a file of somebody else', async () => {
    const { params } = await start(
      await build({}, [...scoredQuestions, { content: contents['file-answer'], scoreTenths: 10 }]),
    )
    const one = tab(params)
    const refused = (number: number) => ({ errorCode: NOT_IN_PAPER.code, data: { number } })
    expect(await refusal(one.sendAs(1, answer(5, chosen(0))))).toMatchObject(refused(1))
    expect(await refusal(one.sendAs(1, answer(1, chosen(0)), answer(1, truth(true))))).toMatchObject(refused(2))
    const foreign: QuestionAnswer = { kind: 'file-answer', fileIds: [uuid()] }
    expect(await refusal(one.sendAs(1, answer(4, foreign)))).toMatchObject(refused(1))
    const long: QuestionAnswer = { kind: 'fill-in', texts: ['字'.repeat(1001)] }
    expect(await refusal(one.sendAs(1, answer(3, long)))).toMatchObject({ errorCode: 900_001 })
    expect(await answersOf(params)).toEqual([])
  })

  it('is the examinee’s alone', async () => {
    const { params } = await start(await build())
    for (const other of [roles.colleague, roles.owner, roles.otherCompany]) {
      const found = await refusals([
        tab(params, other).send(answer(1, chosen(0))),
        as(other).attempt({ params }),
        tab(params, other).submit(),
        as(other).attemptOutcome({ params }),
        as(other).viewedPaper({ params }),
      ])
      expect(found.map(({ errorCode }) => errorCode)).toEqual(found.map(() => 900_005))
    }
  })

  it('of two tabs takes for each question what was received last, and tells the first that it goes on elsewhere', async () => {
    const { params } = await start(await build())
    const [first, second] = [tab(params), tab(params)]
    await first.send(answer(1, chosen(0)), answer(2, truth(true)))
    expect(await second.send(answer(1, chosen(1)))).toMatchObject({ isElsewhere: false })
    expect(await first.send()).toMatchObject({ isElsewhere: true, acknowledged: 2 })
    await first.send(answer(1, chosen(2)))
    expect(await second.send()).toMatchObject({ isElsewhere: false })
    expect(await answersOf(params)).toEqual([
      [1, chosen(2)],
      [2, truth(true)],
    ])
  })

  it('gives the same answers in whatever batches and repeats the events arrive', async () => {
    const exam = await build({ rules: { attemptsMax: 0 } })
    const event = fc.record({ place: fc.constantFrom(1, 2), value: fc.integer({ min: 0, max: 2 }) })
    const given = ({ place, value }: { place: number; value: number }) =>
      answer(place, place === 1 ? chosen(value) : truth(value > 0))
    const batches = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 10 }), batches, async (values, parts) => {
        const events = values.map(given)
        const { params } = await start(exam)
        const one = tab(params)
        let known = 0
        for (const [from, length] of [...parts, [0, events.length] as const]) {
          const first = Math.min(from, known)
          const part = events.slice(first, first + length)
          const taken = await one.sendAs(first + 1, ...part)
          known = taken.acknowledged
        }
        const expected = [1, 2].flatMap((place) => {
          const last = events.findLast((one) => 'place' in one && one.place === place)
          return last && 'place' in last ? [[place, last.answer]] : []
        })
        expect(await answersOf(params)).toEqual(expected)
        await one.submit().catch(() => learner().submitAttempt({ params, body: { writer: one.writer, lastNumber: 0 } }))
      }),
      { numRuns: 25 },
    )
  })
})

describe('the end', () => {
  const minuteMs = 60_000

  it('[EXAM-013] comes with the duration, and the answers saved so far are submitted', async () => {
    const exam = await build({ rules: { durationMinutes: 1 } })
    const { attempt, params } = await start(exam)
    await tab(params).send(answer(1, chosen(0)))
    platform.now = attempt.endsAt + endGraceMs
    const run = () =>
      finishWhenOver.run(platform.db, { attemptId: attempt.id }, { now: platform.now, outside: platform.outside })
    await run()
    expect(await learner().attempt({ params })).toMatchObject({ state: 'in-progress' })
    platform.now += 1
    expect(await refusal(learner().attempt({ params }))).toMatchObject({ errorCode: ATTEMPT_OVER.code })
    await run()
    await run()
    const outcome = { state: 'final', cause: 'time', scoreTenths: 400, submittedAt: attempt.endsAt }
    expect(await learner().attemptOutcome({ params })).toMatchObject(outcome)
  })

  it('is decided at the next look where no job has run', async () => {
    const exam = await build({ rules: { durationMinutes: 1, attemptsMax: 2 } })
    const { attempt, params } = await start(exam)
    await tab(params).send(answer(2, truth(true)))
    platform.now = attempt.endsAt + endGraceMs + 1
    expect(await learner().attemptOutcome({ params })).toMatchObject({ cause: 'time', scoreTenths: 200 })
    const second = await start(exam)
    platform.now = second.attempt.endsAt + endGraceMs + 1
    expect(await tab(second.params).submit()).toMatchObject({ cause: 'time', scoreTenths: 0 })
    const third = await build({ rules: { durationMinutes: 1, attemptsMax: 2 } })
    const abandoned = await start(third)
    platform.now += 2 * minuteMs
    expect((await start(third)).attempt).toMatchObject({ number: 2 })
    expect(await learner().attemptOutcome({ params: abandoned.params })).toMatchObject({ cause: 'time' })
  })

  it('lets arrive what was typed before it, for ten seconds; what was typed later does not count', async () => {
    const exam = await build({ rules: { durationMinutes: 1 } })
    const { attempt, params } = await start(exam)
    const one = tab(params)
    const { endsAt } = attempt
    platform.now = endsAt + endGraceMs
    const before = answer(1, chosen(0), endsAt)
    const after = answer(1, chosen(1), endsAt + 1)
    expect(await one.send(before, after)).toMatchObject({ acknowledged: 1 })
    const refused = { errorCode: ATTEMPT_OVER.code }
    expect(await refusal(one.send(after))).toMatchObject(refused)
    platform.now += 1
    expect(await refusal(one.send(answer(2, truth(true), endsAt)))).toMatchObject(refused)
    expect(await one.submit()).toMatchObject({ scoreTenths: 400, cause: 'time' })
    expect(await refusal(one.send(before))).toMatchObject({ ...refused, data: { state: 'final' } })
  })

  it('is not moved by the clock of the client', async () => {
    const exam = await build({ rules: { durationMinutes: 1 } })
    const { attempt, params } = await start(exam)
    const taken = await tab(params).send(answer(1, chosen(0), platform.now + 3_600_000))
    expect(taken).toMatchObject({ endsAt: attempt.endsAt, serverNow: platform.now })
    const [stored] = (await learner().attempt({ params })).answers
    expect(stored?.at).toBe(platform.now)
  })

  it('is reached once: a repeated submission answers the same, and nothing more is taken', async () => {
    const { params } = await start(await build())
    const one = tab(params)
    await one.send(...rightAnswers.map((given, at) => answer(at + 1, given)))
    const outcomes = await Promise.all([one.submit(), one.submit(), one.submit()])
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
    expect(outcomes[0]).toMatchObject({ state: 'final', scoreTenths: 1000, result: 'pass' })
    expect(await refusal(one.send(answer(1, null)))).toMatchObject({ errorCode: ATTEMPT_OVER.code })
  })
})

describe('leaving the screen', () => {
  const leave = (ms: number, isOffline = false): AnsweringEvent => ({
    ...{ leave: 'hidden', at: platform.now, ms, isOffline },
  })

  it('counts after a grace, and never while the network is away', async () => {
    const { params } = await start(await build({ rules: { leavesMax: 5 } }))
    const one = tab(params)
    expect(await one.send(leave(leaveGraceMs - 1), leave(60_000, true))).toMatchObject({ leaveCount: 0, leavesMax: 5 })
    expect(await one.send(leave(leaveGraceMs))).toMatchObject({ leaveCount: 1 })
  })

  it('[EXAM-010] more often than allowed submits the paper, and the record shows abnormal submission', async () => {
    const exam = await build({ rules: { leavesMax: 1 } })
    const { params } = await start(exam)
    const one = tab(params)
    await one.send(answer(1, chosen(0)), leave(5000))
    expect(await one.send(leave(5000))).toMatchObject({ state: 'final', leaveCount: 2 })
    expect(await learner().attemptOutcome({ params })).toMatchObject({ cause: 'leaves', scoreTenths: 400 })
    const { items } = await as(roles.owner).examinees({ ...exam, query: {} })
    expect(items).toMatchObject([{ status: 4, result: 'fail', attempt: { leaveCount: 2, cause: 'leaves' } }])
    expect((await as(roles.owner).examinees({ ...exam, query: { status: 4 } })).recordCount).toBe(1)
    expect((await as(roles.owner).examinees({ ...exam, query: { status: 7 } })).recordCount).toBe(0)
  })

  it('is not counted for more than the rule says where there is none', async () => {
    const { params } = await start(await build())
    const one = tab(params)
    expect(await one.send(...Array.from({ length: 30 }, () => leave(9000)))).toMatchObject({
      ...{ state: 'in-progress', leaveCount: 30, leavesMax: null },
    })
  })
})

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

describe('a reset', () => {
  it('[EXAM-051] is what the next call answers, and gives the attempt back', async () => {
    const exam = await build({ rules: { attemptsMax: 1 } })
    const { params } = await start(exam)
    const one = tab(params)
    await one.send(answer(1, chosen(0)))
    await as(roles.owner).resetAttempt({ params, body: { reason: '电脑故障' } })
    const found = await refusals([
      ...[one.send(answer(2, truth(true))), learner().attempt({ params }), one.submit()],
      ...[learner().attemptOutcome({ params }), learner().viewedPaper({ params })],
    ])
    expect(found.map(({ errorCode }) => errorCode)).toEqual(found.map(() => ATTEMPT_RESET.code))
    expect((await start(exam)).attempt).toMatchObject({ number: 2, answers: [] })
    const journal = await examsTables(platform.db)
      .selectFrom('exams.answer_event')
      .select('place')
      .where('attempt_id', '=', params.id)
      .execute()
    expect(journal).toEqual([{ place: 1 }])
  })
})
