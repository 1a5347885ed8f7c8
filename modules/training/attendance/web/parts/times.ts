import { dateText } from '#web/ui/date.ts'

/** The time of day in the browser's zone: `09:05`. */
export const clockText = (instant: number): string => dateText(instant, 'minute').slice(11)

/** The time of day; with the day where it is not that of `beside`. */
export function besideText(instant: number, beside: number): string {
  const text = dateText(instant, 'minute')
  return text.startsWith(dateText(beside, 'day')) ? text.slice(11) : text.slice(5)
}

/** To the second: `09:05:31`. */
export const secondText = (instant: number): string => dateText(instant, 'second').slice(11)

/** `2026-11-27 09:00–12:00`; with the second day where it is another. */
export function spanText(from: number, to: number): string {
  const [start, end] = [dateText(from, 'minute'), dateText(to, 'minute')]
  return `${start}–${start.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end}`
}

/** What is left, to the second: `1:05:09`, `4:59`. */
export function leftText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
