/** What an order is cheaper by, when it is placed or changed. */
import { reserveCoupon } from '#modules/commerce/coupons/server.ts'
import type { OrdersDb } from './db.ts'

import { amountOf, type NewLine } from './writing-lines.ts'

/** Lines as coupons look at them. */
export const savingLines = (lines: readonly NewLine[]) =>
  lines.map((line) => ({ businessType: line.businessType, itemId: line.itemId, amount: amountOf(line) }))

interface Discount {
  readonly couponName: string
  readonly total: bigint
  /** Of each line. */
  readonly shares: readonly bigint[]
}

/** Reserves the coupon for the order, and says what of it each line has. */
export async function discountOf(
  db: OrdersDb,
  order: {
    readonly memberId: string
    readonly orderId: string
    readonly couponId: string | undefined
    readonly payType: number
  },
  lines: readonly NewLine[],
  now: number,
): Promise<Discount> {
  const { couponId, ...rest } = order
  const none = { couponName: '', total: 0n, shares: lines.map(() => 0n) }
  if (couponId === undefined) return none
  const bought = savingLines(lines)
  const { name, saves, shares } = await reserveCoupon(db, { ...rest, couponId, lines: bought, now })
  return { couponName: name, total: saves, shares }
}
