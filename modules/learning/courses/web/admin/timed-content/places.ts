/** A place of a video as an author types it. */
import { clockText } from '#web/media/clock.ts'

/** `1:02:03`, `2:03`, `2:03.5` or seconds, as milliseconds; undefined for what is no time. */
export function placeOf(text: string): number | undefined {
  const parts = text.trim().replaceAll('：', ':').split(':')
  if (
    parts.length > 3 ||
    parts.some((part, at) => !/^\d+(\.\d{1,3})?$/.test(part) || (at < parts.length - 1 && part.includes('.')))
  )
    return undefined
  const numbers = parts.map(Number)
  if (numbers.slice(1).some((number) => number >= 60)) return undefined
  return Math.round(numbers.reduce((sum, number) => sum * 60 + number, 0) * 1000)
}

/** The text that is read back as the same place. */
export function placeText(ms: number): string {
  const rest = ms % 1000
  return rest === 0 ? clockText(ms) : `${clockText(ms)}.${String(rest).padStart(3, '0').replace(/0+$/, '')}`
}
