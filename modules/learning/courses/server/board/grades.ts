/** What the gradebook and a member's learning record read of courses. */
import { sql } from 'kysely'
import type { Grades, RecordedStudy } from '#modules/content/study/server.ts'
import { packageScores } from '#modules/learning/packages/server.ts'
import { coursesTables } from '../db.ts'
import { livingSql, managesSql } from '../study/course-filters.ts'
import { earnedMsSql } from '../study/retakes.ts'

export const courseGrades: Grades = {
  sql: (companyId, ids) => sql`(select r.member_id, r.course_id as business_id,
      case when r.status in (2, 4) then 2 when r.status = 3 then 3 when r.status = 0 then 0 else 1 end as state
    from courses.registration r
    where r.course_id = any(${[...ids]}::uuid[]) and r.company_id = ${companyId})`,
  async owned(connection, caller, ids) {
    const { rows } = await sql<{ id: string }>`
      select c.id from courses.course c where c.id = any(${[...ids]}::uuid[]) and c.deleted_at is null
        and ${managesSql(caller, 'c')}`.execute(coursesTables(connection))
    return new Set(rows.map((row) => row.id))
  },
  async newest(connection, caller, { isFollower, limit }) {
    const { rows } = await sql<{ id: string }>`
      select c.id from courses.course c
      where c.company_id = ${caller.companyId} and c.status = 'on-shelf' and c.deleted_at is null
        and (${isFollower}::boolean or ${managesSql(caller, 'c')})
      order by c.published_at desc, c.id limit ${limit}`.execute(coursesTables(connection))
    return rows.map((row) => row.id)
  },
  /** A course is scored by the packages in it. */
  async scores(connection, companyId, memberIds, ids) {
    const found = await packageScores(connection, companyId, memberIds, ids)
    return found.map(({ courseId, ...score }) => ({ ...score, businessId: courseId }))
  },
  async recorded(connection, companyId, memberId, limit) {
    const { rows } = await sql<RecordedStudy>`
      select c.id as "businessId", c.name, r.registered_at as "registeredAt",
        case when r.started_at is not null then r.touched_at end as "lastStudiedAt",
        ((select coalesce(sum(sp.study_ms), 0)::bigint from courses.section_progress sp
            where sp.member_id = r.member_id and sp.course_id = r.course_id)
          + ${earnedMsSql(sql`r.member_id`, sql`r.course_id`)}) / 1000 as "studySeconds"
      from courses.registration r join courses.course c on c.id = r.course_id
      where r.member_id = ${memberId} and r.company_id = ${companyId} and ${livingSql}
      order by r.touched_at desc, r.course_id limit ${limit}`.execute(coursesTables(connection))
    return rows
  },
}
