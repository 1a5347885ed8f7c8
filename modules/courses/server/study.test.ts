import { beforeAll, describe, expect, it } from 'vitest'
import { courses } from '#modules/courses/contract.ts'
import { buildFile } from '#modules/files/server/build.ts'
import { type BuiltMember, buildCompany, buildMember, buildOrganization } from '#modules/identity/server/build.ts'
import { settings } from '#modules/settings/contract.ts'
import { type CallRefused, refusal, testPlatform } from '#test/harness.ts'
import { type BuiltCourse, buildCourse, type SectionWish } from './build.ts'

const platform = testPlatform()
const second = 1000
const minute = 60 * second
let companyId: string
let lecturer: BuiltMember
let stranger: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db, '另一家') })
})

async function videoSection(durationMs: number, wish: SectionWish = {}): Promise<SectionWish> {
  const file = await buildFile(platform.db, { companyId, ownerId: lecturer.id, durationMs })
  return { kind: 'video', fileId: file.id, durationMs, ...wish }
}

async function pdfSection(pages: number): Promise<SectionWish> {
  const wish = {
    companyId,
    ownerId: lecturer.id,
    kind: 'pdf',
    name: '手册.pdf',
    contentType: 'application/pdf',
  } as const
  const file = await buildFile(platform.db, { ...wish, pages })
  return { kind: 'pdf', fileId: file.id, pages }
}

const publish = (...sections: SectionWish[]) => buildCourse(platform.db, { author: lecturer, chapters: [{ sections }] })
const newLearner = () => buildMember(platform.db, { companyId })

/** A learner who is registered, with the calls that a player makes. */
async function studying(course: BuiltCourse, learner?: BuiltMember) {
  const member = learner ?? (await newLearner())
  const calls = platform.client(courses, member)
  await calls.registerForCourse({ params: { id: course.id } })
  return {
    member,
    calls,
    start: (index = 0, clientType: 1 | 2 = 1) =>
      calls.startPlayback({
        params: { id: course.id, sectionId: course.sections[index]?.id ?? '' },
        body: { clientType },
      }),
    /** Plays for `ms` of wall time, then reports the range. */
    beat: (playbackId: string, sequence: number, from: number, to: number, activeMs = to - from) =>
      calls.beat({
        params: { id: playbackId },
        body: { sequence, intervals: from < to ? [{ from, to }] : [], position: to, activeMs },
      }),
    detail: () => calls.courseDetail({ params: { id: course.id } }),
  }
}

const refusals = (calls: readonly Promise<unknown>[]): Promise<CallRefused[]> => Promise.all(calls.map(refusal))

