import { shortDecimalText, withSeparators } from '#kit/amounts.ts'
import { useText } from '#web/i18n/texts.ts'

/** Hundredths of a point as text, as the mall writes them: 2,201 points, 0.50 points. */
export function usePointsText(): (hundredths: number | string | bigint) => string {
  const t = useText('shell')
  return (hundredths) =>
    t('points', { count: Number(hundredths) / 100, points: withSeparators(shortDecimalText(hundredths)) })
}
