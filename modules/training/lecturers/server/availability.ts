/** What a lecturer's availability says about a time. Pure; the time zone is the company's. */
import type { Availability, WeeklyHours } from '../contract/availability.ts'

interface Period {
  readonly from: number
  readonly until: number
}

/** A period on the calendar and the clock of a time zone. */
interface LocalPeriod {
  readonly fromDay: string
  readonly fromTime: string
  readonly untilDay: string
  /** `24:00` where it ends with the day. */
  readonly untilTime: string
}

const dayMs = 86_400_000
const midnight = '24:00'
/** The calendar has four digits for a year; whatever is later counts as the last day. */
const latest = Date.UTC(9999, 0, 1)
const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayAfter = (day: string, days: number) => new Date(startOf(day) + days * dayMs).toISOString().slice(0, 10)
const weekdayOf = (day: string) => new Date(startOf(day)).getUTCDay() || 7

export function localPeriod({ from, until }: Period, timeZone: string): LocalPeriod {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const dayAndTime = (instant: number) => format.format(Math.min(instant, latest)).split(' ')
  const [fromDay = '', fromTime = ''] = dayAndTime(from)
  const [untilDay = '', untilTime = ''] = dayAndTime(until)
  return untilTime === '00:00' && untilDay > fromDay
    ? { fromDay, fromTime, untilDay: dayAfter(untilDay, -1), untilTime: midnight }
    : { fromDay, fromTime, untilDay, untilTime }
}

/** Whether the hours, which may touch each other, cover the time. */
function cover(hours: readonly WeeklyHours[], from: string, until: string): boolean {
  let reached = from
  for (const one of hours.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const end = one.until === '23:59' ? midnight : one.until
    if (one.from <= reached && end > reached) reached = end
  }
  return reached >= until
}

/** On one day the hours count; of several days each has some hours, because nobody teaches through the night. */
function isInHours(weekly: readonly WeeklyHours[], { fromDay, fromTime, untilDay, untilTime }: LocalPeriod): boolean {
  if (weekly.length === 0) return true
  const hoursOn = (day: string) => weekly.filter(({ weekday }) => weekday === weekdayOf(day))
  if (fromDay === untilDay) return cover(hoursOn(fromDay), fromTime, untilTime)
  // After a week every weekday was there.
  const days = Array.from({ length: 7 }, (_, at) => dayAfter(fromDay, at)).filter((day) => day <= untilDay)
  return days.every((day) => hoursOn(day).length > 0)
}

/** What of the availability stands against the period. */
export function obstaclesOf({ weekly, daysOff }: Availability, local: LocalPeriod): ('day-off' | 'outside-hours')[] {
  const isOff = daysOff.some(({ from, until }) => from <= local.untilDay && until >= local.fromDay)
  return [...(isOff ? ['day-off' as const] : []), ...(isInHours(weekly, local) ? [] : ['outside-hours' as const])]
}