describe('studying a video', () => {
  it('[COURSE-056] goes on at the last section and second on another device', async () => {
    const course = await publish(await videoSection(10 * minute), await videoSection(10 * minute))
    const learner = await studying(course)
    const first = await learner.start(1)
    expect(first).toMatchObject({ resumePosition: 0, unit: 'ms', unitCount: 10 * minute, kind: 'video', rateMax: 2 })
    expect(first.url).toMatch(/^\/api\/v1\/human\/file\/[0-9a-f-]{36}\?grant=/)
    platform.now += 90 * second
    await learner.beat(first.playbackId, 1, 0, 83_456)
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
    const beat = await learner.beat(first.playbackId, 1, 0, minute)
    expect(beat).toMatchObject({ courseStatus: 1, courseJustFinished: false, progress: { status: 2, finished: true } })
    expect((await learner.detail()).progress).toMatchObject({ percent: 50, finishedCount: 1, finished: false })
    const third = await learner.start(2)
    platform.now += minute
    const last = await learner.beat(third.playbackId, 1, 0, minute)
    expect(last).toMatchObject({ courseStatus: 2, courseJustFinished: true })
    const { progress } = await learner.detail()
    expect(progress).toMatchObject({ status: 2, percent: 100, finished: true, reasons: [], finishedAt: platform.now })
  })

  it('says why a section and a course are not finished', async () => {
    const course = await publish(await videoSection(100 * second, { title: '灭火器的使用' }), await pdfSection(10))
    const learner = await studying(course)
    const { playbackId } = await learner.start(0)
    platform.now += minute
    const beat = await learner.beat(playbackId, 1, 0, 71 * second)
    expect(beat.progress.reasons).toEqual([{ code: 'watch-more', watchedPercent: 71, neededPercent: 90 }])
    expect(beat.progress).toMatchObject({ percent: 78, watchedPercent: 71, finished: false })
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
      await learner.beat(playbackId, sequence, from * second, to * second)
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
    await learner.beat(playbackId, 1, 0, 54 * second)
    const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    const rules = platform.client(settings, chief)
    const rule = { params: { key: 'COURSE_STUDY_CONFIG' } }
    await rules.changeRule({ ...rule, body: { value: { completionPercent: 100 } } })
    const again = await learner.start()
    await learner.beat(again.playbackId, 1, 0, 0)
    expect((await learner.detail()).progress).toMatchObject({ status: 2, finished: true, percent: 100 })
    await rules.changeRule({ ...rule, body: { value: { completionPercent: 90 } } })
  })

  it('[COURSE-026] [COURSE-060] keeps study time by course and client, in minutes, 30 s rounding up', async () => {
    const course = await publish(await videoSection(10 * minute))
    const learner = await studying(course)
    const pc = await learner.start(0, 1)
    platform.now += 89 * second
    await learner.beat(pc.playbackId, 1, 0, 89 * second)
    const app = await learner.start(0, 2)
    platform.now += 90 * second
    await learner.beat(app.playbackId, 1, 89 * second, 179 * second)
    const records = await learner.calls.studyTimeRecords()
    expect(records.recordCount).toBe(2)
    expect(records.items).toMatchObject([
      { clientType: 2, studyTime: 2, seconds: 90, courseId: course.id, courseName: '消防安全基础' },
      { clientType: 1, studyTime: 1, seconds: 89 },
    ])
    const other = await platform.client(courses, lecturer).studyTimeOfMember({ query: { memberId: learner.member.id } })
    expect(other).toEqual({ hours: 0, minutes: 3, totalSeconds: 179 })
    expect(await learner.calls.studyHome()).toMatchObject({ learningCount: 1, todaySeconds: 179, totalSeconds: 179 })
    expect((await learner.detail()).progress.studySeconds).toBe(179)
  })

  it('[COURSE-060] believes no more study time than the clock has run', async () => {
    const course = await publish(await videoSection(10 * minute))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    platform.now += 10 * second
    await learner.beat(playbackId, 1, 0, 10 * second, 3_600_000)
    // Two seconds are the head start of a member's first playback.
    expect(await learner.calls.studyTimeOfMember()).toEqual({ hours: 0, minutes: 0, totalSeconds: 12 })
  })
})

