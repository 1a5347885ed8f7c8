import { describe, expect, it } from 'vitest'
import { findStudyKind } from '#modules/content/study/server.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { literalCall } from '#test/literal-call.ts'
import { buildCourse } from '../courses.fixture.ts'
import { buildSalesTeam, coursePeople, studySteps } from '../study.fixture.ts'

const platform = testPlatform()
const second = 1000
const minute = 60 * second
const people = coursePeople(platform)

const { newLearner, publish, studying, videoSection } = studySteps(platform, () => people.lecturer)

describe('who may study', () => {
  it('[COURSE-067] plays only for a registered member of an organization that sees the course', async () => {
    const { sales, inTeam } = await buildSalesTeam(platform.db, people.companyId)
    const sections = [await videoSection(minute)]
    const course = await buildCourse(platform.db, {
      author: people.lecturer,
      visibleOrganizationIds: [sales],
      chapters: [{ sections }],
    })
    const ids = { params: { id: course.id, sectionId: course.sections[0]?.id ?? '' }, body: {} }
    const visit = { body: { courseId: course.id, sectionId: ids.params.sectionId } }
    const outsider = platform.client(courses, await newLearner())
    const foreign = platform.client(courses, people.stranger)
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
    const ask = (who: BuiltMember) =>
      literalCall(platform, who, `GET /course-study/file/safe-new/${section.fileId ?? ''}`)
    const expected = new RegExp(`^/api/v1/human/file/${section.fileId}\\?grant=`)
    for (const who of [learner.member, people.lecturer])
      expect(await ask(who)).toMatchObject({ url: expect.stringMatching(expected) })
    for (const other of [await newLearner(), people.stranger])
      expect(await refusal(ask(other))).toMatchObject({ errorCode: 900005 })
  })

  it('[COURSE-031] keeps a course for the app from PCs, one for PCs from the app, and one for all from neither', async () => {
    const course = await buildCourse(platform.db, {
      author: people.lecturer,
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
    const built = async (publishClient: 0 | 1) =>
      studying(
        await buildCourse(platform.db, {
          author: people.lecturer,
          publishClient,
          chapters: [{ sections: [{ kind: 'link' }] }],
        }),
      )
    const [forAll, forPc] = [await built(0), await built(1)]
    for (const clientType of [1, 2] as const) expect((await forAll.start(0, clientType)).kind).toBe('link')
    expect((await forPc.start(0, 1)).kind).toBe('link')
    expect(await refusal(forPc.start(0, 2))).toMatchObject({ errorCode: 40454, data: { publishClient: 1 } })
  })

  it('hides drafts from learners', async () => {
    const course = await buildCourse(platform.db, { author: people.lecturer, status: 'draft' })
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
    // A registration by somebody else afterwards adds no learner.
    const later = platform.now + minute
    await findStudyKind(1)?.register?.(platform.db, people.companyId, [learner.member.id], [course.id], later)
    expect(await learner.detail()).toMatchObject({ learnerCount: 1 })
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
    expect(detail.chapters[0]?.sections.map((section) => section.title)).toEqual(sections.map((input) => input.title))
    expect(detail.progress).toMatchObject({ finishedCount: 1, requiredCount: 1000, percent: 0, status: 1 })
  })
})
