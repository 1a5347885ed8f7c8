/** The text of a due date, and its urgency. */
import type { TextOf } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Within this time the text states the remaining time, before that the date. */
const SOON_MS = 3 * DAY_MS

export type Pressure = 'overdue' | 'soon' | 'later'

export function pressureOf(dueAt: number, now: number): Pressure {
  if (dueAt < now) return 'overdue'
  return dueAt - now < SOON_MS ? 'soon' : 'later'
}

function span(t: TextOf, ms: number): string {
  if (ms < HOUR_MS) return t('due.minutes', { count: Math.max(1, Math.floor(ms / MINUTE_MS)) })
  if (ms < DAY_MS) return t('due.hours', { count: Math.floor(ms / HOUR_MS) })
  return t('due.days', { count: Math.floor(ms / DAY_MS) })
}

/** 已逾期 2 天, 还剩 5 小时, 2026-12-01 18:00 截止. */
export function dueText(t: TextOf, dueAt: number, now: number): string {
  const pressure = pressureOf(dueAt, now)
  if (pressure === 'overdue') return t('due.overdue', { span: span(t, now - dueAt) })
  if (pressure === 'soon') return t('due.left', { span: span(t, dueAt - now) })
  return t('due.by', { date: dateText(dueAt, 'minute') })
}
