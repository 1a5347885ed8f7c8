/** Who may read and write what hangs on a course: its segments, exercises, notes and questions. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { NOT_REGISTERED } from '../../contract/errors.ts'
import type { CourseStatus, SectionKind, Unit } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { managedOrganizations, mayEdit } from '../policy.ts'
import { unitOf } from './completion-rules.ts'
import { openSql } from './course-filters.ts'
import { assertOpen, isUnpaid } from './details.ts'

interface ReadRow {
  readonly name: string
  readonly status: CourseStatus
  readonly publish_client: number
  readonly visible: boolean
  readonly registered_at: number | null
  readonly author_id: string
  readonly lecturer_id: string | null
  readonly managed: boolean
  readonly version_id: string
}

export interface ReadCourse {
  readonly id: string
  readonly name: string
  readonly registered: boolean
  readonly registeredAt: number | null
  readonly mayEdit: boolean
  /** The outline that the reader has before them. */
  readonly versionId: string
}

/** A course that the caller may open, or edits. */
export async function getReadable(db: CoursesDb, caller: Caller, courseId: string): Promise<ReadCourse> {
  const { rows } = await sql<ReadRow>`
    select c.name, c.status, c.publish_client, ${openSql(caller)} as visible, r.registered_at,
      c.author_id, c.lecturer_id, c.organization_id in ${organizationsBelowSql(managedOrganizations(caller))} as managed,
      coalesce(r.version_id, c.published_version_id, c.draft_version_id) as version_id
    from courses.course c
    left join courses.registration r on r.member_id = ${caller.memberId} and r.course_id = c.id
    where c.id = ${courseId} and c.company_id = ${caller.companyId} and c.deleted_at is null`.execute(db)
  const row = rows[0]
  if (!row) throw refuse(NOT_FOUND)
  const { name, status, visible, registered_at: registeredAt } = row
  const registered = registeredAt !== null
  const edits = mayEdit(caller, { authorId: row.author_id, managed: row.managed })
  if (!edits) assertOpen({ status, publishClient: row.publish_client, visible, registered })
  return { id: courseId, name, registered, registeredAt, mayEdit: edits, versionId: row.version_id }
}

/**
 * As `getReadable`, for what only learners of the course see, and who edits it. Members who have not registered read it of a
 * section that its author opens to them; `isLearner` says whether the reader is more than that.
 */
export async function getSectionReader(
  db: CoursesDb,
  caller: Caller,
  courseId: string,
  sectionId: string | undefined,
  now: number,
): Promise<ReadCourse & { readonly isLearner: boolean }> {
  const course = await getReadable(db, caller, courseId)
  if (course.mayEdit) return { ...course, isLearner: true }
  const isPaid = course.registered && !(await isUnpaid(db, caller, course, now))
  if (isPaid) return { ...course, isLearner: true }
  if (sectionId === undefined || !(await isFree(db, course, sectionId))) throw refuse(NOT_REGISTERED)
  return { ...course, isLearner: false }
}

async function isFree(db: CoursesDb, { versionId }: ReadCourse, sectionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from courses.section s
    where s.version_id = ${versionId} and s.id = ${sectionId} and s.free_preview`.execute(db)
  return rows.length > 0
}

/** As `getReadable`, for what stands in the course: who edits it has nothing to buy, all others have bought it where it has a price. */
export async function getPaid(db: CoursesDb, caller: Caller, courseId: string, now: number): Promise<ReadCourse> {
  const course = await getReadable(db, caller, courseId)
  if (!course.mayEdit && (await isUnpaid(db, caller, course, now))) throw refuse(NOT_BOUGHT)
  return course
}

/** As `getPaid`, for what only a learner of the course may leave in it. */
export async function getLearnt(db: CoursesDb, caller: Caller, courseId: string, now: number): Promise<ReadCourse> {
  const course = await getPaid(db, caller, courseId, now)
  if (!course.registered) throw refuse(NOT_REGISTERED)
  return course
}

export interface ReadSection {
  readonly id: string
  readonly kind: SectionKind
  readonly unit: Unit
  readonly unitCount: number
}

/** A section of any published version of the course; for who edits it, of the draft too. */
export async function getSectionOf(db: CoursesDb, course: ReadCourse, sectionId: string): Promise<ReadSection> {
  const { rows } = await sql<{ kind: SectionKind; unit_count: number }>`
    select s.kind, s.unit_count from courses.section s join courses.course_version v on v.id = s.version_id
    where s.id = ${sectionId} and v.course_id = ${course.id}
      and (v.number is not null or ${course.mayEdit}::boolean)
    order by v.number desc nulls first limit 1`.execute(db)
  const row = rows[0]
  if (!row) throw refuse(NOT_FOUND)
  return { id: sectionId, kind: row.kind, unit: unitOf(row.kind), unitCount: row.unit_count }
}
