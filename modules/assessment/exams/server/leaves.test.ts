import { describe, expect, it } from 'vitest'
import { refusals, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { type AnsweringEvent, leaveGraceMs } from '../contract/answering.ts'
import { ATTEMPT_RESET } from '../contract/codes.ts'
import { examsTables } from './db.ts'
import { answeringOn, chosen, examsOn, truth } from './taking.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'], otherCompany: ['super-admin'] })
const { as, build, answer } = examsOn(platform, () => roles.owner)
const { learner, start, tab } = answeringOn(as, () => roles.member)

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
