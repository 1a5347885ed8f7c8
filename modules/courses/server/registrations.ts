/** Who is registered for which course, and when a course is finished. */
import { sql } from 'kysely'
import type { CoursesDb } from './db.ts'
import { enqueueReward } from './rewards.ts'

/** Registers members for courses on the shelf; a second time changes nothing. */
export async function insertRegistrations(
  db: CoursesDb,
  companyId: string,
  memberIds: readonly string[],
  courseIds: readonly string[],
  now: number,
): Promise<void> {
  await sql`
    with inserted as (
      insert into courses.registration (member_id, course_id, company_id, version_id, registered_at, touched_at)
      select m.id, c.id, c.company_id, c.published_version_id, ${now}, ${now}
      from courses.course c cross join unnest(${[...memberIds]}::uuid[]) as m (id)
      where c.id = any(${[...courseIds]}::uuid[]) and c.company_id = ${companyId} and c.published_version_id is not null
      on conflict do nothing
      returning course_id
    )
    update courses.course c set learner_count = c.learner_count + n.count
    from (select course_id, count(*)::int as count from inserted group by course_id) n
    where c.id = n.course_id`.execute(db)
}

/** The course is being studied: the first playback takes it from 0 to 1 (COURSE-057). */
export async function markStudied(
  db: CoursesDb,
  memberId: string,
  courseId: string,
  sectionId: string,
  now: number,
): Promise<void> {
  await sql`
    update courses.registration set
      status = case when status = 0 then 1 else status end,
      started_at = coalesce(started_at, ${now}::bigint), touched_at = ${now}, last_section_id = ${sectionId}
    where member_id = ${memberId} and course_id = ${courseId}`.execute(db)
}

/** The required sections of the published version that a member has not finished. */
const openRequired = sql`
  select 1 from courses.section s
  where s.version_id = c.published_version_id and s.required and not exists (
    select 1 from courses.section_progress p
    where p.member_id = r.member_id and p.course_id = r.course_id and p.section_id = s.id and p.finished_at is not null)`

/**
 * Marks the course done when all required sections are (COURSE-057); answers whether it did so now. The registration is
 * locked first, by a statement of its own: of two sections that finish at the same time, the later one sees both.
 */
export async function finishCourseIfDone(
  db: CoursesDb,
  memberId: string,
  courseId: string,
  now: number,
): Promise<boolean> {
  await db
    .selectFrom('courses.registration')
    .select('status')
    .where('member_id', '=', memberId)
    .where('course_id', '=', courseId)
    .forUpdate()
    .execute()
  const { numAffectedRows } = await sql`
    update courses.registration r set status = 2, finished_at = ${now}
    from courses.course c
    where c.id = r.course_id and r.member_id = ${memberId} and r.course_id = ${courseId}
      and r.status in (0, 1) and not exists (${openRequired})`.execute(db)
  if (!numAffectedRows) return false
  await enqueueReward(db, { courseId, finishedAt: now, memberId })
  return true
}

/** After a new version: who has nothing required left to do is done. */
export async function finishWhoAreDone(db: CoursesDb, courseId: string, now: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update courses.registration r set status = 2, finished_at = ${now}
    from courses.course c
    where c.id = r.course_id and r.course_id = ${courseId} and r.status = 1 and not exists (${openRequired})`.execute(
    db,
  )
  if (numAffectedRows) await enqueueReward(db, { courseId, finishedAt: now })
}
