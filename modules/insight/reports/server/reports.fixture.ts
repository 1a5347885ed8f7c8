/** A company with two departments, people in them, and what they have studied, for tests of reports. */
import type { Caller } from '#kit/caller.ts'
import { buildStudy } from '#modules/learning/courses/server/reported.fixture.ts'
import { buildCompany, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { callerOfMember } from '#modules/platform/identity/server.ts'
import type { TestPlatform } from '#test/harness.ts'

type Built = Pick<TestPlatform, 'db' | 'root'>

export async function buildReportCompany(platform: Built) {
  const { db } = platform
  const companyId = await buildCompany(db)
  const organization = (name: string, parentId = companyId) => buildOrganization(db, { companyId, parentId, name })
  const [sales, research] = [await organization('销售部'), await organization('研发部')]
  const north = await organization('北区', sales)
  const member = (organizationId: string, fullName: string, more = {}) =>
    buildMember(db, { companyId, organizationId, fullName, ...more })
  const chief = await member(companyId, '总监', { roles: ['super-admin'] })
  const head = await member(sales, '销售主管', { roles: ['branch-manager'] })
  const seller = await member(north, '小北')
  const engineer = await member(research, '小研')
  const study = (memberId: string, course: string, day: string, seconds: number, isFinished = false) =>
    buildStudy(platform.root, { companyId, memberId, course, day, seconds, isFinished })
  return { companyId, sales, research, north, chief, head, seller, engineer, member, study }
}

/** The member as a call has it. */
export async function callerOf({ db }: Built, { id }: { readonly id: string }): Promise<Caller> {
  const caller = await callerOfMember(db, id)
  if (!caller) throw new Error('the member is disabled')
  return caller
}