describe('what the server does not believe', () => {
  it('refuses coverage faster than the clock at the allowed speed, says so, and takes it when the time has come', async () => {
    const course = await publish(await videoSection(10 * minute))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    platform.now += 10 * second
    const refused = await refusal(learner.beat(playbackId, 1, 0, 10 * minute))
    expect(refused).toMatchObject({
      errorCode: 40451,
      data: { acknowledgedSequence: 0, claimedMs: 300_000, allowedMs: 12_000, retryAfterMs: 288_000 },
    })
    expect((await learner.detail()).chapters[0]?.sections[0]?.progress.watchedPercent).toBe(0)
    platform.now += 287 * second
    expect(await refusal(learner.beat(playbackId, 1, 0, 10 * minute))).toMatchObject({ errorCode: 40451 })
    platform.now += second
    expect((await learner.beat(playbackId, 1, 0, 10 * minute)).progress.finished).toBe(true)
  })

  it('credits a video played at the highest allowed speed, and no faster one', async () => {
    const course = await publish(await videoSection(10 * minute))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    for (let sequence = 1; sequence <= 10; sequence++) {
      platform.now += 10 * second
      const from = (sequence - 1) * 20 * second
      await learner.beat(playbackId, sequence, from, from + 20 * second)
    }
    platform.now += 10 * second
    expect(await refusal(learner.beat(playbackId, 11, 200 * second, 225 * second))).toMatchObject({ errorCode: 40451 })
    // 200 of 600 seconds: nothing that was acknowledged is lost.
    expect((await learner.detail()).chapters[0]?.sections[0]?.progress.watchedPercent).toBe(33)
  })

  it('adds nothing for a repeated or late beat, and answers the truth again', async () => {
    const course = await publish(await videoSection(10 * minute))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    platform.now += 20 * second
    const first = await learner.beat(playbackId, 2, 0, 10 * second)
    platform.now += 20 * second
    const repeated = await learner.beat(playbackId, 2, 0, 30 * second)
    const late = await learner.beat(playbackId, 1, 0, 30 * second)
    expect(repeated).toEqual(first)
    expect(late).toEqual(first)
    expect(await learner.calls.studyTimeOfMember()).toMatchObject({ totalSeconds: 10 })
  })

  it('lets the newest playback count alone, and tells the older one', async () => {
    const course = await publish(await videoSection(10 * minute), await videoSection(10 * minute))
    const learner = await studying(course)
    const older = await learner.start(0)
    const newer = await learner.start(1)
    platform.now += 10 * second
    expect(await refusal(learner.beat(older.playbackId, 1, 0, 10 * second))).toMatchObject({ errorCode: 40450 })
    expect((await learner.beat(newer.playbackId, 1, 0, 10 * second)).acknowledgedSequence).toBe(1)
  })

  it('gains nothing from starting again and again', async () => {
    const course = await publish(await videoSection(10 * minute))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    await learner.beat(playbackId, 1, 0, 4 * second)
    const again = await learner.start()
    expect(await refusal(learner.beat(again.playbackId, 1, 4 * second, 5 * second))).toMatchObject({ errorCode: 40451 })
  })

  it("refuses another member's playback, another company's, and an invented one alike", async () => {
    const course = await publish(await videoSection(minute))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    const other = await studying(course)
    platform.now += minute
    const body = { sequence: 1, intervals: [{ from: 0, to: 1000 }], activeMs: 0 }
    for (const thief of [other.member, stranger]) {
      const refused = await refusal(platform.client(courses, thief).beat({ params: { id: playbackId }, body }))
      expect(refused).toMatchObject({ status: 422, errorCode: 40450 })
    }
    expect(await refusal(learner.beat(course.id, 1, 0, 1000))).toMatchObject({ errorCode: 40450 })
  })

  it('cuts what lies beyond the length that the server knows', async () => {
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
    const beat = await learner.calls.beat({ params: { id: playbackId }, body })
    expect(beat.progress).toMatchObject({ watchedPercent: 33, finished: false, position: 30 * second })
    expect((await learner.start()).resumePosition).toBe(0)
  })

  it('refuses ranges that run backwards, and a union of too many pieces', async () => {
    const course = await publish(await videoSection(10 * minute))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    platform.now += 10 * minute
    const backwards = { sequence: 1, intervals: [{ from: 5, to: 5 }], activeMs: 0 }
    expect(await refusal(learner.calls.beat({ params: { id: playbackId }, body: backwards }))).toMatchObject({
      errorCode: 900001,
      data: { fields: [{ path: 'intervals.0.to' }] },
    })
    const pieces = (beat: number) =>
      Array.from({ length: 100 }, (_, index) => ({ from: (beat * 100 + index) * 4, to: (beat * 100 + index) * 4 + 2 }))
    for (let beat = 0; beat < 5; beat++) {
      const body = { sequence: beat + 1, intervals: pieces(beat), activeMs: 0 }
      await learner.calls.beat({ params: { id: playbackId }, body })
    }
    const body = { sequence: 6, intervals: pieces(5), activeMs: 0 }
    expect(await refusal(learner.calls.beat({ params: { id: playbackId }, body }))).toMatchObject({
      errorCode: 40461,
      data: { acknowledgedSequence: 5 },
    })
  })
})

