/** Rows of stored files. A row exists only after the store has all bytes. */
import type { Selectable } from 'kysely'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { enqueueAll } from '#server/jobs/queue.ts'
import type { Audience, FileInfo, FileKindName } from '../contract.ts'
import { type FilesDb, filesTables } from './db.ts'
import { deleteObject } from './jobs.ts'
import type { DB } from './tables.ts'

export type FileRow = Selectable<DB['files.file']>

export interface NewFile {
  readonly id: string
  readonly companyId: string
  readonly ownerId: string
  readonly kind: FileKindName
  readonly audience: Audience
}

/** The name of a file in other rows and answers; the client's `pictureUrl` turns it into an address. */
export function filePath(fileId: string): string {
  return `files/${fileId}`
}

export function fileInfo(row: FileRow): FileInfo {
  return {
    id: row.id,
    path: filePath(row.id),
    kind: row.kind as FileKindName,
    name: row.name,
    sizeBytes: row.size_bytes,
    contentType: row.content_type,
    width: row.width,
    height: row.height,
    durationMs: row.duration_ms,
    pages: row.pages,
    createTime: row.created_at,
  }
}

/** Files of other companies do not exist for the caller. */
export function findFile(db: FilesDb, companyId: string, id: string): Promise<FileRow | undefined> {
  return db
    .selectFrom('files.file')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
}

/** The same for readers of several companies. */
export function findFileAmong(db: FilesDb, companyIds: readonly string[], id: string): Promise<FileRow | undefined> {
  return db
    .selectFrom('files.file')
    .selectAll()
    .where('id', '=', id)
    .where((e) => e('company_id', '=', e.fn.any(e.val(companyIds as string[]))))
    .executeTakeFirst()
}

export async function getFile(db: FilesDb, companyId: string, id: string): Promise<FileRow> {
  const row = await findFile(db, companyId, id)
  if (!row) throw refuse(NOT_FOUND)
  return row
}

/** A file of the company by its id; undefined if it does not exist. */
export async function fileById(connection: Connection, companyId: string, id: string): Promise<FileInfo | undefined> {
  const row = await findFile(filesTables(connection), companyId, id)
  return row && fileInfo(row)
}

/** The existing files by id, in one query. */
export async function filesByIds(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FileInfo>> {
  const rows = await filesTables(connection)
    .selectFrom('files.file')
    .selectAll()
    .where('company_id', '=', companyId)
    .where((e) => e('id', '=', e.fn.any(e.val(ids as string[]))))
    .execute()
  return new Map(rows.map((row) => [row.id, fileInfo(row)]))
}

/** Those of the files that the member may read without a grant of the module that owns them, by their ids. */
export async function readableFiles(
  connection: Connection,
  { companyId, memberId }: { readonly companyId: string; readonly memberId: string },
  ids: readonly string[],
): Promise<FileInfo[]> {
  const rows = await filesTables(connection)
    .selectFrom('files.file')
    .selectAll()
    .where('company_id', '=', companyId)
    .where((e) => e('id', '=', e.fn.any(e.val(ids as string[]))))
    .where((e) => e.or([e('audience', '=', 'company'), e('owner_id', '=', memberId)]))
    .orderBy('id')
    .execute()
  return rows.map(fileInfo)
}

/** Whether the member uploaded the file, because only its owner may attach it. */
export async function ownsFile(
  connection: Connection,
  owner: { companyId: string; memberId: string },
  id: string,
): Promise<boolean> {
  const row = await findFile(filesTables(connection), owner.companyId, id)
  return row?.owner_id === owner.memberId
}

/** Those of the ids that are files of the member, in one query. */
export async function filesOfOwner(
  connection: Connection,
  { companyId, memberId }: { companyId: string; memberId: string },
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await filesTables(connection)
    .selectFrom('files.file')
    .select('id')
    .where('company_id', '=', companyId)
    .where('owner_id', '=', memberId)
    .where((e) => e('id', '=', e.fn.any(e.val(ids as string[]))))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** From now on these open for their owner alone, and for members with a grant of the owning module: pictures for a few. */
export async function restrictFiles(connection: Connection, companyId: string, ids: readonly string[]): Promise<void> {
  await filesTables(connection)
    .updateTable('files.file')
    .set({ audience: 'link' })
    .where('company_id', '=', companyId)
    .where((e) => e('id', '=', e.fn.any(e.val(ids as string[]))))
    .execute()
}

/** Deletes a file's row now, and its bytes after the commit. A missing file is no error. */
export function deleteFile(connection: Connection, companyId: string, id: string): Promise<void> {
  return deleteFiles(connection, companyId, [id])
}

/** The same for many, in the same few statements. */
export async function deleteFiles(connection: Connection, companyId: string, ids: readonly string[]): Promise<void> {
  const db = filesTables(connection)
  const renditions = await db
    .selectFrom('files.rendition')
    .select('object_key')
    .where((e) => e('file_id', '=', e.fn.any(e.val(ids as string[]))))
    .where('company_id', '=', companyId)
    .execute()
  const deleted = await db
    .deleteFrom('files.file')
    .where((e) => e('id', '=', e.fn.any(e.val(ids as string[]))))
    .where('company_id', '=', companyId)
    .returning('id')
    .execute()
  const keys = [...deleted.map((file) => file.id), ...renditions.map((rendition) => rendition.object_key)]
  await enqueueAll(
    connection,
    deleteObject,
    keys.map((key) => ({ payload: { key } })),
  )
}
