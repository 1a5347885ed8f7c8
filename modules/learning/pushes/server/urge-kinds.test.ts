/** Urging to what the platform's own modules let members study, each by its own kind. */
import { beforeAll, expect, it } from 'vitest'
import { buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildPath } from '#modules/learning/paths/server/paths.fixture.ts'
import { buildSubject } from '#modules/learning/subjects/server/subjects.fixture.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { pushes } from '../contract.ts'

const platform = testPlatform()
let companyId: string
let superior: BuiltMember
let lin: BuiltMember
const content = '请学习{kind}《{item}》'

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  superior = await buildMember(platform.db, { companyId, fullName: '何主管' })
  lin = await buildMember(platform.db, { companyId, fullName: '林知远' })
  const body = { memberIds: [lin.id], superiorId: superior.id }
  await platform.client(identity, chief).changeMembers({ body })
})

const urge = (businessType: number, businessId: string) =>
  platform
    .client(pushes, superior)
    .urgeItems({ body: { content, records: [{ businessType, businessId, memberId: lin.id }] } })

const kinds = [
  [1, '课程', '消防安全', async () => (await buildCourse(platform.db, { author: superior, name: '消防安全' })).id],
  [2, '专题', '安全专题', async () => (await buildSubject(platform.db, { author: superior, name: '安全专题' })).id],
  [
    17,
    '学习路径',
    '班组长之路',
    async () => (await buildPath(platform.db, { author: superior, name: '班组长之路', chapters: [] })).id,
  ],
] as const

it.each(kinds)('[COURSE-078] to unstarted items of kind %i', async (businessType, label, name, build) => {
  expect(await urge(businessType, await build())).toEqual({ urgedCount: 1, finishedCount: 0, recentCount: 0 })
  const { items } = await platform.client(messages, lin).listNotifications({ query: { pageSize: 1 } })
  expect(items).toMatchObject([{ title: '何主管提醒您学习', body: `请学习${label}《${name}》` }])
})

it('[COURSE-078] refuses a started course, by its real progress, and one that is off the shelf', async () => {
  const course = await buildCourse(platform.db, { author: superior })
  const watched = course.sections.map((section) => ({ section, share: 0.3 }))
  await buildLearner(platform.db, { member: lin, course, watched })
  expect(await refusal(urge(1, course.id))).toMatchObject({ errorCode: 380601 })
  const gone = await buildCourse(platform.db, { author: superior, status: 'off-shelf' })
  expect(await refusal(urge(1, gone.id))).toMatchObject({ errorCode: 20159 })
})

it('urges about no kind that no module has registered', async () => {
  const course = await buildCourse(platform.db, { author: superior })
  expect(await refusal(urge(999, course.id))).toMatchObject({ errorCode: 900005 })
})
