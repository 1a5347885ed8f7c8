/** Members from a spreadsheet: upload, dry run, correction of wrong cells, commit, and a file of the failed rows. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { managesMembers } from './access.ts'
import { IMPORT_NOT_CHECKED, IMPORT_NOT_READY, PASSWORD_RULE_BROKEN } from './codes.ts'
import { ById, Password } from './shapes.ts'

export const importRowsMax = 20_000
const importStates = ['reading', 'checked', 'checking', 'importing', 'done', 'failed'] as const
const correctionsMax = 50

/** The columns of the spreadsheet. */
export const importFields = [
  'memberName',
  'fullName',
  'organization',
  'staffNumber',
  'phone',
  'email',
  'sex',
  'position',
  'jobName',
  'superior',
  'hiredOn',
] as const
export type ImportField = (typeof importFields)[number]

export const MemberImport = Type.Object({
  id: Id,
  fileName: Type.String(),
  /**
   * reading: the server reads and checks the file; checked: ready to commit; checking: corrected rows are checked again;
   * importing; done; failed: the file cannot be read.
   */
  state: OneOf(importStates),
  /** The reason of the failure. */
  errorCode: Nullable(Type.Integer()),
  rowCount: Type.Integer(),
  /** Rows read, checked or imported so far, of rowCount. */
  progress: Type.Integer(),
  newCount: Type.Integer(),
  changedCount: Type.Integer(),
  unchangedCount: Type.Integer(),
  failedCount: Type.Integer(),
  importedCount: Type.Integer(),
  /** Rows with cells that were corrected since the last check. */
  uncheckedCount: Type.Integer(),
  createdAt: Instant,
  finishedAt: Nullable(Instant),
})
export type MemberImport = Static<typeof MemberImport>

/** One wrong cell; its text is that of the code. */
export const ImportError = Type.Object({
  row: Type.Integer({ description: 'as the spreadsheet counts: the heading is row 1' }),
  /** The heading of the column in the file; `column` names the field. */
  heading: Type.String(),
  column: Type.String(),
  code: Type.Integer(),
  value: Type.String(),
})
export type ImportError = Static<typeof ImportError>

/** A cell of a row with errors. */
const RowCell = Type.Object({
  column: OneOf(importFields),
  value: Type.String(),
  codes: Type.Array(Type.Integer(), { description: 'what is wrong; nothing for a right cell' }),
  unchecked: Type.Boolean({ description: 'corrected since the last check, which found the codes' }),
  /** Values that the cell can mean, or that are most like its own, in the caller's own organizations. */
  suggestions: Type.Array(Type.String()),
  /** The rows in which this column is wrong with the same value, this one included; 0 for a right cell. */
  sameCount: Type.Integer(),
})

/** A row with errors, as the screen corrects it. */
export const ImportWrongRow = Type.Object({
  row: Type.Integer({ description: 'as the spreadsheet counts: the heading is row 1' }),
  /** False for a row that was imported except for one value. */
  correctable: Type.Boolean(),
  cells: Type.Array(RowCell),
})
export type ImportWrongRow = Static<typeof ImportWrongRow>

export const ImportColumn = Type.Object({
  column: OneOf(importFields),
  /** As the file has it. */
  heading: Type.String(),
  required: Type.Boolean(),
  /** No two members have the same value. */
  unique: Type.Boolean(),
})
export type ImportColumn = Static<typeof ImportColumn>

const cellTextPattern = '^[^\\p{Cc}\\p{Cs}]*$'

export const Correction = Type.Object(
  {
    row: Type.Integer({ minimum: 2, maximum: 2_000_000 }),
    column: OneOf(importFields),
    value: Type.String({ maxLength: 300, pattern: cellTextPattern }),
    /** Also every row in which this column is wrong with this text. */
    from: Type.Optional(Type.String({ maxLength: 300, pattern: cellTextPattern })),
  },
  { additionalProperties: false },
)
export type Correction = Static<typeof Correction>

export const memberImport = contract({
  importTemplate: {
    method: 'GET',
    path: '/human/member-import/template',
    summary: 'A spreadsheet with headings, hints and example rows in the language of the caller',
    access: managesMembers,
    kind: 'stream',
    response: Type.String(),
  },
  startImport: {
    method: 'POST',
    path: '/human/member-import',
    summary: 'Upload a spreadsheet (field `file`). It is read and checked in the background; nothing is imported yet',
    access: managesMembers,
    noDryRun: 'upload',
    kind: 'multipart',
    response: MemberImport,
    errors: [FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED],
    timeoutMs: 120_000,
    rate: { max: 30, windowSeconds: 60 },
  },
  listImports: {
    method: 'GET',
    path: '/human/member-import',
    summary: "The caller's imports of the last 30 days, newest first",
    access: managesMembers,
    query: PageQuery({}),
    response: Page(MemberImport),
    cacheSeconds: 0,
  },
  importProgress: {
    method: 'GET',
    path: '/human/member-import/{id}',
    summary: 'The progress of an import of the caller',
    access: managesMembers,
    params: ById,
    response: MemberImport,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  importErrors: {
    method: 'GET',
    path: '/human/member-import/{id}/errors',
    summary: 'Every wrong cell, in the order of the rows',
    access: managesMembers,
    params: ById,
    query: PageQuery({}),
    response: Page(ImportError),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  importWrongRows: {
    method: 'GET',
    path: '/human/member-import/{id}/wrong-rows',
    summary: 'The rows with errors as a table to correct: every cell, what is wrong, and what it could mean',
    access: managesMembers,
    params: ById,
    query: PageQuery({}),
    response: Type.Object({ ...Page(ImportWrongRow).properties, columns: Type.Array(ImportColumn) }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  correctImport: {
    method: 'PUT',
    path: '/human/member-import/{id}/cells',
    // Kept with the import, and checked by `recheckImport`.
    summary: 'Replace the text of cells in rows with errors',
    access: managesMembers,
    params: ById,
    body: Body({ corrections: Type.Array(Correction, { minItems: 1, maxItems: correctionsMax }) }),
    response: Type.Object({ correctedRows: Type.Integer(), uncheckedCount: Type.Integer() }),
    errors: [NOT_FOUND, IMPORT_NOT_READY],
  },
  recheckImport: {
    method: 'POST',
    path: '/human/member-import/{id}/recheck',
    summary: 'Check the rows again that are not imported yet, with what was corrected, in the background',
    access: managesMembers,
    params: ById,
    response: MemberImport,
    errors: [NOT_FOUND, IMPORT_NOT_READY],
  },
  commitImport: {
    method: 'POST',
    path: '/human/member-import/{id}/commit',
    // New members must change an initial password at the first sign-in; without one, they sign in by code.
    summary: 'Import the rows without errors, in the background',
    access: managesMembers,
    params: ById,
    security: ['initialPassword'],
    body: Body({ initialPassword: Type.Optional(Password) }),
    onSelf: { refusedByRow: 'a row that gives the caller another organization or superior' },
    response: MemberImport,
    errors: [NOT_FOUND, IMPORT_NOT_READY, IMPORT_NOT_CHECKED, PASSWORD_RULE_BROKEN],
  },
  importFailedRows: {
    method: 'GET',
    path: '/human/member-import/{id}/failed-rows',
    summary: 'The failed rows as xlsx with a column of reasons',
    access: managesMembers,
    kind: 'stream',
    params: ById,
    response: Type.String(),
    errors: [NOT_FOUND, IMPORT_NOT_READY],
    timeoutMs: 120_000,
  },
})
