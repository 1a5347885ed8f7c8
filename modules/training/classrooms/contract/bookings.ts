/** Bookings: the own ones, those of a room, and what is decided about them. */
import { type Static, Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery, Title } from '#kit/schema.ts'
import {
  BOOKING_CHANGED,
  BOOKING_REASON_NEEDED,
  BOOKING_STATE,
  ROOM_CLOSED,
  ROOM_DISABLED,
  ROOM_NOT_FOR_YOU,
  ROOM_TAKEN,
  TIME_OVER,
  TOO_FAR_AHEAD,
  TOO_MANY_PEOPLE,
  TOO_MANY_TIMES,
} from './codes.ts'
import { Repetition } from './repetition.ts'
import { noteLengthMax, Room, seatsMax } from './rooms.ts'

export const bookingTitleLengthMax = 60
export const bookingReasonLengthMax = 300
/** As many days as the calendar shows at once. */
export const scheduleDaysMax = 14
const decisionsMax = 100

/** `pending`: somebody decides. */
export const bookingStates = ['pending', 'booked', 'canceled', 'refused'] as const
const BookingState = OneOf(bookingStates)
export type BookingState = Static<typeof BookingState>

const Person = Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() })

/** What the caller may do now. */
const bookingActions = ['change', 'cancel', 'decide'] as const

/** A booking for whoever made it, and for those who manage its room. */
const Booking = Type.Object({
  id: Id,
  /** Bookings that were made together have it in common. */
  seriesId: Id,
  /** How many of these are alive. */
  seriesCount: Type.Integer(),
  room: Type.Object({ id: Id, name: Type.String(), building: Type.String() }),
  title: Type.String(),
  attendees: Nullable(Type.Integer()),
  note: Type.String(),
  from: Instant,
  to: Instant,
  state: BookingState,
  /** Approvers decide, not the room managers. */
  isInApproval: Type.Boolean(),
  /** Another part of the platform has made it, such as a class, and changes it. */
  isLinked: Type.Boolean(),
  /** Null: the member is gone. */
  member: Nullable(Person),
  /** The caller has made it. */
  isOwn: Type.Boolean(),
  /** Why it was refused or canceled. */
  reason: Type.String(),
  decidedBy: Nullable(Type.String()),
  revision: Type.Integer(),
  possible: Type.Array(OneOf(bookingActions)),
})
export type Booking = Static<typeof Booking>

/** A time that cannot be booked. */
const Conflict = Type.Object({
  from: Instant,
  to: Instant,
  reason: OneOf(['taken', 'closed']),
  /** Of what is booked then; null where the room is closed. */
  title: Nullable(Type.String()),
  by: Nullable(Type.String()),
})
export type Conflict = Static<typeof Conflict>

/** A booking as everybody sees it who may book the room. */
const BusyTime = Type.Object({
  id: Id,
  from: Instant,
  to: Instant,
  title: Type.String(),
  by: Nullable(Type.String()),
  isPending: Type.Boolean(),
  /** The caller may open it: it is the own one, or one of a room that the caller manages. */
  isOpen: Type.Boolean(),
})
export type BusyTime = Static<typeof BusyTime>

const RoomSchedule = Type.Object({
  room: Room,
  /** When the room is open. */
  open: Type.Array(Type.Object({ from: Instant, to: Instant })),
  busy: Type.Array(BusyTime),
})
export type RoomSchedule = Static<typeof RoomSchedule>

const written = {
  title: Title(bookingTitleLengthMax),
  attendees: Nullable(Type.Integer({ minimum: 1, maximum: seatsMax })),
  note: OptionalText(noteLengthMax),
  from: Instant,
  to: Instant,
}

