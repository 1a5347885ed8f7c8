import type { TextOf } from '#web/i18n/texts.ts'

/** Minutes as hours with one decimal at most: 1.5 小时. */
export const hoursText = (t: TextOf, minutes: number): string =>
  t('profile.hoursText', { hours: String(Math.round(minutes / 6) / 10) })

/** Hundredths as an amount: 1200 of 120000, 1200.50 of 120050. */
export function feeText(hundredths: string): string {
  const amount = Number(hundredths) / 100
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2)
}
