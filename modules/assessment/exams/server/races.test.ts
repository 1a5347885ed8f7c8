/** What happens to an exam at the same moment, on connections of their own. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { testRoles } from '#test/roles.ts'
import { examsOn, rightAnswers } from './taking.fixture.ts'

const platform = testPlatform({ poolSize: 10 })
const roles = testRoles(platform, { owner: ['lecturer'] })
const { as, build, sit } = examsOn(platform, () => roles.owner)
const learner = () => as(roles.member)

it('fifty starts at one moment with one attempt left make one attempt', async () => {
  const exam = await build({ rules: { attemptsMax: 2 } })
  const result = await race(platform, 50, () => learner().startAttempt({ ...exam, body: {} }), {
    begin: () => sit(roles.member, exam, []),
    locked: () => sql`select from exams.record where exam_id = ${exam.params.id} for update`,
  })
  expect(result).toMatchObject({ accepted: 50, refused: {} })
  expect(new Set(result.answers.map(({ id }) => id)).size).toBe(1)
  expect(await learner().ownRecord(exam)).toMatchObject({ attemptsUsed: 2 })
})

it('batches that are sent several times at once are stored once', async () => {
  const exam = await build()
  const { id } = await learner().startAttempt({ ...exam, body: {} })
  const [params, writer] = [{ id }, uuid()]
  const events = rightAnswers.map((answer, at) => ({ place: at + 1, answer, at: platform.now }))
  const send = () => learner().recordEvents({ params, body: { writer, first: 1, events } })
  const taken = await Promise.all(Array.from({ length: 10 }, send))
  expect(taken.map(({ acknowledged }) => acknowledged)).toEqual(Array(10).fill(3))
  const submit = () => learner().submitAttempt({ params, body: { writer, lastNumber: 3 } })
  const outcomes = await Promise.all(Array.from({ length: 10 }, submit))
  expect(outcomes.map(({ scoreTenths }) => scoreTenths)).toEqual(Array(10).fill(1000))
})

it('a start, a submission by an invigilator and a reset never wait for each other in a circle', async () => {
  const exam = await build({ rules: { attemptsMax: 0 } })
  for (const _ of Array(5)) {
    const { id } = await learner().startAttempt({ ...exam, body: {} })
    const params = { id }
    const all = await Promise.allSettled([
      learner().startAttempt({ ...exam, body: {} }),
      as(roles.owner).forceSubmit({ params }),
      as(roles.owner).resetAttempt({ params, body: { reason: '' } }),
      learner().submitAttempt({ params, body: { writer: uuid(), lastNumber: 0 } }),
    ])
    const broken = all.filter((one) => one.status === 'rejected' && one.reason.status >= 500)
    expect(broken).toEqual([])
  }
  const { attemptsUsed } = await learner().ownRecord(exam)
  const { recordCount } = await learner().ownRecords({ query: { businessId: exam.params.id } })
  expect(attemptsUsed).toBe(recordCount)
})
