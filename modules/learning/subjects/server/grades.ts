/** What the gradebook and a member's learning record read of subjects. */
import { sql } from 'kysely'
import type { Grades, RecordedStudy } from '#modules/content/study/server.ts'
import { subjectsTables } from './db.ts'
import { subjectPolicy } from './policy.ts'

export const subjectGrades: Grades = {
  sql: (companyId, ids) => sql`(select r.member_id, r.subject_id as business_id, r.status::int as state
    from subjects.registration r
    where r.subject_id = any(${[...ids]}::uuid[]) and r.company_id = ${companyId})`,
  async owned(connection, caller, ids) {
    const { rows } = await sql<{ id: string }>`
      select s.id from subjects.subject s where s.id = any(${[...ids]}::uuid[]) and s.company_id = ${caller.companyId}
        and s.deleted_at is null and ${subjectPolicy.editableSql(caller, 's')}`.execute(subjectsTables(connection))
    return new Set(rows.map((row) => row.id))
  },
  async newest(connection, caller, { isFollower, limit }) {
    const { rows } = await sql<{ id: string }>`
      select s.id from subjects.subject s
      where s.company_id = ${caller.companyId} and s.status = 'on-shelf' and s.deleted_at is null
        and (${isFollower}::boolean or ${subjectPolicy.editableSql(caller, 's')})
      order by s.published_at desc, s.id limit ${limit}`.execute(subjectsTables(connection))
    return rows.map((row) => row.id)
  },
  async recorded(connection, companyId, memberId, limit) {
    const { rows } = await sql<RecordedStudy>`
      select s.id as "businessId", s.name, r.registered_at as "registeredAt",
        case when r.started_at is not null then r.touched_at end as "lastStudiedAt", null::int as "studySeconds"
      from subjects.registration r join subjects.subject s on s.id = r.subject_id
      where r.member_id = ${memberId} and r.company_id = ${companyId} and s.deleted_at is null
      order by r.touched_at desc, r.subject_id limit ${limit}`.execute(subjectsTables(connection))
    return rows
  },
}
