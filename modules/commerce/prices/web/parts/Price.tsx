import { shortDecimalText, withSeparators } from '#kit/amounts.ts'
import './price.css'
import { useCurrencyName } from '#web/app-state.ts'
import { moneyText } from '#web/ui/money.ts'
import { payTypes } from '../../contract/price-rules.ts'

interface Props {
  /** 1 coins, 2 RMB. */
  readonly payType: number
  /** Hundredths. */
  readonly amount: string
  /** What it was before, struck through; not shown where it is the same. */
  readonly original?: string
  readonly large?: boolean
}

/** 199900 as 1,999; 1999 as 19.99. */
const coinsText = (hundredths: string) => withSeparators(shortDecimalText(hundredths))

/** An amount as text, in coins by the company's word for them or in yuan (COMMERCE-043). */
export function usePriceText(): (payType: number, amount: string) => string {
  const currency = useCurrencyName()
  return (payType, amount) =>
    payType === payTypes.rmb ? moneyText(Number(amount)) : `${coinsText(amount)} ${currency}`
}

/** A price; what is cheaper than before says so. */
export function Price({ payType, amount, original, large }: Props) {
  const text = usePriceText()
  return (
    <span className="pr-price" data-large={large}>
      <strong className="sy-number">{text(payType, amount)}</strong>
      {original !== undefined && original !== amount && <s className="sy-faint sy-number">{text(payType, original)}</s>}
    </span>
  )
}
