/** What an order is cheaper by when it is placed. */
import { reserveCoupon } from '#modules/commerce/coupons/server.ts'
import type { KeptQuote } from '#modules/commerce/prices/server.ts'
import type { OrdersDb } from './db.ts'

export const amountOf = ({ unit, quantity }: KeptQuote): bigint => unit * BigInt(quantity)

interface Discount {
  readonly couponName: string
  readonly total: bigint
  /** Of each line. */
  readonly shares: readonly bigint[]
}

/** Reserves the coupon for the order, and says what of it each line has. */
export async function discountOf(
  db: OrdersDb,
  order: { readonly memberId: string; readonly orderId: string; readonly couponId: string | undefined },
  quotes: readonly KeptQuote[],
  now: number,
): Promise<Discount> {
  const { memberId, orderId, couponId } = order
  const none = { couponName: '', total: 0n, shares: quotes.map(() => 0n) }
  const [first] = quotes
  if (couponId === undefined || !first) return none
  const { payType } = first
  const lines = quotes.map((quote) => ({
    ...{ businessType: quote.businessType, itemId: quote.itemId, amount: amountOf(quote) },
  }))
  const { name, saves, shares } = await reserveCoupon(db, { memberId, couponId, orderId, payType, lines, now })
  return { couponName: name, total: saves, shares }
}
