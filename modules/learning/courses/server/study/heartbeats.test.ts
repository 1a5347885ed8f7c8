/** Forged, doubled and jumbled reports, one after another and at once: what is credited never outruns the clock. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Interval } from '#modules/learning/courses/contract/wire.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildSession,
} from '#modules/platform/identity/server/members.fixture.ts'
import { CallRefused, testPlatform } from '#test/harness.ts'
import { type BuiltCourse, buildCourse } from '../courses.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const second = 1000
const durationMs = 600 * second
const headStartMs = 2 * second
const rateMax = 2
let companyId: string
let course: BuiltCourse

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  const lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  const file = await buildFile(platform.db, { companyId, ownerId: lecturer.id, durationMs })
  const section = { kind: 'video', fileId: file.id, durationMs } as const
  course = await buildCourse(platform.db, { author: lecturer, chapters: [{ sections: [section, section, section] }] })
})

async function newStudent() {
  // The clock of these tests runs for hours; a session of each student begins now.
  const member = await buildMember(platform.db, { companyId, now: platform.now })
  const calls = platform.client(courses, member)
  await calls.registerForCourse({ params: { id: course.id } })
  const start = (index = 0) =>
    calls.startPlayback({ params: { id: course.id, sectionId: course.sections[index]?.id ?? '' }, body: {} })
  return { member, calls, start, beat: beatOf(member) }
}

/** Sends a beat; answers what came of it, refused or not. */
function beatOf(member: BuiltMember) {
  return async (playbackId: string, sequence: number, intervals: Interval[], activeMs = 0) => {
    try {
      const body = { sequence, intervals, activeMs }
      const answer = await platform.client(courses, member).beat({ params: { id: playbackId }, body })
      return { accepted: true as const, ...answer }
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      return { accepted: false as const, errorCode: error.errorCode, allowedMs: Number(error.data?.allowedMs ?? 0) }
    }
  }
}

const lengthOf = (intervals: readonly Interval[]) => intervals.reduce((sum, { from, to }) => sum + to - from, 0)

/** The union, found the slow and obvious way: second by second. */
function secondsCovered(intervals: readonly Interval[]): Set<number> {
  const covered = new Set<number>()
  for (const { from, to } of intervals) for (let at = from; at < Math.min(to, durationMs); at += second) covered.add(at)
  return covered
}

const wholeSeconds = fc
  .tuple(fc.integer({ min: 0, max: 599 }), fc.integer({ min: 1, max: 60 }))
  .map(([from, length]) => ({
    from: from * second,
    to: (from + length) * second,
  }))

