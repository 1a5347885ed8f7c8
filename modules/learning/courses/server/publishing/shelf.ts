/** What publishing a course asks for and does, and what discarding its draft does. */
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { packageFacts } from '#modules/learning/packages/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { EMPTY_CHAPTER, NEEDS_REQUIRED_SECTION, PACKAGE_DOES_NOT_FIT } from '../../contract/errors.ts'
import type { VersionMoves } from '../../contract/versions.ts'
import type { CourseRecord } from '../course-record.ts'
import type { CoursesDb } from '../db.ts'
import { notifyAfterPublishing } from '../jobs.ts'
import { newestVersion } from './draft-versions.ts'
import { moveLearnersTo } from './version-moves.ts'

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

/** A chapter that holds nothing promises learners what is not there. */
async function assertNoEmptyChapter(db: CoursesDb, versionId: string): Promise<void> {
  const { rows } = await sql<{ title: string }>`
    select ch.title from courses.chapter ch
    where ch.version_id = ${versionId}
      and not exists (select from courses.section s where s.version_id = ch.version_id and s.chapter_id = ch.id)
    order by ch.sort, ch.id`.execute(db)
  const titles = rows.map(({ title }) => title)
  if (titles[0] !== undefined) throw refuse(EMPTY_CHAPTER, { title: titles[0], titles })
}

/** The figures of an outline that may be published: there is something in it that must be learned (COURSE-070). */
export async function publishableFigures(db: CoursesDb, versionId: string): Promise<VersionFigures> {
  const figures = await figuresOf(db, versionId)
  if (figures.required_count === 0) throw refuse(NEEDS_REQUIRED_SECTION)
  await assertNoEmptyChapter(db, versionId)
  await assertPackagesReady(db, versionId)
  return figures
}

/** What could not be published: nothing in it must be learned, a chapter is empty, or nobody could open a part of it. */
export async function assertPublishable(db: CoursesDb, course: CourseRecord): Promise<void> {
  await publishableFigures(db, newestVersion(course))
}

/**
 * Puts the newest outline of a locked course on the shelf. A member who registers from now on studies it; those that its
 * author wanted to move go along, and all others stay on their version until they move.
 */
export async function putOnShelf(
  db: CoursesDb,
  course: CourseRecord,
  { number, now }: { readonly number: number; readonly now: number },
): Promise<void> {
  const versionId = newestVersion(course)
  const figures = await figuresOf(db, versionId)
  await db
    .updateTable('courses.course_version')
    .set({ number, published_at: now })
    .where('id', '=', versionId)
    .where('number', 'is', null)
    .execute()
  const { version_moves: moves } = await db
    .selectFrom('courses.course')
    .select('version_moves')
    .where('id', '=', course.id)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('courses.course')
    .set({
      version_moves: 'nobody',
      published_version_id: versionId,
      draft_version_id: null,
      section_count: figures.section_count,
      duration_ms: figures.duration_ms,
    })
    .where('id', '=', course.id)
    .execute()
  const who = moves as VersionMoves
  if (who !== 'nobody') await moveLearnersTo(db, course, versionId, { who, memberId: course.authorId, now })
  if (course.hasDraft) await enqueue(db, notifyAfterPublishing, { courseId: course.id })
}

/** The learners that the author wants to move once the draft is published. */
export async function setVersionMoves(db: CoursesDb, courseId: string, moves: VersionMoves): Promise<void> {
  await db.updateTable('courses.course').set({ version_moves: moves }).where('id', '=', courseId).execute()
}

export async function discardDraft(db: CoursesDb, { id }: CourseRecord): Promise<void> {
  await db.updateTable('courses.course').set({ draft_version_id: null }).where('id', '=', id).execute()
  await db.deleteFrom('courses.course_version').where('course_id', '=', id).where('number', 'is', null).execute()
}
