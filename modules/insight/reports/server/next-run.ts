/** The next moment of a schedule, in the zone of a company: across ends of months and changes of the clock. */
import { Cron } from 'croner'

export interface Rhythm {
  readonly frequency: 'daily' | 'weekly' | 'monthly'
  readonly weekday: number
  readonly monthDay: number
  readonly minuteOfDay: number
}

/** Cron lines of which the earliest moment counts: a month without the day has its last one. */
function linesOf({ frequency, weekday, monthDay, minuteOfDay }: Rhythm): readonly string[] {
  const time = `${minuteOfDay % 60} ${Math.floor(minuteOfDay / 60)}`
  if (frequency === 'daily') return [`${time} * * *`]
  if (frequency === 'weekly') return [`${time} * * ${weekday % 7}`]
  if (monthDay === 31) return [`${time} L * *`]
  return monthDay > 28 ? [`${time} ${monthDay} * *`, `${time} L 2 *`] : [`${time} ${monthDay} * *`]
}

/** The first moment after `after`, in milliseconds. */
export function nextRun(rhythm: Rhythm, timeZone: string, after: number): number {
  const moments = linesOf(rhythm).flatMap(
    (line) => new Cron(line, { timezone: timeZone }).nextRun(new Date(after)) ?? [],
  )
  return Math.min(...moments.map((moment) => moment.getTime()))
}
