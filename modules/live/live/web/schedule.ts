/** The upcoming live sessions as a timeline, by day. */

export interface ScheduledLive {
  readonly id: string
  readonly startTime: number
}

export interface ScheduleDay<Live> {
  /** Midnight in the browser's time zone. */
  readonly day: number
  readonly lives: readonly Live[]
}

/** Live sessions in order of their start, grouped by day. */
export function byDay<Live extends ScheduledLive>(lives: readonly Live[]): readonly ScheduleDay<Live>[] {
  const days = new Map<number, Live[]>()
  for (const live of lives.toSorted((one, other) => one.startTime - other.startTime)) {
    const day = new Date(live.startTime).setHours(0, 0, 0, 0)
    days.set(day, [...(days.get(day) ?? []), live])
  }
  return [...days].map(([day, found]) => ({ day, lives: found }))
}

/** The name of a day: the next two have names of their own. */
export function dayNameOf(day: number, now: number): 'today' | 'tomorrow' | 'later' {
  const today = new Date(now)
  const midnight = today.setHours(0, 0, 0, 0)
  if (day <= midnight) return 'today'
  // Not 24 hours: a day may have 23 or 25.
  const next = new Date(midnight).setDate(new Date(midnight).getDate() + 1)
  return day === next ? 'tomorrow' : 'later'
}
