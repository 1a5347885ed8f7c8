import { moneyText } from '#web/ui/money.ts'

/** Hours and costs are hundredths on the wire, and numbers with two decimals on screens. */
export const amountOf = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100)

export const hundredthsOf = (amount: number | null | undefined): number | null =>
  amount === null || amount === undefined ? null : Math.round(amount * 100)

export const amountText = (hundredths: number | null): string => (hundredths === null ? '—' : String(hundredths / 100))

export const costText = (hundredths: number | null): string => (hundredths === null ? '—' : moneyText(hundredths))

/** `2026-05-11 – 2026-05-12`, one day alone, or a dash. */
export function daysText({ startsOn, endsOn }: { startsOn: string | null; endsOn: string | null }): string {
  if (startsOn === null || endsOn === null) return startsOn ?? endsOn ?? '—'
  return startsOn === endsOn ? startsOn : `${startsOn} – ${endsOn}`
}
