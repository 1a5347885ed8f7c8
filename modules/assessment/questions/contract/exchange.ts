/** Questions from and to files: upload, dry run, correction of wrong cells, commit, a file of the failed rows; export. */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, IdList, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { managesQuestions } from './access.ts'
import { questionFilters } from './bank.ts'
import { EXPORT_TOO_LARGE, IMPORT_NOT_READY, TOO_MANY_TO_EXPORT } from './exchange-codes.ts'

/** EXAM-043 */
export const importRowsMax = 3000

const importStates = ['reading', 'checked', 'importing', 'done', 'failed'] as const

export const QuestionImport = Type.Object({
  id: Id,
  fileName: Type.String(),
  /** Null where it was deleted meanwhile. */
  directory: Nullable(Type.Object({ id: Id, name: Type.String() })),
  /** reading: the server reads and checks the file; checked: ready to commit; failed: the file cannot be read. */
  state: OneOf(importStates),
  /** The reason of the failure. */
  errorCode: Nullable(Type.Integer()),
  /** A group has a row for itself and one for each of its parts. */
  rowCount: Type.Integer(),
  /** Rows read or imported so far, of rowCount. */
  progress: Type.Integer(),
  /** Questions that can be imported. */
  newCount: Type.Integer(),
  failedCount: Type.Integer(),
  /** Questions to import that may be in the bank already, or stand in the file twice. */
  similarCount: Type.Integer(),
  /** Questions of which the file says more than the bank keeps. */
  lossCount: Type.Integer(),
  importedCount: Type.Integer(),
  createdAt: Instant,
  finishedAt: Nullable(Instant),
})
export type QuestionImport = Static<typeof QuestionImport>

const Column = Type.String({
  pattern: '^(kind|stem|answer|score|difficulty|topics|source|explanation|settings|part|option[1-9][0-9]{0,2})$',
})
const cellLengthMax = 20_000
const CellText = Type.String({ maxLength: cellLengthMax, pattern: '^[^\\p{Cs}\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f]*$' })

const RowCell = Type.Object({
  column: Type.String(),
  value: Type.String(),
  codes: Type.Array(Type.Integer(), { description: 'what is wrong; nothing for a right cell' }),
  /** A corrected cell is checked at once. */
  unchecked: Type.Literal(false),
  suggestions: Type.Array(Type.String()),
  /** The rows in which this column is wrong with the same value, this one included; 0 for a right cell. */
  sameCount: Type.Integer(),
})

export const ImportWrongRow = Type.Object({
  row: Type.Integer({
    description: 'as the spreadsheet counts, with the heading as row 1; of a Word document the place',
  }),
  /** False once the other rows are imported or on their way. */
  correctable: Type.Boolean(),
  cells: Type.Array(RowCell),
})
export type ImportWrongRow = Static<typeof ImportWrongRow>

export const ImportColumn = Type.Object({
  column: Type.String(),
  heading: Type.String(),
  required: Type.Boolean(),
  unique: Type.Literal(false),
})
export type ImportColumn = Static<typeof ImportColumn>

/** A question to import, and what it may be the same as. */
export const SimilarRow = Type.Object({
  row: Type.Integer(),
  excerpt: Type.String(),
  /** Of the bank, the likest first. */
  similar: Type.Array(
    Type.Object({
      id: Id,
      excerpt: Type.String(),
      directory: Type.Object({ id: Id, name: Type.String() }),
      likeness: Type.Integer(),
    }),
  ),
  /** An earlier row of the file with the same text. */
  sameAsRow: Nullable(Type.Integer()),
})
export type SimilarRow = Static<typeof SimilarRow>

export const Correction = Type.Object(
  {
    row: Type.Integer({ minimum: 1, maximum: 2_000_000 }),
    column: Column,
    value: CellText,
    /** Also every row in which this column is wrong with this text. */
    from: Type.Optional(CellText),
  },
  { additionalProperties: false },
)
export type Correction = Static<typeof Correction>

/** What a file says of a question and the bank does not keep, or what was guessed and wants a look. */
const importLosses = [
  ...(['feedback', 'weights', 'penalty', 'hints', 'category', 'markdown', 'processing', 'units', 'media'] as const),
  ...(['marked-key'] as const),
] as const
export const ImportLoss = OneOf(importLosses)
export type ImportLoss = Static<typeof ImportLoss>

