import { readSheet } from 'read-excel-file/node'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { courses } from '#modules/learning/courses/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { type BuiltCourse, buildCourse, buildLearner } from '../courses.fixture.ts'

const platform = testPlatform()
const minute = 60_000
let companyId: string
let sales: string
let lecturer: BuiltMember
let manager: BuiltMember
let foreigner: BuiltMember
let course: BuiltCourse
let [qian, sun, li]: BuiltMember[] = []

beforeAll(async () => {
  const now = Date.parse('2026-11-20T08:00:00Z')
  companyId = await buildCompany(platform.db)
  sales = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '销售部' })
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  manager = await buildMember(platform.db, { companyId, organizationId: sales, roles: ['branch-manager'] })
  foreigner = await buildMember(platform.db, {
    companyId: await buildCompany(platform.db, '另一家'),
    roles: ['super-admin'],
  })
  const sections = [
    { title: '概述', kind: 'video' },
    { title: '实操', kind: 'video' },
  ] as const
  course = await buildCourse(platform.db, { author: lecturer, name: '消防', chapters: [{ sections }] })
  qian = await buildMember(platform.db, { companyId, fullName: '钱多多' })
  sun = await buildMember(platform.db, { companyId, organizationId: sales, fullName: '孙小红' })
  li = await buildMember(platform.db, { companyId, organizationId: sales, fullName: '李大力' })
  const [first, second] = course.sections
  if (!first || !second) throw new Error('the course has two sections')
  const registeredAt = now - 10 * minute
  await buildLearner(platform.db, { member: qian, course, registeredAt })
  const half = [
    { section: first, share: 1 },
    { section: second, share: 0.45 },
  ]
  await buildLearner(platform.db, { member: sun, course, registeredAt, studiedAt: now - minute, watched: half })
  const whole = [first, second].map((section) => ({ section, share: 1 }))
  await buildLearner(platform.db, { member: li, course, registeredAt, studiedAt: now, watched: whole })
})

const as = (member: BuiltMember | undefined) => platform.client(courses, member)
const names = (page: { items: { member: { fullName: string } }[] }) => page.items.map((row) => row.member.fullName)
const params = () => ({ params: { courseId: course.id } })

describe('the progress board', () => {
  it('[COURSE-072] shows the lecturer who is where, the last studied first', async () => {
    const board = await as(lecturer).courseBoard(params())
    expect(names(board)).toEqual(['李大力', '孙小红', '钱多多'])
    expect(board).toMatchObject({
      recordCount: 3,
      items: [
        { status: 2, percent: 100, finishedCount: 2, requiredCount: 2, studySeconds: 120 },
        {
          status: 1,
          percent: 75,
          finishedCount: 1,
          organization: { name: '销售部' },
          lastSection: { id: course.sections[1]?.id, title: '实操' },
          studySeconds: 87,
        },
        { status: 0, percent: 0, lastStudiedAt: null, lastSection: null },
      ],
    })
  })

  it('filters by organization, state and name, and pages', async () => {
    const board = (query: object) => as(lecturer).courseBoard({ ...params(), query })
    expect(names(await board({ organizationId: sales }))).toEqual(['李大力', '孙小红'])
    expect(names(await board({ organizationId: companyId }))).toHaveLength(3)
    expect(names(await board({ state: 'not-started' }))).toEqual(['钱多多'])
    expect(names(await board({ state: 'learning', search: '小' }))).toEqual(['孙小红'])
    expect(names(await board({ state: 'done' }))).toEqual(['李大力'])
    expect(await board({ search: '%' })).toEqual({ items: [], recordCount: 0 })
    expect(await board({ page: 2, pageSize: 2 })).toMatchObject({
      recordCount: 3,
      items: [{ member: { fullName: '钱多多' } }],
    })
    expect(await board({ organizationId: foreigner.companyId })).toEqual({ items: [], recordCount: 0 })
  })

  it('cuts the board of a branch manager to the members of the branch', async () => {
    expect(names(await as(manager).courseBoard(params()))).toEqual(['李大力', '孙小红'])
    expect(await as(manager).courseBoardSummary(params())).toMatchObject({
      courseName: '消防',
      learnerCount: 2,
      notStartedCount: 0,
      learningCount: 1,
      doneCount: 1,
      organizations: [{ id: sales, name: '销售部', learnerCount: 2 }],
    })
    expect((await as(lecturer).courseBoardSummary(params())).learnerCount).toBe(3)
    const one = (memberId: string) => as(manager).learnerOfCourse({ params: { courseId: course.id, memberId } })
    expect((await one(sun?.id ?? '')).member.fullName).toBe('孙小红')
    expect(await refusal(one(qian?.id ?? ''))).toMatchObject({ errorCode: 900005 })
    expect((await as(manager).followedCourses()).items).toMatchObject([
      { id: course.id, learnerCount: 2, doneCount: 1 },
    ])
    expect((await as(lecturer).followedCourses({ query: { search: '消' } })).items).toMatchObject([{ learnerCount: 3 }])
    expect(await as(qian).followedCourses()).toEqual({ items: [], recordCount: 0 })
  })

  it('says section by section why a learner is not done', async () => {
    const one = await as(lecturer).learnerOfCourse({ params: { courseId: course.id, memberId: sun?.id ?? '' } })
    expect(one.progress).toMatchObject({ percent: 75, reasons: [{ code: 'finish-required', finishedCount: 1 }] })
    expect(one.chapters[0]?.sections).toMatchObject([
      { progress: { finished: true, reasons: [] } },
      { progress: { finished: false, reasons: [{ code: 'watch-more', watchedPercent: 45, neededPercent: 90 }] } },
    ])
  })

  it('gives the filtered board as a spreadsheet in the language and the zone of the company', async () => {
    const call = (language: string) =>
      as(lecturer).exportCourseBoard(
        { ...params(), query: { organizationId: sales } },
        { headers: { 'accept-language': language } },
      )
    const answer = (await call('cn')) as { rawPayload: Buffer; headers: Record<string, string> }
    expect(answer.headers['content-type']).toContain('spreadsheetml')
    expect(decodeURIComponent(answer.headers['content-disposition'] ?? '')).toContain('学习进度.xlsx')
    const rows = await readSheet(answer.rawPayload)
    expect(rows).toHaveLength(3)
    expect(rows[1]).toEqual([
      ...['李大力', '销售部', '已完成', 100, 2, 2, 2, '实操'],
      ...['2026-11-20 15:50', '2026-11-20 16:00', '2026-11-20 16:00'],
    ])
    const english = (await call('en')) as { rawPayload: Buffer }
    expect((await readSheet(english.rawPayload))[0]?.[0]).toBe('Name')
  })

  it('refuses who follows nobody, and knows nothing of the course in another company', async () => {
    const calls = (member: BuiltMember | undefined, courseId: string) => [
      as(member).courseBoard({ params: { courseId } }),
      as(member).courseBoardSummary({ params: { courseId } }),
      as(member).learnerOfCourse({ params: { courseId, memberId: sun?.id ?? '' } }),
      as(member).exportCourseBoard({ params: { courseId } }),
    ]
    for (const refused of await refusals(calls(qian, course.id)))
      expect(refused).toMatchObject({ status: 403, errorCode: 10138 })
    for (const refused of await refusals([...calls(foreigner, course.id), ...calls(lecturer, uuid())]))
      expect(refused).toMatchObject({ errorCode: 900005 })
  })
})
