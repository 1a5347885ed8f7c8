/** The photos of a class: shared by whoever takes part, reported to its staff, removed with their files. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { deleteFile, filesByIds, filesOfOwner, grantFiles, restrictFiles } from '#modules/platform/files/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { todosChanged } from '#modules/platform/messages/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { lockNames } from '#server/db/transaction.ts'
import { type Photo, photosMax } from '../contract/album.ts'
import { CLASS_CLOSED, PHOTOS_FULL, REASON_REQUIRED } from '../contract/codes.ts'
import type { classes } from '../contract.ts'
import { enterClass } from './class-content.ts'
import { runClass } from './class-door.ts'
import type { ClassesDb } from './db.ts'
import { findPlacedClass, type PlacedClass } from './placed-class.ts'

/** An hour. */
const addressSeconds = 3600

/** Nobody else of the company opens a photo by its address. */
export async function classPhotos(
  db: ClassesDb,
  caller: Caller,
  id: string,
  { reported = false, ...paging }: Input<typeof classes.classPhotos>['query'],
  now: number,
) {
  const { isStaff } = await enterClass(db, caller, id, now)
  const which = reported ? sql`(p.reported_at is not null and ${isStaff}::boolean)` : sql`true`
  const matching = sql`from classes.photo p left join ${directorySql(caller.companyId)} d on d.id = p.member_id
    where p.class_id = ${id} and ${which}`
  const { items, recordCount } = await sqlPage<Omit<Photo, 'path'> & { readonly fileId: string }>(db, paging, {
    matching,
    rows: (window) => sql<Omit<Photo, 'path'> & { readonly fileId: string }>`
      select p.id, p.file_id as "fileId", p.caption, coalesce(d.full_name, '') as "fullName",
        p.created_at as "createdAt", (p.member_id = ${caller.memberId} or ${isStaff}::boolean) as "isRemovable",
        case when ${isStaff}::boolean and p.reported_at is not null
          then json_build_object('reason', p.report_reason, 'reportedAt', p.reported_at) end as report
      ${matching} order by p.created_at desc, p.id desc ${window}`,
  })
  const grant = { companyId: caller.companyId, memberId: caller.memberId, seconds: addressSeconds, now }
  const files = await grantFiles(
    db,
    grant,
    items.map(({ fileId }) => fileId),
  )
  const urls = new Map(files.map(({ id: fileId, url }) => [fileId, url ?? '']))
  return { items: items.map(({ fileId, ...photo }) => ({ ...photo, path: urls.get(fileId) ?? '' })), recordCount }
}

/** For whoever may enter, as long as the class is not closed. `lock`: who adds photos comes one after the other. */
async function enterOpen(db: ClassesDb, caller: Caller, id: string, now: number, lock: true | 'share' = 'share') {
  const entered = await enterClass(db, caller, id, now)
  const found = await findPlacedClass(db, { id, companyId: caller.companyId }, { lock })
  if (found.closedAt !== null) throw refuse(CLASS_CLOSED)
  return entered
}

/**
 * Pictures of the caller that stand in no class yet. The bytes were checked and cleaned when they were uploaded. Two classes that take
 * the same one come one after the other.
 */
async function assertPictures(db: ClassesDb, caller: Caller, fileIds: readonly string[]): Promise<void> {
  await lockNames(db, ...fileIds.map((fileId) => `photo ${fileId}`))
  const owned = await filesOfOwner(db, caller, fileIds)
  const known = await filesByIds(db, caller.companyId, fileIds)
  const { rows } = await sql`select from classes.photo where file_id = any(${[...fileIds]}::uuid[]) limit 1`.execute(db)
  const isPicture = (id: string) => owned.has(id) && known.get(id)?.kind === 'image'
  if (rows.length > 0 || !fileIds.every(isPicture)) throw refuse(NOT_FOUND)
}

export async function addPhotos(
  db: ClassesDb,
  caller: Caller,
  id: string,
  { fileIds, caption }: Input<typeof classes.addPhotos>['body'],
  now: number,
) {
  await enterOpen(db, caller, id, now, true)
  await assertPictures(db, caller, fileIds)
  await assertClean(db, caller.companyId, { caption })
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from classes.photo where class_id = ${id}`.execute(db)
  if ((rows[0]?.count ?? 0) + fileIds.length > photosMax) throw refuse(PHOTOS_FULL, { max: photosMax })
  await restrictFiles(db, caller.companyId, fileIds)
  await db
    .insertInto('classes.photo')
    .values(
      fileIds.map((fileId) => ({
        ...{ id: uuid(), class_id: id, company_id: caller.companyId, file_id: fileId, member_id: caller.memberId },
        ...{ caption: caption.trim(), created_at: now },
      })),
    )
    .execute()
  return { added: fileIds.length }
}

interface PhotoRef {
  readonly id: string
  readonly photoId: string
}

/** Answers whether there was such a photo. */
async function set(db: ClassesDb, { id, photoId }: PhotoRef, columns: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql`
    update classes.photo set ${columns} where id = ${photoId} and class_id = ${id} returning id`.execute(db)
  if (rows.length === 0) throw refuse(NOT_FOUND)
}

/** The first report counts until somebody has looked at it. */
export async function reportPhoto(db: ClassesDb, caller: Caller, ref: PhotoRef, typed: string, now: number) {
  const { found } = await enterOpen(db, caller, ref.id, now)
  const reason = typed.trim()
  if (reason === '') throw refuse(REASON_REQUIRED)
  await assertClean(db, caller.companyId, { reason })
  await set(
    db,
    ref,
    sql`report_reason = case when reported_at is null then ${reason} else report_reason end,
      reported_by = coalesce(reported_by, ${caller.memberId}), reported_at = coalesce(reported_at, ${now})`,
  )
  await todosChanged(db, caller.companyId, staffOf(found))
  return {}
}

const staffOf = ({ authorId, managerIds, teacherIds }: PlacedClass) => [
  ...new Set([authorId, ...managerIds, ...teacherIds]),
]

export async function keepPhoto(db: ClassesDb, caller: Caller, ref: PhotoRef) {
  const found = await runClass(db, caller, ref.id, { forEdit: true })
  await set(db, ref, sql`reported_by = null, reported_at = null, report_reason = ''`)
  await todosChanged(db, caller.companyId, staffOf(found))
  return {}
}

export async function removePhoto(db: ClassesDb, caller: Caller, { id, photoId }: PhotoRef, now: number) {
  const { isStaff, found } = await enterOpen(db, caller, id, now)
  const { rows } = await sql<{ fileId: string; isReported: boolean }>`
    delete from classes.photo where id = ${photoId} and class_id = ${id}
      and (member_id = ${caller.memberId} or ${isStaff}::boolean)
    returning file_id as "fileId", reported_at is not null as "isReported"`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  await deleteFile(db, caller.companyId, rows[0].fileId)
  if (rows[0].isReported) await todosChanged(db, caller.companyId, staffOf(found))
  return {}
}
