/** The attendance of a class as its staff keep it: the sheet, who came to a session, corrections, and leave. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { SubmissionFile } from '#kit/submissions.ts'
import { CLASS_CLOSED, CLASS_MISSING, REASON_REQUIRED, runsClasses } from '#modules/training/classes/contract.ts'
import { CheckInFigures } from './check-ins.ts'
import { CHECK_IN_MISSING } from './codes.ts'
import { LeaveState, leaveReasonLengthMax } from './leave.ts'
import { AttendanceState, CurrentState, checkInKinds, EntryFlag, EntrySource } from './states.ts'

/** Members, or requests for leave, of one call. */
export const correctionsMax = 100
/** A day. */
export const correctedMinutesMax = 1440

const Person = Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() })

/** A participant in a session. */
const AttendanceRecord = Type.Object({
  member: Person,
  organizationName: Type.String(),
  state: CurrentState,
  firstInAt: Nullable(Instant),
  lastOutAt: Nullable(Instant),
  isInside: Type.Boolean(),
  minutes: Type.Integer(),
  /** Of the first time; null: never came. */
  source: Nullable(EntrySource),
  /** What the device said when the member came first. Meters. */
  distance: Nullable(Type.Integer()),
  accuracy: Nullable(Type.Integer()),
  flags: Type.Array(EntryFlag),
  leave: Nullable(LeaveState),
  /** Null: as the member came and left. */
  correction: Nullable(
    Type.Object({ by: Nullable(Type.String()), at: Instant, reason: Type.String(), minutes: Nullable(Type.Integer()) }),
  ),
})
export type AttendanceRecord = Static<typeof AttendanceRecord>

/** What somebody has attended of a class. */
export const AttendanceFigures = Type.Object({
  /** Lists that count: all but those that make up for another. */
  lists: Type.Integer(),
  /** Of these are over. */
  over: Type.Integer(),
  present: Type.Integer(),
  late: Type.Integer(),
  early: Type.Integer(),
  absent: Type.Integer(),
  leave: Type.Integer(),
  madeUp: Type.Integer(),
  minutes: Type.Integer(),
  plannedMinutes: Type.Integer(),
  /** Attended of all lists, rounded down. */
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
})
export type AttendanceFigures = Static<typeof AttendanceFigures>

const SheetRow = Type.Object({
  member: Person,
  organizationName: Type.String(),
  /** In the order of the lists. */
  states: Type.Array(CurrentState),
  figures: AttendanceFigures,
})
export type SheetRow = Static<typeof SheetRow>

const Correction = Type.Object({
  id: Id,
  checkIn: Type.Object({ id: Id, title: Type.String() }),
  member: Person,
  /** Null: as the member came and left. */
  before: Nullable(AttendanceState),
  after: Nullable(AttendanceState),
  minutes: Nullable(Type.Integer()),
  reason: Type.String(),
  by: Nullable(Type.String()),
  at: Instant,
})
export type Correction = Static<typeof Correction>

/** A request for leave as staff see it. */
const AskedLeave = Type.Object({
  id: Id,
  member: Person,
  organizationName: Type.String(),
  checkIn: Type.Object({ id: Id, title: Type.String(), startsAt: Instant, endsAt: Instant }),
  state: LeaveState,
  reason: Type.String(),
  files: Type.Array(SubmissionFile),
  askedAt: Instant,
  decidedBy: Nullable(Type.String()),
  decidedAt: Nullable(Instant),
  decision: Type.String(),
})
export type AskedLeave = Static<typeof AskedLeave>

const params = Type.Object({ id: Id })
const listParams = Type.Object({ id: Id, checkInId: Id })
const seeing = [CLASS_MISSING, NO_PERMISSION] as const
const writing = [...seeing, CLASS_CLOSED] as const
const Search = Type.Optional(OptionalText(100))
const Reason = OptionalText(leaveReasonLengthMax)

