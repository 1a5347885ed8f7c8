/** Sections with a time of their own over HTTP: their order, their end, what comes too late, and more time. */
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { refusal, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { endGraceMs } from '../contract/answering.ts'
import { ATTEMPT_OVER, EVENTS_MISSING, NO_NEXT_SECTION, SECTION_CLOSED } from '../contract/codes.ts'
import { examsOn, rightAnswers, scoredQuestions } from './taking.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'] })
const { as, build, answer } = examsOn(platform, () => roles.owner)
const learner = () => as(roles.member)
const minuteMs = 60_000
const at = (place: number, moment = platform.now) => answer(place, rightAnswers[place - 1] ?? null, moment)

async function start(minutes: readonly (number | null)[] = [10, 20, null]) {
  const exam = await build({}, scoredQuestions, minutes)
  const attempt = await learner().startAttempt({ ...exam, body: {} })
  const params = { id: attempt.id }
  const writer = uuid()
  let next = 1
  return {
    exam,
    attempt,
    params,
    async send(...events: ReturnType<typeof at>[]) {
      const taken = await learner().recordEvents({ params, body: { writer, first: next, events } })
      next = taken.acknowledged + 1
      return taken
    },
    close: (number: number, lastNumber = next - 1) =>
      learner().closeSection({ params: { ...params, number }, body: { writer, lastNumber } }),
    submit: () => learner().submitAttempt({ params, body: { writer, lastNumber: next - 1 } }),
  }
}

describe('sections with a time', () => {
  it('are answered in their order, and the next one opens where the examinee goes on', async () => {
    const { exam, attempt, send, close, submit } = await start()
    expect(await learner().exam(exam)).toMatchObject({ isInOrder: true })
    const opened = { sectionNumber: 1, sectionEndsAt: platform.now + 10 * minuteMs }
    expect(attempt).toMatchObject({
      ...opened,
      sections: [{ timeMs: 600_000 }, { timeMs: 1_200_000 }, { timeMs: null }],
    })
    const early = { errorCode: SECTION_CLOSED.code, data: { numbers: [2, 3] } }
    expect(await refusal(send(at(1), at(2), at(3)))).toMatchObject(early)
    await send(at(1))
    expect(await refusal(close(1, 2))).toMatchObject({ errorCode: EVENTS_MISSING.code })
    expect(await refusal(close(2))).toMatchObject({ errorCode: NO_NEXT_SECTION.code, data: { sectionNumber: 1 } })
    platform.now += minuteMs
    const next = { sectionNumber: 2, sectionEndsAt: platform.now + 20 * minuteMs }
    expect(await close(1)).toMatchObject(next)
    expect(await close(1)).toMatchObject(next)
    platform.now += endGraceMs + 1
    expect(await refusal(send(at(1)))).toMatchObject({ errorCode: SECTION_CLOSED.code, data: { numbers: [2] } })
    await send(at(2))
    expect(await close(2)).toMatchObject({ sectionNumber: 3, sectionEndsAt: null })
    expect(await refusal(close(3))).toMatchObject({ errorCode: NO_NEXT_SECTION.code })
    await send(at(3))
    expect(await submit()).toMatchObject({ scoreTenths: 1000 })
  })

  it('end by the clock of the server, and a reload finds the section that is open', async () => {
    const { attempt, params, send } = await start()
    platform.now = (attempt.sectionEndsAt ?? 0) - 1
    expect(await send(at(1))).toMatchObject({ sectionNumber: 1 })
    platform.now += 1
    const second = { sectionNumber: 2, sectionEndsAt: platform.now + 20 * minuteMs }
    expect(await learner().attempt({ params })).toMatchObject(second)
    platform.now += 5 * minuteMs
    expect(await send()).toMatchObject(second)
    platform.now += 16 * minuteMs
    expect(await learner().attempt({ params })).toMatchObject({ sectionNumber: 3, sectionEndsAt: null })
  })

  it('take what was typed before their end and arrives within the grace, and refuse the rest by number', async () => {
    const { attempt, send } = await start()
    const over = attempt.sectionEndsAt ?? 0
    platform.now = over + endGraceMs
    const late = { errorCode: SECTION_CLOSED.code, data: { numbers: [2] } }
    expect(await refusal(send(at(1, over), at(1, over + 1)))).toMatchObject(late)
    expect(await send(at(1, over), at(2, over + 1))).toMatchObject({ acknowledged: 2, sectionNumber: 2 })
    platform.now += 1
    expect(await refusal(send(at(1, over)))).toMatchObject({ errorCode: SECTION_CLOSED.code, data: { numbers: [3] } })
  })

  it('get more time when a proctor gives the attempt more', async () => {
    const { attempt, params, send } = await start()
    await as(roles.owner).extendAttempt({ params, body: { minutes: 3 } })
    const later = { sectionNumber: 1, sectionEndsAt: (attempt.sectionEndsAt ?? 0) + 3 * minuteMs }
    expect(await send()).toMatchObject({ ...later, endsAt: attempt.endsAt + 3 * minuteMs })
  })

  it('end the attempt with the last of them, sooner where the examinee was quick', async () => {
    const { attempt, params, send, close } = await start([10, 10, 10])
    expect(attempt.endsAt).toBe(attempt.startedAt + 30 * minuteMs)
    await close(1)
    const { endsAt } = await close(2)
    expect(endsAt).toBe(platform.now + 10 * minuteMs)
    await send(at(3))
    platform.now = endsAt + endGraceMs + 1
    expect(await refusal(learner().attempt({ params }))).toMatchObject({ errorCode: ATTEMPT_OVER.code })
    const outcome = { cause: 'time', submittedAt: endsAt, scoreTenths: 400 }
    expect(await learner().attemptOutcome({ params })).toMatchObject(outcome)
  })

  it('without any time are all open', async () => {
    const { exam, attempt, send, close } = await start([null, null, null])
    expect(await learner().exam(exam)).toMatchObject({ isInOrder: false })
    expect(attempt).toMatchObject({ sectionNumber: null, sectionEndsAt: null })
    expect(await send(at(3), at(1))).toMatchObject({ acknowledged: 2 })
    expect(await refusal(close(1))).toMatchObject({ errorCode: NO_NEXT_SECTION.code, data: { sectionNumber: null } })
  })

  it('are not closed in an attempt that is over, or was reset', async () => {
    const { params, close } = await start()
    await as(roles.owner).forceSubmit({ params })
    expect(await refusal(close(1))).toMatchObject({ errorCode: ATTEMPT_OVER.code })
    await as(roles.owner).resetAttempt({ params, body: { reason: '' } })
    expect(await refusal(close(1))).toMatchObject({ errorCode: 34_008 })
  })
})
