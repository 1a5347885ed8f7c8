/** Rows of renditions. A row exists only after the store has all bytes. */
import type { Insertable, Selectable } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { together } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { FilesDb } from './db.ts'
import { deleteObject } from './jobs.ts'
import type { DB } from './tables.ts'

export type RenditionRow = Omit<Selectable<DB['files.rendition']>, 'segments'>
export type NewRendition = Insertable<DB['files.rendition']>

/** The place of a stream's segment in its object, and its duration. */
export type Segment = readonly [offset: number, bytes: number, ms: number]

const columns = [
  'file_id',
  'name',
  'company_id',
  'object_key',
  'content_type',
  'size_bytes',
  'width',
  'height',
  'created_at',
] as const

export function findRendition(db: FilesDb, fileId: string, name: string): Promise<RenditionRow | undefined> {
  return db
    .selectFrom('files.rendition')
    .select(columns)
    .where('file_id', '=', fileId)
    .where('name', '=', name)
    .executeTakeFirst()
}

/** The names are few and fixed, so the list stays short. */
export async function renditionNames(
  db: FilesDb,
  companyId: string,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .selectFrom('files.rendition')
    .select(['file_id', 'name'])
    .where('company_id', '=', companyId)
    .where((e) => e('file_id', '=', e.fn.any(e.val(fileIds as string[]))))
    .execute()
  const names = new Map<string, string[]>()
  for (const { file_id, name } of rows) names.set(file_id, [...(names.get(file_id) ?? []), name])
  return names
}

/** The heights of qualities among the names, in descending order. */
export function qualitiesOf(names: readonly string[]): number[] {
  const heights = names.flatMap((name) => /^s(\d+)$/.exec(name)?.[1] ?? [])
  return heights.map(Number).sort((a, b) => b - a)
}

/** Deletes unreferenced objects after the commit. */
export async function dropObjects(db: Connection, keys: readonly string[]): Promise<void> {
  await together(db, (shared) => keys.map((key) => enqueue(shared, deleteObject, { key })))
}
