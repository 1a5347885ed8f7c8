/** Many sections of the draft at once: one revision, and all of them or none. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { CoursesDb } from '../db.ts'
import { courseLifecycle } from '../publishing/course-lifecycle.ts'
import { draftVersion } from '../publishing/draft-versions.ts'

interface Chosen {
  readonly revision: number
  readonly sectionIds: readonly string[]
}

export interface SectionsChange extends Chosen {
  readonly isRequired?: 0 | 1
  readonly needsReview?: 0 | 1
  readonly chapterId?: string
}

/** The draft version, with every one of these sections in it. */
async function draftWith(db: CoursesDb, caller: Caller, courseId: string, chosen: Chosen, now: number) {
  const course = await courseLifecycle.lockForEdit(db, caller, courseId, chosen.revision)
  const versionId = await draftVersion(db, caller, course, now)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from courses.section
    where version_id = ${versionId} and id = any(${[...chosen.sectionIds]}::uuid[])`.execute(db)
  if (rows[0]?.count !== chosen.sectionIds.length) throw refuse(NOT_FOUND)
  return versionId
}

/** Puts the sections at the end of the chapter, in the order in which they stand. */
async function moveTo(db: CoursesDb, versionId: string, chapterId: string, sectionIds: readonly string[]) {
  const { rows } = await sql`
    select from courses.chapter where version_id = ${versionId} and id = ${chapterId}`.execute(db)
  if (rows.length === 0) throw refuse(NOT_FOUND)
  await sql`
    update courses.section s set chapter_id = ${chapterId}, sort = t.last + t.place
    from (
      select o.id, row_number() over (order by ch.sort, ch.id, o.sort, o.id) as place,
        (select max(sort) from courses.section where version_id = ${versionId}) as last
      from courses.section o join courses.chapter ch on ch.version_id = o.version_id and ch.id = o.chapter_id
      where o.version_id = ${versionId} and o.id = any(${[...sectionIds]}::uuid[])
    ) t
    where s.version_id = ${versionId} and s.id = t.id`.execute(db)
}

export async function changeSections(
  db: CoursesDb,
  caller: Caller,
  courseId: string,
  change: SectionsChange,
  now: number,
) {
  const { sectionIds, isRequired, needsReview, chapterId } = change
  const versionId = await draftWith(db, caller, courseId, change, now)
  if (chapterId !== undefined) await moveTo(db, versionId, chapterId, sectionIds)
  if (isRequired !== undefined || needsReview !== undefined) {
    await db
      .updateTable('courses.section')
      .set({
        ...(isRequired !== undefined && { required: isRequired === 1 }),
        ...(needsReview === 1 && { needs_review: true }),
        // What was asked for goes with the asking.
        ...(needsReview === 0 && { needs_review: false, review_guide: '', review_deadline: null }),
      })
      .where('version_id', '=', versionId)
      .where('id', 'in', [...sectionIds])
      .execute()
  }
  return { id: courseId, revision: await courseLifecycle.bump(db, courseId, now) }
}

export async function deleteSections(db: CoursesDb, caller: Caller, courseId: string, chosen: Chosen, now: number) {
  const versionId = await draftWith(db, caller, courseId, chosen, now)
  await db
    .deleteFrom('courses.section')
    .where('version_id', '=', versionId)
    .where('id', 'in', [...chosen.sectionIds])
    .execute()
  return { id: courseId, revision: await courseLifecycle.bump(db, courseId, now) }
}
