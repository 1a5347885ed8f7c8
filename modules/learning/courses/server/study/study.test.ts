import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { courses } from '#modules/learning/courses/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { stayOnOneDay } from '#test/company-days.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { literalCall } from '#test/literal-call.ts'
import { proves } from '#test/proves.ts'
import { studySteps } from '../study.fixture.ts'

const platform = testPlatform()
const second = 1000
const minute = 60 * second
let companyId: string
let lecturer: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
})

const { pdfSection, publish, studying, videoSection } = studySteps(platform, () => lecturer)

describe('studying a video', () => {
  it('[COURSE-056] goes on at the last section and second on another device', async () => {
    const course = await publish(await videoSection(10 * minute), await videoSection(10 * minute))
    const learner = await studying(course)
    const first = await learner.start(1)
    expect(first).toMatchObject({ resumePosition: 0, unit: 'ms', unitCount: 10 * minute, kind: 'video', rateMax: 2 })
    expect(first.url).toMatch(/^\/api\/v1\/human\/file\/[0-9a-f-]{36}\?grant=/)
    platform.now += 90 * second
    await learner.heartbeat(first.playbackId, 1, 0, 83_456)
    expect((await learner.detail()).progress).toMatchObject({ lastSectionId: course.sections[1]?.id, status: 1 })
    const again = await learner.start(1, 2)
    expect(again.resumePosition).toBe(83_456)
    expect(again.watched).toEqual([{ from: 0, to: 83_456 }])
  })

  it('[COURSE-057] goes from 0 to 1 at the first playback, and to 2 when all required sections are done', async () => {
    const course = await publish(
      await videoSection(minute),
      await videoSection(minute, { required: false }),
      await videoSection(minute),
    )
    const learner = await studying(course)
    expect((await learner.detail()).progress).toMatchObject({
      registered: true,
      status: 0,
      percent: 0,
      requiredCount: 2,
    })
    const first = await learner.start(0)
    expect((await learner.detail()).progress).toMatchObject({ status: 1, finishedCount: 0 })
    platform.now += minute
    const heartbeat = await learner.heartbeat(first.playbackId, 1, 0, minute)
    expect(heartbeat).toMatchObject({
      courseStatus: 1,
      courseJustFinished: false,
      progress: { status: 2, finished: true },
    })
    expect((await learner.detail()).progress).toMatchObject({ percent: 50, finishedCount: 1, finished: false })
    const third = await learner.start(2)
    platform.now += minute
    const last = await learner.heartbeat(third.playbackId, 1, 0, minute)
    expect(last).toMatchObject({ courseStatus: 2, courseJustFinished: true })
    const { progress } = await learner.detail()
    expect(progress).toMatchObject({ status: 2, percent: 100, finished: true, reasons: [], finishedAt: platform.now })
  })

  it('says why a section and a course are not finished', async () => {
    const course = await publish(await videoSection(100 * second, { title: '灭火器的使用' }), await pdfSection(10))
    const learner = await studying(course)
    const { playbackId } = await learner.start(0)
    platform.now += minute
    const heartbeat = await learner.heartbeat(playbackId, 1, 0, 71 * second)
    expect(heartbeat.progress.reasons).toEqual([{ code: 'watch-more', watchedPercent: 71, neededPercent: 90 }])
    expect(heartbeat.progress).toMatchObject({ percent: 78, watchedPercent: 71, finished: false })
    const { progress, chapters } = await learner.detail()
    expect(chapters[0]?.sections[1]?.progress).toMatchObject({ status: 0, reasons: [{ code: 'not-started' }] })
    expect(progress.reasons).toEqual([
      {
        code: 'finish-required',
        finishedCount: 0,
        requiredCount: 2,
        remaining: [
          { sectionId: course.sections[0]?.id, title: '灭火器的使用' },
          { sectionId: course.sections[1]?.id, title: '安全第一' },
        ],
      },
    ])
  })

  it('counts what was watched twice once, and whatever order it was watched in', async () => {
    const course = await publish(await videoSection(100 * second))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    const parts: [number, number][] = [
      [50, 60],
      [0, 20],
      [55, 70],
      [10, 30],
    ]
    let sequence = 0
    for (const [from, to] of parts) {
      platform.now += 20 * second
      sequence += 1
      await learner.heartbeat(playbackId, sequence, from * second, to * second)
    }
    expect((await learner.start()).watched).toEqual([
      { from: 0, to: 30 * second },
      { from: 50 * second, to: 70 * second },
    ])
  })

  it('never takes completion away, whatever is reported or set later', async () => {
    const course = await publish(await videoSection(minute))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    platform.now += minute
    await learner.heartbeat(playbackId, 1, 0, 54 * second)
    const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    const rules = platform.client(settings, chief)
    const rule = { params: { key: 'COURSE_STUDY_CONFIG' } }
    await rules.changeRule({ ...rule, body: { value: { completionPercent: 100 } } })
    const again = await learner.start()
    await learner.heartbeat(again.playbackId, 1, 0, 0)
    expect((await learner.detail()).progress).toMatchObject({ status: 2, finished: true, percent: 100 })
    await rules.changeRule({ ...rule, body: { value: { completionPercent: 90 } } })
  })

  it('keeps study time by course and client, in minutes, 30 s rounding up', async () => {
    stayOnOneDay(platform)
    const course = await publish(await videoSection(10 * minute))
    const learner = await studying(course)
    const pc = await learner.start(0, 1)
    platform.now += 89 * second
    await learner.heartbeat(pc.playbackId, 1, 0, 89 * second)
    const app = await learner.start(0, 2)
    platform.now += 90 * second
    await learner.heartbeat(app.playbackId, 1, 89 * second, 179 * second)
    const records = await learner.calls.studyTimeRecords()
    await proves('COURSE-026', () => {
      const ofCourse = { courseId: course.id, courseName: '消防安全基础' }
      expect(records.items).toMatchObject([
        { ...ofCourse, clientType: 2, studyTime: 2, createTime: platform.now },
        { ...ofCourse, clientType: 1, studyTime: 1, createTime: platform.now - 90 * second },
      ])
    })
    await proves('COURSE-060', async () => {
      expect(records.recordCount).toBe(2)
      // 90 s are rounded up to two minutes, 89 s down to one.
      expect(records.items.map(({ seconds, studyTime }) => [seconds, studyTime])).toEqual([
        [90, 2],
        [89, 1],
      ])
      const another = await studying(await publish(await videoSection(10 * minute)), learner.member)
      const { playbackId } = await another.start()
      platform.now += 30 * second
      await another.heartbeat(playbackId, 1, 0, 30 * second)
      const [newest, ...older] = (await learner.calls.studyTimeRecords()).items
      expect(newest).toMatchObject({ clientType: 1, studyTime: 1, seconds: 30 })
      expect(newest?.courseId).not.toBe(course.id)
      expect(older).toEqual(records.items)
    })
    const neighbor = await studying(course)
    const ofCourse = { query: { courseId: course.id } }
    expect((await learner.calls.studyTimeRecords(ofCourse)).recordCount).toBe(2)
    expect(await neighbor.calls.studyTimeRecords(ofCourse)).toEqual({ items: [], recordCount: 0 })
    const other = await platform.client(courses, lecturer).studyTimeOfMember({ query: { memberId: learner.member.id } })
    expect(other).toEqual({ hours: 0, minutes: 3, totalSeconds: 209 })
    expect(await learner.calls.studyHome()).toMatchObject({ learningCount: 2, todaySeconds: 209, totalSeconds: 209 })
    expect((await learner.detail()).progress.studySeconds).toBe(179)
  })

  it('[COURSE-017] books study time on the day of the company: a minute before and after its midnight are two', async () => {
    const course = await publish(await videoSection(10 * minute))
    const learner = await studying(course)
    // Days pass, and nobody signs in again.
    await sql`update identity.session set access_expires_at = ${8_000_000_000_000_000}`.execute(platform.root)
    // Midnight in Shanghai is 16:00 in UTC.
    platform.now = Date.UTC(2031, 4, 9, 15, 58)
    const { playbackId } = await learner.start()
    platform.now += minute
    await learner.heartbeat(playbackId, 1, 0, minute)
    platform.now += 2 * minute
    await learner.heartbeat(playbackId, 2, minute, 3 * minute)
    const { days, todaySeconds } = await learner.calls.studyHome()
    expect(days.slice(-2)).toEqual([
      { day: '2031-05-09', seconds: 60 },
      { day: '2031-05-10', seconds: 120 },
    ])
    expect(todaySeconds).toBe(120)
  })

  it('[COURSE-060] believes no more study time than the clock has run', async () => {
    const course = await publish(await videoSection(10 * minute))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    platform.now += 10 * second
    await learner.heartbeat(playbackId, 1, 0, 10 * second, 3_600_000)
    // Two seconds are the head start of a member's first playback.
    expect(await learner.calls.studyTimeOfMember()).toEqual({ hours: 0, minutes: 0, totalSeconds: 12 })
  })
})

