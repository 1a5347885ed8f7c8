import { usePriceText } from '#modules/commerce/prices/web.tsx'

/** An amount in coins or in yuan; below 0 with a minus before it. */
export function useAmountText(): (payType: number, hundredths: string) => string {
  const text = usePriceText()
  return (payType, hundredths) =>
    hundredths.startsWith('-') ? `−${text(payType, hundredths.slice(1))}` : text(payType, hundredths)
}

/** By how many percent something has grown; null where there was nothing before, or less than nothing. */
export function growthOf(current: bigint, previous: bigint): number | null {
  if (previous <= 0n) return null
  return Number(((current - previous) * 1000n) / previous) / 10
}

export const growthText = (percent: number): string => `${percent > 0 ? '+' : ''}${percent}%`.replace('-', '−')
