/** Chapters of the draft, and the order of everything in it. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { TOO_MANY } from '../../contract/errors.ts'
import { chaptersMax } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { courseLifecycle } from '../publishing/course-lifecycle.ts'
import { draftVersion } from '../publishing/draft-versions.ts'

interface Changed {
  readonly id: string
  readonly revision: number
}

/** Puts a chapter at the end of a version. */
export async function appendChapter(
  db: CoursesDb,
  versionId: string,
  chapter: { id: string; companyId: string; title: string },
): Promise<void> {
  await sql`
    insert into courses.chapter (version_id, id, company_id, title, sort)
    select ${versionId}, ${chapter.id}, ${chapter.companyId}, ${chapter.title}, coalesce(max(sort) + 1, 0)
    from courses.chapter where version_id = ${versionId}`.execute(db)
}

export async function createChapter(
  db: CoursesDb,
  caller: Caller,
  courseId: string,
  input: { title: string; revision: number },
  now: number,
): Promise<Changed> {
  const course = await courseLifecycle.lockForEdit(db, caller, courseId, input.revision)
  await assertClean(db, caller.companyId, { title: input.title })
  const versionId = await draftVersion(db, caller, course, now)
  const { count } = await db
    .selectFrom('courses.chapter')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('version_id', '=', versionId)
    .executeTakeFirstOrThrow()
  if (count >= chaptersMax) throw refuse(TOO_MANY, { max: chaptersMax })
  const id = uuid()
  await appendChapter(db, versionId, { id, companyId: caller.companyId, title: input.title.trim() })
  return { id, revision: await courseLifecycle.bump(db, courseId, now) }
}

export async function changeChapter(
  db: CoursesDb,
  caller: Caller,
  ids: { id: string; chapterId: string },
  input: { title: string; revision: number },
  now: number,
): Promise<Changed> {
  const course = await courseLifecycle.lockForEdit(db, caller, ids.id, input.revision)
  await assertClean(db, caller.companyId, { title: input.title })
  const versionId = await draftVersion(db, caller, course, now)
  const { numUpdatedRows } = await db
    .updateTable('courses.chapter')
    .set({ title: input.title.trim() })
    .where('version_id', '=', versionId)
    .where('id', '=', ids.chapterId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw refuse(NOT_FOUND)
  return { id: ids.chapterId, revision: await courseLifecycle.bump(db, ids.id, now) }
}

export async function deleteChapter(
  db: CoursesDb,
  caller: Caller,
  ids: { id: string; chapterId: string },
  revision: number,
  now: number,
): Promise<Changed> {
  const course = await courseLifecycle.lockForEdit(db, caller, ids.id, revision)
  const versionId = await draftVersion(db, caller, course, now)
  const { numDeletedRows } = await db
    .deleteFrom('courses.chapter')
    .where('version_id', '=', versionId)
    .where('id', '=', ids.chapterId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw refuse(NOT_FOUND)
  return { id: ids.chapterId, revision: await courseLifecycle.bump(db, ids.id, now) }
}

export interface Order {
  readonly revision: number
  readonly chapters: readonly { readonly id: string; readonly sectionIds: readonly string[] }[]
}

/** Whether both lists hold the same ids, each once. */
function sameIds(named: readonly string[], stored: readonly string[]): boolean {
  const known = new Set(stored)
  return named.length === stored.length && new Set(named).size === named.length && named.every((id) => known.has(id))
}

/** Stores the whole order at once; a section may have moved to another chapter. */
export async function orderCourse(
  db: CoursesDb,
  caller: Caller,
  courseId: string,
  order: Order,
  now: number,
): Promise<Changed> {
  const course = await courseLifecycle.lockForEdit(db, caller, courseId, order.revision)
  const versionId = await draftVersion(db, caller, course, now)
  const { rows } = await sql<{ chapters: string[] | null; sections: string[] | null }>`
    select (select array_agg(id) from courses.chapter where version_id = ${versionId}) as chapters,
      (select array_agg(id) from courses.section where version_id = ${versionId}) as sections`.execute(db)
  const chapterIds = order.chapters.map((chapter) => chapter.id)
  const sections = order.chapters.flatMap(({ id, sectionIds }) =>
    sectionIds.map((sectionId) => ({ sectionId, chapterId: id })),
  )
  const sectionIds = sections.map((section) => section.sectionId)
  if (!sameIds(chapterIds, rows[0]?.chapters ?? []) || !sameIds(sectionIds, rows[0]?.sections ?? [])) {
    const message = 'must name each chapter and section of the course exactly once'
    throw refuse(INVALID_INPUT, { fields: [{ path: 'chapters', rule: 'order', message }] })
  }
  await sql`
    update courses.chapter set sort = place from unnest(${chapterIds}::uuid[]) with ordinality t(chapter_id, place)
    where version_id = ${versionId} and id = t.chapter_id`.execute(db)
  await sql`
    update courses.section s set sort = t.place, chapter_id = t.chapter_id
    from unnest(${sectionIds}::uuid[], ${sections.map((section) => section.chapterId)}::uuid[])
      with ordinality t(section_id, chapter_id, place)
    where s.version_id = ${versionId} and s.id = t.section_id`.execute(db)
  return { id: courseId, revision: await courseLifecycle.bump(db, courseId, now) }
}
