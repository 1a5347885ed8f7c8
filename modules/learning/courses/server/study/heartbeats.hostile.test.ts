/** What is reported by who wants to have studied without studying: each is refused, or counted as what it is worth. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { courses } from '#modules/learning/courses/contract.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { coursePeople, studySteps } from '../study.fixture.ts'

const platform = testPlatform()
const second = 1000
const minute = 60 * second
const people = coursePeople(platform)

const { newLearner, publish, studying, videoSection } = studySteps(platform, () => people.lecturer)

describe('what the server does not believe', () => {
  it('a packet of 100 %: refused whole, with what may be claimed and when, and taken when the time has come', async () => {
    const course = await publish(await videoSection(10 * minute))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    platform.now += 10 * second
    const refused = await refusal(learner.heartbeat(playbackId, 1, 0, 10 * minute))
    expect(refused).toMatchObject({
      errorCode: 40451,
      data: { acknowledgedSequence: 0, claimedMs: 300_000, allowedMs: 12_000, retryAfterMs: 288_000 },
    })
    expect((await learner.detail()).chapters[0]?.sections[0]?.progress.watchedPercent).toBe(0)
    platform.now += 287 * second
    expect(await refusal(learner.heartbeat(playbackId, 1, 0, 10 * minute))).toMatchObject({ errorCode: 40451 })
    platform.now += second
    expect((await learner.heartbeat(playbackId, 1, 0, 10 * minute)).progress.finished).toBe(true)
  })

  it('faster than the clock: the highest allowed speed is credited, and no faster one', async () => {
    const course = await publish(await videoSection(10 * minute))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    for (let sequence = 1; sequence <= 10; sequence++) {
      platform.now += 10 * second
      const from = (sequence - 1) * 20 * second
      await learner.heartbeat(playbackId, sequence, from, from + 20 * second)
    }
    platform.now += 10 * second
    expect(await refusal(learner.heartbeat(playbackId, 11, 200 * second, 225 * second))).toMatchObject({
      errorCode: 40451,
    })
    // 200 of 600 seconds: nothing that was acknowledged is lost.
    expect((await learner.detail()).chapters[0]?.sections[0]?.progress.watchedPercent).toBe(33)
  })

  it('silent for days: four hours of them count, and no more', async () => {
    const hour = 60 * minute
    const course = await publish(await videoSection(20 * hour))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    platform.now += second
    await learner.heartbeat(playbackId, 1, 0, second)
    // Days pass, and nobody signs in again.
    await sql`update identity.session set access_expires_at = ${8_000_000_000_000_000}`.execute(platform.root)
    platform.now += 72 * hour
    const claimed = await refusal(learner.heartbeat(playbackId, 2, second, second + 9 * hour))
    // Two are allowed at the highest speed; what was carried over before is a matter of seconds.
    expect(claimed).toMatchObject({ errorCode: 40451, data: { claimedMs: 4.5 * hour } })
    expect(claimed.data?.allowedMs).toBeLessThan(4 * hour + 10 * second)
    expect((await learner.heartbeat(playbackId, 2, second, second + 8 * hour)).acknowledgedSequence).toBe(2)
    expect((await learner.calls.studyTimeOfMember()).totalSeconds).toBeLessThanOrEqual(4 * 3600 + 1)
  })

  it('replayed, and out of order: adds nothing, and answers the truth again', async () => {
    const course = await publish(await videoSection(10 * minute))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    platform.now += 20 * second
    const first = await learner.heartbeat(playbackId, 2, 0, 10 * second)
    platform.now += 20 * second
    const repeated = await learner.heartbeat(playbackId, 2, 0, 30 * second)
    const late = await learner.heartbeat(playbackId, 1, 0, 30 * second)
    expect(repeated).toEqual(first)
    expect(late).toEqual(first)
    expect(await learner.calls.studyTimeOfMember()).toMatchObject({ totalSeconds: 10 })
  })

  it('two tabs: the newest playback counts alone, and the older one is notified', async () => {
    const course = await publish(await videoSection(10 * minute), await videoSection(10 * minute))
    const learner = await studying(course)
    const older = await learner.start(0)
    const newer = await learner.start(1)
    platform.now += 10 * second
    expect(await refusal(learner.heartbeat(older.playbackId, 1, 0, 10 * second))).toMatchObject({ errorCode: 40450 })
    expect((await learner.heartbeat(newer.playbackId, 1, 0, 10 * second)).acknowledgedSequence).toBe(1)
  })

  it('started again and again: gains nothing', async () => {
    const course = await publish(await videoSection(10 * minute))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    await learner.heartbeat(playbackId, 1, 0, 4 * second)
    const again = await learner.start()
    expect(await refusal(learner.heartbeat(again.playbackId, 1, 4 * second, 5 * second))).toMatchObject({
      errorCode: 40451,
    })
  })

  it("another member's playback, another company's, and an invented one: refused alike", async () => {
    const course = await publish(await videoSection(minute))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    const other = await studying(course)
    platform.now += minute
    const body = { sequence: 1, intervals: [{ from: 0, to: 1000 }], activeMs: 0 }
    for (const thief of [other.member, people.stranger]) {
      const refused = await refusal(platform.client(courses, thief).heartbeat({ params: { id: playbackId }, body }))
      expect(refused).toMatchObject({ status: 422, errorCode: 40450 })
    }
    expect(await refusal(learner.heartbeat(course.id, 1, 0, 1000))).toMatchObject({ errorCode: 40450 })
  })

  it('huge ranges: cut to the length that the server knows', async () => {
    const course = await publish(await videoSection(30 * second))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    platform.now += minute
    const body = {
      sequence: 1,
      intervals: [{ from: 20 * second, to: 2_000_000_000 }],
      position: 2_000_000_000,
      activeMs: 0,
    }
    const heartbeat = await learner.calls.heartbeat({ params: { id: playbackId }, body })
    expect(heartbeat.progress).toMatchObject({ watchedPercent: 33, finished: false, position: 30 * second })
    expect((await learner.start()).resumePosition).toBe(0)
  })

  it('ranges that run backwards, and a union of too many pieces: refused', async () => {
    const course = await publish(await videoSection(10 * minute))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    platform.now += 10 * minute
    const backwards = { sequence: 1, intervals: [{ from: 5, to: 5 }], activeMs: 0 }
    expect(await refusal(learner.calls.heartbeat({ params: { id: playbackId }, body: backwards }))).toMatchObject({
      errorCode: 900001,
      data: { fields: [{ path: 'intervals.0.to' }] },
    })
    const pieces = (heartbeat: number) =>
      Array.from({ length: 100 }, (_, index) => ({
        from: (heartbeat * 100 + index) * 4,
        to: (heartbeat * 100 + index) * 4 + 2,
      }))
    for (let heartbeat = 0; heartbeat < 5; heartbeat++) {
      const body = { sequence: heartbeat + 1, intervals: pieces(heartbeat), activeMs: 0 }
      await learner.calls.heartbeat({ params: { id: playbackId }, body })
    }
    const body = { sequence: 6, intervals: pieces(5), activeMs: 0 }
    expect(await refusal(learner.calls.heartbeat({ params: { id: playbackId }, body }))).toMatchObject({
      errorCode: 40461,
      data: { acknowledgedSequence: 5 },
    })
  })

  it('ranges that are no whole numbers of the wire, negative or beyond it, and 10,000 of them: refused, nothing kept', async () => {
    const course = await publish(await videoSection(10 * minute))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    platform.now += 10 * minute
    const send = (intervals: readonly unknown[], more: Record<string, unknown> = {}) =>
      platform.app.inject({
        method: 'POST',
        url: `/api/v1/course-study/playback/${playbackId}/beat`,
        headers: { authorization: `Bearer ${learner.member.token}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ sequence: 1, intervals, activeMs: 0, ...more }),
      })
    const wrong: (readonly unknown[])[] = [
      ...[-1, Number.NaN, Number.POSITIVE_INFINITY, 0.5, 2 ** 31, Number.MAX_SAFE_INTEGER, '9', null, '1e3', [1]].map(
        (to) => [{ from: 0, to }],
      ),
      [{ from: -10, to: 10 }],
      [{ from: 0 }],
      [[0, 10]],
      ['[0,10)'],
      Array.from({ length: 10_000 }, (_, index) => ({ from: index * 2, to: index * 2 + 1 })),
    ]
    for (const intervals of wrong) {
      const answer = await send(intervals)
      expect({ code: answer.json().errorCode, of: JSON.stringify(intervals).slice(0, 60) }).toMatchObject({
        code: 900001,
      })
    }
    for (const more of [{ sequence: 0 }, { sequence: -1 }, { sequence: 2 ** 40 }, { activeMs: -1 }, { activeMs: 1e12 }])
      expect((await send([{ from: 0, to: 10 }], more)).json()).toMatchObject({ errorCode: 900001 })
    expect((await learner.start()).watched).toEqual([])
  })

  it("the client's clock changed: nothing that it says of the time is believed", async () => {
    const course = await publish(await videoSection(10 * minute))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    platform.now += second
    const tomorrow = new Date(platform.now + 86_400_000)
    const body = { sequence: 1, intervals: [{ from: 0, to: 10 * minute }], activeMs: 86_400_000 }
    const headers = { date: tomorrow.toUTCString() }
    const ahead = learner.calls.heartbeat({ params: { id: playbackId }, body }, { headers })
    expect(await refusal(ahead)).toMatchObject({ errorCode: 40451, data: { allowedMs: 3 * second } })
    const small = { ...body, intervals: [{ from: 0, to: 2 * second }] }
    await learner.calls.heartbeat({ params: { id: playbackId }, body: small }, { headers })
    expect(await learner.calls.studyTimeOfMember()).toMatchObject({ totalSeconds: 3 })
    expect((await learner.start()).watched).toEqual([{ from: 0, to: 2 * second }])
  })

  it('two courses at once: the time of one member is given once', async () => {
    const [one, two] = [await publish(await videoSection(10 * minute)), await publish(await videoSection(10 * minute))]
    const first = await studying(one)
    const later = await studying(two, first.member)
    const playback = await first.start()
    platform.now += 30 * second
    await first.heartbeat(playback.playbackId, 1, 0, 30 * second)
    const other = await later.start()
    expect(await refusal(later.heartbeat(other.playbackId, 1, 0, 30 * second))).toMatchObject({ errorCode: 40451 })
    expect(await refusal(first.heartbeat(playback.playbackId, 2, 30 * second, 31 * second))).toMatchObject({
      errorCode: 40450,
    })
    const { totalSeconds } = await first.calls.studyTimeOfMember()
    expect(totalSeconds).toBe(30)
  })

  it("another company's ids: neither started, nor visited, nor read", async () => {
    const course = await publish(await videoSection(minute), { kind: 'link' })
    const foreign = platform.client(courses, people.stranger)
    const [video, link] = course.sections.map(({ id }) => id)
    const params = { id: course.id, sectionId: video ?? '' }
    const answers = await Promise.all(
      [
        foreign.startPlayback({ params, body: {} }),
        foreign.urlProgress({ body: { courseId: course.id, sectionId: link ?? '' } }),
        foreign.registerForCourse({ params: { id: course.id } }),
        foreign.courseDetail({ params: { id: course.id } }),
      ].map(refusal),
    )
    expect(answers.map(({ errorCode }) => errorCode)).toEqual([900005, 900005, 900005, 900005])
  })

  it('a section of another course under the id of this one: not there', async () => {
    const [course, other] = [await publish({ kind: 'link' }), await publish({ kind: 'link' })]
    const learner = await studying(course)
    await studying(other, learner.member)
    const sectionId = other.sections[0]?.id ?? ''
    const start = learner.calls.startPlayback({ params: { id: course.id, sectionId }, body: {} })
    expect(await refusal(start)).toMatchObject({ errorCode: 900005 })
    const visit = learner.calls.urlProgress({ body: { courseId: course.id, sectionId } })
    expect(await refusal(visit)).toMatchObject({ errorCode: 900005 })
    expect((await learner.detail()).progress).toMatchObject({ status: 0, finishedCount: 0 })
  })

  it('[COURSE-059] after giving up: what was watched is kept, and the course stays given up until it is opened again', async () => {
    const course = await publish(await videoSection(10 * minute), await videoSection(minute))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    platform.now += 10 * second
    await learner.calls.abandonCourse({ params: { id: course.id } })
    expect(await learner.heartbeat(playbackId, 1, 0, 10 * second)).toMatchObject({
      courseStatus: 3,
      acknowledgedSequence: 1,
    })
    expect((await learner.detail()).progress.status).toBe(3)
    expect(await learner.start()).toMatchObject({ watched: [{ from: 0, to: 10 * second }] })
    expect((await learner.detail()).progress.status).toBe(1)
  })

  it('of a course that waits for another: not started, and no heartbeat finds a playback', async () => {
    const [first, later] = [
      await publish({ kind: 'link' }),
      await publish(await videoSection(minute), { kind: 'link' }),
    ]
    const author = platform.client(courses, people.lecturer)
    const { revision } = await author.editedCourse({ params: { id: later.id } })
    await author.changeCourse({ params: { id: later.id }, body: { revision, prerequisiteIds: [first.id] } })
    const learner = await studying(later)
    expect(await refusal(learner.start())).toMatchObject({ errorCode: 40463 })
    const visit = { courseId: later.id, sectionId: later.sections[1]?.id ?? '' }
    expect(await refusal(learner.calls.urlProgress({ body: visit }))).toMatchObject({ errorCode: 40463 })
    expect(await refusal(learner.heartbeat(later.id, 1, 0, minute))).toMatchObject({ errorCode: 40450 })
    expect((await learner.detail()).progress).toMatchObject({ status: 0, finishedCount: 0 })
  })

  it('after it was taken off the shelf: what was watched until then is kept, and nothing after', async () => {
    const course = await publish(await videoSection(10 * minute), { kind: 'link' })
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    platform.now += 10 * second
    await learner.heartbeat(playbackId, 1, 0, 10 * second)
    platform.now += 5 * second
    await platform.client(courses, people.lecturer).takeOffShelf({ params: { id: course.id } })
    platform.now += minute
    const last = await refusal(learner.heartbeat(playbackId, 2, 10 * second, 15 * second))
    expect(last).toMatchObject({ errorCode: 30207, data: { acknowledgedSequence: 2 } })
    expect(last.message).toContain('该内容已下架')
    expect(await refusal(learner.heartbeat(playbackId, 3, 15 * second, 75 * second))).toMatchObject({
      errorCode: 30207,
      data: { acknowledgedSequence: 2 },
    })
    const detail = await learner.detail()
    expect(detail).toMatchObject({ canStudy: false, closedBecause: 'taken-down', status: 'off-shelf' })
    expect(detail.chapters[0]?.sections[0]?.progress).toMatchObject({ position: 15 * second, watchedPercent: 2 })
    const link = { courseId: course.id, sectionId: course.sections[1]?.id ?? '' }
    const newcomer = platform.client(courses, await newLearner())
    for (const refused of await refusals([
      learner.start(),
      learner.calls.urlProgress({ body: link }),
      learner.calls.registerForCourse({ params: { id: course.id } }),
      learner.calls.countShare({ body: { courseId: course.id } }),
      newcomer.courseDetail({ params: { id: course.id } }),
    ]))
      expect(refused).toMatchObject({ errorCode: 30207 })
    expect((await learner.calls.myCourses()).items).toMatchObject([{ id: course.id, status: 'off-shelf' }])
  })
})
