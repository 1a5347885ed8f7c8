import { shortDecimalText, withSeparators } from '#kit/amounts.ts'
import './price.css'
import { appState } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { moneyText } from '#web/ui/money.ts'
import { payTypes } from '../../contract/price-rules.ts'

interface Props {
  /** 1 coins, 2 RMB. */
  readonly payType: number
  /** Hundredths. */
  readonly amount: string
  /** Hundredths of points beside the coins, which goods cost. */
  readonly points?: string
  /** What it was before, struck through; not shown where it is the same. */
  readonly original?: string
  readonly large?: boolean
}

/** 199900 as 1,999; 1999 as 19.99. */
const coinsText = (hundredths: string) => withSeparators(shortDecimalText(hundredths))

/** Points as text. */
export function usePointsText(): (points: string) => string {
  const t = useText('shell')
  return (points) => t('points', { count: Number(points) / 100, points: coinsText(points) })
}

/** An amount as text, in coins by the company's word for them or in yuan (COMMERCE-043); goods cost points, coins or both. */
export function usePriceText(): (payType: number, amount: string, points?: string) => string {
  const t = useText('shell')
  const { currencyName } = appState.use()
  const pointsText = usePointsText()
  const named = (amount: string) =>
    currencyName === ''
      ? t('coins', { count: Number(amount) / 100, coins: coinsText(amount) })
      : `${coinsText(amount)} ${currencyName}`
  return (payType, amount, points = '0') => {
    const own = payType === payTypes.rmb ? moneyText(Number(amount)) : named(amount)
    if (points === '0') return own
    return amount === '0' ? pointsText(points) : `${pointsText(points)} + ${own}`
  }
}

/** A price; what is cheaper than before says so. */
export function Price({ payType, amount, points, original, large }: Props) {
  const text = usePriceText()
  return (
    <span className="pr-price" data-large={large}>
      <strong className="sy-number">{text(payType, amount, points)}</strong>
      {original !== undefined && original !== amount && <s className="sy-faint sy-number">{text(payType, original)}</s>}
    </span>
  )
}
