/** Check-in lists: one for each session, or half a day, of a class. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalTitle, Title } from '#kit/schema.ts'
import { CLASS_CLOSED, CLASS_MISSING, runsClasses } from '#modules/training/classes/contract.ts'
import { CHECK_IN_CHANGED, CHECK_IN_IN_USE, CHECK_IN_INVALID, CHECK_IN_MISSING, TOO_MANY_CHECK_INS } from './codes.ts'
import { checkInKinds, checkInWays } from './states.ts'

export const checkInsMax = 200
export const checkInTitleLengthMax = 60
export const codeWordLengthMax = 20
export const radiusMin = 50
export const radiusMax = 5000
const minutesMax = 600

/** Where participants have to be when they check in by the code in the room. */
export const Place = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    /** Meters. */
    radius: Type.Integer({ minimum: radiusMin, maximum: radiusMax }),
  },
  { additionalProperties: false },
)
export type Place = Static<typeof Place>

/** Why a list cannot be so: its times, what it needs, or what it names. */
export const checkInFaults = [
  'session-times',
  'window-times',
  'session-outside-window',
  'word-without-qr',
  'place-without-qr',
  'activity-unknown',
  'make-up-unknown',
] as const
export type CheckInFault = (typeof checkInFaults)[number]

const rules = {
  kind: OneOf(checkInKinds),
  ways: Type.Array(OneOf(checkInWays), { minItems: 1, maxItems: checkInWays.length, uniqueItems: true }),
  /** Whoever comes more minutes after the start is late; whoever leaves more minutes before the end leaves early. */
  lateAfter: Type.Integer({ minimum: 0, maximum: minutesMax }),
  earlyBefore: Type.Integer({ minimum: 0, maximum: minutesMax }),
  place: Nullable(Place),
}

const fields = {
  title: Title(checkInTitleLengthMax),
  ...rules,
  /** An offline activity of the class; null: the list is for none. */
  activityId: Nullable(Id),
  /** The list that this one makes up for. */
  makesUpFor: Nullable(Id),
  /** The session. */
  startsAt: Instant,
  endsAt: Instant,
  /** When participants check in, and out. */
  opensAt: Instant,
  closesAt: Instant,
  /** Said in the room, and typed by whoever checks in by the code; empty: there is none. */
  codeWord: OptionalTitle(codeWordLengthMax),
}

export const CheckInInput = Body(fields)
export type CheckInInput = Static<typeof CheckInInput>

/** How many participants of the class stand where. */
export const CheckInFigures = Type.Object({
  participants: Type.Integer(),
  /** Have come, in whatever state. */
  checkedIn: Type.Integer(),
  /** Of a list with in and out: are there now. */
  inside: Type.Integer(),
  present: Type.Integer(),
  late: Type.Integer(),
  early: Type.Integer(),
  absent: Type.Integer(),
  leave: Type.Integer(),
  madeUp: Type.Integer(),
})
export type CheckInFigures = Static<typeof CheckInFigures>

/** A list as those see it who run the class. */
export const CheckIn = Type.Object({
  id: Id,
  ...fields,
  activityName: Type.String(),
  revision: Type.Integer(),
  figures: CheckInFigures,
})
export type CheckIn = Static<typeof CheckIn>

const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })
const HalfDay = Type.Object({ from: TimeOfDay, to: TimeOfDay }, { additionalProperties: false })

const params = Type.Object({ id: Id })
const listParams = Type.Object({ id: Id, checkInId: Id })
const Changed = Type.Object({ id: Id, revision: Type.Integer() })
const refusals = [CLASS_MISSING, NO_PERMISSION, CLASS_CLOSED] as const

export const checkInCalls = {
  checkIns: {
    method: 'GET',
    path: '/training/class-manage/{id}/check-ins',
    summary: 'The check-in lists of a class with their figures, in the order of their sessions',
    access: runsClasses,
    params,
    response: Type.Object({ checkIns: Type.Array(CheckIn), serverTime: Instant }),
    errors: [CLASS_MISSING, NO_PERMISSION],
    cacheSeconds: 0,
  },
  createCheckIn: {
    method: 'POST',
    path: '/training/class-manage/{id}/check-ins',
    summary: 'Make a check-in list of a class',
    access: runsClasses,
    params,
    body: CheckInInput,
    response: Changed,
    errors: [...refusals, CHECK_IN_INVALID, TOO_MANY_CHECK_INS],
  },
  createCheckIns: {
    method: 'POST',
    path: '/training/class-manage/{id}/check-ins/all',
    summary:
      'Make a check-in list for each offline activity of a class, or for each half day; sessions that have one are left',
    access: runsClasses,
    params,
    body: Body({
      ...rules,
      per: OneOf(['activity', 'half-day']),
      /** Of half days alone; null: there is no such half. */
      morning: Nullable(HalfDay),
      afternoon: Nullable(HalfDay),
      opensBefore: Type.Integer({ minimum: 0, maximum: minutesMax }),
      closesAfter: Type.Integer({ minimum: 0, maximum: minutesMax }),
    }),
    /** `left`: have a list, or no times. */
    response: Type.Object({ created: Type.Integer(), left: Type.Integer() }),
    errors: [...refusals, CHECK_IN_INVALID, TOO_MANY_CHECK_INS],
  },
  changeCheckIn: {
    method: 'PUT',
    path: '/training/class-manage/{id}/check-ins/{checkInId}',
    summary: 'Change a check-in list. What follows from its times is counted again',
    access: runsClasses,
    params: listParams,
    body: Body({ ...fields, revision: Type.Integer({ minimum: 0 }) }),
    response: Changed,
    errors: [...refusals, CHECK_IN_MISSING, CHECK_IN_CHANGED, CHECK_IN_INVALID],
  },
  deleteCheckIn: {
    method: 'DELETE',
    path: '/training/class-manage/{id}/check-ins/{checkInId}',
    summary: 'Delete a check-in list on which nobody is',
    access: runsClasses,
    params: listParams,
    response: Done,
    errors: [...refusals, CHECK_IN_MISSING, CHECK_IN_IN_USE],
  },
} as const