describe('documents, texts and links', () => {
  it('counts the pages of a document, two seconds a page at least', async () => {
    const course = await publish(await pdfSection(10))
    const learner = await studying(course)
    const { playbackId, unit, unitCount } = await learner.start()
    expect({ unit, unitCount }).toEqual({ unit: 'page', unitCount: 10 })
    expect(await refusal(learner.beat(playbackId, 1, 0, 10, 0))).toMatchObject({ errorCode: 40451 })
    platform.now += 10 * second
    const some = await learner.beat(playbackId, 1, 0, 5, 10_000)
    expect(some.progress).toMatchObject({
      reasons: [{ code: 'read-pages', readPages: 5, neededPages: 9 }],
      percent: 55,
    })
    platform.now += 8 * second
    expect((await learner.beat(playbackId, 2, 5, 9, 8000)).progress.finished).toBe(true)
  })

  it('finishes a text when it was read for as long as reading it takes', async () => {
    const course = await publish({ kind: 'text', body: `<p>${'安'.repeat(250)}</p>` })
    const learner = await studying(course)
    const { playbackId, text, url, progress } = await learner.start()
    expect({ text: text?.length, url }).toEqual({ text: 257, url: null })
    expect(progress.reasons).toEqual([{ code: 'read-text' }])
    platform.now += 7 * second
    expect(await refusal(learner.beat(playbackId, 1, 0, 1))).toMatchObject({ data: { retryAfterMs: 1000 } })
    platform.now += second
    expect((await learner.beat(playbackId, 1, 0, 1)).courseJustFinished).toBe(true)
  })

  it('[COURSE-117] finishes a link when it was visited, and nothing else that way', async () => {
    const course = await publish({ kind: 'link', url: 'https://example.com/law' }, { kind: 'text' })
    const learner = await studying(course)
    const started = await learner.start(0)
    expect(started).toMatchObject({ url: 'https://example.com/law', progress: { reasons: [{ code: 'visit-link' }] } })
    const visit = (index: number) => ({ body: { courseId: course.id, sectionId: course.sections[index]?.id ?? '' } })
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    const encoded = new URLSearchParams(visit(0).body).toString()
    const answer = await platform.app.inject({
      method: 'POST',
      url: '/api/v1/course-study/course-front/url-progress',
      headers: { ...form.headers, authorization: `Bearer ${learner.member.token}` },
      payload: encoded,
    })
    expect(answer.json()).toMatchObject({ progress: { status: 2, finished: true }, courseStatus: 1 })
    expect(await learner.calls.urlProgress(visit(0))).toMatchObject({ courseJustFinished: false })
    expect(await refusal(learner.calls.urlProgress(visit(1)))).toMatchObject({ errorCode: 40458 })
  })
})

