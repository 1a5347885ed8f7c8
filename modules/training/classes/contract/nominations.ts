/** Nominations by spreadsheet, nominations by managers for their own organizations, and the roster as a file. */
import { type Static, Type } from 'typebox'
import { FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { nominatesMembers, runsClasses } from './access.ts'
import {
  CLASS_CANCELLED,
  CLASS_CLOSED,
  CLASS_FULL,
  CLASS_MISSING,
  CLASS_NOT_FOR_YOU,
  ENROLLMENT_ENDED,
  ENROLLMENT_NOT_STARTED,
  NOMINATIONS_TOO_MANY,
} from './codes.ts'
import { nominationsMax } from './roster.ts'
import { EnrollmentState } from './states.ts'

export const nominationColumns = ['account', 'name'] as const
export type NominationColumn = (typeof nominationColumns)[number]

/**
 * `unknown`: no member has this account, or none that the caller may nominate. `audience`: the class is not for the member's
 * organization. `other-name`: the account is somebody else's.
 */
export const nominationProblems = [
  ...(['empty', 'unknown', 'ambiguous', 'disabled', 'repeated', 'audience', 'other-name'] as const),
] as const
export type NominationProblem = (typeof nominationProblems)[number]

export const NominationReport = Type.Object({
  rowCount: Type.Integer(),
  enrolled: Type.Integer(),
  /** Somebody decides about them first. */
  pending: Type.Integer(),
  waiting: Type.Integer(),
  /** Were on the roster already. */
  left: Type.Integer(),
  problems: Type.Array(
    Type.Object({
      /** As the file counts them, from 1. */
      row: Type.Integer(),
      column: OneOf(nominationColumns),
      value: Type.String(),
      problem: OneOf(nominationProblems),
    }),
  ),
  /** The rows with problems as a spreadsheet with their reasons, in base64; null: there are none. */
  failedRows: Nullable(Type.String()),
  isDryRun: Type.Boolean(),
})
export type NominationReport = Static<typeof NominationReport>

/** A member that the caller may nominate, and how far the member is on the way into the class. */
const Nominee = Type.Object({
  id: Id,
  fullName: Type.String(),
  avatarPath: Type.String(),
  organizationName: Type.String(),
  state: Nullable(EnrollmentState),
  enrolledAt: Nullable(Instant),
})
export type Nominee = Static<typeof Nominee>

const params = Type.Object({ id: Id })
const importing = {
  method: 'POST',
  noDryRun: 'upload',
  kind: 'multipart',
  // Reading a spreadsheet is slow, so no transaction is open meanwhile.
  outside: true,
  params,
  body: Body({ isDryRun: Type.Optional(Type.Boolean()) }),
  uploadBytesMax: 2 * 1024 * 1024,
  response: NominationReport,
  rate: { max: 60, windowSeconds: 60 },
} as const
const refusals = [CLASS_MISSING, CLASS_CLOSED, CLASS_CANCELLED, CLASS_FULL] as const
const ofFiles = [FILE_TYPE_UNSUPPORTED, FILE_TOO_LARGE, NOMINATIONS_TOO_MANY] as const
const ofManagers = [...refusals, ENROLLMENT_NOT_STARTED, ENROLLMENT_ENDED] as const

export const nominationCalls = {
  nominationTemplate: {
    method: 'GET',
    path: '/training/nomination-template',
    summary: 'A spreadsheet with the headings of nominations in the language of the caller',
    access: 'signed-in',
    kind: 'stream',
    response: Type.Unknown(),
  },
  importNominations: {
    ...importing,
    path: '/training/class-manage/{id}/nomination-import',
    summary:
      'Nominate the members of a spreadsheet (field `file`), at most 100 rows (TRAINING-050). With isDryRun nothing is written',
    access: runsClasses,
    errors: [...refusals, NO_PERMISSION, ...ofFiles],
  },
  exportRoster: {
    method: 'GET',
    path: '/training/class-manage/{id}/roster-export',
    summary: 'The roster of a class as a spreadsheet, with the answers of its form',
    access: runsClasses,
    kind: 'stream',
    params,
    query: Type.Object({ state: Type.Optional(EnrollmentState) }),
    response: Type.Unknown(),
    errors: [CLASS_MISSING, NO_PERMISSION],
    timeoutMs: 120_000,
  },
  nominees: {
    method: 'GET',
    path: '/training/class-nomination/{id}',
    summary: 'The members that the caller may nominate for a class: those of the own organizations, with their state',
    access: nominatesMembers,
    params,
    query: PageQuery({
      search: Type.Optional(OptionalText(100)),
      /** Only those who are on the roster. */
      isOnRoster: Type.Optional(Type.Boolean()),
    }),
    response: Page(Nominee),
    errors: [CLASS_MISSING, CLASS_CANCELLED],
    cacheSeconds: 0,
  },
  nominateOwn: {
    method: 'POST',
    path: '/training/class-nomination/{id}',
    summary:
      'Nominate members of the own organizations, while enrollment is open; where the class is reviewed, its staff decide',
    access: nominatesMembers,
    params,
    body: Body({ memberIds: Type.Array(Id, { minItems: 1, maxItems: nominationsMax, uniqueItems: true }) }),
    response: Type.Object({
      enrolled: Type.Integer(),
      pending: Type.Integer(),
      waiting: Type.Integer(),
      left: Type.Integer(),
    }),
    errors: [...ofManagers, CLASS_NOT_FOR_YOU, NOT_FOUND],
    onSelf: { allowed: 'Whoever nominates may enroll for the class alone as well; the same rules hold.' },
  },
  importOwnNominations: {
    ...importing,
    path: '/training/class-nomination/{id}/import',
    summary: 'Nominate the members of a spreadsheet (field `file`) for the own organizations, at most 100 rows',
    access: nominatesMembers,
    errors: [...ofManagers, ...ofFiles],
  },
} as const
