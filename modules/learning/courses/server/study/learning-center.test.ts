import { beforeAll, expect, it } from 'vitest'
import { study } from '#modules/content/study/contract.ts'
import { setCreditRule } from '#modules/content/study/server.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { businessType } from '../../contract/wire.ts'
import { type BuiltCourse, buildCourse } from '../courses.fixture.ts'

const platform = testPlatform()
let companyId: string
let lecturer: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
})

/** Reads the only text of a course for so many seconds. */
async function read(member: BuiltMember, course: BuiltCourse, seconds: number) {
  const calls = platform.client(courses, member)
  await calls.registerForCourse({ params: { id: course.id } })
  const params = { id: course.id, sectionId: course.sections[0]?.id ?? '' }
  const { playbackId } = await calls.startPlayback({ params, body: {} })
  platform.now += seconds * 1000
  const body = { sequence: 1, intervals: [{ from: 0, to: 1 }], activeMs: seconds * 1000 }
  await calls.heartbeat({ params: { id: playbackId }, body })
  await platform.runJobs()
}

it('a finished course counts in every figure, gives its class hours, and stands in the timeline', async () => {
  const learner = await buildMember(platform.db, { companyId })
  const course = await buildCourse(platform.db, {
    author: lecturer,
    name: '消防安全基础',
    chapters: [{ sections: [{ kind: 'text' }] }],
  })
  const open = await buildCourse(platform.db, {
    author: lecturer,
    name: '叉车操作规范',
    chapters: [{ sections: [{ kind: 'text' }, { kind: 'text' }] }],
  })
  const ref = { businessType, businessId: course.id }
  const now = platform.now
  await setCreditRule(platform.db, { companyId, ref, classHourHundredths: 150, creditHundredths: 50, now })
  await read(learner, course, 60)
  await read(learner, open, 30)
  const calls = platform.client(study, learner)
  await proves('COURSE-017', async () => {
    const home = await platform.client(courses, learner).studyHome()
    const figures = await calls.learningFigures()
    expect(figures).toMatchObject({ completedCourseCount: 1, classHours: '150', credits: '50', points: 5 })
    expect(figures).toMatchObject({ studySeconds: 90, studyMinutes: 2 })
    expect([figures.studySeconds, figures.completedCourseCount]).toEqual([home.totalSeconds, home.doneCount])
  })
  const given = (type: 1 | 2) => calls.creditRecords({ query: { type } })
  const record = { source: '消防安全基础', businessType, businessId: course.id }
  await proves('COURSE-013', async () => {
    expect(await given(1)).toMatchObject({ recordCount: 1, items: [{ ...record, score: '150' }] })
  })
  await proves('COURSE-014', async () => {
    expect(await given(2)).toMatchObject({ recordCount: 1, items: [{ ...record, score: '50' }] })
  })
  expect((await calls.continueLearning()).items).toMatchObject([
    { id: open.id, name: '叉车操作规范', label: '课程', percent: 50, link: `/study/course/detail/${open.id}` },
  ])
  const { items, next } = await calls.learningTimeline()
  expect(items.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'registered 叉车操作规范',
    'finished 消防安全基础',
    'credited 消防安全基础',
    'credited 消防安全基础',
    'registered 消防安全基础',
  ])
  expect(next).toBeNull()
  const stranger = await buildMember(platform.db, { companyId })
  expect(await platform.client(study, stranger).learningTimeline()).toEqual({ items: [], next: null })
})

it('the rows of study time by day add up to the figure of the center and to that of the study home', async () => {
  // Signed in for longer than these two days.
  const learner = await buildMember(platform.db, { companyId, now: platform.now + 2 * 86_400_000 })
  const course = await buildCourse(platform.db, {
    author: lecturer,
    name: '高处作业',
    chapters: [{ sections: [{ kind: 'text' }, { kind: 'text' }] }],
  })
  await read(learner, course, 45)
  platform.now += 86_400_000
  const params = { id: course.id, sectionId: course.sections[1]?.id ?? '' }
  const { playbackId } = await platform.client(courses, learner).startPlayback({ params, body: { clientType: 2 } })
  platform.now += 20_000
  const body = { sequence: 1, intervals: [], activeMs: 20_000 }
  await platform.client(courses, learner).heartbeat({ params: { id: playbackId }, body })
  const calls = platform.client(study, learner)
  const { items, totalMilliseconds, recordCount } = await calls.studyTimes({ query: {} })
  await proves('COURSE-060', () => {
    expect(recordCount).toBe(2)
    const link = `/study/course/detail/${course.id}`
    expect(items).toMatchObject([
      { name: '高处作业', label: '课程', clientType: 2, link, studyTime: 0, milliseconds: 20_000 },
      { name: '高处作业', clientType: 1, studyTime: 1, milliseconds: 45_000 },
    ])
    expect(items[0]?.day).not.toBe(items[1]?.day)
  })
  await proves('COURSE-017', async () => {
    expect(totalMilliseconds).toBe(65_000)
    expect(await calls.learningFigures()).toMatchObject({ studySeconds: 65, studyMinutes: 1 })
  })
  expect((await platform.client(courses, learner).studyHome()).totalSeconds).toBe(65)
  expect((await calls.studyCalendar()).days.map(({ milliseconds }) => milliseconds)).toEqual([45_000, 20_000])
  const one = await calls.studyTimes({ query: { from: items[0]?.day ?? '', to: items[0]?.day ?? '' } })
  expect(one).toMatchObject({ recordCount: 1, totalMilliseconds: 20_000 })
})
