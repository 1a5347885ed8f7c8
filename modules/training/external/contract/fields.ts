/** What is written of external training: the activity that asks for reports, and a report. */
import { type Static, Type } from 'typebox'
import { CalendarDay } from '#kit/days.ts'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, OptionalTitle, Title } from '#kit/schema.ts'

export const titleLengthMax = 100
export const certificateLengthMax = 60
export const summaryLengthMax = 2000
export const evidenceMax = 9
/** An activity that asks more people is better asked by the organization. */
export const reportersMax = 200
/** TRAINING-049. */
export const importedReportersMax = 10
export const importedRowsMax = 100
/** 10,000.00 hours, and 100,000.00 of cost (TRAINING-053), in hundredths. */
export const hourHundredthsMax = 1_000_000
export const costHundredthsMax = 10_000_000

/** What kind of training it was. */
export const externalKinds = ['course', 'certification', 'conference', 'visit', 'degree', 'other'] as const
export const ExternalKind = OneOf(externalKinds)
export type ExternalKind = Static<typeof ExternalKind>

/** What activity and report have in common: reports begin with that of their activity. */
const training = {
  title: Title(titleLengthMax),
  kind: ExternalKind,
  provider: OptionalTitle(titleLengthMax),
  place: OptionalTitle(titleLengthMax),
  startsOn: Nullable(CalendarDay),
  endsOn: Nullable(CalendarDay),
}

export const activityFields = {
  ...training,
  description: OptionalText(summaryLengthMax),
  /** Whoever manages external training of this organization, or of one above it, manages the activity. */
  organizationId: Id,
  /** Reports are handed in between the two. */
  reportFrom: Instant,
  reportUntil: Instant,
  needsEvidence: Type.Boolean(),
}
export const ActivityInput = Body({ ...activityFields })
export type ActivityInput = Static<typeof ActivityInput>

export const reportFields = {
  ...training,
  hourHundredths: Nullable(Type.Integer({ minimum: 0, maximum: hourHundredthsMax })),
  costHundredths: Nullable(Type.Integer({ minimum: 0, maximum: costHundredthsMax })),
  certificateNumber: OptionalTitle(certificateLengthMax),
  summary: OptionalText(summaryLengthMax),
  fileIds: Type.Array(Id, { maxItems: evidenceMax, uniqueItems: true }),
}
export const ReportInput = Body(reportFields)
export type ReportInput = Static<typeof ReportInput>

export const newReport: ReportInput = {
  ...{ title: '', kind: 'course', provider: '', place: '', startsOn: null, endsOn: null },
  ...{ hourHundredths: null, costHundredths: null, certificateNumber: '', summary: '', fileIds: [] },
}

/** `pending`: somebody decides. `returned`: refused with a reason, to be corrected and handed in again. */
export const reportStates = ['draft', 'pending', 'accepted', 'returned'] as const
export const ReportState = OneOf(reportStates)
export type ReportState = Static<typeof ReportState>

/**
 * The map `putforward` (SYSTEM-253) of what is asked of a reporter: 0 nothing was written, 1 a report is being written or has been
 * returned, 2 the time is over. Null: it is handed in.
 */
const putforwardStates = [0, 1, 2] as const
export const Putforward = Nullable(OneOf(putforwardStates))
export type Putforward = Static<typeof Putforward>
