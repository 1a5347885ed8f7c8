/** Reports: what members write of training outside of the platform, and what is decided about it. */
import { type Static, Type } from 'typebox'
import { FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { IMPORT_INCORRECT, ImportResult, importSchemas } from '#kit/import-rows.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { managesExternal } from './access.ts'
import {
  NO_REPORTER,
  REFUSAL_REASON_NEEDED,
  REPORT_CHANGED,
  REPORT_EXISTS,
  REPORT_INCOMPLETE,
  REPORT_STATE,
  REPORTING_CLOSED,
  TOO_MANY_ROWS,
} from './codes.ts'
import { importedRowsMax, ReportInput, ReportState, reportFields } from './fields.ts'

export const reasonLengthMax = 300
const decisionsMax = 100

/** What the caller may do with a report now. */
const reportActions = ['change', 'submit', 'withdraw', 'delete', 'decide', 'revoke'] as const
/** `revoke`: an accepted report is returned, and its hours count no more. */
const decisions = ['accept', 'return', 'revoke'] as const
export type ReportDecision = (typeof decisions)[number]
const { fileIds: _, ...written } = reportFields

const Report = Type.Object({
  id: Id,
  ...written,
  activity: Nullable(Type.Object({ id: Id, title: Type.String() })),
  member: Nullable(Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() })),
  organizationName: Type.String(),
  state: ReportState,
  /** Approvers decide, not those who manage external training. */
  isInApproval: Type.Boolean(),
  /** Why it was returned. */
  reason: Type.String(),
  decidedBy: Nullable(Type.String()),
  evidenceCount: Type.Integer(),
  submittedAt: Nullable(Instant),
  changedAt: Instant,
  revision: Type.Integer(),
  possible: Type.Array(OneOf(reportActions)),
})
export type Report = Static<typeof Report>

/** A file of evidence, at an address for the reader alone. */
const Evidence = Type.Object({ id: Id, name: Type.String(), url: Type.String() })
const ReportDetails = Type.Object({
  ...Report.properties,
  evidence: Type.Array(Evidence),
  /** Handing in asks for evidence, and until when it is possible; null: at any time. */
  needsEvidence: Type.Boolean(),
  reportUntil: Nullable(Instant),
})
export type ReportDetails = Static<typeof ReportDetails>

const Totals = Type.Object({
  acceptedCount: Type.Integer(),
  hourHundredths: Type.Integer(),
  costHundredths: Type.Integer(),
})

export const recordColumns = [
  ...(['member', 'title', 'kind', 'provider', 'startsOn', 'endsOn', 'hours', 'cost', 'certificateNumber'] as const),
] as const
export type RecordColumn = (typeof recordColumns)[number]
const recordImport = importSchemas(recordColumns, importedRowsMax)

const Month = Type.String({ pattern: '^20[0-9]{2}(-(0[1-9]|1[0-2]))?$' })
const params = Type.Object({ id: Id })
const Saved = Type.Object({ id: Id, revision: Type.Integer(), state: ReportState })
const access = managesExternal

const managedFilter = {
  state: Type.Optional(ReportState),
  activityId: Type.Optional(Id),
  search: Type.Optional(OptionalText(100)),
}

