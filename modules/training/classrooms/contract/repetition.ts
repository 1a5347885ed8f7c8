/** How a booking repeats: on which days, by the calendar alone. Times of day and their zone are added where the rooms are. */
import { type Static, Type } from 'typebox'
import { OneOf } from '#kit/schema.ts'

/** So many times are booked together at most. */
export const timesMax = 60
export const everyMax = 12

/** `2026-11-23`. */
const CalendarDay = Type.String({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' })

/** 1: Monday … 7: Sunday. */
const Weekday = Type.Integer({ minimum: 1, maximum: 7 })

export const Repetition = Type.Object(
  {
    unit: OneOf(['day', 'week']),
    /** Each day or week, each second one, and so on. */
    every: Type.Integer({ minimum: 1, maximum: everyMax }),
    /** Of weeks: on these days; none: on that of the first time. */
    weekdays: Type.Array(Weekday, { maxItems: 7, uniqueItems: true }),
    /** The last day on which it may fall. */
    until: CalendarDay,
  },
  { additionalProperties: false },
)
export type Repetition = Static<typeof Repetition>

const dayMs = 86_400_000

/** Days since 1970, of which the first was a Thursday. */
const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs
const dayOf = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)
const weekdayOf = (number: number) => ((number + 3) % 7) + 1
/** Weeks begin on Monday. */
const weekOf = (number: number) => Math.floor((number + 3) / 7)

/** The days on which it falls, from its first one on; one more than may be booked where there are more. */
export function repeatedDays(firstDay: string, repetition: Repetition | null): string[] {
  if (repetition === null) return [firstDay]
  const { unit, every, until } = repetition
  const first = numberOf(firstDay)
  const weekdays = repetition.weekdays.length > 0 ? repetition.weekdays : [weekdayOf(first)]
  const falls = (number: number) =>
    unit === 'day'
      ? (number - first) % every === 0
      : (weekOf(number) - weekOf(first)) % every === 0 && weekdays.includes(weekdayOf(number))
  const days: string[] = []
  for (let number = first; dayOf(number) <= until && days.length <= timesMax; number++)
    if (falls(number)) days.push(dayOf(number))
  return days
}
