/** The wrong rows of an import as a table to correct, and what is typed into it. */
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { IMPORT_NOT_READY } from '../contract/codes.ts'
import {
  type Correction,
  type ImportColumn,
  type ImportField,
  type ImportWrongRow,
  importFields,
} from '../contract/member-import.ts'
import type { IdentityDb } from './db.ts'
import { type Cells, cleanedCell, requiredFields, uniqueFields } from './import-columns.ts'
import type { CellProblem } from './import-rows.ts'
import { type Suggestions, suggestionKey, suggestionsFor } from './import-suggestions.ts'
import { findImport, type Headings, headingsOf } from './member-imports.ts'

interface WrongRow {
  readonly row: number
  readonly correctable: boolean
  readonly cells: Cells
  readonly errors: readonly CellProblem[]
  readonly unchecked: readonly string[]
}

function columnsOf(headings: Headings): ImportColumn[] {
  return importFields.flatMap((column) => {
    const heading = headings[column]
    if (heading === undefined) return []
    return [{ column, heading, required: requiredFields.includes(column), unique: uniqueFields.includes(column) }]
  })
}

/** In how many rows each wrong cell of the page stands with the same column and value. */
async function countSame(db: IdentityDb, importId: string, rows: readonly WrongRow[]): Promise<Map<string, number>> {
  const wanted = rows.flatMap(({ cells, errors }) =>
    errors.map(({ column }) => ({ column, value: cells[column] ?? '' })),
  )
  if (wanted.length === 0) return new Map()
  const found = await sql<{ column: string; value: string; count: number }>`
    with wanted as (select distinct * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w("column" text, value text)),
    wrong as (select distinct r.row_number, e.error ->> 'column' as "column", coalesce(r.cells ->> (e.error ->> 'column'), '') as value
      from identity.member_import_row r cross join jsonb_array_elements(r.errors) as e(error)
      where r.import_id = ${importId} and r.outcome = 'failed' and r.errors <> '[]')
    select "column", value, count(*)::integer as count from wrong join wanted using ("column", value)
    group by "column", value`.execute(db)
  return new Map(found.rows.map((row) => [suggestionKey(row.column, row.value), row.count]))
}

function shownRow(
  found: WrongRow,
  columns: readonly ImportColumn[],
  suggestions: Suggestions,
  same: ReadonlyMap<string, number>,
): ImportWrongRow {
  const cells = columns.map(({ column }) => {
    const value = found.cells[column] ?? ''
    const codes = found.errors.filter((error) => error.column === column).map((error) => error.code)
    const key = suggestionKey(column, value)
    const isWrong = codes.length > 0
    return {
      ...{ column, value, codes, unchecked: found.unchecked.includes(column) },
      suggestions: isWrong ? [...(suggestions.get(key) ?? [])] : [],
      sameCount: isWrong ? (same.get(key) ?? 0) : 0,
    }
  })
  return { row: found.row, correctable: found.correctable, cells }
}

export async function listWrongRows(
  db: IdentityDb,
  caller: Caller,
  id: string,
  query: Paging,
  language: Language,
): Promise<{ items: ImportWrongRow[]; recordCount: number; columns: ImportColumn[] }> {
  await findImport(db, caller, id)
  const columns = columnsOf(await headingsOf(db, id))
  const matching = sql`from identity.member_import_row where import_id = ${id} and errors <> '[]'`
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching,
    rows: (window) => sql<WrongRow>`
      select row_number as row, outcome = 'failed' as correctable, cells, errors, unchecked
      ${matching} order by row_number ${window}`,
  })
  const wrong = rows.flatMap(({ cells, errors }) =>
    errors.map(({ column, code }) => ({ column, code, value: cells[column] ?? '' })),
  )
  const suggestions = await suggestionsFor(db, caller, wrong, language)
  const same = await countSame(db, id, rows)
  return { items: rows.map((row) => shownRow(row, columns, suggestions, same)), recordCount, columns }
}

/** Locks an import of the caller whose rows may be corrected: a check or a commit waits, or is under way and refuses this. */
async function lockForCorrection(db: IdentityDb, caller: Caller, id: string): Promise<void> {
  const found = await db
    .selectFrom('identity.member_import')
    .select('state')
    .where('id', '=', id)
    .where('created_by', '=', caller.memberId)
    .where('company_id', '=', caller.companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw refuse(NOT_FOUND)
  if (found.state !== 'checked' && found.state !== 'done') throw refuse(IMPORT_NOT_READY)
}

interface StoredCorrection {
  readonly place: number
  readonly row_number: number
  readonly column: ImportField
  readonly value: string
  readonly from_value: string | undefined
}

/** Replaces the cells. Of two corrections of one cell the later counts. Answers how many of the named cells there are. */
async function storeCorrections(db: IdentityDb, id: string, corrections: readonly StoredCorrection[]) {
  const { rows } = await sql<{ corrected: number; named: number }>`
    with correction as (select * from jsonb_to_recordset(${JSON.stringify(corrections)}::jsonb)
      as c(place integer, row_number integer, "column" text, value text, from_value text)),
    cell as (
      select distinct on (r.row_number, c."column") r.row_number, c."column", c.value
      from correction c join identity.member_import_row r on r.import_id = ${id} and r.outcome = 'failed'
        and (r.row_number = c.row_number or (r.cells ->> c."column" = c.from_value
          and r.errors @> jsonb_build_array(jsonb_build_object('column', c."column"))))
      order by r.row_number, c."column", c.place desc),
    changed as (select row_number, jsonb_object_agg("column", value) as cells, array_agg("column") as columns
      from cell group by row_number),
    stored as (
      update identity.member_import_row r set cells = r.cells || changed.cells,
        unchecked = array(select distinct unnest(r.unchecked || changed.columns) order by 1)
      from changed where r.import_id = ${id} and r.row_number = changed.row_number returning r.row_number)
    select (select count(*) from stored)::integer as corrected,
      (select count(distinct (c.row_number, c."column")) from correction c join cell using (row_number, "column"))::integer
        as named`.execute(db)
  return rows[0] ?? { corrected: 0, named: 0 }
}

/** Keeps what was typed with the import, until the next check decides about it. */
export async function correctImport(db: IdentityDb, caller: Caller, id: string, corrections: readonly Correction[]) {
  await lockForCorrection(db, caller, id)
  const headings = await headingsOf(db, id)
  const stored = corrections.map(({ row, column, value, from }, place) => ({
    ...{ place, row_number: row, column },
    ...{ value: cleanedCell(column, value.trim()), from_value: from },
  }))
  const named = new Set(stored.map(({ row_number, column }) => `${row_number} ${column}`))
  // A cell that the file doesn't have would be empty in all other rows.
  if (stored.some(({ column }) => headings[column] === undefined)) throw refuse(NOT_FOUND)
  const result = await storeCorrections(db, id, stored)
  if (result.named !== named.size) throw refuse(NOT_FOUND)
  const { rows } = await sql<{ uncheckedCount: number }>`
    update identity.member_import set unchecked_count =
      (select count(*) from identity.member_import_row where import_id = ${id} and unchecked <> '{}')
    where id = ${id} returning unchecked_count as "uncheckedCount"`.execute(db)
  return { correctedRows: result.corrected, uncheckedCount: rows[0]?.uncheckedCount ?? 0 }
}
