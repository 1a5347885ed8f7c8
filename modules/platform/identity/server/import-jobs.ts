/**
 * The two long steps of an import. Each runs in chunks, one transaction for each chunk, with the import locked. After a
 * kill the job continues with the remaining rows, and a second run finds nothing to do.
 */

import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Caller } from '#kit/caller.ts'
import type { ErrorCode } from '#kit/errors.ts'
import { reportProgress, taskKind } from '#modules/platform/operations/server.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { IMPORT_COLUMNS_MISSING, IMPORT_FILE_UNREADABLE, IMPORT_TOO_MANY_ROWS } from '../contract/codes.ts'
import { importRowsMax } from '../contract/member-import.ts'
import { callerOfMember } from './authenticate.ts'
import { type IdentityDb, identityTables } from './db.ts'
import { checkRows } from './import-check.ts'
import { cellsOf, columnPositions } from './import-columns.ts'
import type { CheckedRow, ImportRow } from './import-rows.ts'
import { importTaskKind, reportImport } from './import-task.ts'
import { setSuperiors, writeRows } from './import-writes.ts'

const pieceRows = 1000
const standstillMs = 180_000
const payload = Type.Object({ importId: Type.String() })

interface Import {
  readonly id: string
  readonly company_id: string
  readonly created_by: string
  readonly password_hash: string | null
  readonly progress: number
  readonly row_count: number
  readonly task_id: string | null
}

/** Locks the import if it is in the state; undefined if it is in another one. */
async function lockImport(db: IdentityDb, id: string, state: string): Promise<Import | undefined> {
  return db
    .selectFrom('identity.member_import')
    .select(['id', 'company_id', 'created_by', 'password_hash', 'progress', 'row_count', 'task_id'])
    .where('id', '=', id)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst()
}

async function fail(db: IdentityDb, id: string, error: ErrorCode, now: number): Promise<void> {
  await db
    .updateTable('identity.member_import')
    .set({ state: 'failed', error_code: error.code, file: null, finished_at: now })
    .where('id', '=', id)
    .execute()
}

interface Sheet {
  readonly rows: ImportRow[]
  readonly headings: Record<string, string>
}

/** The filled rows with their numbers, or the error of the whole file. */
async function readSheetOf(file: Buffer): Promise<Sheet | ErrorCode> {
  const lines = await readSpreadsheet(file).catch(() => undefined)
  const heading = lines?.[0]
  if (!lines || !heading) return IMPORT_FILE_UNREADABLE
  const positions = columnPositions(heading)
  if (!positions) return IMPORT_COLUMNS_MISSING
  const rows = lines
    .map((line, index) => ({ rowNumber: index + 1, cells: cellsOf(line, positions) }))
    .slice(1)
    .filter((row) => Object.values(row.cells).some((text) => text !== ''))
  if (rows.length > importRowsMax) return IMPORT_TOO_MANY_ROWS
  return { rows, headings: Object.fromEntries([...positions].map(([field, index]) => [field, heading[index] ?? ''])) }
}

async function insertRows(db: IdentityDb, found: Import, rows: readonly CheckedRow[]): Promise<void> {
  const values = rows.map(({ rowNumber, cells, errors, outcome }) => ({
    row_number: rowNumber,
    cells,
    errors,
    outcome,
  }))
  await sql`
    insert into identity.member_import_row (import_id, company_id, row_number, cells, errors, outcome)
    select ${found.id}, ${found.company_id}, r.row_number, r.cells, r.errors, r.outcome
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as r(row_number integer, cells jsonb, errors jsonb, outcome text)
    on conflict do nothing`.execute(db)
}

/** The counts of the results, and the next state. */
async function settle(db: IdentityDb, id: string, state: 'checked' | 'done', now: number): Promise<void> {
  await sql`
    update identity.member_import i set state = ${state}, file = null, progress = i.row_count,
      password_hash = case when ${state} = 'checked' then i.password_hash end,
      new_count = case when ${state} = 'checked' then c.fresh else i.new_count end,
      changed_count = case when ${state} = 'checked' then c.changed else i.changed_count end,
      unchanged_count = c.unchanged, failed_count = c.failed, imported_count = c.imported,
      finished_at = case when ${state} = 'done' then ${now}::bigint end
    from (select count(*) filter (where outcome = 'new') as fresh,
      count(*) filter (where outcome = 'changed') as changed,
      count(*) filter (where outcome = 'unchanged') as unchanged,
      count(*) filter (where errors <> '[]') as failed,
      count(*) filter (where outcome = 'imported') as imported
      from identity.member_import_row where import_id = ${id}) c
    where i.id = ${id}`.execute(db)
}

