import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { pushes } from '../contract.ts'
import { buildPush } from './pushes.fixture.ts'

const platform = testPlatform()
const dayMs = 86_400_000
let companyId: string
let sales: string
let chief: BuiltMember
let manager: BuiltMember
let superior: BuiltMember
let lin: BuiltMember
let wang: BuiltMember
let stranger: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  sales = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '销售部' })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  manager = await buildMember(platform.db, {
    companyId,
    organizationId: sales,
    roles: ['class-staff'],
    fullName: '经理',
  })
  superior = await buildMember(platform.db, { companyId, fullName: '何主管' })
  lin = await buildMember(platform.db, { companyId, organizationId: sales, fullName: '林知远' })
  wang = await buildMember(platform.db, { companyId, organizationId: sales, fullName: '王小川' })
  // One who has left is in no team and no figure.
  const gone = await buildMember(platform.db, { companyId, organizationId: sales, fullName: '离职者' })
  await platform.client(identity, chief).changeMembers({ body: { memberIds: [gone.id], enabled: false } })
  stranger = await buildMember(platform.db, {
    companyId: await buildCompany(platform.db, '别家'),
    roles: ['super-admin'],
  })
  const body = { memberIds: [lin.id, wang.id], superiorId: superior.id }
  await platform.client(identity, chief).changeMembers({ body })
  const course = await buildCourse(platform.db, { author: chief })
  const [section] = course.sections
  if (!section) throw new Error('a course has a section')
  const studied = (member: BuiltMember, share: number, studyMs: number, daysAgo: number) =>
    buildLearner(platform.db, {
      ...{ member, course, registeredAt: platform.now - daysAgo * dayMs, studiedAt: platform.now - daysAgo * dayMs },
      watched: [{ section, share, studyMs }],
    })
  await studied(lin, 1, 3_600_000, 2)
  await studied(wang, 0, 1_200_000, 40)
  const members = [{ id: lin.id, taskStatus: 3 as const }, { id: wang.id }]
  await buildPush(platform.db, {
    ...{ author: superior, members, now: platform.now, publishedAt: platform.now - dayMs, cutOffAt: platform.now - 1 },
    contents: [{ businessType: 1, businessId: course.id, name: '消防安全基础' }],
  })
})

const as = (member: BuiltMember) => platform.client(pushes, member)

describe('a team', () => {
  it('[COURSE-012] is the own team, or an organization that one follows', async () => {
    expect((await as(superior).teams()).items).toEqual([
      { id: superior.id, kind: 'subordinates', name: '何主管', memberCount: 2 },
    ])
    expect((await as(manager).teams()).items).toEqual([
      { id: sales, kind: 'organization', name: '销售部', memberCount: 3 },
    ])
    expect((await as(lin).teams()).items).toEqual([])
    expect((await as(chief).teams()).items).toMatchObject([{ id: companyId, kind: 'organization', memberCount: 5 }])
  })

  it('[COURSE-006] is shown as a whole, in the period and the one before', async () => {
    const params = { id: superior.id }
    expect(await as(superior).teamSummary({ params })).toEqual({
      id: superior.id,
      kind: 'subordinates',
      name: '何主管',
      memberCount: 2,
      activeCount: 1,
      studySeconds: 3600,
      studySecondsBefore: 1200,
      finishedCount: 1,
      finishedCountBefore: 0,
      taskCount: 2,
      taskDoneCount: 1,
      taskOverdueCount: 1,
    })
    expect(await as(superior).teamSummary({ params, query: { period: 90 } })).toMatchObject({ studySeconds: 4800 })
  })

  it('shows its members, their contribution and their ranks', async () => {
    const ranking = (metric: 'study-time' | 'finished' | 'tasks') =>
      as(manager).teamMembers({ params: { id: sales }, query: { metric, period: 90 } })
    await proves(['COURSE-018', 'COURSE-006'], async () => {
      const byTime = await ranking('study-time')
      expect(byTime.recordCount).toBe(3)
      expect(byTime.items).toMatchObject([
        { rank: 1, member: { id: lin.id, name: lin.name }, studySeconds: 3600, contributionPermille: 750 },
        { rank: 2, member: { id: wang.id }, studySeconds: 1200, contributionPermille: 250, taskOverdueCount: 1 },
        { rank: 3, member: { id: manager.id }, studySeconds: 0, contributionPermille: 0, taskCount: 0 },
      ])
    })
    await proves('COURSE-018', async () => {
      expect((await ranking('finished')).items.map((row) => [row.rank, row.finishedCount])).toEqual([
        [1, 1],
        [2, 0],
        [2, 0],
      ])
      const [best] = (await ranking('tasks')).items
      expect(best).toMatchObject({ rank: 1, member: { id: lin.id }, taskDoneCount: 1, taskCount: 1 })
    })
    const one = await as(manager).teamMembers({ params: { id: sales }, query: { search: '王', period: 90 } })
    expect(one).toMatchObject({ recordCount: 1, items: [{ rank: 2, contributionPermille: 250 }] })
  })

  it('is handed out as a file', async () => {
    const file = (await as(superior).exportTeam({ params: { id: superior.id } })) as { rawPayload: Buffer }
    const [heading, ...rows] = await readSpreadsheet(file.rawPayload)
    expect(heading).toContain('学习时长（分钟）')
    expect(rows.map((row) => [row[0], row[1], row[4], row[7], row[8], row[9]])).toEqual([
      ['1', '林知远', '60', '1', '0', '100'],
      ['2', '王小川', '0', '0', '1', '0'],
    ])
  })

  it('is shown to those who follow it alone', async () => {
    const calls = (member: BuiltMember, id: string) => [
      as(member).teamSummary({ params: { id } }),
      as(member).teamMembers({ params: { id } }),
      as(member).exportTeam({ params: { id } }),
    ]
    const codes = async (member: BuiltMember, id: string) => {
      const refused = await Promise.all(calls(member, id).map(refusal))
      return [...new Set(refused.map((one) => one.errorCode))]
    }
    expect(await codes(superior, sales)).toEqual([10138])
    expect(await codes(manager, companyId)).toEqual([10138])
    expect(await codes(lin, superior.id)).toEqual([20161])
    expect(await codes(stranger, sales)).toEqual([900005])
    expect(await codes(chief, uuid())).toEqual([900005])
    expect((await as(superior).teamSummary({ params: { id: lin.id } })).memberCount).toBe(0)
  })

  it('[COURSE-012] shows one of its members with their tasks; another answers 20161', async () => {
    const answer = await as(superior).followedMember({ params: { memberId: wang.id } })
    expect(answer).toMatchObject({
      member: { id: wang.id, fullName: '王小川' },
      mayUrge: true,
      tasks: [{ name: '新员工第一周', isOver: true, isOverdue: true, contents: [{ businessName: '消防安全基础' }] }],
    })
    // Who only sees progress there follows the member, and urges nobody.
    const seen = await as(manager).followedMember({ params: { memberId: wang.id } })
    expect(seen.mayUrge).toBe(false)
    const body = { records: [{ businessType: 1, businessId: uuid(), memberId: wang.id }], content: '请学习' }
    expect(await refusal(as(manager).urgeItems({ body }))).toMatchObject({ errorCode: 20161 })
    for (const [member, memberId] of [
      [lin, wang.id],
      [superior, chief.id],
      [stranger, wang.id],
    ] as const) {
      expect(await refusal(as(member).followedMember({ params: { memberId } }))).toMatchObject({ errorCode: 20161 })
    }
  })
})
