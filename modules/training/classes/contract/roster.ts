/** The roster of a class: who takes part, who waits, and who decides about it. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { runsClasses } from './access.ts'
import { reasonLengthMax } from './authoring.ts'
import {
  ALREADY_ENROLLED,
  CLASS_CANCELLED,
  CLASS_CLOSED,
  CLASS_FULL,
  CLASS_MISSING,
  ENROLLMENT_STATE,
  MEMBER_DISABLED,
  REASON_REQUIRED,
} from './codes.ts'
import { FormAnswers } from './fields.ts'
import { EnrollmentSource, EnrollmentState, Graduation } from './states.ts'

/** As many as an import of nominations takes (TRAINING-050). */
export const nominationsMax = 100

const RosterRow = Type.Object({
  member: Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() }),
  organizationName: Type.String(),
  state: EnrollmentState,
  source: EnrollmentSource,
  /** Approvers decide, not those who run the class. */
  isInApproval: Type.Boolean(),
  enrolledAt: Instant,
  offeredUntil: Nullable(Instant),
  decidedAt: Nullable(Instant),
  decidedBy: Nullable(Type.String()),
  reason: Type.String(),
  answers: FormAnswers,
  graduation: Graduation,
})
export type RosterRow = Static<typeof RosterRow>

/** How many members stand where, and how much of each quota is used. */
const RosterFigures = Type.Object({
  capacity: Type.Integer(),
  placesTaken: Type.Integer(),
  pending: Type.Integer(),
  waiting: Type.Integer(),
  offered: Type.Integer(),
  enrolled: Type.Integer(),
  withdrawn: Type.Integer(),
  refused: Type.Integer(),
  removed: Type.Integer(),
  graduated: Type.Integer(),
  quotas: Type.Array(
    Type.Object({ organizationId: Id, name: Type.String(), places: Type.Integer(), taken: Type.Integer() }),
  ),
})
export type RosterFigures = Static<typeof RosterFigures>

const params = Type.Object({ id: Id })
const MemberIds = Type.Array(Id, { minItems: 1, maxItems: nominationsMax, uniqueItems: true })
const Reason = OptionalText(reasonLengthMax)
const refusals = [CLASS_MISSING, NO_PERMISSION, CLASS_CLOSED, CLASS_CANCELLED] as const

export const rosterCalls = {
  roster: {
    method: 'GET',
    path: '/training/class-manage/{id}/roster',
    summary: 'Who takes part in a class, waits, or has left, in the order in which they came',
    access: runsClasses,
    params,
    query: PageQuery({
      state: Type.Optional(EnrollmentState),
      graduation: Type.Optional(Graduation),
      search: Type.Optional(OptionalText(100)),
    }),
    response: Page(RosterRow),
    errors: [CLASS_MISSING, NO_PERMISSION],
    cacheSeconds: 0,
  },
  rosterFigures: {
    method: 'GET',
    path: '/training/class-manage/{id}/roster-figures',
    summary: 'How many members stand where in a class, and how much of each quota is used',
    access: runsClasses,
    params,
    response: RosterFigures,
    errors: [CLASS_MISSING, NO_PERMISSION],
    cacheSeconds: 0,
  },
  nominate: {
    method: 'POST',
    path: '/training/class-manage/{id}/nominations',
    summary:
      'Put members on the roster, also before and after the window of enrollment. Who finds no place waits for one',
    access: runsClasses,
    params,
    body: Body({ memberIds: MemberIds }),
    /** `left`: were on the roster already. */
    response: Type.Object({ enrolled: Type.Integer(), waiting: Type.Integer(), left: Type.Integer() }),
    errors: [...refusals, NOT_FOUND, CLASS_FULL, MEMBER_DISABLED],
    onSelf: {
      allowed: 'Whoever runs a class may take part in it; attendance and graduation are confirmed by somebody else.',
    },
  },
  decideEnrollments: {
    method: 'POST',
    path: '/training/class-manage/{id}/decisions',
    summary: 'Accept or refuse enrollments. Those that are not to be decided here any more are left as they are',
    access: runsClasses,
    params,
    body: Body({ memberIds: MemberIds, decision: OneOf(['accept', 'refuse']), reason: Reason }),
    response: Type.Object({ decided: Type.Integer(), left: Type.Integer() }),
    errors: [...refusals, REASON_REQUIRED],
    onSelf: { refused: ['body.memberIds'] },
  },
  removeParticipants: {
    method: 'POST',
    path: '/training/class-manage/{id}/removals',
    summary: 'Take members off the roster, with a reason that they read. Their places go to those who wait',
    access: runsClasses,
    params,
    body: Body({ memberIds: MemberIds, reason: Reason }),
    response: Type.Object({ removed: Type.Integer(), left: Type.Integer() }),
    errors: [...refusals, REASON_REQUIRED],
    onSelf: { allowed: 'Whoever runs a class may leave it as any participant may.' },
  },
  substitute: {
    method: 'POST',
    path: '/training/class-manage/{id}/substitutions',
    summary: 'Another member takes the place of a participant, until the class has ended. Quotas of organizations hold',
    access: runsClasses,
    params,
    body: Body({ memberId: Id, substituteId: Id, reason: Reason }),
    response: Type.Object({ state: EnrollmentState }),
    errors: [
      ...[...refusals, NOT_FOUND, MEMBER_DISABLED, ENROLLMENT_STATE, ALREADY_ENROLLED, CLASS_FULL, REASON_REQUIRED],
    ],
    onSelf: { allowed: 'Whoever runs a class may take part in it, in the place of another.' },
  },
} as const
