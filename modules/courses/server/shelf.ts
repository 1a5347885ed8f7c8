/** On the shelf and off it: publishing, taking down, throwing a draft away, deleting. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { NEEDS_REQUIRED_SECTION } from '../contract/errors.ts'
import type { CoursesDb } from './db.ts'
import { bumpRevision, getEditable, holdForChange, newestVersion } from './drafts.ts'
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

/**
 * Puts the newest outline on the shelf. Learners see it at once; what they have finished stays finished, and who has
 * nothing required left is marked done by a job.
 */
export async function publishCourse(db: CoursesDb, caller: Caller, courseId: string, revision: number, now: number) {
  const course = await holdForChange(db, caller, courseId, revision)
  statusAfter(course, 'publish')
  const versionId = newestVersion(course)
  const figures = await figuresOf(db, versionId)
  if (figures.required_count === 0) throw refuse(NEEDS_REQUIRED_SECTION)
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
      published_version_id: versionId,
      draft_version_id: null,
      version_number: versionNumber,
      section_count: figures.section_count,
      duration_ms: figures.duration_ms,
      published_at: now,
      off_shelf_at: null,
    })
    .where('id', '=', courseId)
    .execute()
  await enqueue(db, finishAfterPublishing, { courseId })
  return { id: courseId, versionNumber, revision: await bumpRevision(db, courseId, now) }
}

/** Nobody studies the course from now on: a running playback is credited up to this moment. Progress is kept. */
export async function takeOffShelf(db: CoursesDb, caller: Caller, courseId: string, now: number) {
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
  const course = await holdForChange(db, caller, courseId, revision)
  statusAfter(course, 'discard-draft')
  await db.updateTable('courses.course').set({ draft_version_id: null }).where('id', '=', courseId).execute()
  await db.deleteFrom('courses.course_version').where('course_id', '=', courseId).where('number', 'is', null).execute()
  return { id: courseId, revision: await bumpRevision(db, courseId, now) }
}

/** Only what was never published: nobody can have studied it. */
export async function deleteCourse(db: CoursesDb, caller: Caller, courseId: string): Promise<void> {
  const course = await getEditable(db, caller, courseId, true)
  statusAfter(course, 'delete')
  await db.deleteFrom('courses.course').where('id', '=', courseId).execute()
}
