import { amountText } from './amounts.ts'

interface Props {
  readonly value: string
  /** 1 income: with a plus, in green; 2 expense: with a minus. */
  readonly type?: 1 | 2
}

/** An amount. Income and expense differ by sign, not only by color. */
export function Amount({ value, type }: Props) {
  if (type === undefined) return <span className="sy-number">{amountText(value)}</span>
  return (
    <span className={`sy-number cu-amount cu-amount-${type === 1 ? 'in' : 'out'}`}>
      {type === 1 ? '+' : '−'}
      {amountText(value)}
    </span>
  )
}
