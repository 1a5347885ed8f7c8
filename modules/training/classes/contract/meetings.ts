/** When and where a class meets: its schedule and calendar, and what stands against a time that is planned. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION } from '#kit/errors.ts'
import { Id, Instant } from '#kit/schema.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { runsClasses } from './access.ts'
import { activityLecturersMax } from './activities.ts'
import { CLASS_CANCELLED, CLASS_MISSING, NO_PARTICIPANT } from './codes.ts'

/** So many participants are named who are busy; the others are counted. */
export const busyParticipantsShown = 20

/** A meeting of a class as its participants see it. */
const Session = Type.Object({
  activityId: Id,
  name: Type.String(),
  startsAt: Instant,
  endsAt: Instant,
  /** The room, or the venue in words; empty: not settled yet. */
  place: Type.String(),
  lecturers: Type.Array(Type.Object({ id: Id, fullName: Type.String(), picturePath: Type.String() })),
})
export type Session = Static<typeof Session>

/** Something that takes place at the same time. */
const Clash = Type.Object({ title: Type.String(), from: Instant, to: Instant })

const MeetingConflicts = Type.Object({
  /** Who has the room then. */
  room: Type.Array(Type.Object({ ...Clash.properties, by: Type.String() })),
  /** `reason`: booked, or outside of the hours or days at which the lecturer is there. */
  lecturers: Type.Array(Type.Object({ ...Clash.properties, fullName: Type.String(), reason: Type.String() })),
  participants: Type.Object({
    count: Type.Integer(),
    shown: Type.Array(
      Type.Object({ ...Clash.properties, memberId: Id, fullName: Type.String(), className: Type.String() }),
    ),
  }),
})
export type MeetingConflicts = Static<typeof MeetingConflicts>

const params = Type.Object({ id: Id })
const entering = [CLASS_MISSING, CLASS_CANCELLED, NO_PARTICIPANT, NOT_BOUGHT] as const

export const meetingCalls = {
  classSchedule: {
    method: 'GET',
    path: '/training/class/{id}/schedule',
    summary: 'The meetings of a class in their order in time, for participants and staff',
    access: 'signed-in',
    params,
    response: Type.Array(Session),
    errors: entering,
    cacheSeconds: 0,
  },
  classCalendar: {
    method: 'GET',
    path: '/training/class/{id}/calendar',
    summary: 'The meetings of a class as a calendar file (RFC 5545), for participants and staff',
    access: 'signed-in',
    params,
    response: Type.Unknown(),
    errors: entering,
    kind: 'stream',
  },
  meetingConflicts: {
    method: 'GET',
    path: '/training/class-manage/{id}/conflicts',
    summary:
      'What stands against a meeting at a time: who has the room, lecturers, and participants who are in another class',
    access: runsClasses,
    params,
    query: Type.Object({
      from: Instant,
      to: Instant,
      /** What is planned, whose own times stand against nothing. */
      activityId: Type.Optional(Id),
      roomId: Type.Optional(Id),
      lecturerIds: Type.Optional(
        Type.Union([Id, Type.Array(Id, { minItems: 1, maxItems: activityLecturersMax, uniqueItems: true })]),
      ),
    }),
    response: MeetingConflicts,
    errors: [CLASS_MISSING, NO_PERMISSION],
    cacheSeconds: 0,
  },
} as const