describe('who may study', () => {
  it('[COURSE-067] plays only for a registered member of an organization that sees the course', async () => {
    const sales = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '销售部' })
    const team = await buildOrganization(platform.db, { companyId, parentId: sales, name: '华东组' })
    const inTeam = await buildMember(platform.db, { companyId, organizationId: team })
    const sections = [await videoSection(minute)]
    const course = await buildCourse(platform.db, {
      author: lecturer,
      visibleOrganizationIds: [sales],
      chapters: [{ sections }],
    })
    const ids = { params: { id: course.id, sectionId: course.sections[0]?.id ?? '' }, body: {} }
    const visit = { body: { courseId: course.id, sectionId: ids.params.sectionId } }
    const outsider = platform.client(courses, await newLearner())
    const foreign = platform.client(courses, stranger)
    const here = { params: { id: course.id } }
    for (const refused of await refusals([
      outsider.courseDetail(here),
      outsider.registerForCourse(here),
      outsider.startPlayback(ids),
      outsider.urlProgress(visit),
      outsider.countShare({ body: { courseId: course.id } }),
    ]))
      expect(refused).toMatchObject({ status: 403, errorCode: 10138 })
    for (const refused of await refusals([
      foreign.courseDetail(here),
      foreign.registerForCourse(here),
      foreign.startPlayback(ids),
      foreign.urlProgress(visit),
      foreign.countShare({ body: { courseId: course.id } }),
    ]))
      expect(refused).toMatchObject({ status: 422, errorCode: 900005 })
    const member = platform.client(courses, inTeam)
    expect(await refusal(member.startPlayback(ids))).toMatchObject({ errorCode: 40460 })
    expect(await refusal(member.urlProgress(visit))).toMatchObject({ errorCode: 40460 })
    expect(await member.courseDetail(here)).toMatchObject({
      canStudy: false,
      closedBecause: 'not-registered',
      progress: { reasons: [{ code: 'not-registered' }] },
    })
    const learner = await studying(course, inTeam)
    expect((await learner.start()).kind).toBe('video')
    expect((await learner.detail()).canStudy).toBe(true)
  })

  it('[SYSTEM-100] answers the protected address of a file to who may study or edit the course, and to no one else', async () => {
    const section = await videoSection(minute)
    const course = await publish(section)
    const learner = await studying(course)
    const params = { params: { id: section.fileId ?? '' } }
    const expected = new RegExp(`^/api/v1/human/file/${section.fileId}\\?grant=`)
    expect((await learner.calls.courseFile(params)).url).toMatch(expected)
    expect((await platform.client(courses, lecturer).courseFile(params)).url).toMatch(expected)
    for (const other of [await newLearner(), stranger])
      expect(await refusal(platform.client(courses, other).courseFile(params))).toMatchObject({ errorCode: 900005 })
  })

  it('[COURSE-031] keeps a course for the app from PCs', async () => {
    const course = await buildCourse(platform.db, {
      author: lecturer,
      publishClient: 2,
      name: '只在移动端',
      chapters: [{ sections: [{ kind: 'link' }] }],
    })
    const learner = await studying(course)
    expect(await refusal(learner.start(0, 1))).toMatchObject({ errorCode: 40454, data: { publishClient: 2 } })
    const visit = { courseId: course.id, sectionId: course.sections[0]?.id ?? '' }
    expect(await refusal(learner.calls.urlProgress({ body: visit }))).toMatchObject({ errorCode: 40454 })
    expect((await learner.start(0, 2)).kind).toBe('link')
    expect(await learner.detail()).toMatchObject({ closedBecause: 'other-client' })
    const found = (clientType: 1 | 2) => learner.calls.catalogue({ query: { search: '只在移动端', clientType } })
    expect((await found(1)).recordCount).toBe(0)
    expect((await found(2)).recordCount).toBe(1)
  })

  it('takes a course off the shelf while it is learned: what was watched until then is kept, and nothing after', async () => {
    const course = await publish(await videoSection(10 * minute), { kind: 'link' })
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    platform.now += 10 * second
    await learner.beat(playbackId, 1, 0, 10 * second)
    platform.now += 5 * second
    await platform.client(courses, lecturer).takeOffShelf({ params: { id: course.id } })
    platform.now += minute
    const last = await refusal(learner.beat(playbackId, 2, 10 * second, 15 * second))
    expect(last).toMatchObject({ errorCode: 30207, data: { acknowledgedSequence: 2 } })
    expect(last.message).toContain('该内容已下架')
    expect(await refusal(learner.beat(playbackId, 3, 15 * second, 75 * second))).toMatchObject({
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

  it('hides drafts from learners', async () => {
    const course = await buildCourse(platform.db, { author: lecturer, status: 'draft' })
    const calls = platform.client(courses, await newLearner())
    expect(await refusal(calls.courseDetail({ params: { id: course.id } }))).toMatchObject({ errorCode: 900005 })
    const ids = { id: course.id, sectionId: course.sections[0]?.id ?? '' }
    expect(await refusal(calls.startPlayback({ params: ids, body: {} }))).toMatchObject({ errorCode: 900005 })
  })
})

describe('registration and own lists', () => {
  it('[COURSE-072] registers once, and counts the learner once', async () => {
    const course = await publish({})
    const learner = await studying(course)
    await learner.calls.registerForCourse({ params: { id: course.id } })
    expect(await learner.detail()).toMatchObject({ learnerCount: 1, study: { status: 0, percent: 0 } })
  })

  it('[COURSE-072] lists the own courses by state, the last studied first', async () => {
    const member = await newLearner()
    const first = await studying(await publish({ title: '甲' }), member)
    platform.now += minute
    const secondCourse = await studying(await publish({ title: '乙' }, { title: '丙' }), member)
    platform.now += minute
    await secondCourse.start(1)
    const all = await first.calls.myCourses()
    expect(all).toMatchObject({
      recordCount: 2,
      items: [{ lastSectionTitle: '丙', study: { status: 1 } }, { study: { status: 0 } }],
    })
    const learning = await first.calls.myCourses({ query: { state: 'learning' } })
    expect(learning.items.map((item) => item.lastSectionTitle)).toEqual(['丙'])
    expect((await first.calls.myCourses({ query: { state: 'done' } })).recordCount).toBe(0)
    expect(await first.calls.myCourses({ query: { page: 9 } })).toEqual({ items: [], recordCount: 2 })
    expect(await first.calls.studyHome()).toMatchObject({ notStartedCount: 1, learningCount: 1, doneCount: 0 })
  })

  it('holds a course of 1,000 sections', async () => {
    const sections = Array.from({ length: 1000 }, (_, index) => ({ title: `第 ${index} 节`, kind: 'link' as const }))
    const course = await publish(...sections)
    const learner = await studying(course)
    await learner.calls.urlProgress({ body: { courseId: course.id, sectionId: course.sections[999]?.id ?? '' } })
    const detail = await learner.detail()
    expect(detail.chapters[0]?.sections.map((section) => section.title)).toEqual(sections.map((wish) => wish.title))
    expect(detail.progress).toMatchObject({ finishedCount: 1, requiredCount: 1000, percent: 0, status: 1 })
  })
})