export const LossRow = Type.Object({
  row: Type.Integer(),
  excerpt: Type.String(),
  losses: Type.Array(ImportLoss),
})
export type LossRow = Static<typeof LossRow>

export const exchangeFormats = ['xlsx', 'docx', 'gift', 'moodle', 'qti22', 'qti30'] as const
export type ExchangeFormat = (typeof exchangeFormats)[number]

const params = Type.Object({ id: Id })
const ids = Type.Optional(IdList(500))

export const exchangeCalls = {
  questionTemplate: {
    method: 'GET',
    path: '/exam/question-import/template',
    summary: 'A spreadsheet with headings and an example of each kind in the language of the caller',
    access: managesQuestions,
    kind: 'stream',
    response: Type.String(),
  },
  startQuestionImport: {
    method: 'POST',
    path: '/exam/question-import',
    summary:
      'Upload questions as xlsx, docx, GIFT, Moodle XML or a QTI package (field `file`). The file is read and checked in the background; nothing is imported yet',
    access: managesQuestions,
    noDryRun: 'upload',
    kind: 'multipart',
    uploadBytesMax: 50 * 1024 * 1024,
    body: Body({ directoryId: Id }),
    response: QuestionImport,
    errors: [FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, NOT_FOUND],
    timeoutMs: 120_000,
    rate: { max: 30, windowSeconds: 60 },
  },
  questionImport: {
    method: 'GET',
    path: '/exam/question-import/{id}',
    summary: 'The progress of an import of the caller',
    access: managesQuestions,
    params,
    response: QuestionImport,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  questionImportWrongRows: {
    method: 'GET',
    path: '/exam/question-import/{id}/wrong-rows',
    summary: 'The rows with errors as a table to correct: every cell, and what is wrong',
    access: managesQuestions,
    params,
    query: PageQuery({}),
    response: Type.Object({ ...Page(ImportWrongRow).properties, columns: Type.Array(ImportColumn) }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  questionImportSimilar: {
    method: 'GET',
    path: '/exam/question-import/{id}/similar',
    summary: 'The questions to import that may be in the bank already, or stand in the file twice',
    access: managesQuestions,
    params,
    query: PageQuery({}),
    response: Page(SimilarRow),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  questionImportLosses: {
    method: 'GET',
    path: '/exam/question-import/{id}/losses',
    summary: 'The questions of which the file says more than the bank keeps, with what that is',
    access: managesQuestions,
    params,
    query: PageQuery({}),
    response: Page(LossRow),
    errors: [NOT_FOUND],
  },
  correctQuestionImport: {
    method: 'PUT',
    path: '/exam/question-import/{id}/cells',
    summary: 'Replace the text of cells in rows with errors; the rows are checked again at once',
    access: managesQuestions,
    params,
    body: Body({ corrections: Type.Array(Correction, { minItems: 1, maxItems: 50 }) }),
    unlogged: ['corrections'],
    response: QuestionImport,
    errors: [NOT_FOUND, IMPORT_NOT_READY],
  },
  commitQuestionImport: {
    method: 'POST',
    path: '/exam/question-import/{id}/commit',
    summary: 'Import the questions without errors, in the background; with or without those that may be there already',
    access: managesQuestions,
    params,
    body: Body({ skipSimilar: Type.Optional(Type.Boolean({ default: false })) }),
    response: QuestionImport,
    errors: [NOT_FOUND, IMPORT_NOT_READY],
  },
  questionImportFailedRows: {
    method: 'GET',
    path: '/exam/question-import/{id}/failed-rows',
    summary: 'The failed rows as xlsx with a column of reasons',
    access: managesQuestions,
    kind: 'stream',
    params,
    response: Type.String(),
    errors: [NOT_FOUND, IMPORT_NOT_READY],
    timeoutMs: 120_000,
  },
  exportQuestions: {
    method: 'GET',
    path: '/exam/question-export',
    summary: 'Questions in one of the formats that the import reads: those with these ids, or all that match',
    access: managesQuestions,
    kind: 'stream',
    query: Type.Object({ ...questionFilters, ids, format: Type.Optional(OneOf(exchangeFormats)) }),
    response: Type.String(),
    errors: [NOT_FOUND, TOO_MANY_TO_EXPORT, EXPORT_TOO_LARGE],
    timeoutMs: 120_000,
  },
} as const satisfies Contract