export const reportCalls = {
  ownReports: {
    method: 'GET',
    path: '/training/external-report',
    summary: 'The reports of the caller, the last changed first, with what was accepted in all',
    access: 'signed-in',
    query: PageQuery({ state: Type.Optional(ReportState) }),
    response: Type.Object({ ...Page(Report).properties, totals: Totals }),
    cacheSeconds: 0,
  },
  report: {
    method: 'GET',
    path: '/training/external-report/{id}',
    summary: 'One report with its evidence: for its member, those who manage external training, and approvers',
    access: 'signed-in',
    params,
    response: ReportDetails,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  startReport: {
    method: 'POST',
    path: '/training/external-report',
    summary: 'Begin a report: of an activity that asks for it, or of training that the caller chose',
    access: 'signed-in',
    body: Body({ activityId: Nullable(Id), ...reportFields }),
    response: Saved,
    errors: [NOT_FOUND, NO_REPORTER, REPORTING_CLOSED, REPORT_EXISTS],
  },
  changeReport: {
    method: 'PUT',
    path: '/training/external-report/{id}',
    summary: 'Change a draft, or a report that was returned',
    access: 'signed-in',
    params,
    body: Body({ ...ReportInput.properties, revision: Type.Integer({ minimum: 0 }) }),
    response: Saved,
    errors: [NOT_FOUND, REPORT_STATE, REPORT_CHANGED],
  },
  submitReport: {
    method: 'POST',
    path: '/training/external-report/{id}/submission',
    summary: 'Hand in a report. Approvers decide where approval is on, otherwise those who manage external training',
    access: 'signed-in',
    params,
    body: Body({ revision: Type.Integer({ minimum: 0 }) }),
    response: Saved,
    errors: [NOT_FOUND, REPORT_STATE, REPORT_CHANGED, REPORT_INCOMPLETE, REPORTING_CLOSED],
  },
  withdrawReport: {
    method: 'POST',
    path: '/training/external-report/{id}/withdrawal',
    summary: 'Take back a report about which nobody has decided; it is a draft again',
    access: 'signed-in',
    params,
    response: Saved,
    errors: [NOT_FOUND, REPORT_STATE],
  },
  deleteReport: {
    method: 'DELETE',
    path: '/training/external-report/{id}',
    summary: 'Delete a draft, or a report that was returned',
    access: 'signed-in',
    params,
    response: Done,
    errors: [NOT_FOUND, REPORT_STATE],
  },
  managedReports: {
    method: 'GET',
    path: '/training/external-report-manage',
    summary: 'The reports that were handed in by the organizations whose external training the caller manages',
    access,
    query: PageQuery(managedFilter),
    response: Page(Report),
    cacheSeconds: 0,
  },
  decideReports: {
    method: 'POST',
    path: '/training/external-report-manage/decisions',
    summary:
      'Accept or return reports that wait, or revoke accepted ones. The own, and those that the caller does not decide about, are left',
    access,
    body: Body({
      ids: Type.Array(Id, { minItems: 1, maxItems: decisionsMax, uniqueItems: true }),
      decision: OneOf(decisions),
      reason: OptionalText(reasonLengthMax),
    }),
    response: Type.Object({ decided: Type.Integer() }),
    errors: [REFUSAL_REASON_NEEDED],
    onSelf: { refusedByRow: 'a report of the caller, which is left as it is' },
  },
  exportReports: {
    method: 'GET',
    path: '/training/external-report-manage/export',
    summary: 'Those reports as a spreadsheet; with a year or a month those of training that began then',
    access,
    kind: 'stream',
    query: Type.Object({ ...managedFilter, month: Type.Optional(Month) }),
    response: Type.String(),
    cacheSeconds: 0,
  },
  recordTemplate: {
    method: 'GET',
    path: '/training/external-record-template',
    summary: 'A spreadsheet of earlier external training to fill in, in the language of the caller',
    access,
    kind: 'stream',
    response: Type.String(),
  },
  readRecords: {
    method: 'POST',
    path: '/training/external-record-file',
    summary: 'Read a spreadsheet of earlier external training (field `file`), at most 100 rows. Nothing is kept',
    access,
    kind: 'multipart',
    noDryRun: 'upload',
    response: recordImport.Read,
    errors: [FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, TOO_MANY_ROWS, IMPORT_INCORRECT],
  },
  importRecords: {
    method: 'POST',
    path: '/training/external-record-import',
    summary: 'Enter earlier external training as accepted reports: all rows, or none. Nobody enters the own',
    access,
    body: recordImport.Written,
    response: ImportResult,
    errors: [NO_PERMISSION, IMPORT_INCORRECT],
    onSelf: { refusedByRow: 'a row about the caller, which is a wrong cell' },
  },
} as const
