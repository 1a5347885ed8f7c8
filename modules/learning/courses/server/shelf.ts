/** On the shelf and off it: publishing, taking down, throwing a draft away. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { packageFacts } from '#modules/learning/packages/server.ts'
import { withdraw } from '#modules/platform/approvals/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { NEEDS_REQUIRED_SECTION, PACKAGE_DOES_NOT_FIT } from '../contract/errors.ts'
import { businessType } from '../contract/wire.ts'
import type { CoursesDb } from './db.ts'
import { bumpRevision, getEditable, type HeldCourse, holdForChange, newestVersion } from './drafts.ts'
import { tellAfterPublishing } from './jobs.ts'
import { moveLearnersTo } from './moving.ts'
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

/** What nobody could open is not published. */
async function assertPackagesReady(db: CoursesDb, versionId: string): Promise<void> {
  const sections = await db
    .selectFrom('courses.section')
    .select(['company_id', 'package_id', 'title'])
    .where('version_id', '=', versionId)
    .where('package_id', 'is not', null)
    .execute()
  const [first] = sections
  if (!first) return
  const ids = sections.flatMap(({ package_id: id }) => (id === null ? [] : [id]))
  const facts = await packageFacts(db, first.company_id, ids)
  const open = sections.find(({ package_id: id }) => facts.get(id ?? '')?.state !== 'ready')
  if (open) {
    const state = facts.get(open.package_id ?? '')?.state ?? 'missing'
    throw refuse(PACKAGE_DOES_NOT_FIT, { reason: state, title: open.title })
  }
}

/** The figures of an outline that may be published: there is something in it that must be learned (COURSE-070). */
export async function publishableFigures(db: CoursesDb, versionId: string): Promise<VersionFigures> {
  const figures = await figuresOf(db, versionId)
  if (figures.required_count === 0) throw refuse(NEEDS_REQUIRED_SECTION)
  await assertPackagesReady(db, versionId)
  return figures
}

/**
 * Puts the newest outline of a locked course on the shelf. Who registers from now on studies it; whom its author
 * wanted to move goes along, and all others stay on their version until they move.
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
      version_moves: 'nobody',
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
  if (course.versionMoves !== 'nobody') await moveLearnersTo(db, course.id, versionId, course.versionMoves)
  if (course.hasDraft) await enqueue(db, tellAfterPublishing, { courseId: course.id })
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
