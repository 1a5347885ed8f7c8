import { beforeAll, describe, expect, it } from 'vitest'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { testPlatform } from '#test/harness.ts'
import { type BuiltCourse, buildCourse, buildLearner } from '../courses.fixture.ts'

const platform = testPlatform()
const dayMs = 86_400_000
let chief: BuiltMember
let branch: BuiltMember
let course: BuiltCourse
let other: BuiltCourse
let inSales: BuiltMember
let elsewhere: BuiltMember

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  const sales = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '销售部' })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  branch = await buildMember(platform.db, { companyId, organizationId: sales, roles: ['branch-manager'] })
  inSales = await buildMember(platform.db, { companyId, organizationId: sales })
  elsewhere = await buildMember(platform.db, { companyId })
  course = await buildCourse(platform.db, { author: chief, name: '消防' })
  other = await buildCourse(platform.db, { author: chief, name: '急救' })
})

const learnersToday = async (member: BuiltMember) => {
  const { figures } = await platform.client(operations, member).overview()
  return figures.find(({ key }) => key === 'courses.learnersToday')?.value
}
const studies = (member: BuiltMember, of: BuiltCourse, studiedAt: number) => {
  const [section] = of.sections
  if (!section) throw new Error('a course has a section')
  return buildLearner(platform.db, { member, course: of, studiedAt, watched: [{ section, share: 0.5 }] })
}

describe('learners of today on the overview', () => {
  it('are counted once each, today alone, within the organizations that the caller follows', async () => {
    expect(await learnersToday(chief)).toBe(0)
    await studies(inSales, course, platform.now)
    await studies(inSales, other, platform.now)
    await studies(elsewhere, course, platform.now)
    await studies(branch, course, platform.now - dayMs)
    expect(await learnersToday(chief)).toBe(2)
    expect(await learnersToday(branch)).toBe(1)
  })
})
