/** Nominations by spreadsheet, nominations by managers for their own organizations, and the roster as a file. */
import { type Static, Type } from 'typebox'
import { FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { IMPORT_INCORRECT, ImportResult, importSchemas } from '#kit/import-rows.ts'
import { Body, Id, Instant, Nullable, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { nominatesMembers, runsClasses } from './access.ts'
import {
  CLASS_CANCELLED,
  CLASS_CLOSED,
  CLASS_FULL,
  CLASS_MISSING,
  CLASS_NOT_FOR_YOU,
  ENROLLMENT_ENDED,
  ENROLLMENT_NOT_STARTED,
  MEMBER_DISABLED,
  NOMINATIONS_TOO_MANY,
} from './codes.ts'
import { nominationsMax } from './roster.ts'
import { EnrollmentState } from './states.ts'

export const nominationColumns = ['account', 'name'] as const
export type NominationColumn = (typeof nominationColumns)[number]

const sheet = importSchemas(nominationColumns, nominationsMax)

/** How many members came where. */
const Nominated = Type.Object({
  enrolled: Type.Integer(),
  /** Somebody decides about them first. */
  pending: Type.Integer(),
  waiting: Type.Integer(),
  /** Were on the roster already. */
  left: Type.Integer(),
})

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
  params,
  body: sheet.Written,
  response: Type.Object({ ...ImportResult.properties, ...Nominated.properties }),
  rate: { max: 60, windowSeconds: 60 },
} as const
const refusals = [CLASS_MISSING, CLASS_CLOSED, CLASS_CANCELLED, CLASS_FULL] as const
const ofManagers = [...refusals, ENROLLMENT_NOT_STARTED, ENROLLMENT_ENDED] as const

export const nominationCalls = {
  nominationTemplate: {
    method: 'GET',
    path: '/training/nomination-template',
    summary: 'A spreadsheet with the headings of nominations in the language of the caller',
    access: 'signed-in',
    kind: 'stream',
    response: Type.String(),
  },
  readNominations: {
    method: 'POST',
    path: '/training/nomination-file',
    summary: 'Read a spreadsheet of nominations (field `file`), at most 100 rows (TRAINING-050). Nothing is kept',
    access: 'signed-in',
    kind: 'multipart',
    noDryRun: 'upload',
    response: sheet.Read,
    errors: [FILE_TYPE_UNSUPPORTED, FILE_TOO_LARGE, NOMINATIONS_TOO_MANY, IMPORT_INCORRECT],
    rate: { max: 60, windowSeconds: 60 },
  },
  importNominations: {
    ...importing,
    path: '/training/class-manage/{id}/nomination-import',
    summary: 'Nominate the members of a spreadsheet: all of its rows, or none',
    access: runsClasses,
    errors: [...refusals, NO_PERMISSION, IMPORT_INCORRECT],
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
    response: Nominated,
    errors: [...ofManagers, CLASS_NOT_FOR_YOU, NOT_FOUND, MEMBER_DISABLED],
    onSelf: { allowed: 'Whoever nominates may enroll for the class alone as well; the same rules hold.' },
  },
  importOwnNominations: {
    ...importing,
    path: '/training/class-nomination/{id}/import',
    summary: 'Nominate the members of a spreadsheet who are of the own organizations: all of its rows, or none',
    access: nominatesMembers,
    errors: [...ofManagers, IMPORT_INCORRECT],
  },
} as const
