/** Heartbeats of many members at one moment: they share a statement and its commit, and nothing else. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { stopRecording } from '#test/recorder.ts'
import { coursePeople, studySteps } from '../study.fixture.ts'

const platform = testPlatform()
const people = coursePeople(platform)
const second = 1000
const { publish, studying, videoSection } = studySteps(platform, () => people.lecturer)

/** Learners who have just started a video of ten minutes, each with the playback. */
async function startedLearners(count: number, durationMs = 600 * second) {
  const course = await publish(await videoSection(durationMs))
  const learners = []
  for (let at = 0; at < count; at++) {
    const learner = await studying(course)
    learners.push({ ...learner, ...(await learner.start()) })
  }
  platform.now += 20 * second
  return learners
}

const watchedOf = async ({ detail }: Awaited<ReturnType<typeof startedLearners>>[number]) =>
  (await detail()).chapters[0]?.sections[0]?.progress

describe('heartbeats that arrive together', () => {
  it('are each acknowledged with their own, and all of it is stored', async () => {
    const learners = await startedLearners(12)
    const answers = await Promise.all(
      learners.map((learner, at) => learner.heartbeat(learner.playbackId, at + 1, 0, (at + 1) * second)),
    )
    for (const [at, learner] of learners.entries()) {
      expect(answers[at]).toMatchObject({ acknowledgedSequence: at + 1, courseStatus: 1, progress: { status: 1 } })
      expect(await watchedOf(learner)).toMatchObject({ position: (at + 1) * second, finished: false })
      expect(await learner.calls.studyTimeOfMember()).toMatchObject({ totalSeconds: at + 1 })
    }
  })

  it('are weighed apart: what is faster than the clock is refused, what finishes finishes, and the others count', async () => {
    const [done, taken, plain] = await startedLearners(3, 30 * second)
    const [slow] = await startedLearners(1, 600 * second)
    if (!done || !taken || !plain || !slow) throw new Error('four have started')
    const [tooFast, finishing, gone, usual] = await Promise.all([
      refusal(slow.heartbeat(slow.playbackId, 1, 0, 600 * second)),
      done.heartbeat(done.playbackId, 1, 0, 30 * second),
      refusal(taken.heartbeat(plain.playbackId, 1, 0, second)),
      plain.heartbeat(plain.playbackId, 1, 0, 5 * second),
    ])
    expect(finishing).toMatchObject({ courseJustFinished: true, courseStatus: 2, progress: { finished: true } })
    expect(gone).toMatchObject({ errorCode: 40450 })
    expect(usual).toMatchObject({ courseJustFinished: false, courseStatus: 1, acknowledgedSequence: 1 })
    expect(tooFast).toMatchObject({ errorCode: 40451, data: { acknowledgedSequence: 0, claimedMs: 300 * second } })
    expect(await watchedOf(slow)).toMatchObject({ position: 0, watchedPercent: 0 })
    expect((await done.detail()).progress).toMatchObject({ finished: true, percent: 100 })
  })

  it('of one playback are taken one after the other', async () => {
    const [learner] = await startedLearners(1)
    if (!learner) throw new Error('one have started')
    const claims = [1, 2, 3, 4].map((at) => [at, (at - 1) * second, at * second] as const)
    const answers = await Promise.all(claims.map((claim) => learner.heartbeat(learner.playbackId, ...claim)))
    expect(answers.map(({ acknowledgedSequence }) => acknowledgedSequence)).toEqual([1, 2, 3, 4])
    expect(await watchedOf(learner)).toMatchObject({ position: 4 * second })
  })

  it('do not wait for a row that is locked: its own heartbeat waits alone', async () => {
    const [locked, free] = await startedLearners(2)
    if (!locked || !free) throw new Error('two have started')
    const beside = createDatabase(createPool({ databaseUrl: platform.databaseUrl, size: 1 }))
    const order: string[] = []
    const send = (name: string, learner: typeof locked) =>
      learner.heartbeat(learner.playbackId, 1, 0, second).then(() => order.push(name))
    let waiting: Promise<unknown> | undefined
    await beside.transaction().execute(async (transaction) => {
      await sql`select from courses.section_progress where playback_id = ${locked.playbackId} for update`.execute(
        transaction,
      )
      const going = send('free', free)
      waiting = send('locked', locked)
      // The batch would be taken apart once the database gives up the lock, after 30 s.
      await Promise.race([going, new Promise((resolve) => setTimeout(resolve, 20_000).unref())])
      expect(order).toEqual(['free'])
    })
    await waiting
    await beside.destroy()
    expect(order).toEqual(['free', 'locked'])
    expect(await watchedOf(locked)).toMatchObject({ position: second })
  })

  it('with one that no statement takes: it is refused, and the others are stored', async () => {
    const [learner, other] = await startedLearners(2)
    if (!learner || !other) throw new Error('two have started')
    // No call leaves such a row behind: weighing it overflows, and the answer is that of a fault.
    stopRecording()
    await sql`update courses.section_progress set unit_cost_ns = 9223372036854775807
      where playback_id = ${other.playbackId}`.execute(platform.root)
    const [stored, failed] = await Promise.allSettled([
      learner.heartbeat(learner.playbackId, 1, 0, 7 * second),
      other.heartbeat(other.playbackId, 1, 0, 7 * second),
    ])
    expect([stored.status, failed.status]).toEqual(['fulfilled', 'rejected'])
    expect(await watchedOf(learner)).toMatchObject({ position: 7 * second })
  })
})
