/** The calendar of study: whole weeks from Monday to Sunday, the last one that of today. */
export interface CalendarDay {
  readonly day: string
  readonly milliseconds: number
  /** 0 nothing, then by how long: below 15 minutes, half an hour, an hour, and more. */
  readonly level: 0 | 1 | 2 | 3 | 4
}

const dayMs = 86_400_000
const minuteMs = 60_000

function levelOf(milliseconds: number): CalendarDay['level'] {
  if (milliseconds <= 0) return 0
  if (milliseconds < 15 * minuteMs) return 1
  if (milliseconds < 30 * minuteMs) return 2
  return milliseconds < 60 * minuteMs ? 3 : 4
}

const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
/** 0 is Monday. */
const weekday = (instant: number) => (new Date(instant).getUTCDay() + 6) % 7

/** Weeks of seven; the last ends with today. */
export function weeksOf(
  days: readonly { readonly day: string; readonly milliseconds: number }[],
  today: string,
  weekCount: number,
): CalendarDay[][] {
  const known = new Map(days.map(({ day, milliseconds }) => [day, milliseconds]))
  const end = at(today)
  const start = end - weekday(end) * dayMs - (weekCount - 1) * 7 * dayMs
  return Array.from({ length: weekCount }, (_, week) =>
    Array.from({ length: 7 }, (__, index) => start + (week * 7 + index) * dayMs)
      .filter((instant) => instant <= end)
      .map((instant) => {
        const day = new Date(instant).toISOString().slice(0, 10)
        const milliseconds = known.get(day) ?? 0
        return { day, milliseconds, level: levelOf(milliseconds) }
      }),
  )
}

/** Over which weeks the name of a month stands: where the week holds its first day. */
export function monthsOf(weeks: readonly (readonly CalendarDay[])[]): { week: number; day: string }[] {
  return weeks.flatMap((week, index) => {
    const first = week.find(({ day }) => day.endsWith('-01'))
    return first ? [{ week: index, day: first.day }] : []
  })
}
