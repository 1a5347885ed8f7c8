/** The two parts of an import that take long: reading and checking the file, and writing its rows. */

import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { type ErrorCode, Refusal, refuse } from '#kit/errors.ts'
import { type LongWork, longWork, type TaskReference } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { IMPORT_COLUMNS_MISSING, IMPORT_FILE_UNREADABLE, IMPORT_TOO_MANY_ROWS } from '../contract/codes.ts'
import { importRowsMax } from '../contract/member-import.ts'
import { callerOfMember } from './authenticate.ts'
import { type IdentityDb, identityTables } from './db.ts'
import { checkRows } from './import-check.ts'
import { cellsOf, columnPositions } from './import-columns.ts'
import { linkOf, reportOf } from './import-report.ts'
import type { CheckedRow, ImportRow } from './import-rows.ts'
import { type Import, lockImport, pieceRows, settle } from './import-state.ts'
import { isTemplateRow } from './import-template.ts'
import { setSuperiors, writeRows } from './import-writes.ts'
import { lockUserNames } from './user-names.ts'

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

/** The filled rows with their numbers. Refuses a file that is wrong as a whole. */
async function readSheetOf(file: Buffer | null): Promise<Sheet> {
  const lines = file ? await readSpreadsheet(file).catch(() => undefined) : undefined
  const heading = lines?.[0]
  if (!lines || !heading) throw refuse(IMPORT_FILE_UNREADABLE)
  const positions = columnPositions(heading)
  if (!positions) throw refuse(IMPORT_COLUMNS_MISSING)
  const rows = lines
    .map((line, index) => ({ rowNumber: index + 1, cells: cellsOf(line, positions) }))
    .slice(1)
    .filter((row) => Object.values(row.cells).some((text) => text !== '') && !isTemplateRow(row.cells))
  if (rows.length > importRowsMax) throw refuse(IMPORT_TOO_MANY_ROWS)
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

/** Reads and checks the file: the dry run. The task has the id of the import. */
export const readingWork = longWork({
  kind: 'member-import-check',
  label: { cn: '检查导入文件', en: 'Member file check' },
  job: 'identity.read-import',
  cancellable: false,
  claim: (connection, { taskId }) => lockImport(identityTables(connection), 'id', taskId, 'reading'),
  async prepare(connection, found) {
    const db = identityTables(connection)
    const sheet = await readSheetOf(found.file)
    const caller = await callerOfMember(db, found.created_by)
    if (!caller) throw refuse(IMPORT_FILE_UNREADABLE)
    return { headings: sheet.headings, rows: await checkRows(db, caller, sheet.rows, 'now') }
  },
  async step(connection, { subject: found, prepared: { headings, rows }, position, now }) {
    const db = identityTables(connection)
    const start = position?.stored ?? 0
    const done = Math.min(start + pieceRows, rows.length)
    await insertRows(db, found, rows.slice(start, done))
    await db
      .updateTable('identity.member_import')
      .set({ row_count: rows.length, headings: JSON.stringify(headings), progress: done })
      .where('id', '=', found.id)
      .execute()
    if (done < rows.length) return { done, total: rows.length, position: { stored: done } }
    await settle(db, found.id, 'checked', now)
    return { report: { link: linkOf(found.id) } }
  },
  async onFailure(connection, { taskId }, error, now) {
    const reason = error instanceof Refusal ? error.error : IMPORT_FILE_UNREADABLE
    await fail(identityTables(connection), taskId, reason, now)
  },
} satisfies LongWork<Import, { headings: Sheet['headings']; rows: CheckedRow[] }, { stored: number } | undefined>)

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
  await lockUserNames(
    db,
    caller.companyId,
    piece.map(({ cells }) => cells.memberName ?? ''),
  )
  return checkRows(db, caller, piece, 'later')
}

/** The rows that are left wait for the next attempt: what was imported before stays. */
async function putBack(connection: Connection, { taskId }: TaskReference, now: number): Promise<void> {
  const db = identityTables(connection)
  const found = await lockImport(db, 'task_id', taskId, 'importing')
  if (found) await settle(db, found.id, 'checked', now)
}

/** Imports the rows without errors. */
export const importWork = longWork({
  kind: 'member-import',
  label: { cn: '导入成员', en: 'Member import' },
  job: 'identity.commit-import',
  cancellable: true,
  claim: (connection, { taskId }) => lockImport(identityTables(connection), 'task_id', taskId, 'importing'),
  async step(connection, { subject: found, now }) {
    const db = identityTables(connection)
    const caller = await callerOfMember(db, found.created_by)
    const piece = caller ? await nextPiece(db, caller, found.id) : []
    if (!caller || piece.length === 0) {
      if (caller) await setSuperiors(db, caller, found.id, now)
      await settle(db, found.id, 'done', now)
      return { report: await reportOf(db, found.id) }
    }
    await writeRows(db, caller, piece, { importId: found.id, passwordHash: found.password_hash, now })
    const progress = found.progress + piece.length
    await db.updateTable('identity.member_import').set({ progress }).where('id', '=', found.id).execute()
    return { done: progress, total: found.row_count }
  },
  onCancel: putBack,
  onFailure: (connection, task, _error, now) => putBack(connection, task, now),
  async restart(connection, { taskId }) {
    const again = await identityTables(connection)
      .updateTable('identity.member_import')
      .set({ state: 'importing', progress: 0, finished_at: null })
      .where('task_id', '=', taskId)
      .where('state', 'in', ['checked', 'importing'])
      .where('unchecked_count', '=', 0)
      .returning('id')
      .executeTakeFirst()
    return again !== undefined
  },
})
