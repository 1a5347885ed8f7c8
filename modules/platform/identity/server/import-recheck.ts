/** Checks the rows of an import again that are not imported, after cells were corrected. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { type LongWork, longWork } from '#modules/platform/operations/server.ts'
import { IMPORT_FILE_UNREADABLE, IMPORT_NOT_READY } from '../contract/codes.ts'
import type { MemberImport } from '../contract/member-import.ts'
import { callerOfMember } from './authenticate.ts'
import { type IdentityDb, identityTables } from './db.ts'
import { checkRows } from './import-check.ts'
import { type Cells, uniqueFields } from './import-columns.ts'
import { linkOf } from './import-report.ts'
import type { CheckedRow, ImportRow } from './import-rows.ts'
import { type Import, lockImport, pieceRows, settle } from './import-state.ts'
import { findImport } from './member-imports.ts'

/** Of an imported row only what no other row may repeat: the company may have changed the rest since. */
function uniqueCells(cells: Cells): Cells {
  return Object.fromEntries(uniqueFields.flatMap((field) => (cells[field] ? [[field, cells[field]]] : [])))
}

/** The checked rows that are not imported. A repeated value is the fault of the row that is not imported. */
async function checkAgain(db: IdentityDb, caller: Caller, importId: string): Promise<CheckedRow[]> {
  const rows = await db
    .selectFrom('identity.member_import_row')
    .select(['row_number', 'cells', 'outcome'])
    .where('import_id', '=', importId)
    .orderBy(sql`outcome <> 'imported'`)
    .orderBy('row_number')
    .execute()
  const imported = new Set(rows.filter((row) => row.outcome === 'imported').map((row) => row.row_number))
  const read = rows.map((row): ImportRow => {
    const cells = row.cells as Cells
    return { rowNumber: row.row_number, cells: imported.has(row.row_number) ? uniqueCells(cells) : cells }
  })
  const checked = await checkRows(db, caller, read, 'now')
  return checked.filter((row) => !imported.has(row.rowNumber))
}

async function storeResults(db: IdentityDb, importId: string, rows: readonly CheckedRow[]): Promise<void> {
  const results = rows.map(({ rowNumber, errors, outcome }) => ({ row_number: rowNumber, errors, outcome }))
  await sql`
    update identity.member_import_row row set outcome = r.outcome, errors = r.errors, unchecked = '{}'
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r(row_number integer, errors jsonb, outcome text)
    where row.import_id = ${importId} and row.row_number = r.row_number`.execute(db)
}

export const recheckWork = longWork({
  kind: 'member-import-recheck',
  label: { cn: '重新检查导入', en: 'Member import recheck' },
  job: 'identity.recheck-import',
  cancellable: false,
  claim: (connection, { taskId }) => lockImport(identityTables(connection), 'task_id', taskId, 'checking'),
  async prepare(connection, found) {
    const db = identityTables(connection)
    const caller = await callerOfMember(db, found.created_by)
    if (!caller) throw refuse(IMPORT_FILE_UNREADABLE)
    return checkAgain(db, caller, found.id)
  },
  async step(connection, { subject: found, prepared: rows, position, now }) {
    const db = identityTables(connection)
    const start = position?.stored ?? 0
    const done = Math.min(start + pieceRows, rows.length)
    await storeResults(db, found.id, rows.slice(start, done))
    await db.updateTable('identity.member_import').set({ progress: done }).where('id', '=', found.id).execute()
    if (done < rows.length) return { done, total: rows.length, position: { stored: done } }
    await settle(db, found.id, 'checked', now)
    return { report: { link: linkOf(found.id) } }
  },
  async onFailure(connection, { taskId }, _error, now) {
    const db = identityTables(connection)
    const found = await lockImport(db, 'task_id', taskId, 'checking')
    if (found) await settle(db, found.id, 'checked', now)
  },
} satisfies LongWork<Import, CheckedRow[], { stored: number } | undefined>)

/** Starts the check of what was corrected. Rows that fail for what has changed in the company meanwhile are tried as well. */
export async function recheckImport(db: IdentityDb, caller: Caller, id: string, now: number): Promise<MemberImport> {
  const { fileName } = await findImport(db, caller, id)
  const taskId = uuid()
  const { numUpdatedRows } = await db
    .updateTable('identity.member_import')
    .set({ state: 'checking', progress: 0, task_id: taskId })
    .where('id', '=', id)
    .where('state', 'in', ['checked', 'done'])
    .where(sql<boolean>`exists (select from identity.member_import_row where import_id = ${id} and outcome = 'failed')`)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw refuse(IMPORT_NOT_READY)
  const { companyId, memberId } = caller
  await recheckWork.start(db, { id: taskId, companyId, memberId, title: fileName, now })
  return findImport(db, caller, id)
}
