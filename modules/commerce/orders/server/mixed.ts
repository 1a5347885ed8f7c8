/** Coins that pay a part of an order in RMB: reserved with its payment, taken with its money, released where none comes. */
import { sql } from 'kysely'
import { Refusal, refuse } from '#kit/errors.ts'
import { RESERVATION_DECIDED } from '#modules/platform/currency/contract.ts'
import { reserve, settle, voidReservation } from '#modules/platform/currency/server.ts'
import { COIN_SHARE } from '../contract/codes.ts'
import { coinsOf, coinValueMax } from '../contract/mixed.ts'
import type { OrderDetails } from '../contract/shapes.ts'
import type { OrdersDb } from './db.ts'
import type { OrderRecord } from './order-record.ts'
import type { OrderRules } from './rules.ts'

/** An order releases its coins itself when it is closed; this is for those that nothing ever closes. */
const reservedMs = 7 * 86_400_000

/** How coins may pay a part of an order that is not paid. */
export function mixedOf(order: OrderRecord, rules: OrderRules): OrderDetails['mixed'] {
  const { payType, paidAt, closedAt, payable } = order
  const { coinsPerYuan, coinSharePercent } = rules
  if (payType !== 2 || paidAt !== null || closedAt !== null || coinsPerYuan === 0 || payable === 0n) return null
  const max = coinValueMax(payable, coinSharePercent)
  return { coinsPerYuan, maxValue: String(max), allowsAll: coinSharePercent === 100 }
}

/** Releases what the locked order has reserved. */
export async function releaseCoins(db: OrdersDb, order: OrderRecord, now: number): Promise<void> {
  const { id, companyId, coinReservationId: reservationId } = order
  if (reservationId === null) return
  await voidReservation(db, { companyId, reservationId, now })
  await sql`update orders.order set coin_value = 0, coins_per_yuan = null, coin_reservation_id = null
    where id = ${id}`.execute(db)
}

interface Part {
  /** Fen. */
  readonly value: bigint
  readonly subject: string
  readonly tradeType: 6 | 7 | 8 | 11 | 12 | 17 | 19
  /** The key of this payment: another part of the same order is another reservation. */
  readonly key: string
  readonly rules: OrderRules
  readonly now: number
}

/** Reserves the coins of a part that the buyer has chosen, in place of an earlier one. The order is locked. */
export async function reserveCoins(db: OrdersDb, order: OrderRecord, part: Part): Promise<void> {
  const { value, subject, tradeType, key, rules, now } = part
  const { id, companyId, buyerId: memberId } = order
  const max = BigInt(mixedOf(order, rules)?.maxValue ?? 0)
  if (value > max) throw refuse(COIN_SHARE, { max: String(max) })
  if (order.coinReservationId !== null && value === order.coinValue && rules.coinsPerYuan === order.coinsPerYuan) return
  await releaseCoins(db, order, now)
  if (value === 0n) return
  const { reservationId } = await reserve(db, {
    ...{ companyId, memberId, kind: 1, amount: coinsOf(value, rules.coinsPerYuan), tradeType, subject },
    ...{ eventKey: `order:${id}:${key}`, businessId: id, expiresAt: order.expiresAt + reservedMs, now },
  })
  await sql`update orders.order set coin_value = ${String(value)}::bigint, coins_per_yuan = ${rules.coinsPerYuan},
    coin_reservation_id = ${reservationId} where id = ${id}`.execute(db)
}

/** Takes the reserved coins: the id of the transfer, null where there are none. `gone`: they were released meanwhile. */
export async function takeCoins(db: OrdersDb, order: OrderRecord, now: number): Promise<string | null | 'gone'> {
  const { companyId, coinReservationId: reservationId } = order
  if (reservationId === null) return null
  try {
    return (await settle(db, { companyId, reservationId, now })).transferId
  } catch (error) {
    // Refused before anything was written.
    if (error instanceof Refusal && error.error === RESERVATION_DECIDED) return 'gone'
    throw error
  }
}
