/** The two parts of an import that take long: reading and checking the file, and writing its questions. */
import { type Selectable, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { type ErrorCode, Refusal, refuse } from '#kit/errors.ts'
import { callerOfMember } from '#modules/platform/identity/server.ts'
import { type LongWork, longWork, type TaskReference } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { importRowsMax } from '../../contract/exchange.ts'
import { IMPORT_COLUMNS_MISSING, IMPORT_FILE_UNREADABLE, IMPORT_TOO_MANY_ROWS } from '../../contract/exchange-codes.ts'
import type { QuestionInput } from '../../contract/question.ts'
import { type QuestionsDb, questionsTables } from '../db.ts'
import type { DB } from '../tables.ts'
import { writeQuestions } from '../writing.ts'
import { type CheckedRow, checkRows, type ImportRow } from './check-rows.ts'
import { keepFiles, withStoredFiles } from './import-files.ts'
import { linkOf, reportOf } from './import-report.ts'
import { markRepeated, storeRows } from './import-rows.ts'
import { readQuestionFile, type SheetHeading } from './read-file.ts'

/** Rows of one step. */
const storedAtOnce = 1000
const writtenAtOnce = 300

type Import = Pick<
  Selectable<DB['questions.question_import']>,
  | 'id'
  | 'company_id'
  | 'created_by'
  | 'directory_id'
  | 'file'
  | 'file_name'
  | 'progress'
  | 'row_count'
  | 'skips_similar'
>

/** Locks the import of the task if it is in the state; undefined if it is in another one. */
function lockImport(db: QuestionsDb, column: 'id' | 'task_id', taskId: string, state: string) {
  return db
    .selectFrom('questions.question_import')
    .select(['id', 'company_id', 'created_by', 'directory_id', 'file', 'file_name', 'progress', 'row_count'])
    .select('skips_similar')
    .where(column, '=', taskId)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst()
}

async function fail(db: QuestionsDb, id: string, error: ErrorCode, now: number): Promise<void> {
  await db
    .updateTable('questions.question_import')
    .set({ state: 'failed', error_code: error.code, file: null, finished_at: now })
    .where('id', '=', id)
    .execute()
}

interface ReadFile {
  readonly columns: readonly SheetHeading[]
  readonly rows: readonly CheckedRow[]
}

async function readAndCheck(connection: Connection, found: Import, outside: Outside): Promise<ReadFile> {
  const file = found.file ? await readQuestionFile(found.file, found.file_name) : undefined
  if (!file) throw refuse(IMPORT_FILE_UNREADABLE)
  if (file.isColumnMissing) throw refuse(IMPORT_COLUMNS_MISSING)
  if (file.rows.length > importRowsMax) throw refuse(IMPORT_TOO_MANY_ROWS, { max: importRowsMax })
  const caller = await callerOfMember(connection, found.created_by)
  if (!caller) throw refuse(IMPORT_FILE_UNREADABLE)
  const owner = { importId: found.id, companyId: found.company_id, memberId: found.created_by }
  const { files = [] } = file
  const own = files.length === 0 ? file.rows : await withStoredFiles(connection, outside, owner, { ...file, files })
  const rows = await checkRows(questionsTables(connection), caller, own, { compares: true })
  return { columns: file.columns, rows }
}

/** Reads and checks the file: the dry run. The task has the id of the import. */
export const readingWork = longWork({
  kind: 'question-import-check',
  label: { cn: '检查试题文件', en: 'Question file check' },
  job: 'questions.read-import',
  cancellable: false,
  claim: (connection, { taskId }) => lockImport(questionsTables(connection), 'id', taskId, 'reading'),
  prepare: (connection, found, { outside }) => readAndCheck(connection, found, outside),
  async step(connection, { subject: found, prepared: { columns, rows }, position }) {
    const db = questionsTables(connection)
    const start = position?.stored ?? 0
    const done = Math.min(start + storedAtOnce, rows.length)
    await storeRows(db, { importId: found.id, companyId: found.company_id }, rows.slice(start, done))
    const isLast = done === rows.length
    if (isLast) await markRepeated(db, found.id)
    await db
      .updateTable('questions.question_import')
      .set({ row_count: rows.length, progress: done, columns: JSON.stringify(columns) })
      .set(isLast ? { state: 'checked', file: null } : {})
      .where('id', '=', found.id)
      .execute()
    return isLast ? { report: { link: linkOf(found.id) } } : { done, total: rows.length, position: { stored: done } }
  },
  async onFailure(connection, { taskId }, error, now) {
    const reason = error instanceof Refusal ? error.error : IMPORT_FILE_UNREADABLE
    await fail(questionsTables(connection), taskId, reason, now)
  },
} satisfies LongWork<Import, ReadFile, { stored: number } | undefined>)

/** The next rows of questions to write. */
async function nextRows(db: QuestionsDb, { id, skips_similar: skipsSimilar }: Import): Promise<number[]> {
  const { rows } = await sql<{ row: number }>`
    select row_number as row from questions.question_import_row
    where import_id = ${id} and outcome = 'new'
      and (not ${skipsSimilar} or (likely = '[]' and same_as_row is null))
    order by row_number limit ${writtenAtOnce}`.execute(db)
  return rows.map(({ row }) => row)
}

async function rowsOfQuestions(db: QuestionsDb, importId: string, questionRows: readonly number[]) {
  const { rows } = await sql<ImportRow>`
    select row_number as "rowNumber", cells, notes, losses from questions.question_import_row
    where import_id = ${importId} and question_row = any(${[...questionRows]}::int[]) order by row_number`.execute(db)
  return rows
}

async function setOutcome(db: QuestionsDb, importId: string, questionRows: readonly number[], outcome: string) {
  await sql`
    update questions.question_import_row set outcome = ${outcome}
    where import_id = ${importId} and row_number = any(${[...questionRows]}::int[])`.execute(db)
}

/** Writes a piece. It is checked again, because the company may have changed since the dry run. Answers how many rows it had. */
async function writePiece(db: QuestionsDb, caller: Caller, found: Import, now: number): Promise<number> {
  const wanted = await nextRows(db, found)
  if (wanted.length === 0 || found.directory_id === null) return 0
  const rows = await rowsOfQuestions(db, found.id, wanted)
  const checked = await checkRows(db, caller, rows, { compares: false })
  const good = checked.filter(({ question }) => question !== null)
  const wrong = checked.filter(({ errors }) => errors.length > 0)
  if (wrong.length > 0) await storeRows(db, { importId: found.id, companyId: found.company_id }, wrong)
  const inputs = good.flatMap(({ question }): QuestionInput[] => (question ? [question] : []))
  if (inputs.length > 0) {
    await writeQuestions(db, { caller, now }, found.directory_id, inputs)
    await keepFiles(db, found.id, inputs)
  }
  await setOutcome(
    db,
    found.id,
    good.map(({ rowNumber }) => rowNumber),
    'imported',
  )
  return rows.length
}

async function end(db: QuestionsDb, id: string, state: 'checked' | 'done', now: number): Promise<void> {
  await db
    .updateTable('questions.question_import')
    .set({ state, finished_at: state === 'done' ? now : null })
    .set((eb) => ({ progress: eb.ref('row_count') }))
    .where('id', '=', id)
    .execute()
}

/** The rows that are left wait for the next attempt: what was imported before stays. */
async function putBack(connection: Connection, { taskId }: TaskReference, now: number): Promise<void> {
  const db = questionsTables(connection)
  const found = await lockImport(db, 'task_id', taskId, 'importing')
  if (found) await end(db, found.id, 'checked', now)
}

/** Writes the questions without errors into the bank. */
export const importWork = longWork({
  kind: 'question-import',
  label: { cn: '导入试题', en: 'Question import' },
  job: 'questions.commit-import',
  cancellable: true,
  claim: (connection, { taskId }) => lockImport(questionsTables(connection), 'task_id', taskId, 'importing'),
  async step(connection, { subject: found, now }) {
    const db = questionsTables(connection)
    const caller = await callerOfMember(connection, found.created_by)
    const rowCount = caller ? await writePiece(db, caller, found, now) : 0
    if (rowCount === 0) {
      await end(db, found.id, 'done', now)
      return { report: await reportOf(db, found.id) }
    }
    const progress = Math.min(found.row_count, found.progress + rowCount)
    await db.updateTable('questions.question_import').set({ progress }).where('id', '=', found.id).execute()
    return { done: progress, total: found.row_count }
  },
  onCancel: putBack,
  onFailure: (connection, task, _error, now) => putBack(connection, task, now),
})
