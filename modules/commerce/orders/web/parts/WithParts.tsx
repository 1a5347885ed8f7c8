import type { ReactNode } from 'react'
import type { Order } from '../../contract/shapes.ts'
import { usePartsText } from './use-parts-text.ts'

interface Props {
  readonly mixed: Pick<Order, 'coinValue' | 'coins'>
  /** Fen of the whole, and of the part that is coins. */
  readonly amount: string
  readonly value: string
  readonly children: ReactNode
}

/** An amount, and below it what of it are coins and what is money, where it is both. */
export function WithParts({ mixed, amount, value, children }: Props) {
  const parts = usePartsText()(mixed, amount, value)
  if (parts === undefined) return children
  return (
    <span className="or-parts">
      {children}
      <small className="sy-faint">{parts}</small>
    </span>
  )
}
