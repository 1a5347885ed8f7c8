/** Rows of uploads in progress, and their completion. */
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, Refusal, refuse, TOO_MANY_CALLS } from '#kit/errors.ts'
import { inTransaction, lockNames } from '#server/db/transaction.ts'
import type { Outside } from '#server/outside.ts'
import { type Audience, type FileInfo, type FileKindName, UPLOAD_INCOMPLETE } from '../contract.ts'
import { acceptFile } from './arrivals.ts'
import type { FilesDb } from './db.ts'
import { uploadsDirectory } from './directories.ts'
import { insertStoredFile } from './file-rows.ts'
import { fileInfo, findFile } from './files.ts'
import type { DB } from './tables.ts'

export type UploadRow = Selectable<DB['files.upload']>

/** The lifetime of an unfinished upload, long enough for a long weekend. */
export const uploadLifeMs = 4 * 24 * 3_600_000
/** The limit of parallel uploads per member, which bounds the disk space of one member. */
const uploadsPerMemberMax = 30

export async function findUpload(db: FilesDb, id: string, now: number): Promise<UploadRow | undefined> {
  return db.selectFrom('files.upload').selectAll().where('id', '=', id).where('expires_at', '>', now).executeTakeFirst()
}

/** Uploads of one member that begin at the same moment wait for each other, in whichever process. */
export function insertUpload(connection: FilesDb, row: UploadRow): Promise<void> {
  return inTransaction(connection, async (db) => {
    await lockNames(db, `files.upload ${row.owner_id}`)
    await insertCounted(db, row)
  })
}

async function insertCounted(db: FilesDb, row: UploadRow): Promise<void> {
  const { count } = await db
    .selectFrom('files.upload')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('owner_id', '=', row.owner_id)
    .where('expires_at', '>', row.created_at)
    .executeTakeFirstOrThrow()
  if (count >= uploadsPerMemberMax) throw refuse(TOO_MANY_CALLS, { uploadsMax: uploadsPerMemberMax })
  await db.insertInto('files.upload').values(row).execute()
}

export async function removeUpload(db: FilesDb, outside: Outside, id: string): Promise<void> {
  await db.deleteFrom('files.upload').where('id', '=', id).execute()
  await rm(join(uploadsDirectory(outside.config), id), { force: true })
}

/** Uploads that this process is finishing; a repeated call waits for the first answer. */
const finishing = new Map<string, Promise<FileInfo>>()

/**
 * Turns an upload into a file. It may be killed at any point and repeated: the store accepts the same bytes twice, the
 * row is inserted once, and the upload's leftovers are removed last.
 */
export async function finishUpload(
  db: FilesDb,
  id: string,
  { caller, outside, now }: { caller: Caller; outside: Outside; now: number },
): Promise<FileInfo> {
  const file = await findFile(db, caller.companyId, id)
  if (file?.owner_id === caller.memberId) return fileInfo(file)
  const upload = await findUpload(db, id, now)
  if (!upload || upload.owner_id !== caller.memberId) throw refuse(NOT_FOUND)
  const running = finishing.get(id) ?? finish(db, upload, outside, now).finally(() => finishing.delete(id))
  finishing.set(id, running)
  return running
}

async function finish(db: FilesDb, upload: UploadRow, outside: Outside, now: number): Promise<FileInfo> {
  const path = join(uploadsDirectory(outside.config), upload.id)
  const arrived = await stat(path).catch(() => undefined)
  // Another process has finished the upload since the row was read.
  if (!arrived) return storedFile(db, upload)
  if (arrived.size !== upload.size_bytes) {
    throw refuse(UPLOAD_INCOMPLETE, { offset: arrived.size, sizeBytes: upload.size_bytes })
  }
  const file = {
    id: upload.id,
    companyId: upload.company_id,
    ownerId: upload.owner_id,
    kind: upload.kind as FileKindName,
    audience: upload.audience as Audience,
  }
  try {
    await insertStoredFile(db, outside, await acceptFile(outside, file, { path, name: upload.name }, now))
    await removeUpload(db, outside, upload.id)
    return await storedFile(db, upload)
  } catch (error) {
    // Another process has meanwhile finished the upload and moved the bytes.
    const kept = await findFile(db, upload.company_id, upload.id)
    if (kept) return fileInfo(kept)
    // A refused upload can never succeed, so it is removed.
    if (error instanceof Refusal) await removeUpload(db, outside, upload.id)
    // The owner has cancelled the upload meanwhile.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw refuse(NOT_FOUND)
    throw error
  }
}

/** The stored file: if several processes finish one upload, the first row counts. */
async function storedFile(db: FilesDb, upload: UploadRow): Promise<FileInfo> {
  const file = await findFile(db, upload.company_id, upload.id)
  if (!file) throw refuse(NOT_FOUND)
  return fileInfo(file)
}

/** By default, pictures are for the whole company; other files need a grant of the owning module. */
export function audienceOf(kind: FileKindName, wanted: Audience | undefined): Audience {
  if (wanted !== undefined) return wanted
  return ['image', 'rich-image', 'cover', 'avatar'].includes(kind) ? 'company' : 'link'
}
