/** What the gradebook and a member's learning record read of learning paths. */
import { sql } from 'kysely'
import type { Grades, RecordedStudy } from '#modules/content/study/server.ts'
import { organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { pathsTables } from './db.ts'
import { managedOrganizations } from './policy.ts'

export const pathGrades: Grades = {
  sql: (companyId, ids) => sql`(select g.member_id, g.path_id as business_id,
      case when g.finished_at is not null then 2 when g.touched_at is not null then 1 else 0 end as state
    from paths.registration g where g.path_id = any(${[...ids]}::uuid[]) and g.company_id = ${companyId})`,
  async owned(connection, caller, ids) {
    const { rows } = await sql<{ id: string }>`
      select x.id from paths.path x where x.id = any(${[...ids]}::uuid[]) and x.company_id = ${caller.companyId}
        and x.deleted_at is null and x.organization_id in ${organizationsBelowSql(managedOrganizations(caller))}`.execute(
      pathsTables(connection),
    )
    return new Set(rows.map((row) => row.id))
  },
  async newest(connection, caller, { isFollower, limit }) {
    const { rows } = await sql<{ id: string }>`
      select x.id from paths.path x
      where x.company_id = ${caller.companyId} and x.status = 'on-shelf' and x.deleted_at is null
        and (${isFollower}::boolean or x.organization_id in ${organizationsBelowSql(managedOrganizations(caller))})
      order by x.updated_at desc, x.id limit ${limit}`.execute(pathsTables(connection))
    return rows.map((row) => row.id)
  },
  async recorded(connection, companyId, memberId, limit) {
    const { rows } = await sql<RecordedStudy>`
      select x.id as "businessId", x.name, g.registered_at as "registeredAt", g.touched_at as "lastStudiedAt",
        null::int as "studySeconds"
      from paths.registration g join paths.path x on x.id = g.path_id
      where g.member_id = ${memberId} and g.company_id = ${companyId} and x.deleted_at is null
      order by coalesce(g.touched_at, g.registered_at) desc, g.path_id limit ${limit}`.execute(pathsTables(connection))
    return rows
  },
}
