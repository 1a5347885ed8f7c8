/** The wrong rows of an import as a table to correct, and those that may be there already. What is typed is checked at once. */
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import type {
  Correction,
  ImportColumn,
  ImportWrongRow,
  LossRow,
  QuestionImport,
  SimilarRow,
} from '../../contract/exchange.ts'
import { IMPORT_NOT_READY } from '../../contract/exchange-codes.ts'
import type { QuestionsDb } from '../db.ts'
import { checkRows, type ImportRow } from './check-rows.ts'
import { markRepeated, storeRows } from './import-rows.ts'
import { findImport } from './imports.ts'
import type { SheetHeading } from './read-file.ts'
import type { CellProblem } from './read-sheet.ts'
import { headingOf, requiredColumns, type SheetCells, type SheetColumn } from './sheet-columns.ts'

interface WrongRow {
  readonly row: number
  readonly cells: SheetCells
  readonly errors: readonly CellProblem[]
}

export async function headingsOf(db: QuestionsDb, importId: string): Promise<readonly SheetHeading[]> {
  const found = await db
    .selectFrom('questions.question_import')
    .select('columns')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  return found.columns as readonly SheetHeading[]
}

/** The columns of the file, and those that it lacks and a row of the page needs. */
function columnsOf(headings: readonly SheetHeading[], rows: readonly WrongRow[], language: Language): ImportColumn[] {
  const known = new Map<SheetColumn, string>(
    headings.map(({ column, heading }) => [column, heading || headingOf(column, language)]),
  )
  for (const { errors } of rows)
    for (const { column } of errors) if (!known.has(column)) known.set(column, headingOf(column, language))
  return [...known].map(([column, heading]) => ({
    ...{ column, heading, unique: false as const },
    required: (requiredColumns as readonly SheetColumn[]).includes(column),
  }))
}

/** In how many rows each wrong cell stands with the same value. */
async function countSame(db: QuestionsDb, importId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ column: string; value: string; count: number }>`
    select e.error ->> 'column' as column, coalesce(r.cells ->> (e.error ->> 'column'), '') as value,
      count(distinct r.row_number)::int as count
    from questions.question_import_row r cross join jsonb_array_elements(r.errors) as e (error)
    where r.import_id = ${importId} and r.outcome = 'failed' group by 1, 2 having count(distinct r.row_number) > 1`.execute(
    db,
  )
  return new Map(rows.map(({ column, value, count }) => [`${column}\n${value}`, count]))
}

export async function listWrongRows(db: QuestionsDb, caller: Caller, id: string, query: Paging, language: Language) {
  const { state } = await findImport(db, caller, id)
  const matching = sql`from questions.question_import_row where import_id = ${id} and outcome = 'failed'`
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching,
    rows: (window) => sql<WrongRow>`select row_number as row, cells, errors ${matching} order by row_number ${window}`,
  })
  const columns = columnsOf(await headingsOf(db, id), rows, language)
  const same = await countSame(db, id)
  const items = rows.map(({ row, cells, errors }): ImportWrongRow => {
    const shown = columns.map(({ column }) => {
      const value = cells[column as SheetColumn] ?? ''
      const codes = errors.filter((error) => error.column === column).map(({ code }) => code)
      const sameCount = codes.length === 0 ? 0 : (same.get(`${column}\n${value}`) ?? 1)
      return { column, value, codes, unchecked: false as const, suggestions: [], sameCount }
    })
    return { row, correctable: state === 'checked', cells: shown }
  })
  return { items, recordCount, columns }
}

export async function listSimilar(db: QuestionsDb, caller: Caller, id: string, query: Paging) {
  await findImport(db, caller, id)
  const matching = sql`from questions.question_import_row
    where import_id = ${id} and outcome = 'new' and (likely <> '[]' or same_as_row is not null)`
  return sqlPage(db, query, {
    matching,
    rows: (window) => sql<SimilarRow>`
      select row_number as row, left(plain_text, 200) as excerpt, likely as similar, same_as_row as "sameAsRow"
      ${matching} order by row_number ${window}`,
  })
}

export async function listLosses(db: QuestionsDb, caller: Caller, id: string, query: Paging) {
  await findImport(db, caller, id)
  const matching = sql`from questions.question_import_row
    where import_id = ${id} and outcome in ('new', 'imported') and losses <> '[]'`
  return sqlPage(db, query, {
    matching,
    rows: (window) => sql<LossRow>`
      select row_number as row, left(plain_text, 200) as excerpt, losses ${matching} order by row_number ${window}`,
  })
}

async function lockForCorrection(db: QuestionsDb, caller: Caller, id: string): Promise<void> {
  const found = await db
    .selectFrom('questions.question_import')
    .select('state')
    .where('id', '=', id)
    .where('created_by', '=', caller.memberId)
    .where('company_id', '=', caller.companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw refuse(NOT_FOUND)
  if (found.state !== 'checked') throw refuse(IMPORT_NOT_READY)
}

/** The rows with the question rows that the corrections reach, corrected. */
function corrected(
  rows: readonly (ImportRow & { readonly errors: readonly CellProblem[] })[],
  corrections: readonly Correction[],
) {
  return rows.map(({ rowNumber, cells, errors, notes = [], losses = [] }) => {
    const own = corrections.flatMap(({ row, column, value, from }) => {
      const isMeant =
        row === rowNumber ||
        (from !== undefined &&
          (cells[column as SheetColumn] ?? '') === from &&
          errors.some((error) => error.column === column))
      return isMeant ? [[column, value.trim()] as const] : []
    })
    const columns = own.map(([column]) => column)
    return {
      ...{ rowNumber, losses, cells: { ...cells, ...Object.fromEntries(own) } },
      notes: notes.filter((note) => !columns.includes(note.column)),
    }
  })
}

/** Replaces the cells, and checks their questions again. */
export async function correctImport(
  db: QuestionsDb,
  caller: Caller,
  id: string,
  corrections: readonly Correction[],
): Promise<QuestionImport> {
  await lockForCorrection(db, caller, id)
  const named = corrections.map(({ row }) => row)
  const { rows } = await sql<ImportRow & { errors: readonly CellProblem[] }>`
    select row_number as "rowNumber", cells, errors, notes, losses from questions.question_import_row
    where import_id = ${id} and question_row in (
      select question_row from questions.question_import_row where import_id = ${id} and outcome <> 'imported'
        and (outcome = 'failed' or row_number = any(${named}::int[])))
    order by row_number`.execute(db)
  const known = new Set(rows.map(({ rowNumber }) => rowNumber))
  // A row that is right by now may be corrected once more: the last word of its author was on its way.
  if (named.some((row) => !known.has(row))) throw refuse(NOT_FOUND)
  const checked = await checkRows(db, caller, corrected(rows, corrections), { compares: true })
  await storeRows(db, { importId: id, companyId: caller.companyId }, checked)
  await markRepeated(db, id)
  return findImport(db, caller, id)
}
