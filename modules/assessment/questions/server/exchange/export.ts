/** Questions as files that the import reads; and the failed rows of an import. */
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { topicsOf } from '#modules/content/topics/server.ts'
import { refusalMessage } from '#server/http/messages.ts'
import type { StreamAnswer } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import { type ExchangeFormat, importRowsMax } from '../../contract/exchange.ts'
import { IMPORT_NOT_READY, TOO_MANY_TO_EXPORT } from '../../contract/exchange-codes.ts'
import type { QuestionContent } from '../../contract/question.ts'
import type { QuestionsDb } from '../db.ts'
import { type Filters, matchingQuestionsSql } from '../list.ts'
import { getManagedQuestions, questionBusinessType } from '../records.ts'
import { headingsOf } from './corrections.ts'
import type { ExchangeQuestion } from './exchange-question.ts'
import { foreignAnswer } from './export-foreign.ts'
import { findImport } from './imports.ts'
import type { CellProblem } from './read-sheet.ts'
import { columnsFor, headingOf, type SheetCells, type SheetColumn } from './sheet-columns.ts'
import { cellsInOrder, optionCount, sheetRows } from './write-sheet.ts'

interface ExportRow {
  readonly id: string
  readonly content: QuestionContent
  readonly scoreTenths: number
  readonly difficulty: number
  readonly source: string
}

async function exchangeQuestions(db: QuestionsDb, companyId: string, rows: readonly ExportRow[]) {
  const ids = rows.map(({ id }) => id)
  const topics = await topicsOf(db, companyId, questionBusinessType, ids)
  return rows.map(
    ({ id, ...row }): ExchangeQuestion => ({ ...row, topics: (topics.get(id) ?? []).map(({ name }) => name) }),
  )
}

type ExportQuery = Filters & { readonly ids?: string | undefined; readonly format?: ExchangeFormat | undefined }

interface ExportContext {
  readonly language: Language
  readonly outside: Outside
}

/** The chosen questions, or all that match; in the order in which they were written. */
export async function exportQuestions(
  db: QuestionsDb,
  caller: Caller,
  query: ExportQuery,
  { language, outside }: ExportContext,
): Promise<StreamAnswer> {
  const { ids, format, ...filters } = query
  const chosen = ids?.split(',')
  if (chosen) await getManagedQuestions(db, caller, [...new Set(chosen)], { lock: false })
  const matching = chosen
    ? sql`from questions.question q where q.id = any(${chosen}::uuid[]) and q.company_id = ${caller.companyId}`
    : await matchingQuestionsSql(db, caller, filters)
  const { rows } = await sql<ExportRow>`
    select q.id, v.content, q.score_tenths as "scoreTenths", q.difficulty, q.source
    from (select q.* ${matching} order by q.id limit ${importRowsMax + 1}) q
    join questions.version v on v.id = q.version_id order by q.id`.execute(db)
  if (rows.length > importRowsMax) throw refuse(TOO_MANY_TO_EXPORT, { max: importRowsMax })
  const questions = await exchangeQuestions(db, caller.companyId, rows)
  if (format !== undefined && format !== 'xlsx')
    return foreignAnswer(db, { caller, language, outside }, questions, format)
  return questionSheet(
    questions.flatMap((question) => sheetRows(question, language)),
    language,
  )
}

const optionsShownMin = 4

function questionSheet(rows: readonly SheetCells[], language: Language): StreamAnswer {
  const columns = columnsFor(Math.max(optionsShownMin, ...rows.map(optionCount)))
  const heading = columns.map((column) => headingOf(column, language))
  const lines = rows.map((cells) => cellsInOrder(cells, columns))
  return sheetAnswer(language === 'cn' ? '试题' : 'questions', [heading, ...lines], look(columns, language))
}

const look = (columns: readonly SheetColumn[], language: Language) => ({
  ...{ sheetName: language === 'cn' ? '试题' : 'Questions', plainName: 'questions' },
  columnWidths: columns.map((column) => (column === 'stem' ? 48 : 18)),
})

const reasonHeading = { cn: '失败原因', en: 'Reason' } as const

function reasonOf(errors: readonly CellProblem[], headings: ReadonlyMap<SheetColumn, string>, language: Language) {
  const [colon, semicolon] = language === 'en' ? [': ', '; '] : ['：', '；']
  return errors
    .map(({ column, code }) => {
      const text = refusalMessage({ code, status: 422 }, language)
      return `${headings.get(column) ?? headingOf(column, language)}${colon}${text}`
    })
    .join(semicolon)
}

/** The failed rows as they are now, with a column of reasons. */
export async function failedRows(db: QuestionsDb, caller: Caller, id: string, language: Language) {
  const { state } = await findImport(db, caller, id)
  if (state === 'reading' || state === 'failed') throw refuse(IMPORT_NOT_READY)
  const headings = new Map(
    (await headingsOf(db, id)).map(({ column, heading }) => [column, heading || headingOf(column, language)]),
  )
  const columns = [...headings.keys()]
  const { rows } = await sql<{ cells: SheetCells; errors: readonly CellProblem[] }>`
    select cells, errors from questions.question_import_row
    where import_id = ${id} and outcome = 'failed' order by row_number`.execute(db)
  const lines = rows.map(({ cells, errors }) => [...cellsInOrder(cells, columns), reasonOf(errors, headings, language)])
  const heading = [...headings.values(), reasonHeading[language]]
  return sheetAnswer(
    language === 'cn' ? '导入失败的试题' : 'failed-questions',
    [heading, ...lines],
    look(columns, language),
  )
}
