/** Sections that are finished otherwise than by watching: by an activity, a package, an auditor, or somebody's word. */
import { sql } from 'kysely'
import { studyFinished } from '#modules/content/study/server.ts'
import { packageOutcome } from '#modules/learning/packages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type CoursesDb, coursesTables } from '../db.ts'
import { type Settled, settleCourse } from './registrations.ts'
import { placeSql } from './retakes.ts'

interface LearnersSection {
  readonly companyId: string
  readonly memberId: string
  readonly courseId: string
  readonly sectionId: string
}

/** How a section is finished: studied (2), or waived (4). Where proof is asked for, only its auditor or a waiver does. */
interface Finish {
  readonly status: 2 | 4
  readonly by: 'activity' | 'auditor' | 'waiver'
  readonly at: number
}

/**
 * Finishes a section of the version that the member is on, and settles the course. A second time changes nothing; neither
 * does a section that is none of theirs, nor what was studied while the course was off the shelf. Undefined where nothing
 * was changed.
 */
export async function finishSection(
  db: CoursesDb,
  { companyId, memberId, courseId, sectionId }: LearnersSection,
  { status, by, at }: Finish,
): Promise<Settled | undefined> {
  const { numAffectedRows } = await sql`
    insert into courses.section_progress as p (member_id, course_id, section_id, company_id, kind, status, unit_count,
      needed, started_at, studied_at, finished_at, credited_until, by_proof)
    select r.member_id, r.course_id, s.id, r.company_id, s.kind, ${status}::smallint, s.unit_count, s.unit_count, ${at},
      ${at}, ${at}, ${at}, s.needs_review
    from courses.registration r join courses.section s on s.version_id = r.version_id
    join courses.course c on c.id = r.course_id
    where r.member_id = ${memberId} and r.course_id = ${courseId} and r.company_id = ${companyId} and s.id = ${sectionId}
      and (${by !== 'activity'}::boolean or not s.needs_review and c.off_shelf_at is null)
    on conflict (member_id, course_id, section_id) do update set
      status = excluded.status, finished_at = excluded.finished_at
      where p.finished_at is null`.execute(db)
  if (!numAffectedRows) return undefined
  if (by === 'activity') await markStarted(db, { memberId, courseId, sectionId }, at)
  return settleCourse(db, memberId, courseId, at)
}

/** What happened outside of the course counts as studying it. */
async function markStarted(
  db: CoursesDb,
  { memberId, courseId, sectionId }: Pick<LearnersSection, 'memberId' | 'courseId' | 'sectionId'>,
  at: number,
): Promise<void> {
  await sql`
    update courses.registration set
      status = case when status in (0, 3) then 1 else status end,
      started_at = coalesce(started_at, ${at}::bigint), touched_at = greatest(touched_at, ${at}::bigint),
      last_section_id = coalesce(last_section_id, ${sectionId}::uuid)
    where member_id = ${memberId} and course_id = ${courseId}`.execute(db)
}

/** For modules whose exams, surveys and lives stand in courses: the member has finished the one in this section. */
export async function finishActivity(
  connection: Connection,
  { finishedAt, ...section }: LearnersSection & { readonly finishedAt: number },
): Promise<void> {
  await finishSection(coursesTables(connection), section, { status: 2, by: 'activity', at: finishedAt })
}

/** Sections of the courses that the member is registered for which lead to this activity. */
async function sectionsOfActivity(db: CoursesDb, companyId: string, memberId: string, activityId: string) {
  const { rows } = await sql<{ courseId: string; sectionId: string }>`
    select s.course_id as "courseId", s.id as "sectionId"
    from courses.section s join courses.registration r on r.course_id = s.course_id and r.version_id = s.version_id
    where s.activity_id = ${activityId} and s.company_id = ${companyId} and r.member_id = ${memberId}
    order by s.course_id, s.id`.execute(db)
  return rows
}

/** Whatever of another module is finished: where it stands in a course of the member, that section is finished too. */
export const finishOfActivities = studyFinished({
  async finished(connection, { companyId, memberId, businessId, finishedAt }) {
    const sections = await sectionsOfActivity(coursesTables(connection), companyId, memberId, businessId)
    for (const section of sections) await finishActivity(connection, { companyId, memberId, ...section, finishedAt })
  },
})

/** How far the member is in a package, as the package says; what it has finished stays finished. */
export const progressOfPackages = packageOutcome({
  async outcome(connection, outcome) {
    const { companyId, memberId, packageId, registrationKey, completed, progressPercent, waitsMs, now } = outcome
    const db = coursesTables(connection)
    const { courseId: place, sectionId } = registrationKey
    const courseId = await courseAt(db, companyId, memberId, place)
    if (courseId === undefined) return
    await sql`
      update courses.section_progress p set covered = greatest(p.covered, least(p.unit_count, ${progressPercent}::int)),
        watched = '{}', waits_ms = ${waitsMs}::bigint, studied_at = ${now}
      from courses.registration r join courses.section s on s.version_id = r.version_id
      join courses.course c on c.id = r.course_id and c.off_shelf_at is null
      where r.member_id = ${memberId} and r.course_id = ${courseId} and r.company_id = ${companyId}
        and s.id = ${sectionId} and s.package_id = ${packageId}
        and p.member_id = r.member_id and p.course_id = r.course_id and p.section_id = s.id`.execute(db)
    if (!completed || !(await leadsTo(db, { companyId, memberId, courseId, sectionId }, packageId))) return
    await finishActivity(connection, { companyId, memberId, courseId, sectionId, finishedAt: now })
  },
  async isWithdrawn(connection, { companyId, courseId: place }) {
    const { rows } = await sql`
      select from courses.course c where c.company_id = ${companyId}
        and c.id = coalesce((select o.course_id from courses.round o where o.round_id = ${place}), ${place}::uuid)
        and (c.deleted_at is not null or c.off_shelf_at is not null)`.execute(coursesTables(connection))
    return rows.length > 0
  },
})

/** The course that a package's result belongs to; none where it speaks of an earlier round of a course. */
async function courseAt(db: CoursesDb, companyId: string, memberId: string, place: string) {
  const { rows } = await sql<{ course_id: string }>`
    select r.course_id from courses.registration r
    where r.member_id = ${memberId} and r.company_id = ${companyId}
      and r.course_id = coalesce((select o.course_id from courses.round o where o.round_id = ${place}), ${place}::uuid)
      and ${placeSql} = ${place}::uuid`.execute(db)
  return rows[0]?.course_id
}

/** Whether the section of the member's version is that of the package: what an older one says counts no more. */
async function leadsTo(db: CoursesDb, section: LearnersSection, packageId: string): Promise<boolean> {
  const { rows } = await sql`
    select from courses.registration r join courses.section s on s.version_id = r.version_id
    where r.member_id = ${section.memberId} and r.course_id = ${section.courseId}
      and r.company_id = ${section.companyId} and s.id = ${section.sectionId} and s.package_id = ${packageId}`.execute(
    db,
  )
  return rows.length > 0
}
