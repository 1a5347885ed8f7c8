/** Actions of learners on a path: register, open a section, finish. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { findStudyKind } from '#modules/content/study/server.ts'
import { todosChanged } from '#modules/platform/messages/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { CHAPTER_LOCKED, NOT_REGISTERED, PATH_NOT_OPEN, PATH_OFF_SHELF } from '../contract/errors.ts'
import type { PathsDb } from './db.ts'
import { announcePathFinished } from './jobs.ts'
import { remainingOnPath } from './learning.ts'
import {
  isUnpaid,
  type PathProgress,
  pathProgressOf,
  type SectionProgress,
  type VisiblePath,
  visiblePath,
} from './progress.ts'
import { insertRegistrations } from './registrations.ts'

export async function register(db: PathsDb, caller: Caller, pathId: string, now: number): Promise<void> {
  const path = await visiblePath(db, caller, pathId)
  if (path.registration !== null) return
  if (path.status !== 'on-shelf') throw refuse(PATH_OFF_SHELF)
  if (!path.isOpen) throw refuse(PATH_NOT_OPEN)
  if (await isUnpaid(db, caller, path, now)) throw refuse(NOT_BOUGHT)
  await insertRegistrations(db, caller.companyId, { pathIds: [pathId], memberIds: [caller.memberId] }, 'self', now)
}

/** Refuses unless the member may go on with the section now: registered, on the shelf, its chapter open (COURSE-043). */
export function openSection(progress: PathProgress, fits: (section: SectionProgress) => boolean): SectionProgress {
  const { path, chapters, verdicts } = progress
  const index = chapters.findIndex(({ sections }) => sections.some(fits))
  const section = chapters[index]?.sections.find(fits)
  const verdict = verdicts[index]
  if (!section || !verdict) throw refuse(NOT_FOUND)
  if (path.registration === null) throw refuse(NOT_REGISTERED)
  if (path.status !== 'on-shelf') throw refuse(PATH_OFF_SHELF)
  if (verdict.lock !== null) throw refuse(CHAPTER_LOCKED, { ...verdict.lock })
  return section
}

async function keepProgress(db: PathsDb, path: VisiblePath, memberId: string, section: SectionProgress, now: number) {
  const { businessType, businessId } = section
  // The update changes nothing: it waits for who opens at the same moment, and answers the row of either.
  const { rows } = await sql<{ id: string }>`
    insert into paths.progress (id, member_id, path_id, company_id, business_type, business_id, opened_at)
    values (${uuid()}, ${memberId}, ${path.id}, ${path.companyId}, ${businessType}, ${businessId}, ${now})
    on conflict on constraint progress_once do update set opened_at = progress.opened_at returning id`.execute(db)
  return (rows[0] as { id: string }).id
}

/**
 * Opens a section: the member is registered for what it holds, and the next visit starts there (COURSE-048). What is
 * made for others becomes open to the member now, and not while the chapter is locked.
 */
export async function updateLessonLocation(
  db: PathsDb,
  caller: Caller,
  { pathId, sectionId }: { readonly pathId: string; readonly sectionId: string },
  now: number,
) {
  const { companyId, memberId } = caller
  const path = await visiblePath(db, caller, pathId)
  const progress = await pathProgressOf(db, path, memberId, now)
  const section = openSection(progress, ({ id }) => id === sectionId)
  if (await isUnpaid(db, caller, path, now)) throw refuse(NOT_BOUGHT)
  const progressId = await keepProgress(db, path, memberId, section, now)
  const { businessId, isAvailable, item } = section
  const kind = findStudyKind(section.businessType)
  if (isAvailable) await kind?.register?.(db, companyId, [memberId], [businessId], now)
  await db
    .updateTable('paths.registration')
    .set({ lesson_location: sectionId, touched_at: now, percent: progress.percent })
    .where('member_id', '=', memberId)
    .where('path_id', '=', pathId)
    .execute()
  return { lessonLocation: sectionId, progressId, link: isAvailable ? (item?.link ?? null) : null }
}

/** Stores the progress. A completion is stored for ever and announced once. */
export async function settle(
  db: PathsDb,
  progress: PathProgress,
  memberId: string,
  now: number,
): Promise<number | null> {
  const { path, isFinished, percent } = progress
  const done = progress.chapters.filter((_, index) => progress.verdicts[index]?.open.length === 0).map(({ id }) => id)
  if (path.registration === null) return null
  if (!isFinished || path.registration.finishedAt !== null) {
    await sql`update paths.registration set percent = ${percent}, done_chapters = ${done}
      where member_id = ${memberId} and path_id = ${path.id} and (percent, done_chapters) <> (${percent}, ${done}::uuid[])`.execute(
      db,
    )
    return path.registration.finishedAt
  }
  const { numAffectedRows } = await sql`
    update paths.registration set finished_at = ${now}, percent = 100
    where member_id = ${memberId} and path_id = ${path.id} and finished_at is null`.execute(db)
  if (numAffectedRows) {
    await enqueue(db, announcePathFinished, { memberId, pathId: path.id, finishedAt: now })
    await todosChanged(db, path.companyId, [memberId])
  }
  return now
}

export async function hasFinish(db: PathsDb, caller: Caller, pathId: string, now: number) {
  const progress = await pathProgressOf(db, await visiblePath(db, caller, pathId), caller.memberId, now)
  const finishedAt = await settle(db, progress, caller.memberId, now)
  return { hasFinish: progress.isFinished, finishedAt, remaining: remainingOnPath(progress) }
}
