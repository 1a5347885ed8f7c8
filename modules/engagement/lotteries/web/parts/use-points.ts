import { useText } from '#web/i18n/texts.ts'

/** Hundredths of a point as text: 3 points, 0.5 points. */
export function usePointsText(): (hundredths: number | string | bigint) => string {
  const t = useText('lotteries')
  return (hundredths) => t('draw.points', { count: Number(hundredths) / 100 })
}
