/** Study time of courses by day, for the learning center. */
import { sql } from 'kysely'
import type { StudyDay, StudyTimeRequest, StudyTimeRow, StudyTimes } from '#modules/content/study/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { coursesTables } from '../db.ts'

const matchingSql = ({ companyId, memberId, fromDay, toDay }: StudyTimeRequest) =>
  sql`t.member_id = ${memberId} and t.company_id = ${companyId}
    and (${fromDay}::date is null or t.day >= ${fromDay}::date) and (${toDay}::date is null or t.day <= ${toDay}::date)`

export async function courseTimes(
  connection: Connection,
  request: StudyTimeRequest,
  limit: number,
): Promise<StudyTimes> {
  const db = coursesTables(connection)
  const { rows: totals } = await sql<Omit<StudyTimes, 'rows'>>`
    select count(*)::int as "recordCount", coalesce(sum(t.study_ms), 0)::bigint as milliseconds
    from courses.study_time t where ${matchingSql(request)}`.execute(db)
  const { rows } = await sql<StudyTimeRow>`
    select t.day::text as day, c.id as "businessId", c.name, '/study/course/detail/' || c.id as link,
      t.client_type as "clientType", t.study_ms as milliseconds, t.last_at as "lastAt"
    from courses.study_time t join courses.course c on c.id = t.course_id
    where ${matchingSql(request)} order by t.last_at desc, c.id limit ${limit}`.execute(db)
  return { recordCount: 0, milliseconds: 0, ...totals[0], rows }
}

export async function courseDays(connection: Connection, request: StudyTimeRequest): Promise<StudyDay[]> {
  const { rows } = await sql<StudyDay>`
    select t.day::text as day, sum(t.study_ms)::bigint as milliseconds
    from courses.study_time t where ${matchingSql(request)} group by t.day`.execute(coursesTables(connection))
  return rows
}