describe('documents, texts and links', () => {
  it('counts the pages of a document, two seconds a page at least', async () => {
    const course = await publish(await pdfSection(10))
    const learner = await studying(course)
    const { playbackId, unit, unitCount } = await learner.start()
    expect({ unit, unitCount }).toEqual({ unit: 'page', unitCount: 10 })
    expect(await refusal(learner.heartbeat(playbackId, 1, 0, 10, 0))).toMatchObject({ errorCode: 40451 })
    platform.now += 10 * second
    const some = await learner.heartbeat(playbackId, 1, 0, 5, 10_000)
    expect(some.progress).toMatchObject({
      reasons: [{ code: 'read-pages', readPages: 5, neededPages: 9 }],
      percent: 55,
    })
    platform.now += 8 * second
    expect((await learner.heartbeat(playbackId, 2, 5, 9, 8000)).progress.finished).toBe(true)
  })

  it('finishes a text when it was read for as long as reading it takes', async () => {
    const course = await publish({ kind: 'text', body: `<p>${'安'.repeat(250)}</p>` })
    const learner = await studying(course)
    const { playbackId, text, url, progress } = await learner.start()
    expect({ text: text?.length, url }).toEqual({ text: 257, url: null })
    expect(progress.reasons).toEqual([{ code: 'read-text' }])
    platform.now += 7 * second
    expect(await refusal(learner.heartbeat(playbackId, 1, 0, 1))).toMatchObject({ data: { retryAfterMs: 1000 } })
    platform.now += second
    expect((await learner.heartbeat(playbackId, 1, 0, 1)).courseJustFinished).toBe(true)
  })

  it('[COURSE-117] finishes a link when it was visited, and nothing else that way', async () => {
    const course = await publish({ kind: 'link', url: 'https://example.com/law' }, { kind: 'text' })
    const learner = await studying(course)
    const started = await learner.start(0)
    expect(started).toMatchObject({ url: 'https://example.com/law', progress: { reasons: [{ code: 'visit-link' }] } })
    const visit = (index: number) => ({ body: { courseId: course.id, sectionId: course.sections[index]?.id ?? '' } })
    const form = visit(0).body
    const address = 'POST /course-study/course-front/url-progress'
    expect(await literalCall(platform, learner.member, address, { form })).toMatchObject({
      progress: { status: 2, finished: true },
      courseStatus: 1,
    })
    expect(await learner.calls.urlProgress(visit(0))).toMatchObject({ courseJustFinished: false })
    expect(await refusal(learner.calls.urlProgress(visit(1)))).toMatchObject({ errorCode: 40458 })
  })
})
