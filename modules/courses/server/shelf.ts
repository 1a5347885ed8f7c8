/** On the shelf and off it: publishing, taking down, throwing a draft away. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { withdraw } from '#modules/approvals/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { NEEDS_REQUIRED_SECTION } from '../contract/errors.ts'
import { businessType } from '../contract/wire.ts'
import type { CoursesDb } from './db.ts'
import { bumpRevision, getEditable, type HeldCourse, holdForChange, newestVersion } from './drafts.ts'
import { finishAfterPublishing } from './jobs.ts'
import { statusAfter } from './transitions.ts'

interface VersionFigures {
  readonly section_count: number
  readonly required_count: number
  readonly duration_ms: number
}

async function figuresOf(db: CoursesDb, versionId: string): Promise<VersionFigures> {
  const { rows } = await sql<VersionFigures>`
    select count(*)::int as section_count, (count(*) filter (where required))::int as required_count,
      coalesce(sum(duration_ms), 0)::bigint as duration_ms
    from courses.section where version_id = ${versionId}`.execute(db)
  return rows[0] as VersionFigures
}

/** The figures of an outline that may be published: there is something in it that must be learned (COURSE-070). */
export async function publishableFigures(db: CoursesDb, versionId: string): Promise<VersionFigures> {
  const figures = await figuresOf(db, versionId)
  if (figures.required_count === 0) throw refuse(NEEDS_REQUIRED_SECTION)
  return figures
}

/**
 * Puts the newest outline of a locked course on the shelf. Learners see it at once; what they have finished stays
 * finished, and who has nothing required left is marked done by a job.
 */
export async function putOnShelf(db: CoursesDb, course: HeldCourse, now: number) {
  const versionId = newestVersion(course)
  const figures = await publishableFigures(db, versionId)
  const versionNumber = course.hasDraft ? course.versionNumber + 1 : course.versionNumber
  await db
    .updateTable('courses.course_version')
    .set({ number: versionNumber, published_at: now })
    .where('id', '=', versionId)
    .where('number', 'is', null)
    .execute()
  await db
    .updateTable('courses.course')
    .set({
      status: 'on-shelf',
      approval: null,
      published_version_id: versionId,
      draft_version_id: null,
      version_number: versionNumber,
      section_count: figures.section_count,
      duration_ms: figures.duration_ms,
      published_at: now,
      off_shelf_at: null,
    })
    .where('id', '=', course.id)
    .execute()
  await enqueue(db, finishAfterPublishing, { courseId: course.id, news: course.hasDraft })
  return { id: course.id, versionNumber, revision: await bumpRevision(db, course.id, now) }
}

/**
 * Nobody studies the course from now on: a running playback is credited up to this moment. Progress is kept. An
 * application to publish ends with it: what somebody takes off the shelf, nobody else puts back by agreeing.
 */
export async function takeOffShelf(db: CoursesDb, caller: Caller, courseId: string, now: number) {
  statusAfter(await getEditable(db, caller, courseId), 'take-off-shelf')
  const { companyId, memberId } = caller
  await withdraw(db, { companyId, businessType, businessId: courseId, memberId, now })
  const course = await getEditable(db, caller, courseId, true)
  statusAfter(course, 'take-off-shelf')
  await db
    .updateTable('courses.course')
    .set({ status: 'off-shelf', off_shelf_at: now })
    .where('id', '=', courseId)
    .execute()
  return { id: courseId, revision: await bumpRevision(db, courseId, now) }
}

export async function discardDraft(db: CoursesDb, caller: Caller, courseId: string, revision: number, now: number) {
  await holdForChange(db, caller, courseId, revision, 'discard-draft')
  await db
    .updateTable('courses.course')
    .set({ draft_version_id: null, approval: null })
    .where('id', '=', courseId)
    .execute()
  await db.deleteFrom('courses.course_version').where('course_id', '=', courseId).where('number', 'is', null).execute()
  return { id: courseId, revision: await bumpRevision(db, courseId, now) }
}
