/** A push registers members for its contents (module study, `register`): what pushes, paths and subjects do to a course. */
import { beforeAll, describe, expect, it } from 'vitest'
import { courses } from '#modules/learning/courses/contract.ts'
import { type BuiltCourse, buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { paths } from '#modules/learning/paths/contract.ts'
import { buildPath } from '#modules/learning/paths/server/paths.fixture.ts'
import { subjects } from '#modules/learning/subjects/contract.ts'
import { buildSubject } from '#modules/learning/subjects/server/subjects.fixture.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { pushes } from '../contract.ts'

const platform = testPlatform()
const courseType = 1
let companyId: string
let sales: string
let chief: BuiltMember
let stranger: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  sales = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '销售部' })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  const other = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  // Grants for the whole company, and a place in the department for which the courses are made.
  await platform.client(identity, other).changeMembers({ body: { memberIds: [chief.id], organizationId: sales } })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db, '别家') })
})

type Way = (course: BuiltCourse, learner: BuiltMember) => Promise<void>

const contents = (course: BuiltCourse) => [{ businessType: courseType, businessId: course.id }]

const ways: Record<string, Way> = {
  'a push': async (course, learner) => {
    const calls = platform.client(pushes, chief)
    const [content] = contents(course)
    const body = { name: '销售入门', contents: content ? [{ ...content, isRequired: 1 as const }] : [] }
    const { id } = await calls.createPush({ body: { ...body, memberIds: [learner.id] } })
    await calls.publishPush({ params: { id } })
    await platform.runJobs()
  },
  'a learning path': async (course, learner) => {
    const path = await buildPath(platform.db, {
      author: chief,
      isOpen: true,
      chapters: [{ sections: contents(course) }],
    })
    const calls = platform.client(paths, learner)
    await calls.registerForPath({ body: { pathId: path.id } })
    const sectionId = path.chapters[0]?.sectionIds[0] ?? ''
    await calls.updateLessonLocation({ body: { pathId: path.id, sectionId } })
  },
  'a subject': async (course, learner) => {
    const subject = await buildSubject(platform.db, { author: chief, stages: [{ contents: contents(course) }] })
    const [contentId = ''] = subject.contentIds
    await platform.client(subjects, learner).openContent({ params: { id: subject.id, contentId }, body: {} })
  },
}

/** A course for sales alone, and somebody who is not of sales, with the calls about it. */
async function hiddenCourse() {
  const input = { author: chief, chapters: [{ sections: [{}] }] }
  const course = await buildCourse(platform.db, { ...input, visibleOrganizationIds: [sales] })
  const learner = await buildMember(platform.db, { companyId })
  const calls = platform.client(courses, learner)
  const params = { id: course.id }
  const section = { ...params, sectionId: course.sections[0]?.id ?? '' }
  return {
    ...{ course, learner, calls, params },
    detail: () => calls.courseDetail({ params }),
    start: () => calls.startPlayback({ params: section, body: {} }),
  }
}

describe('a course that is made for others', () => {
  for (const [name, assign] of Object.entries(ways)) {
    it(`[COURSE-067] is opened by ${name} to the members it is assigned to, and to nobody else`, async () => {
      const { course, learner, calls, params, detail, start } = await hiddenCourse()
      expect(await refusal(detail())).toMatchObject({ errorCode: 10138 })
      await assign(course, learner)
      expect(await detail()).toMatchObject({ canStudy: true, progress: { registered: true, status: 0 } })
      const { playbackId } = await start()
      platform.now += 60_000
      const body = { sequence: 1, intervals: [{ from: 0, to: 1 }], activeMs: 0 }
      expect(await calls.heartbeat({ params: { id: playbackId }, body })).toMatchObject({ courseStatus: 2 })
      expect((await calls.coursesByIds({ query: { ids: [course.id] } })).items).toMatchObject([{ id: course.id }])
      // The catalogue still shows it only to its audience.
      expect((await calls.catalogue({ query: {} })).items.map(({ id }) => id)).not.toContain(course.id)
      const colleague = platform.client(courses, await buildMember(platform.db, { companyId }))
      expect(await refusal(colleague.courseDetail({ params }))).toMatchObject({ errorCode: 10138 })
      expect(await refusal(colleague.registerForCourse({ params }))).toMatchObject({ errorCode: 10138 })
      const foreign = platform.client(courses, stranger)
      expect(await refusal(foreign.courseDetail({ params }))).toMatchObject({ errorCode: 900005 })
    })
  }

  it('[COURSE-059] stays open to the assigned members when they give it up: studying takes that back', async () => {
    const { course, learner, calls, params, start, detail } = await hiddenCourse()
    await ways['a push']?.(course, learner)
    expect(await calls.abandonCourse({ params })).toMatchObject({ status: 3 })
    await start()
    expect((await detail()).progress.status).toBe(1)
  })

  it('closes to who registered by themselves, opens again when it is given to them; their records stay either way', async () => {
    const course = await buildCourse(platform.db, { author: chief, chapters: [{ sections: [{}, {}] }] })
    const learner = await buildMember(platform.db, { companyId })
    const calls = platform.client(courses, learner)
    const params = { id: course.id }
    const sectionId = course.sections[0]?.id ?? ''
    await calls.registerForCourse({ params })
    const { playbackId } = await calls.startPlayback({ params: { ...params, sectionId }, body: {} })
    platform.now += 60_000
    const heartbeat = { sequence: 1, intervals: [{ from: 0, to: 1 }], activeMs: 30_000 }
    await calls.heartbeat({ params: { id: playbackId }, body: heartbeat })
    const note = { courseId: course.id, sectionId, content: '灭火器每月检查' }
    await calls.createNote({ body: note })
    const author = platform.client(courses, chief)
    const { revision } = await author.editedCourse({ params })
    await author.changeCourse({ params, body: { revision, visibleOrganizationIds: [sales] } })

    expect(await refusal(calls.courseDetail({ params }))).toMatchObject({ errorCode: 10138 })
    expect((await calls.myCourses()).items).toMatchObject([{ id: course.id, study: { status: 1, percent: 50 } }])
    expect((await calls.studyTimeRecords()).items).toMatchObject([{ courseId: course.id, seconds: 30 }])
    expect((await calls.courseNotes({ query: {} })).items).toMatchObject([{ content: note.content }])

    await ways['a push']?.(course, learner)
    const { learnerCount, progress } = await calls.courseDetail({ params })
    expect({ learnerCount, percent: progress.percent }).toEqual({ learnerCount: 1, percent: 50 })
  })
})
