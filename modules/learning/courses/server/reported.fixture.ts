/** What a member has studied, as reports read it: the smallest rows, for tests of reports. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { RootDatabase } from '#server/db/pool.ts'

/** A course with so many seconds of study on a day, finished or not. */
export async function buildStudy(
  root: RootDatabase,
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
