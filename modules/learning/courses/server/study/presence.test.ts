/** What is credited where a course forbids to seek forward, or asks whether somebody is there. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Interval } from '#kit/playback.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { type BuiltCourse, buildCourse } from '../courses.fixture.ts'
import { answerMs, dueAfterMs } from './presence.ts'

const platform = testPlatform()
const second = 1000
const minute = 60 * second
const intervalMinutes = 10
let companyId: string
let lecturer: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
})

async function publish(rules: { noForwardSeeking?: boolean; presenceMinutes?: number }) {
  const durationMs = 100 * minute
  const file = await buildFile(platform.db, { companyId, ownerId: lecturer.id, durationMs })
  const section = { kind: 'video', fileId: file.id, durationMs } as const
  const course = await buildCourse(platform.db, { author: lecturer, chapters: [{ sections: [section, section] }] })
  await sql`update courses.course set no_forward_seeking = ${rules.noForwardSeeking ?? false},
    presence_check_minutes = ${rules.presenceMinutes ?? 0} where id = ${course.id}`.execute(platform.root)
  return course
}

async function studying(course: BuiltCourse) {
  const member = await buildMember(platform.db, { companyId, now: platform.now })
  // These videos are long, longer than an access token lives.
  await sql`update identity.session set access_expires_at = refresh_expires_at where member_id = ${member.id}`.execute(
    platform.root,
  )
  const calls = platform.client(courses, member)
  await calls.registerForCourse({ params: { id: course.id } })
  const start = (index = 0) =>
    calls.startPlayback({ params: { id: course.id, sectionId: course.sections[index]?.id ?? '' }, body: {} })
  let { playbackId } = await start()
  let sequence = 0
  const heartbeat = (intervals: Interval[], position?: number) => {
    sequence += 1
    const body = { sequence, intervals, activeMs: 10 * minute, ...(position !== undefined && { position }) }
    return calls.heartbeat({ params: { id: playbackId }, body })
  }
  const restart = async (index = 0) => {
    const started = await start(index)
    playbackId = started.playbackId
    sequence = 0
    return started
  }
  const present = (checkId: string) => calls.confirmPresence({ params: { id: playbackId }, body: { checkId } })
  return { calls, heartbeat, restart, present }
}

const watchedMs = (watched: readonly Interval[]) => watched.reduce((sum, { from, to }) => sum + to - from, 0)

describe('a course that forbids to seek forward', () => {
  it('counts what goes on from the furthest place, a small seam included, and nothing beyond a jump', async () => {
    const { heartbeat, restart } = await studying(await publish({ noForwardSeeking: true }))
    platform.now += 60 * minute
    await heartbeat([{ from: 200, to: 60 * second }], 60 * second)
    await heartbeat([{ from: 62 * second, to: 120 * second }], 120 * second)
    const jumped = await heartbeat([{ from: 50 * minute, to: 60 * minute }], 60 * minute)
    expect(jumped.progress.position).toBe(120 * second)
    // Back is always allowed, and so is going on from there.
    await heartbeat([{ from: 0, to: 30 * second }], 30 * second)
    const { watched, resumePosition } = await restart()
    expect(watched).toEqual([
      { from: 0, to: 60 * second },
      { from: 62 * second, to: 120 * second },
    ])
    expect(resumePosition).toBe(30 * second)
  })

  it('weighs a heartbeat that holds both as if the jump were not in it', async () => {
    const { heartbeat, restart } = await studying(await publish({ noForwardSeeking: true }))
    platform.now += 60 * minute
    await heartbeat([
      { from: 0, to: 10 * second },
      { from: 90 * minute, to: 100 * minute },
      { from: 11 * second, to: 20 * second },
    ])
    expect(watchedMs((await restart()).watched)).toBe(19 * second)
  })

  it('lets a section that is finished be watched in any order', async () => {
    const { heartbeat, restart } = await studying(await publish({ noForwardSeeking: true }))
    platform.now += 200 * minute
    expect((await heartbeat([{ from: 0, to: 90 * minute }])).progress.finished).toBe(true)
    await heartbeat([{ from: 99 * minute, to: 100 * minute }], 99 * minute)
    expect(watchedMs((await restart()).watched)).toBe(91 * minute)
  })

  it('is the exception: elsewhere any order counts', async () => {
    const { heartbeat, restart } = await studying(await publish({}))
    platform.now += 60 * minute
    const { progress, presenceCheck } = await heartbeat([{ from: 50 * minute, to: 60 * minute }], 60 * minute)
    expect([progress.position, presenceCheck]).toEqual([60 * minute, null])
    expect(watchedMs((await restart()).watched)).toBe(10 * minute)
  })
})

describe('a course that asks whether somebody is there', () => {
  it('asks after an interval that varies, between three and five quarters of what is set', () => {
    const spread = Array.from({ length: 500 }, (_, at) => dueAfterMs(intervalMinutes, 1_800_000_000_000 + at * 977))
    expect(Math.min(...spread)).toBeGreaterThanOrEqual(7.5 * minute)
    expect(Math.max(...spread)).toBeLessThanOrEqual(12.5 * minute)
    expect(new Set(spread).size).toBeGreaterThan(400)
    expect(Math.max(...spread) - Math.min(...spread)).toBeGreaterThan(4 * minute)
  })

  it('counts what was watched before, and nothing after the time for an answer has passed', async () => {
    const { heartbeat, present, restart, calls } = await studying(await publish({ presenceMinutes: intervalMinutes }))
    platform.now += 5 * minute
    expect((await heartbeat([{ from: 0, to: 5 * minute }])).presenceCheck).toBeNull()
    platform.now += 8 * minute
    const asked = (await heartbeat([{ from: 5 * minute, to: 13 * minute }])).presenceCheck
    expect(asked).toEqual({ checkId: expect.any(String), answerBy: platform.now + answerMs })
    const { totalSeconds } = await calls.studyTimeOfMember()
    // Within the time for an answer it still counts; every heartbeat asks again.
    platform.now += answerMs
    const within = await heartbeat([{ from: 13 * minute, to: 15 * minute }])
    expect(within.presenceCheck).toEqual(asked)
    platform.now += 30 * minute
    const late = heartbeat([{ from: 15 * minute, to: 45 * minute }])
    expect((await refusal(late)).errorCode).toBe(40451)
    await present(asked?.checkId ?? '')
    const claimed = heartbeat([{ from: 15 * minute, to: 45 * minute }])
    expect((await refusal(claimed)).errorCode).toBe(40451)
    expect(watchedMs((await restart()).watched)).toBe(15 * minute)
    const after = (await calls.studyTimeOfMember()).totalSeconds
    expect(after - totalSeconds).toBe(answerMs / 1000)
  })

  it('goes on as if nothing had been when it is answered in time', async () => {
    const { heartbeat, present } = await studying(await publish({ presenceMinutes: intervalMinutes }))
    platform.now += 13 * minute
    const asked = (await heartbeat([{ from: 0, to: 13 * minute }])).presenceCheck
    platform.now += answerMs - second
    await present(asked?.checkId ?? '')
    platform.now += minute
    const { presenceCheck, progress } = await heartbeat([{ from: 13 * minute, to: 15 * minute }])
    expect([presenceCheck, progress.watchedPercent]).toEqual([null, 15])
  })

  it('takes an answer once, and only to the question that is open', async () => {
    const { heartbeat, present, restart } = await studying(await publish({ presenceMinutes: intervalMinutes }))
    platform.now += 13 * minute
    const asked = (await heartbeat([])).presenceCheck?.checkId ?? ''
    expect((await refusal(present(lecturer.id))).errorCode).toBe(40481)
    await present(asked)
    expect((await refusal(present(asked))).errorCode).toBe(40481)
    const other = await studying(await publish({ presenceMinutes: intervalMinutes }))
    expect((await refusal(other.present(asked))).errorCode).toBe(40481)
    const before = { ...other }
    await restart(1)
    const { calls } = before
    const gone = calls.confirmPresence({ params: { id: lecturer.id }, body: { checkId: asked } })
    expect((await refusal(gone)).errorCode).toBe(40450)
  })

  it('stays open over the start of the next video by itself, and is answered by beginning after a pause', async () => {
    const { heartbeat, restart } = await studying(await publish({ presenceMinutes: intervalMinutes }))
    platform.now += 13 * minute
    const asked = (await heartbeat([{ from: 0, to: minute }])).presenceCheck
    platform.now += 5 * second
    await restart(1)
    platform.now += 10 * second
    expect((await heartbeat([{ from: 0, to: second }])).presenceCheck).toEqual(asked)
    platform.now += 10 * minute
    await restart(1)
    platform.now += 10 * second
    const { presenceCheck, progress } = await heartbeat([{ from: second, to: 10 * second }])
    expect(presenceCheck).toBeNull()
    expect(progress.status).toBe(1)
  })

  it('asks no more about what is finished', async () => {
    const { heartbeat } = await studying(await publish({ presenceMinutes: intervalMinutes }))
    platform.now += 50 * minute
    const { progress } = await heartbeat([{ from: 0, to: 95 * minute }])
    expect(progress.finished).toBe(true)
    platform.now += 30 * minute
    expect((await heartbeat([])).presenceCheck).toBeNull()
  })
})
