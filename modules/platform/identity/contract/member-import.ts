/** Members from a spreadsheet: upload, dry run, commit, and a file of the failed rows to correct. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { managesMembers } from './access.ts'
import { IMPORT_NOT_READY, PASSWORD_RULE_BROKEN } from './codes.ts'
import { ById, Password } from './shapes.ts'

export const importRowsMax = 20_000
const importStates = ['reading', 'checked', 'importing', 'done', 'failed'] as const

export const MemberImport = Type.Object({
  id: Id,
  fileName: Type.String(),
  /**
   * reading: the server reads and checks the file; checked: ready to commit; importing; done; failed: the file cannot
   * be read.
   */
  state: OneOf(importStates),
  /** The reason of the failure. */
  errorCode: Nullable(Type.Integer()),
  rowCount: Type.Integer(),
  /** Rows read or imported so far, of rowCount. */
  progress: Type.Integer(),
  newCount: Type.Integer(),
  changedCount: Type.Integer(),
  unchangedCount: Type.Integer(),
  failedCount: Type.Integer(),
  importedCount: Type.Integer(),
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

export const memberImport = contract({
  importTemplate: {
    method: 'GET',
    path: '/human/member-import/template',
    summary: 'An empty spreadsheet with the headings in the language of the caller',
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
    errors: [NOT_FOUND, IMPORT_NOT_READY, PASSWORD_RULE_BROKEN],
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
