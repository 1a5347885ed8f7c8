/** The state of conversions: claimed by a run, published, and ended. */

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { failTask, finishTask } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { publish } from '#server/realtime/publish.ts'
import type { Failure, FileState, TranslateType } from '../contract/media.ts'
import { type FilesDb, filesTables } from './db.ts'
import type { ConversionKind } from './media.ts'
import { mayRead } from './policy.ts'
import { dropObjects, type NewRendition, qualitiesOf, renditionNames } from './renditions.ts'
import type { Reader } from './signing.ts'

/** A run without a heartbeat for this long is dead; heartbeats come every few seconds. */
const deadAfterMs = 60_000
/** The number of runs after which a file that kills its process is given up. */
const runsMax = 3

export interface ConversionRow {
  readonly file_id: string
  readonly company_id: string
  readonly kind: ConversionKind
  readonly task_id: string | null
}

/** Publishes to the owner's browsers that the file's state has changed; they reload it. */
export function notifyOwner(db: Connection, file: { readonly id: string; readonly owner_id: string }): Promise<void> {
  return publish(db, { topic: `member:${file.owner_id}`, name: 'file', data: { fileId: file.id } })
}

export interface Run extends ConversionRow {
  readonly runId: string
  /** The id of the previous, killed run, which may have left objects in the store. */
  readonly lostRunId: string | null
}

/**
 * Claims a due conversion; undefined if nothing is left to do. Throws while another run is active, so the queue retries
 * later. Gives up a conversion whose runs have all died.
 */
export async function claimRun(db: FilesDb, fileId: string, now: number): Promise<Run | undefined> {
  return inTransaction(db, async (transaction) => {
    const row = await transaction
      .selectFrom('files.conversion')
      .selectAll()
      .where('file_id', '=', fileId)
      .forUpdate()
      .executeTakeFirst()
    if (row?.translate_type !== 0) return undefined
    if (row.heartbeat_at !== null && row.heartbeat_at > now - deadAfterMs) throw new Error('another run is at it')
    if (row.runs >= runsMax) {
      await endConversion(transaction, fileId, 'program', now)
      return undefined
    }
    const runId = uuid()
    await transaction
      .updateTable('files.conversion')
      .set({ run_id: runId, runs: row.runs + 1, heartbeat_at: now })
      .where('file_id', '=', fileId)
      .execute()
    const { company_id, task_id, run_id } = row
    return { file_id: fileId, company_id, kind: row.kind as ConversionKind, task_id, runId, lostRunId: run_id }
  })
}

/** Records a heartbeat. Returns whether the run is still the current one. */
export async function recordHeartbeat(db: FilesDb, run: Run, permille: number, now: number): Promise<boolean> {
  const beaten = await db
    .updateTable('files.conversion')
    .set({ progress_permille: Math.min(999, Math.max(0, Math.round(permille))), heartbeat_at: now })
    .where('file_id', '=', run.file_id)
    .where('run_id', '=', run.runId)
    .where('translate_type', '=', 0)
    .returning('file_id')
    .executeTakeFirst()
  return beaten !== undefined
}

/** Ends the run without a result, so the next run need not wait for missing heartbeats. */
export async function releaseRun(db: FilesDb, run: Run): Promise<void> {
  await db
    .updateTable('files.conversion')
    .set((e) => ({ heartbeat_at: null, runs: e('runs', '-', 1) }))
    .where('file_id', '=', run.file_id)
    .where('run_id', '=', run.runId)
    .execute()
}

/** The result of a run, whose bytes are all in the store. */
export interface ConversionResult {
  readonly renditions: readonly NewRendition[]
  readonly key: Buffer | undefined
  /** The pages of an office file, counted in its PDF. */
  readonly pages?: number | null
}

/** The result of the current run replaces all earlier ones. Returns whether the run was the current one. */
export async function completeRun(
  connection: FilesDb,
  run: Run,
  made: ConversionResult,
  now: number,
): Promise<boolean> {
  return inTransaction(connection, async (db) => {
    const done = await db
      .updateTable('files.conversion')
      .set({
        translate_type: 1,
        progress_permille: 1000,
        failure: null,
        run_id: null,
        finished_at: now,
        heartbeat_at: null,
      })
      .where('file_id', '=', run.file_id)
      .where('run_id', '=', run.runId)
      .where('translate_type', '=', 0)
      .returning('task_id')
      .executeTakeFirst()
    if (!done) return false
    const { pages = null } = made
    if (pages !== null) await db.updateTable('files.file').set({ pages }).where('id', '=', run.file_id).execute()
    const replaced = await db
      .deleteFrom('files.rendition')
      .where('file_id', '=', run.file_id)
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
        .values({ file_id: run.file_id, company_id: run.company_id, key, created_at: now })
        .onConflict((conflict) => conflict.column('file_id').doUpdateSet({ key, created_at: now }))
        .execute()
    }
    const owner = await db.selectFrom('files.file').select(['id', 'owner_id']).where('id', '=', run.file_id).execute()
    if (done.task_id) await finishTask(db, done.task_id, { link: `/file-preview/${run.file_id}` }, now)
    if (owner[0]) await notifyOwner(db, owner[0])
    return true
  })
}

const reasons: Readonly<Record<Failure, string>> = {
  unreadable: '转换失败：文件内容无法读取',
  'too-large': '转换失败：画面或转换结果过大',
  'too-long': '转换失败：转换用时过长',
  cancelled: '转换已取消',
  program: '转换失败：转换程序未能正常运行',
}

/** Marks the conversion as failed; the owner may restart it (SYSTEM-085). Runs in the transaction of `connection`. */
export async function endConversion(
  connection: Connection,
  fileId: string,
  failure: Failure,
  now: number,
): Promise<void> {
  const db = filesTables(connection)
  const failed = await db
    .updateTable('files.conversion')
    .set({ translate_type: 2, failure, finished_at: now, heartbeat_at: null })
    .where('file_id', '=', fileId)
    .where('translate_type', '=', 0)
    .returning('task_id')
    .executeTakeFirst()
  if (!failed) return
  if (failed.task_id && failure !== 'cancelled') await failTask(db, failed.task_id, reasons[failure], now)
  const file = await db.selectFrom('files.file').select(['id', 'owner_id']).where('id', '=', fileId).executeTakeFirst()
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
