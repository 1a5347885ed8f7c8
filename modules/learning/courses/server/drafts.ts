/** Loading a course for its author, and the draft version that changes of the outline go to. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { COURSE_CHANGED } from '../contract/errors.ts'
import type { VersionMoves } from '../contract/versions.ts'
import type { CourseAction, CourseStatus } from '../contract/wire.ts'
import { approvalState, type StoredApproval } from './approval-state.ts'
import type { CoursesDb } from './db.ts'
import { managedOrganizations, mayEdit, type OwnedCourse } from './policy.ts'
import { type CourseState, statusAfter } from './transitions.ts'

export interface HeldCourse extends OwnedCourse, CourseState {
  readonly id: string
  readonly organizationId: string
  readonly companyId: string
  readonly name: string
  readonly watermark: boolean
  readonly revision: number
  readonly versionNumber: number
  readonly draftVersionId: string | null
  readonly publishedVersionId: string | null
  /** Who goes along when the draft is published. */
  readonly versionMoves: VersionMoves
}

interface HeldRow {
  readonly id: string
  readonly organization_id: string
  readonly author_id: string
  readonly lecturer_id: string | null
  readonly managed: boolean
  readonly company_id: string
  readonly name: string
  readonly watermark: boolean
  readonly status: CourseStatus
  readonly approval: StoredApproval
  readonly revision: number
  readonly version_number: number
  readonly draft_version_id: string | null
  readonly published_version_id: string | null
  readonly version_moves: VersionMoves
}

const heldColumns = sql`c.id, c.company_id, c.organization_id, c.author_id, c.lecturer_id, c.name, c.watermark, c.status, c.approval,
  c.revision, c.version_number, c.draft_version_id, c.published_version_id, c.version_moves`

async function heldCourse(db: CoursesDb, row: HeldRow | undefined): Promise<HeldCourse> {
  if (!row) throw refuse(NOT_FOUND)
  return {
    id: row.id,
    companyId: row.company_id,
    organizationId: row.organization_id,
    authorId: row.author_id,
    lecturerId: row.lecturer_id,
    managed: row.managed,
    name: row.name,
    watermark: row.watermark,
    status: row.status,
    approval: await approvalState(db, row),
    hasDraft: row.draft_version_id !== null,
    revision: row.revision,
    versionNumber: row.version_number,
    draftVersionId: row.draft_version_id,
    publishedVersionId: row.published_version_id,
    versionMoves: row.version_moves,
  }
}

/**
 * A course of the caller's company, whoever may do what with it. `lock`: nobody else changes it until we are done; who only
 * points at it (a registration, a prerequisite) is not kept waiting.
 */
export async function getCourse(db: CoursesDb, caller: Caller, courseId: string, lock = false): Promise<HeldCourse> {
  const { rows } = await sql<HeldRow>`
    select ${heldColumns}, c.organization_id in ${organizationsBelowSql(managedOrganizations(caller))} as managed
    from courses.course c
    where c.id = ${courseId} and c.company_id = ${caller.companyId} and c.deleted_at is null
    ${lock ? sql`for no key update of c` : sql``}`.execute(db)
  return heldCourse(db, rows[0])
}

/** A course that is changed without a caller: by a decision, or from the recycle bin. Locks it. */
export async function lockCourse(
  db: CoursesDb,
  companyId: string,
  courseId: string,
  which: 'living' | 'deleted' = 'living',
): Promise<HeldCourse> {
  const { rows } = await sql<HeldRow>`
    select ${heldColumns}, false as managed from courses.course c
    where c.id = ${courseId} and c.company_id = ${companyId}
      and ${which === 'living' ? sql`c.deleted_at is null` : sql`c.deleted_at is not null`}
    for no key update of c`.execute(db)
  return heldCourse(db, rows[0])
}

/** A course that the caller may change. */
export async function getEditable(db: CoursesDb, caller: Caller, courseId: string, lock = false): Promise<HeldCourse> {
  const course = await getCourse(db, caller, courseId, lock)
  if (!mayEdit(caller, course)) throw refuse(NO_PERMISSION)
  return course
}

/** Locks a course that was read as `revision`; refuses when somebody else has changed it since. */
export async function holdRevision(
  db: CoursesDb,
  caller: Caller,
  courseId: string,
  revision: number,
): Promise<HeldCourse> {
  const course = await getEditable(db, caller, courseId, true)
  if (course.revision !== revision) throw refuse(COURSE_CHANGED, { revision: course.revision })
  return course
}

/** As `holdRevision`, for an action that the course's state must allow: nothing changes while somebody decides. */
export async function holdForChange(
  db: CoursesDb,
  caller: Caller,
  courseId: string,
  revision: number,
  action: CourseAction = 'edit',
): Promise<HeldCourse> {
  const course = await holdRevision(db, caller, courseId, revision)
  statusAfter(course, action)
  return course
}

/** What the editor shows and changes: the draft where there is one. */
export function newestVersion(course: HeldCourse): string {
  const id = course.draftVersionId ?? course.publishedVersionId
  if (id === null) throw new Error(`course ${course.id} has no version`)
  return id
}

/** The draft version of a held course; a copy of what is published is made where there is none yet. */
export async function draftVersion(db: CoursesDb, caller: Caller, course: HeldCourse, now: number): Promise<string> {
  if (course.draftVersionId !== null) return course.draftVersionId
  const draftId = uuid()
  await insertDraft(db, caller.companyId, course.id, draftId, now)
  const from = course.publishedVersionId
  await sql`
    insert into courses.chapter (version_id, id, company_id, title, sort)
    select ${draftId}, id, company_id, title, sort from courses.chapter where version_id = ${from}`.execute(db)
  await sql`
    insert into courses.section (version_id, id, chapter_id, company_id, course_id, title, kind, required, sort, file_id,
      url, body, duration_ms, page_count, unit_count, package_id, activity_id, needs_review, review_guide, review_deadline)
    select ${draftId}, id, chapter_id, company_id, course_id, title, kind, required, sort, file_id,
      url, body, duration_ms, page_count, unit_count, package_id, activity_id, needs_review, review_guide, review_deadline
    from courses.section where version_id = ${from}`.execute(db)
  return draftId
}

export async function insertDraft(
  db: CoursesDb,
  companyId: string,
  courseId: string,
  draftId: string,
  now: number,
): Promise<void> {
  await sql`
    with version as (
      insert into courses.course_version (id, course_id, company_id, created_at)
      values (${draftId}, ${courseId}, ${companyId}, ${now}) returning id, course_id
    )
    update courses.course c set draft_version_id = v.id from version v where c.id = v.course_id`.execute(db)
}

/** Counts a change; answers the revision to make the next one on. */
export async function bumpRevision(db: CoursesDb, courseId: string, now: number): Promise<number> {
  const { revision } = await db
    .updateTable('courses.course')
    .set((e) => ({ revision: e('revision', '+', 1), updated_at: now }))
    .where('id', '=', courseId)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}
