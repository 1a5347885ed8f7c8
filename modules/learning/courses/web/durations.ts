import type { TextOf } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'

/** Whole minutes; 30 s round up (COURSE-060). */
export function roundedMinutes(seconds: number): number {
  return Math.floor((seconds + 30) / 60)
}

/** Study time in words: 1 小时 20 分钟. `t` is of the module courses. */
export function studyTimeText(t: TextOf, seconds: number): string {
  const minutes = roundedMinutes(seconds)
  if (minutes < 60) return t('duration.minutes', { minutes })
  const values = { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
  return t(values.minutes === 0 ? 'duration.hours' : 'duration.hoursMinutes', values)
}

/** The playing time on a picture: by the clock below an hour, in words from there. */
export function badgeText(t: TextOf, seconds: number): string {
  return seconds < 3600 ? clockText(seconds * 1000) : studyTimeText(t, seconds)
}

/** The length of a course or section: at least a minute, so that nothing seems empty. */
export function lengthText(t: TextOf, seconds: number): string {
  return studyTimeText(t, Math.max(60, seconds))
}
