/** A company with two departments, people in them, and what they have studied, for tests of reports. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { buildCompany, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { callerOfMember } from '#modules/platform/identity/server.ts'
import type { TestPlatform } from '#test/harness.ts'

type Built = Pick<TestPlatform, 'db' | 'root'>

/** A course with so many seconds of study on a day, finished or not. */
export async function buildStudy(
  { root }: Built,
  study: { companyId: string; memberId: string; course: string; day: string; seconds: number; isFinished?: boolean },
) {
  const { companyId, memberId, course, day, seconds, isFinished = false } = study
  const at = Date.parse(`${day}T12:00:00+08:00`)
  const found = await sql<{ id: string }>`
    select id from courses.course where company_id = ${companyId} and name = ${course}`.execute(root)
  const courseId = found.rows[0]?.id ?? uuid()
  if (found.rows.length === 0)
    await sql`insert into courses.course (id, company_id, organization_id, author_id, name, created_at, updated_at)
      values (${courseId}, ${companyId}, ${companyId}, ${memberId}, ${course}, ${at}, ${at})`.execute(root)
  await sql`insert into courses.registration (member_id, course_id, company_id, version_id, status, registered_at, started_at, touched_at, finished_at)
    values (${memberId}, ${courseId}, ${companyId}, ${uuid()}, ${isFinished ? 2 : 1}, ${at}, ${at}, ${at}, ${isFinished ? at : null})`.execute(
    root,
  )
  await sql`insert into courses.study_time (member_id, day, course_id, client_type, company_id, study_ms, last_at)
    values (${memberId}, ${day}, ${courseId}, 1, ${companyId}, ${seconds * 1000}, ${at})`.execute(root)
}

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
    buildStudy(platform, { companyId, memberId, course, day, seconds, isFinished })
  return { companyId, sales, research, north, chief, head, seller, engineer, member, study }
}

/** The member as a call has it. */
export async function callerOf({ db }: Built, { id }: { readonly id: string }): Promise<Caller> {
  const caller = await callerOfMember(db, id)
  if (!caller) throw new Error('the member is disabled')
  return caller
}