describe('beats', () => {
  it('keeps the union of whatever is reported, as an oracle that counts second by second does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(wholeSeconds, { maxLength: 5 }), { minLength: 1, maxLength: 6 }),
        async (beats) => {
          const student = await newStudent()
          const { playbackId } = await student.start()
          const reported: Interval[] = []
          for (const [index, intervals] of beats.entries()) {
            platform.now += 300 * second
            reported.push(...intervals)
            await student.beat(playbackId, index + 1, intervals)
          }
          const { watched, progress } = await student.start()
          const expected = secondsCovered(reported)
          expect(secondsCovered(watched)).toEqual(expected)
          expect(lengthOf(watched)).toBe(expected.size * second)
          expect(progress.watchedPercent).toBe(Math.floor((expected.size * 100) / 600))
          for (const [index, { from }] of watched.slice(1).entries())
            expect(from).toBeGreaterThan(watched[index]?.to ?? 0)
        },
      ),
      { numRuns: 25 },
    )
  }, 60_000)

  /** One thing that a forger may do. The claim goes on where the last believed one ended, so that all of it is new. */
  const move = fc.record({
    waitMs: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 0, max: 5 * second })),
    action: fc.constantFrom('claim', 'claim', 'claim', 'late', 'replay', 'start', 'old-playback'),
    section: fc.integer({ min: 0, max: 2 }),
    lengthMs: fc.oneof(fc.integer({ min: 1, max: 5 * second }), fc.integer({ min: 1, max: 60 * second })),
    activeMs: fc.oneof(fc.integer({ min: 0, max: 10 * second }), fc.constant(86_400_000)),
  })

  it('credits no forged, doubled or jumbled sequence with more than the clock times the speed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 10, maxLength: 30 }), async (moves) => {
        const student = await newStudent()
        const startedAt = platform.now
        const ends = [0, 0, 0]
        const playbacks = [(await student.start()).playbackId]
        let [at, sequence] = [0, 0]
        let last = { sequence: 1, intervals: [] as Interval[], activeMs: 0 }
        for (const { waitMs, action, section, lengthMs, activeMs } of moves) {
          platform.now += waitMs
          if (action === 'start') {
            playbacks.push((await student.start(section)).playbackId)
            ;[at, sequence] = [section, 0]
            continue
          }
          const from = ends[at] ?? 0
          let fresh = { sequence: sequence + 1, intervals: [{ from, to: from + lengthMs }], activeMs }
          const sent = { claim: fresh, 'old-playback': fresh, replay: last, late: { ...fresh, sequence } }[action]
          if (sent.sequence === 0) continue
          const target = (action === 'old-playback' ? playbacks[0] : playbacks.at(-1)) ?? ''
          let answer = await student.beat(target, sent.sequence, sent.intervals, sent.activeMs)
          if (target !== playbacks.at(-1)) expect(answer).toMatchObject({ accepted: false, errorCode: 40450 })
          if (!answer.accepted && answer.allowedMs > 0 && sent === fresh) {
            // Greedy: told how much would have been believed, the forger claims exactly that.
            const intervals = [{ from, to: from + answer.allowedMs * rateMax }]
            fresh = { ...fresh, intervals }
            answer = await student.beat(target, fresh.sequence, intervals, activeMs)
          }
          if (!answer.accepted) continue
          // A replay into a new playback is a first beat there; what follows is numbered on.
          const believed = action === 'claim' && answer.acknowledgedSequence === fresh.sequence
          sequence = answer.acknowledgedSequence
          if (!believed) continue
          ends[at] = fresh.intervals[0]?.to ?? 0
          last = fresh
        }
        const lengths = []
        for (const section of [0, 1, 2]) lengths.push(lengthOf((await student.start(section)).watched))
        const wallMs = platform.now - startedAt
        // What was acknowledged is there.
        for (const [index, end] of ends.entries())
          expect(lengths[index]).toBeGreaterThanOrEqual(Math.min(durationMs, end))
        expect(lengths.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual((wallMs + headStartMs) * rateMax)
        const { totalSeconds } = await student.calls.studyTimeOfMember()
        expect(totalSeconds * second).toBeLessThanOrEqual(wallMs + headStartMs)
      }),
      { numRuns: 25 },
    )
  }, 60_000)

  it('weighs beats that arrive at the same time one after the other', async () => {
    const student = await newStudent()
    const { playbackId } = await student.start()
    platform.now += 30 * second
    const claims = Array.from({ length: 8 }, (_, index) => ({
      from: index * 60 * second,
      to: (index + 1) * 60 * second,
    }))
    const answers = await Promise.all(claims.map((claim, index) => student.beat(playbackId, index + 1, [claim])))
    expect(answers.some((answer) => answer.accepted)).toBe(true)
    const { watched } = await student.start()
    // 32 s of clock pay for 64 s of video: one claim of 60 s, whichever came first.
    expect(lengthOf(watched)).toBe(60 * second)
  })

  it('stores the same beat once, however often it arrives at once', async () => {
    const student = await newStudent()
    const { playbackId } = await student.start()
    platform.now += 10 * second
    const intervals = [{ from: 0, to: 10 * second }]
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => student.beat(playbackId, 1, intervals, 10 * second)),
    )
    expect(answers.every((answer) => answer.accepted && answer.acknowledgedSequence === 1)).toBe(true)
    expect(await student.calls.studyTimeOfMember()).toMatchObject({ totalSeconds: 10 })
  })

  it('lets one of several playbacks that start at once count, and no other', async () => {
    const student = await newStudent()
    const started = await Promise.all(Array.from({ length: 6 }, (_, index) => student.start(index % 3)))
    platform.now += 10 * second
    const intervals = [{ from: 0, to: 5 * second }]
    const answers = await Promise.all(started.map(({ playbackId }) => student.beat(playbackId, 1, intervals)))
    expect(answers.filter((answer) => answer.accepted)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.accepted && answer.errorCode === 40450)).toHaveLength(5)
  })

  it('credits a beat that meets the start of another playback either before it or not at all', async () => {
    const student = await newStudent()
    for (let round = 0; round < 10; round++) {
      const old = await student.start(0)
      platform.now += 10 * second
      const [, answer] = await Promise.all([
        student.start(1),
        student.beat(old.playbackId, 1, [{ from: round * 20 * second, to: round * 20 * second + 20 * second }]),
      ])
      const { watched } = await student.start(0)
      const has = secondsCovered(watched).has(round * 20 * second)
      expect(has).toBe(answer.accepted)
    }
  })

  it('finishes the course when its last two sections finish at the same moment', async () => {
    const author = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
    const links = Array.from({ length: 8 }, () => ({ kind: 'link' as const }))
    const linked = await buildCourse(platform.db, { author, chapters: [{ sections: links }] })
    const { calls } = await newStudent()
    await calls.registerForCourse({ params: { id: linked.id } })
    const visits = linked.sections.map((section) =>
      calls.urlProgress({ body: { courseId: linked.id, sectionId: section.id } }),
    )
    const answers = await Promise.all(visits)
    expect(answers.filter((answer) => answer.courseJustFinished)).toHaveLength(1)
    const { progress } = await calls.courseDetail({ params: { id: linked.id } })
    expect(progress).toMatchObject({ status: 2, finishedCount: 8, percent: 100 })
  })

  it('finishes the course when its last sections are waived at the same moment', async () => {
    const author = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
    const sections = Array.from({ length: 6 }, () => ({ kind: 'link' as const }))
    const { calls, member } = await newStudent()
    const teacher = await buildSession(platform.db, author, platform.now)
    for (let round = 0; round < 5; round += 1) {
      const course = await buildCourse(platform.db, { author, chapters: [{ sections }] })
      await calls.registerForCourse({ params: { id: course.id } })
      const waive = (sectionId: string) =>
        platform.client(courses, teacher).waiveSection({
          params: { courseId: course.id, memberId: member.id, sectionId },
          body: { reason: '已在线下完成' },
        })
      await Promise.all(course.sections.map(({ id }) => waive(id)))
      const { progress } = await calls.courseDetail({ params: { id: course.id } })
      expect(progress).toMatchObject({ status: 2, finishedCount: 6 })
    }
  })

  it('registers a member once, however many calls arrive at once', async () => {
    const author = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
    const fresh = await buildCourse(platform.db, { author })
    const { calls } = await newStudent()
    await Promise.all(Array.from({ length: 8 }, () => calls.registerForCourse({ params: { id: fresh.id } })))
    expect((await calls.courseDetail({ params: { id: fresh.id } })).learnerCount).toBe(1)
  })
})
