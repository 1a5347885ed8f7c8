import type { Language } from '#kit/caller.ts'

const locales = { cn: 'zh-CN', en: 'en-GB' }
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export type DateStyle = 'day' | 'minute' | 'second' | 'relative'

const two = (value: number) => String(value).padStart(2, '0')

/** An instant in the browser's zone (SHELL-120): `2026-11-21`, `2026-11-21 09:05`. */
export function dateText(instant: number, style: Exclude<DateStyle, 'relative'>): string {
  const date = new Date(instant)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  if (style === 'day') return day
  const minute = `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
  return style === 'minute' ? minute : `${minute}:${two(date.getSeconds())}`
}

// Intl would say 此刻 and “this minute”.
const justNow = { cn: '刚刚', en: 'just now' }

/** `刚刚`, `3 分钟前`, up to a week ago; the day before that. */
export function relativeText(instant: number, now: number, language: Language): string {
  const intl = new Intl.RelativeTimeFormat(locales[language], { numeric: 'auto' })
  // Intl writes 3分钟前; a number and its unit stand apart.
  const format = (count: number, unit: 'minute' | 'hour' | 'day') =>
    intl.format(-count, unit).replace(/(\d)(?=\p{Script=Han})/u, '$1 ')
  const passed = now - instant
  if (Math.abs(passed) < MINUTE_MS) return justNow[language]
  if (Math.abs(passed) < HOUR_MS) return format(Math.trunc(passed / MINUTE_MS), 'minute')
  if (Math.abs(passed) < DAY_MS) return format(Math.trunc(passed / HOUR_MS), 'hour')
  if (Math.abs(passed) < 7 * DAY_MS) return format(Math.trunc(passed / DAY_MS), 'day')
  return dateText(instant, 'day')
}

/** The day as a heading says it: 11月21日 星期六, Saturday 21 November. */
export function longDay(instant: number, language: Language): string {
  const options = { month: 'long', day: 'numeric', weekday: 'long' } as const
  return new Intl.DateTimeFormat(locales[language], options).format(instant)
}

/** The day of an instant in a time zone, as `2026-11-28`; in that of the browser where none is named. */
export function dayIn(instant: number, timeZone: string | undefined): string {
  // The Swedish way of writing a day is the one of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { ...(timeZone && { timeZone }) }).format(instant)
}
