/** The attendance of the caller in a class. */
import { type Static, Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText } from '#kit/schema.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import {
  CLASS_CANCELLED,
  CLASS_CLOSED,
  CLASS_MISSING,
  NO_PARTICIPANT,
  REASON_REQUIRED,
} from '#modules/training/classes/contract.ts'
import { CHECK_IN_MISSING, LEAVE_STATE } from './codes.ts'
import { AttendanceFigures } from './keeping.ts'
import { LeaveState, leaveFilesMax, leaveReasonLengthMax } from './leave.ts'
import { CurrentState, checkInKinds, checkInWays } from './states.ts'

const OwnSession = Type.Object({
  id: Id,
  title: Type.String(),
  kind: OneOf(checkInKinds),
  ways: Type.Array(OneOf(checkInWays)),
  startsAt: Instant,
  endsAt: Instant,
  opensAt: Instant,
  closesAt: Instant,
  makesUpFor: Nullable(Id),
  state: CurrentState,
  firstInAt: Nullable(Instant),
  lastOutAt: Nullable(Instant),
  isInside: Type.Boolean(),
  minutes: Type.Integer(),
  /** Staff wrote the state, and why. */
  correction: Nullable(Type.String()),
  leave: Nullable(Type.Object({ id: Id, state: LeaveState, reason: Type.String(), decision: Type.String() })),
  /** The caller may ask for leave now. */
  mayAskLeave: Type.Boolean(),
})
export type OwnSession = Static<typeof OwnSession>

const params = Type.Object({ id: Id })
const refusals = [CLASS_MISSING, CLASS_CANCELLED, NO_PARTICIPANT, NOT_BOUGHT] as const

export const ownCalls = {
  ownAttendance: {
    method: 'GET',
    path: '/training/class/{id}/attendance',
    summary: 'The sessions of a class, how the caller attended them, and the figures',
    access: 'signed-in',
    params,
    response: Type.Object({ sessions: Type.Array(OwnSession), figures: AttendanceFigures, serverTime: Instant }),
    errors: refusals,
    cacheSeconds: 0,
  },
  askLeave: {
    method: 'POST',
    path: '/training/class/{id}/leave',
    summary: 'Ask for leave from a session before it ends, with a reason and files that prove it',
    access: 'signed-in',
    params,
    body: Body({
      checkInId: Id,
      reason: OptionalText(leaveReasonLengthMax),
      fileIds: Type.Array(Id, { maxItems: leaveFilesMax, uniqueItems: true }),
    }),
    response: Type.Object({ id: Id }),
    errors: [...refusals, CLASS_CLOSED, CHECK_IN_MISSING, REASON_REQUIRED, LEAVE_STATE, NOT_FOUND],
  },
  withdrawLeave: {
    method: 'POST',
    path: '/training/class/{id}/leave/{leaveId}/withdraw',
    summary: 'Withdraw the own request for leave before the session begins',
    access: 'signed-in',
    params: Type.Object({ id: Id, leaveId: Id }),
    response: Done,
    errors: [...refusals, CLASS_CLOSED, LEAVE_STATE, NOT_FOUND],
  },
} as const
