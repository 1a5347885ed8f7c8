/** External activities: training outside of the platform, of which reporters report. */
import { type Static, Type } from 'typebox'
import { FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { IMPORT_INCORRECT, ImportResult, importSchemas } from '#kit/import-rows.ts'
import { Body, Done, Id, IdList, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { managesExternal } from './access.ts'
import { ACTIVITY_CHANGED, HAS_REPORTS, REPORTERS_FULL, TOO_MANY_REPORTERS } from './codes.ts'
import { ActivityInput, activityFields, importedReportersMax, Putforward, ReportState, reportersMax } from './fields.ts'

const figures = {
  /** How many are asked to report, and how many of them have handed in. */
  reporterCount: Type.Integer(),
  reportedCount: Type.Integer(),
  acceptedCount: Type.Integer(),
}

/** An external activity for whoever reports for it or manages it. */
const ExternalActivity = Type.Object({
  id: Id,
  ...activityFields,
  ...figures,
  /** What is asked of the caller; null as well for one who is no reporter. */
  putforward: Putforward,
  isReporter: Type.Boolean(),
  /** The caller's report, where there is one. */
  report: Nullable(Type.Object({ id: Id, state: ReportState })),
})
export type ExternalActivity = Static<typeof ExternalActivity>

const ManagedActivity = Type.Object({
  id: Id,
  ...activityFields,
  organizationName: Type.String(),
  ...figures,
  revision: Type.Integer(),
})
export type ManagedActivity = Static<typeof ManagedActivity>

const Reporter = Type.Object({
  member: Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String(), organizationName: Type.String() }),
  putforward: Putforward,
  report: Nullable(Type.Object({ id: Id, state: ReportState, submittedAt: Nullable(Instant) })),
})
export type Reporter = Static<typeof Reporter>

/** A reporter is named by the name to sign in with, or by the staff number. */
export const reporterColumns = ['member'] as const
const reporterImport = importSchemas(reporterColumns, importedReportersMax)

const params = Type.Object({ id: Id })
const access = managesExternal
const onSelf = {
  allowed: 'Whoever asks for reports may report, too; somebody else decides about that report.',
} as const

export const activityCalls = {
  externalActivities: {
    method: 'GET',
    path: '/training/external-activity/list',
    summary:
      'The external activities of which the caller reports or which the caller manages, those to report first; or those of these ids (TRAINING-064)',
    access: 'signed-in',
    query: PageQuery({
      ids: Type.Optional(IdList(100)),
      search: Type.Optional(OptionalText(100)),
    }),
    response: Page(ExternalActivity),
    cacheSeconds: 0,
  },
  managedActivities: {
    method: 'GET',
    path: '/training/external-manage',
    summary:
      'The external activities of the organizations whose external training the caller manages, the newest first',
    access,
    query: PageQuery({
      search: Type.Optional(OptionalText(100)),
      when: Type.Optional(OneOf(['coming', 'open', 'over'])),
    }),
    response: Page(ManagedActivity),
    cacheSeconds: 0,
  },
  createActivity: {
    method: 'POST',
    path: '/training/external-manage',
    summary: 'Ask for reports of an external activity',
    access,
    body: ActivityInput,
    response: Type.Object({ id: Id, revision: Type.Integer() }),
    errors: [NO_PERMISSION],
    onSelf,
  },
  changeActivity: {
    method: 'PUT',
    path: '/training/external-manage/{id}',
    summary: 'Change an external activity. Reports that there are stay as they are',
    access,
    params,
    body: Body({ ...activityFields, revision: Type.Integer({ minimum: 0 }) }),
    response: Type.Object({ id: Id, revision: Type.Integer() }),
    errors: [NO_PERMISSION, NOT_FOUND, ACTIVITY_CHANGED],
    onSelf,
  },
  deleteActivity: {
    method: 'DELETE',
    path: '/training/external-manage/{id}',
    summary: 'Delete an external activity of which nobody has handed in a report; drafts go with it',
    access,
    params,
    response: Done,
    errors: [NO_PERMISSION, NOT_FOUND, HAS_REPORTS],
  },
  reporters: {
    method: 'GET',
    path: '/training/external-manage/{id}/reporters',
    summary: 'Who is asked to report, and how far they are (TRAINING-047)',
    access,
    params,
    query: PageQuery({ search: Type.Optional(OptionalText(100)) }),
    response: Page(Reporter),
    errors: [NO_PERMISSION, NOT_FOUND],
    cacheSeconds: 0,
  },
  addReporters: {
    method: 'POST',
    path: '/training/external-manage/{id}/reporters',
    summary: 'Ask members to report. Those who are asked already are left',
    access,
    params,
    body: Body({ memberIds: Type.Array(Id, { minItems: 1, maxItems: reportersMax, uniqueItems: true }) }),
    response: Type.Object({ added: Type.Integer() }),
    errors: [NO_PERMISSION, NOT_FOUND, REPORTERS_FULL],
    onSelf,
  },
  removeReporter: {
    method: 'DELETE',
    path: '/training/external-manage/{id}/reporters/{memberId}',
    summary: 'Ask a member no longer. Who has handed in stays; a draft goes',
    access,
    params: Type.Object({ id: Id, memberId: Id }),
    response: Done,
    errors: [NO_PERMISSION, NOT_FOUND, HAS_REPORTS],
    onSelf: { allowed: 'Whoever asks for reports may take back what is asked of the own person.' },
  },
  remindReporters: {
    method: 'POST',
    path: '/training/external-manage/{id}/reminders',
    summary: 'Remind the reporters who have not handed in',
    access,
    params,
    response: Type.Object({ reminded: Type.Integer() }),
    errors: [NO_PERMISSION, NOT_FOUND],
  },
  reporterTemplate: {
    method: 'GET',
    path: '/training/external-reporter-template',
    summary: 'A spreadsheet of reporters to fill in, in the language of the caller',
    access,
    kind: 'stream',
    response: Type.String(),
  },
  readReporters: {
    method: 'POST',
    path: '/training/external-reporter-file',
    summary: 'Read a spreadsheet of reporters (field `file`), at most ten. Nothing is kept (TRAINING-049)',
    access,
    kind: 'multipart',
    noDryRun: 'upload',
    response: reporterImport.Read,
    errors: [FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, TOO_MANY_REPORTERS, IMPORT_INCORRECT],
  },
  importReporters: {
    method: 'POST',
    path: '/training/external-manage/{id}/reporter-import',
    summary: 'Ask the members of a spreadsheet to report: all of its rows, or none',
    access,
    params,
    body: reporterImport.Written,
    response: ImportResult,
    errors: [NO_PERMISSION, NOT_FOUND, IMPORT_INCORRECT, REPORTERS_FULL],
    onSelf,
  },
} as const
