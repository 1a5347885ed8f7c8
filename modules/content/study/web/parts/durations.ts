import type { TextOf } from '#web/i18n/texts.ts'

/** Minutes in words: `1 小时 30 分钟`. */
export function durationText(t: TextOf, minutes: number): string {
  if (minutes < 60) return t('figures.minutes', { count: minutes })
  return t('figures.hoursMinutes', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