const params = Type.Object({ id: Id })
const timeRefusals = [
  ...[ROOM_TAKEN, ROOM_CLOSED, ROOM_NOT_FOR_YOU, ROOM_DISABLED, TIME_OVER, TOO_FAR_AHEAD, TOO_MANY_PEOPLE],
] as const
const Month = Type.String({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$' })

export const bookingCalls = {
  ownBookings: {
    method: 'GET',
    path: '/training/classroom-booking',
    summary:
      'The bookings of the caller: those to come, the first to begin first, or those that are over (TRAINING-043)',
    access: 'signed-in',
    query: PageQuery({
      when: Type.Optional({ ...OneOf(['coming', 'over']), default: 'coming' }),
      search: Type.Optional(OptionalText(100)),
    }),
    response: Type.Object({
      ...Page(Booking).properties,
      /** The caller manages rooms, and so the bookings of others. */
      isRoomManager: Type.Boolean(),
    }),
    cacheSeconds: 0,
  },
  booking: {
    method: 'GET',
    path: '/training/classroom-booking/{id}',
    summary: 'One booking, for whoever made it and for those who manage the room',
    access: 'signed-in',
    params,
    response: Booking,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  schedule: {
    method: 'GET',
    path: '/training/classroom-schedule',
    summary: 'When the rooms that the caller may book are open and busy, in at most two weeks',
    access: 'signed-in',
    query: PageQuery({
      from: Instant,
      to: Instant,
      roomId: Type.Optional(Id),
      search: Type.Optional(OptionalText(100)),
      seats: Type.Optional(Type.Integer({ minimum: 1, maximum: seatsMax })),
    }),
    response: Page(RoomSchedule),
    cacheSeconds: 0,
  },
  bookRoom: {
    method: 'POST',
    path: '/training/classroom/{id}/booking',
    summary: 'Book a room, once or repeatedly: all of its times or none, unless those in conflict are left out',
    access: 'signed-in',
    params,
    body: Body({ ...written, repetition: Nullable(Repetition), leavesOutConflicts: Type.Boolean() }),
    response: Type.Object({
      seriesId: Id,
      ids: Type.Array(Id),
      state: BookingState,
      leftOut: Type.Array(Conflict),
    }),
    errors: [NOT_FOUND, ...timeRefusals, TOO_MANY_TIMES],
  },
  changeBooking: {
    method: 'PUT',
    path: '/training/classroom-booking/{id}',
    summary:
      'Change one booking, or move it to another time or room; where the room is reviewed, that is decided again',
    access: 'signed-in',
    params,
    body: Body({ ...written, roomId: Id, revision: Type.Integer({ minimum: 0 }) }),
    response: Type.Object({ id: Id, state: BookingState, revision: Type.Integer() }),
    errors: [NOT_FOUND, ...timeRefusals, BOOKING_STATE, BOOKING_CHANGED],
  },
  cancelBooking: {
    method: 'POST',
    path: '/training/classroom-booking/{id}/cancel',
    summary: 'Cancel a booking, or it and the later ones of its series. Who cancels another’s says why',
    access: 'signed-in',
    isLogged: true,
    params,
    body: Body({ isWithLater: Type.Boolean(), reason: OptionalText(bookingReasonLengthMax) }),
    response: Type.Object({ canceled: Type.Integer() }),
    errors: [NOT_FOUND, BOOKING_STATE, TIME_OVER, BOOKING_REASON_NEEDED],
  },
  managedBookings: {
    method: 'GET',
    path: '/training/classroom-manage/bookings',
    summary: 'The bookings of the rooms that the caller manages, the first to begin first',
    access: 'signed-in',
    query: PageQuery({
      roomId: Type.Optional(Id),
      state: Type.Optional(BookingState),
      /** Those that end after it, and begin before the other. */
      from: Type.Optional(Instant),
      to: Type.Optional(Instant),
      search: Type.Optional(OptionalText(100)),
    }),
    response: Page(Booking),
    cacheSeconds: 0,
  },
  decideBookings: {
    method: 'POST',
    path: '/training/classroom-manage/decisions',
    summary: 'Accept or refuse bookings, each with its series. Those that are not to be decided by the caller are left',
    access: 'signed-in',
    isLogged: true,
    body: Body({
      seriesIds: Type.Array(Id, { minItems: 1, maxItems: decisionsMax, uniqueItems: true }),
      decision: OneOf(['accept', 'refuse']),
      reason: OptionalText(bookingReasonLengthMax),
    }),
    response: Type.Object({ decided: Type.Integer() }),
    errors: [BOOKING_REASON_NEEDED],
  },
  exportBookings: {
    method: 'GET',
    path: '/training/classroom-manage/export',
    summary: 'The bookings of a month of the rooms that the caller manages, as a spreadsheet',
    access: 'signed-in',
    kind: 'stream',
    query: Type.Object({ month: Month, roomId: Type.Optional(Id) }),
    response: Type.Object({}),
    cacheSeconds: 0,
  },
} as const
