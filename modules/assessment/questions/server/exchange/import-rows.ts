/** The stored rows of an import. */
import { sql } from 'kysely'
import type { QuestionsDb } from '../db.ts'
import type { CheckedRow } from './check-rows.ts'

interface OfImport {
  readonly importId: string
  readonly companyId: string
}

/** Inserts the rows, or replaces what the last check has found. */
export async function storeRows(db: QuestionsDb, { importId, companyId }: OfImport, rows: readonly CheckedRow[]) {
  const values = rows.map(({ rowNumber, questionRow, plainText, similar, notes = [], losses = [], ...row }) => ({
    ...{ row_number: rowNumber, question_row: questionRow, plain_text: plainText, likely: similar, notes, losses },
    ...{ cells: row.cells, errors: row.errors, question: row.question, outcome: row.outcome },
  }))
  await sql`
    insert into questions.question_import_row (import_id, company_id, row_number, question_row, cells, errors, question,
      plain_text, likely, outcome, notes, losses)
    select ${importId}, ${companyId}, r.* from json_to_recordset(${JSON.stringify(values)}::json)
      as r (row_number int, question_row int, cells jsonb, errors jsonb, question jsonb, plain_text text, likely jsonb,
        outcome text, notes jsonb, losses jsonb)
    on conflict (import_id, row_number) do update set question_row = excluded.question_row, cells = excluded.cells,
      errors = excluded.errors, question = excluded.question, plain_text = excluded.plain_text,
      likely = excluded.likely, outcome = excluded.outcome,
      notes = excluded.notes, losses = excluded.losses`.execute(db)
}

/** Names for each question the first earlier row with the same text. */
export async function markRepeated(db: QuestionsDb, importId: string): Promise<void> {
  await sql`
    update questions.question_import_row r set same_as_row = f.first_row
    from (select row_number, nullif(min(row_number) over (partition by plain_text), row_number) as first_row
      from questions.question_import_row where import_id = ${importId} and plain_text is not null) f
    where r.import_id = ${importId} and r.row_number = f.row_number
      and r.same_as_row is distinct from f.first_row`.execute(db)
}
