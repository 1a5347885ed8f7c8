/** The journal of answers over HTTP, and the end of an attempt by its clock. */
import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { testRoles } from '#test/roles.ts'
import { endGraceMs } from '../contract/answering.ts'
import { ATTEMPT_OVER, EVENTS_MISSING, NOT_IN_PAPER } from '../contract/codes.ts'
import { finishWhenOver } from './finishing.ts'
import { answeringOn, chosen, contents, examsOn, rightAnswers, scoredQuestions, truth } from './taking.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'], otherCompany: ['super-admin'] })
const { as, build, answer } = examsOn(platform, () => roles.owner)
const { learner, start, tab, answersOf } = answeringOn(as, () => roles.member)

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
