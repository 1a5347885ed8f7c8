import type { TextOf } from '#web/i18n/texts.ts'

/** Minutes as hours with one decimal at most: 1.5 小时. */
export const hoursText = (t: TextOf, minutes: number): string =>
  t('profile.hoursText', { hours: String(Math.round(minutes / 6) / 10) })
