/** Calendar days as they travel: `2026-11-27`. */
import { Type } from 'typebox'
import { INVALID_INPUT, refuse } from './errors.ts'

/** The pattern takes the 30th of February; the handler refuses it with `assertDays`. */
export const CalendarDay = Type.String({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' })

export function isCalendarDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${day}T`)
}

const invalid = (path: string, rule: string, message: string) =>
  refuse(INVALID_INPUT, { fields: [{ path, rule, message }] })

/** Refuses what is no day, and the second of two that is before the first. By their names in the input. */
export function assertDays(days: Readonly<Record<string, string | null>>): void {
  let before: string | null = null
  for (const [path, day] of Object.entries(days)) {
    if (day === null) continue
    if (!isCalendarDay(day)) throw invalid(path, 'date', 'must be a day')
    if (before !== null && day < before) throw invalid(path, 'order', 'is before the day that begins it')
    before = day
  }
}
