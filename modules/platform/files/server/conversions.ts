/** The state of conversions: claimed, published, and ended. */

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { publish } from '#server/realtime/publish.ts'
import type { Failure, FileState, TranslateType } from '../contract/media.ts'
import { type FilesDb, filesTables } from './db.ts'
import { type FileRow, findFile } from './files.ts'
import type { ConversionKind } from './media.ts'
import { mayRead } from './policy.ts'
import { dropObjects, type NewRendition, qualitiesOf, renditionNames } from './renditions.ts'
import type { Reader } from './signing.ts'

/** Publishes to the owner's browsers that the file's state has changed; they reload it. */
export function notifyOwner(db: Connection, file: { readonly id: string; readonly owner_id: string }): Promise<void> {
  return publish(db, { topic: `member:${file.owner_id}`, name: 'file', data: { fileId: file.id } })
}

export interface ConversionRow {
  readonly file_id: string
  readonly company_id: string
  readonly kind: ConversionKind
  /** The last run. If it was killed, its objects may still be in the store. */
  readonly run_id: string | null
}

/** A conversion that is due, with its file. */
export interface Conversion {
  readonly row: ConversionRow
  readonly file: FileRow
}

/** Locks the conversion of the task; undefined if it has ended, or its file is deleted. */
export async function claimConversion(connection: Connection, taskId: string): Promise<Conversion | undefined> {
  const db = filesTables(connection)
  const row = await db
    .selectFrom('files.conversion')
    .select(['file_id', 'company_id', 'kind', 'run_id'])
    .where('task_id', '=', taskId)
    .where('translate_type', '=', 0)
    .forUpdate()
    .executeTakeFirst()
  const file = row && (await findFile(db, row.company_id, row.file_id))
  return file && { row: { ...row, kind: row.kind as ConversionKind }, file }
}

/** Names the run whose objects are in the store from now on. Another run removes what a killed one left. */
export async function nameRun(db: FilesDb, fileId: string): Promise<string> {
  const runId = uuid()
  await db.updateTable('files.conversion').set({ run_id: runId }).where('file_id', '=', fileId).execute()
  return runId
}

/** Stores the progress for the previews of the file. */
export async function storeProgress(connection: Connection, taskId: string, permille: number): Promise<void> {
  await filesTables(connection)
    .updateTable('files.conversion')
    .set({ progress_permille: Math.min(999, Math.max(0, Math.round(permille))) })
    .where('task_id', '=', taskId)
    .where('translate_type', '=', 0)
    .execute()
}

/** The result of a run, whose bytes are all in the store. */
export interface ConversionResult {
  readonly renditions: readonly NewRendition[]
  readonly key: Buffer | undefined
  /** The pages of an office file, counted in its PDF. */
  readonly pages?: number | null
}

/** The result replaces all earlier ones, in the transaction that ends the task. */
export async function completeConversion(
  connection: Connection,
  { file_id: fileId, company_id }: ConversionRow,
  made: ConversionResult,
  now: number,
): Promise<void> {
  const db = filesTables(connection)
  await db
    .updateTable('files.conversion')
    .set({ translate_type: 1, progress_permille: 1000, failure: null, run_id: null, finished_at: now })
    .where('file_id', '=', fileId)
    .execute()
  const { pages = null } = made
  if (pages !== null) await db.updateTable('files.file').set({ pages }).where('id', '=', fileId).execute()
  const replaced = await db
    .deleteFrom('files.rendition')
    .where('file_id', '=', fileId)
    // Smaller widths of a picture do not come from a run.
    .where('name', 'not like', 'w%')
    .returning('object_key')
    .execute()
  await dropObjects(
    db,
    replaced.map((rendition) => rendition.object_key),
  )
  await db
    .insertInto('files.rendition')
    .values([...made.renditions])
    .execute()
  if (made.key) {
    const { key } = made
    await db
      .insertInto('files.stream_key')
      .values({ file_id: fileId, company_id, key, created_at: now })
      .onConflict((conflict) => conflict.column('file_id').doUpdateSet({ key, created_at: now }))
      .execute()
  }
  const owner = await db.selectFrom('files.file').select(['id', 'owner_id']).where('id', '=', fileId).execute()
  if (owner[0]) await notifyOwner(db, owner[0])
}

export const failureReasons: Readonly<Record<Failure, { readonly cn: string; readonly en: string }>> = {
  unreadable: { cn: '转换失败：文件内容无法读取', en: 'Conversion failed: the content of the file cannot be read' },
  'too-large': { cn: '转换失败：画面或转换结果过大', en: 'Conversion failed: the picture or the result is too large' },
  'too-long': { cn: '转换失败：转换用时过长', en: 'Conversion failed: it took too long' },
  cancelled: { cn: '转换已取消', en: 'The conversion was canceled' },
  program: { cn: '转换失败：转换程序未能正常运行', en: 'Conversion failed: the converting program did not work' },
}

/** Marks the conversion as failed; the owner may restart it (SYSTEM-085). */
export async function endConversion(
  connection: Connection,
  taskId: string,
  failure: Failure,
  now: number,
): Promise<void> {
  const db = filesTables(connection)
  const failed = await db
    .updateTable('files.conversion')
    .set({ translate_type: 2, failure, finished_at: now })
    .where('task_id', '=', taskId)
    .where('translate_type', '=', 0)
    .returning('file_id')
    .executeTakeFirst()
  if (!failed) return
  const file = await db
    .selectFrom('files.file')
    .select(['id', 'owner_id'])
    .where('id', '=', failed.file_id)
    .executeTakeFirst()
  if (file) await notifyOwner(db, file)
}

/** The states of these files of the company. Two queries for any number of files. */
export async function fileStates(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FileState>> {
  const db = filesTables(connection)
  const rows = await db
    .selectFrom('files.file as f')
    .leftJoin('files.conversion as c', 'c.file_id', 'f.id')
    .select(['f.id', 'c.translate_type', 'c.progress_permille', 'c.failure'])
    .where('f.company_id', '=', companyId)
    .where(sql<boolean>`f.id = any(${ids}::uuid[])`)
    .execute()
  const names = await renditionNames(db, companyId, ids)
  return new Map(
    rows.map((row) => {
      const made = names.get(row.id) ?? []
      return [
        row.id,
        {
          id: row.id,
          translateType: row.translate_type as TranslateType | null,
          progressPermille: row.progress_permille ?? 0,
          failure: row.failure as Failure | null,
          qualities: qualitiesOf(made),
          hasPoster: made.includes('poster'),
          hasPdf: made.includes('pdf'),
        },
      ]
    }),
  )
}

export async function fileState(connection: Connection, companyId: string, id: string): Promise<FileState> {
  const state = (await fileStates(connection, companyId, [id])).get(id)
  if (!state) throw refuse(NOT_FOUND)
  return state
}

/** The states of the files to which the caller has direct access. */
export async function readableStates(db: FilesDb, reader: Reader, ids: readonly string[]): Promise<FileState[]> {
  const files = await db
    .selectFrom('files.file')
    .select(['id', 'company_id', 'owner_id', 'audience'])
    .where('company_id', '=', reader.companyId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  const readable = files.filter((file) => mayRead(file, reader, false)).map((file) => file.id)
  return [...(await fileStates(db, reader.companyId, readable)).values()]
}