export const keepingCalls = {
  attendanceRecords: {
    method: 'GET',
    path: '/training/class-manage/{id}/check-ins/{checkInId}/records',
    summary: 'The participants in a session: who came when, and how it counts, by name',
    access: runsClasses,
    params: listParams,
    query: PageQuery({
      /** `open`: has not come to a session that is not over. `flagged`: staff should look at it. */
      state: Type.Optional(OneOf(['present', 'late', 'early', 'absent', 'leave', 'made-up', 'open', 'flagged'])),
      search: Search,
    }),
    response: Type.Object({
      ...Page(AttendanceRecord).properties,
      kind: OneOf(checkInKinds),
      figures: CheckInFigures,
    }),
    errors: [...seeing, CHECK_IN_MISSING],
    cacheSeconds: 0,
  },
  correctAttendance: {
    method: 'POST',
    path: '/training/class-manage/{id}/check-ins/{checkInId}/corrections',
    summary: 'Write how the attendance of participants counts, with a reason. The journal keeps what it was',
    access: runsClasses,
    params: listParams,
    body: Body({
      memberIds: Type.Array(Id, { minItems: 1, maxItems: correctionsMax, uniqueItems: true }),
      /** Null: as the member came and left. */
      state: Nullable(AttendanceState),
      /** Null: as counted. */
      minutes: Nullable(Type.Integer({ minimum: 0, maximum: correctedMinutesMax })),
      reason: Reason,
    }),
    /** `left`: are no participants. */
    response: Type.Object({ corrected: Type.Integer(), left: Type.Integer() }),
    errors: [...writing, CHECK_IN_MISSING, REASON_REQUIRED],
    onSelf: { refused: ['body.memberIds'] },
  },
  corrections: {
    method: 'GET',
    path: '/training/class-manage/{id}/attendance-corrections',
    summary: 'The journal of corrections of a class, the newest first',
    access: runsClasses,
    params,
    query: PageQuery({ checkInId: Type.Optional(Id), memberId: Type.Optional(Id) }),
    response: Page(Correction),
    errors: seeing,
    cacheSeconds: 0,
  },
  attendanceSheet: {
    method: 'GET',
    path: '/training/class-manage/{id}/attendance',
    summary: 'Participants and sessions: who attended what, by name, with the figures of each participant',
    access: runsClasses,
    params,
    query: PageQuery({ search: Search }),
    response: Type.Object({
      ...Page(SheetRow).properties,
      lists: Type.Array(
        Type.Object({
          id: Id,
          title: Type.String(),
          startsAt: Instant,
          makesUpFor: Nullable(Id),
          isOver: Type.Boolean(),
        }),
      ),
    }),
    errors: seeing,
    cacheSeconds: 0,
  },
  exportAttendance: {
    method: 'GET',
    path: '/training/class-manage/{id}/attendance-export',
    summary: 'The attendance of a class as a spreadsheet, or of one session with all times',
    access: runsClasses,
    kind: 'stream',
    params,
    query: Type.Object({ checkInId: Type.Optional(Id) }),
    response: Type.Object({}),
    errors: [...seeing, CHECK_IN_MISSING],
    cacheSeconds: 0,
  },
  askedLeave: {
    method: 'GET',
    path: '/training/class-manage/{id}/leave',
    summary: 'The requests for leave of a class, those first that wait for a decision',
    access: runsClasses,
    params,
    query: PageQuery({ state: Type.Optional(LeaveState), checkInId: Type.Optional(Id), search: Search }),
    response: Page(AskedLeave),
    errors: seeing,
    cacheSeconds: 0,
  },
  decideLeave: {
    method: 'POST',
    path: '/training/class-manage/{id}/leave/decisions',
    summary: 'Agree to leave or refuse it, which needs a reason. Those that are decided already are left',
    access: runsClasses,
    params,
    body: Body({
      ids: Type.Array(Id, { minItems: 1, maxItems: correctionsMax, uniqueItems: true }),
      decision: OneOf(['agree', 'refuse']),
      reason: Reason,
    }),
    response: Type.Object({ decided: Type.Integer(), left: Type.Integer() }),
    errors: [...writing, REASON_REQUIRED, NOT_FOUND],
    onSelf: { refusedByRow: 'The requests name the members who asked.' },
  },
} as const