/** Reads and checks the file: the dry run. */
export const readImportJob = job({
  name: 'identity.read-import',
  payload,
  outside: true,
  async run(connection, { importId }, { now, outside }) {
    const db = identityTables(connection)
    const found = await db
      .selectFrom('identity.member_import')
      .select(['id', 'company_id', 'created_by', 'password_hash', 'progress', 'row_count', 'task_id', 'file'])
      .where('id', '=', importId)
      .where('state', '=', 'reading')
      .executeTakeFirst()
    if (!found?.file) return
    const sheet = await readSheetOf(found.file)
    if ('code' in sheet) return fail(db, importId, sheet, now)
    const caller = await callerOfMember(db, found.created_by)
    if (!caller) return fail(db, importId, IMPORT_FILE_UNREADABLE, now)
    const checked = await checkRows(db, caller, sheet.rows, 'now')
    const headings = JSON.stringify(sheet.headings)
    await db
      .updateTable('identity.member_import')
      .set({ row_count: checked.length, headings, progress: 0 })
      .where('id', '=', importId)
      .execute()
    for (let start = 0; start < checked.length; start += pieceRows) {
      await inTransaction(db, async (transaction) => {
        if (!(await lockImport(transaction, importId, 'reading'))) return
        await insertRows(transaction, found, checked.slice(start, start + pieceRows))
        await setProgress(transaction, importId, Math.min(start + pieceRows, checked.length), outside.clock.now())
      })
    }
    await inTransaction(db, async (transaction) => {
      if (await lockImport(transaction, importId, 'reading')) await settle(transaction, importId, 'checked', now)
    })
  },
})

async function setProgress(db: IdentityDb, id: string, progress: number, now: number): Promise<void> {
  await db.updateTable('identity.member_import').set({ progress, moved_at: now }).where('id', '=', id).execute()
}

/** The next rows to import, checked again because the company may have changed since the dry run. */
async function nextPiece(db: IdentityDb, caller: Caller, importId: string): Promise<CheckedRow[]> {
  const rows = await db
    .selectFrom('identity.member_import_row')
    .select(['row_number', 'cells'])
    .where('import_id', '=', importId)
    .where('outcome', 'in', ['new', 'changed'])
    .orderBy('row_number')
    .limit(pieceRows)
    .execute()
  const piece = rows.map((row) => ({ rowNumber: row.row_number, cells: row.cells as ImportRow['cells'] }))
  return checkRows(db, caller, piece, 'later')
}

/** Reports the progress. A canceled import can be committed again for the remaining rows. */
async function isCalledOff(db: IdentityDb, found: Import, now: number): Promise<boolean> {
  if (found.task_id === null) return false
  const permille = Math.floor((found.progress * 1000) / Math.max(1, found.row_count))
  const { cancelled } = await reportProgress(db, found.task_id, permille, now)
  if (cancelled) await settle(db, found.id, 'checked', now)
  return cancelled
}

/** Imports one chunk in one transaction; answers whether there may be more. */
async function importPiece(db: IdentityDb, importId: string, now: number): Promise<boolean> {
  const found = await lockImport(db, importId, 'importing')
  if (!found) return false
  if (await isCalledOff(db, found, now)) return false
  const caller = await callerOfMember(db, found.created_by)
  const piece = caller ? await nextPiece(db, caller, importId) : []
  if (!caller || piece.length === 0) {
    if (caller) await setSuperiors(db, caller, importId, now)
    await settle(db, importId, 'done', now)
    await reportImport(db, importId, now)
    return false
  }
  await writeRows(db, caller, piece, { importId, passwordHash: found.password_hash, now })
  await setProgress(db, importId, found.progress + piece.length, now)
  return true
}

/** Imports the rows without errors. */
export const commitImportJob = job({
  name: 'identity.commit-import',
  payload,
  outside: true,
  async run(connection, { importId }, { outside }) {
    const db = identityTables(connection)
    let more = true
    while (more) {
      const now = outside.clock.now()
      more = await inTransaction(db, (transaction) => importPiece(transaction, importId, now))
    }
  },
})

/** The import as a background task. Canceling keeps the imported rows, and a retry imports the remaining ones. */
export const memberImportTask = taskKind({
  kind: importTaskKind,
  label: { cn: '导入成员', en: 'Importing members' },
  cancellable: true,
  async retry(connection, { taskId, now }) {
    const db = identityTables(connection)
    const again = await db
      .updateTable('identity.member_import')
      .set({ state: 'importing', progress: 0, moved_at: now, finished_at: null })
      .where('task_id', '=', taskId)
      .where('state', '=', 'checked')
      .returning('id')
      .executeTakeFirst()
    if (again) await enqueue(db, commitImportJob, { importId: again.id })
  },
})

/**
 * An import without progress for minutes has lost its process, but the queue keeps the job locked for hours. A second
 * job is harmless, because it only continues with the remaining rows.
 */
export const resumeImportsJob = job({
  name: 'identity.resume-imports',
  payload: Type.Object({}),
  cron: '* * * * *',
  async run(connection, _payload, { now }) {
    const db = identityTables(connection)
    const still = await db
      .updateTable('identity.member_import')
      .set({ moved_at: now })
      .where('state', 'in', ['reading', 'importing'])
      .where('moved_at', '<', now - standstillMs)
      .returning(['id', 'state'])
      .execute()
    const steps = still.map(({ id, state }) =>
      enqueue(db, state === 'reading' ? readImportJob : commitImportJob, { importId: id }),
    )
    await Promise.all(steps)
  },
})
