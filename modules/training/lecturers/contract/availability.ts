/** When a lecturer can teach, and what stands against a time. */
import { type Static, Type } from 'typebox'
import { Instant, OneOf, OptionalText } from '#kit/schema.ts'

export const weeklyHoursMax = 28
export const daysOffMax = 60
export const dayOffNoteLengthMax = 100

/** 1 Monday … 7 Sunday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
export type Weekday = (typeof weekdays)[number]

/** In the time zone of the company. 23:59 as an end means until midnight. */
const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })
/** `2026-11-27`; that it is in the calendar is checked besides. */
export const Day = Type.String({ pattern: '^(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' })

const WeeklyHours = Type.Object(
  { weekday: OneOf(weekdays), from: TimeOfDay, until: TimeOfDay },
  { additionalProperties: false },
)
export type WeeklyHours = Static<typeof WeeklyHours>

/** Both days belong to it. */
const DayOff = Type.Object(
  { from: Day, until: Day, note: OptionalText(dayOffNoteLengthMax) },
  { additionalProperties: false },
)

export const availabilityFields = {
  /** Empty: at any time. */
  weekly: Type.Array(WeeklyHours, { maxItems: weeklyHoursMax }),
  daysOff: Type.Array(DayOff, { maxItems: daysOffMax }),
}
export const Availability = Type.Object(availabilityFields)
export type Availability = Static<typeof Availability>

export const newAvailability: Availability = { weekly: [], daysOff: [] }

/** `booked`: teaches something else. `day-off`, `outside-hours`: by the availability; its notes are not shown. */
const conflictKinds = ['booked', 'day-off', 'outside-hours'] as const

/** What stands against a time. It warns, and prevents nothing. */
export const Conflict = Type.Object({
  kind: OneOf(conflictKinds),
  /** What the lecturer teaches then; empty for the others. */
  title: Type.String(),
  from: Instant,
  until: Instant,
})
export type Conflict = Static<typeof Conflict>
