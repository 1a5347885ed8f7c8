/** Moving learners from their version of a course to its newest. Nothing that was studied is lost by it. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { VERSION_NOT_NEWEST } from '../../contract/errors.ts'
import type { CourseVersion, VersionMoves } from '../../contract/versions.ts'
import type { CourseProgress } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { courseDetail, movedProgress, openForMoving } from '../study/details.ts'
import { settleCourse } from '../study/registrations.ts'
import { courseLifecycle } from './course-lifecycle.ts'
import { newestVersion } from './draft-versions.ts'
import { moveLearnersTo } from './version-moves.ts'
import { versionDifference } from './versions.ts'

/** What the author of a course decides about those who stay on earlier versions. */
export async function moveLearners(
  db: CoursesDb,
  caller: Caller,
  courseId: string,
  { versionNumber, who }: { versionNumber: number; who: Exclude<VersionMoves, 'nobody'> },
  now: number,
): Promise<number> {
  const course = await courseLifecycle.lockEditable(db, caller, courseId)
  if (course.publishedVersionId === null) throw refuse(NOT_FOUND)
  if (course.versionNumber !== versionNumber) throw refuse(VERSION_NOT_NEWEST, { versionNumber: course.versionNumber })
  return moveLearnersTo(db, course, course.publishedVersionId, { who, memberId: caller.memberId, now })
}

/** What is new in the newest version, and where the caller would stand in it. */
export async function newestVersionFor(db: CoursesDb, caller: Caller, courseId: string) {
  const { ownVersionId, newestVersionId, ...facts } = await openForMoving(db, caller, courseId)
  const difference = await versionDifference(db, courseId, ownVersionId, newestVersionId)
  return { ...facts, ...difference, progress: await movedProgress(db, caller, courseId) }
}

/** Moves the caller to the version that they have read about. */
export async function moveToNewest(
  db: CoursesDb,
  caller: Caller,
  courseId: string,
  versionNumber: number,
  now: number,
): Promise<CourseProgress> {
  const newest = await openForMoving(db, caller, courseId)
  if (newest.versionNumber !== versionNumber) {
    throw refuse(VERSION_NOT_NEWEST, { versionNumber: newest.versionNumber })
  }
  await db
    .updateTable('courses.registration')
    .set({ version_id: newest.newestVersionId })
    .where('member_id', '=', caller.memberId)
    .where('course_id', '=', courseId)
    .execute()
  await settleCourse(db, caller.memberId, courseId, now)
  return (await courseDetail(db, caller, courseId, 1, now)).progress
}

interface VersionRow {
  readonly id: string
  readonly number: number | null
  readonly published_at: number | null
  readonly section_count: number
  readonly required_count: number
  readonly learner_count: number
  readonly unfinished_count: number
  readonly not_started_count: number
}

/** The versions with who is on them, the draft first. */
export async function listVersions(db: CoursesDb, caller: Caller, courseId: string): Promise<CourseVersion[]> {
  await courseLifecycle.getEditable(db, caller, courseId)
  const { rows } = await sql<VersionRow>`
    with learners as (
      select version_id, count(*)::int as learner_count,
        (count(*) filter (where status not in (2, 4)))::int as unfinished_count,
        (count(*) filter (where status = 0))::int as not_started_count
      from courses.registration where course_id = ${courseId} group by version_id
    ), outlines as (
      select version_id, count(*)::int as section_count, (count(*) filter (where required))::int as required_count
      from courses.section
      where version_id in (select id from courses.course_version where course_id = ${courseId}) group by version_id
    )
    select v.id, v.number, v.published_at, coalesce(o.section_count, 0) as section_count,
      coalesce(o.required_count, 0) as required_count, coalesce(l.learner_count, 0) as learner_count,
      coalesce(l.unfinished_count, 0) as unfinished_count, coalesce(l.not_started_count, 0) as not_started_count
    from courses.course_version v left join learners l on l.version_id = v.id left join outlines o on o.version_id = v.id
    where v.course_id = ${courseId}
    order by v.number desc nulls first`.execute(db)
  return rows.map((row) => ({
    number: row.number,
    publishedAt: row.published_at,
    sectionCount: row.section_count,
    requiredCount: row.required_count,
    learnerCount: row.learner_count,
    unfinishedCount: row.unfinished_count,
    notStartedCount: row.not_started_count,
  }))
}

/** How two versions of the caller's course differ; the later is the draft, or else the newest, where none is named. */
export async function authorsDifference(
  db: CoursesDb,
  caller: Caller,
  courseId: string,
  { from, to }: { from: number; to?: number },
) {
  const course = await courseLifecycle.getEditable(db, caller, courseId)
  const rows = await db
    .selectFrom('courses.course_version')
    .select(['id', 'number'])
    .where('course_id', '=', courseId)
    .execute()
  const idOf = (number: number) => rows.find((row) => row.number === number)?.id
  const [fromId, toId] = [idOf(from), to === undefined ? newestVersion(course) : idOf(to)]
  if (fromId === undefined || toId === undefined) throw refuse(NOT_FOUND)
  return versionDifference(db, courseId, fromId, toId)
}
