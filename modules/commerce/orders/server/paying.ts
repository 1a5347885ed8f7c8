/** Payment with coins, and what follows from any payment: what was bought opens in the same transaction. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { spendCoupon } from '#modules/commerce/coupons/server.ts'
import { endOf, findSoldKind, giveEntitlements, makeSeats } from '#modules/commerce/entitlements/server.ts'
import { payTypes } from '#modules/commerce/prices/contract.ts'
import { spend } from '#modules/platform/currency/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import { NOT_AGREED, ORDER_EXPIRED, ORDER_STATUS, OTHER_PAY_TYPE } from '../contract/codes.ts'
import type { OrdersDb } from './db.ts'
import { addEvent } from './events.ts'
import { assertBecomes, isOf, type LineRecord, linesOf, lockOrder, type OrderRecord } from './order-record.ts'
import { assertNotOwned } from './placing.ts'

/** Refuses an order that cannot be paid now. */
export function assertPayable(order: OrderRecord, now: number): void {
  if (order.approval !== null && order.approval !== 'agreed') throw refuse(NOT_AGREED, { approval: order.approval })
  assertBecomes(order, 'paid', 'pay')
  if (order.expiresAt <= now) throw refuse(ORDER_EXPIRED)
}

/** Map `trade-type`: that of what was bought, 12 of several kinds. */
function tradeTypeOf(lines: readonly LineRecord[]) {
  const types = new Set(lines.map(({ businessType }) => findSoldKind(businessType)?.tradeType ?? 12))
  const [only] = types
  return types.size === 1 && only !== undefined ? only : 12
}

export async function payWithCoins(db: OrdersDb, caller: Caller, id: string, now: number): Promise<void> {
  // Two orders of one item are paid one after the other: the second finds that the item was bought.
  await lockNames(db, `order ${caller.memberId}`)
  const order = await lockOrder(db, isOf(caller.memberId, id))
  if (order.paidAt !== null && order.status !== 'refunded') return
  assertPayable(order, now)
  if (order.payType !== payTypes.coin) throw refuse(OTHER_PAY_TYPE, { payType: order.payType })
  const lines = (await linesOf(db, [id])).get(id) ?? []
  if (!order.forOthers) await assertNotOwned(db, order.buyerId, lines, now)
  const [first] = lines
  if (!first) throw refuse(ORDER_STATUS, { action: 'pay', status: order.status })
  const { companyId, buyerId: memberId, payable } = order
  const spent =
    payable === 0n
      ? undefined
      : await spend(db, {
          ...{ companyId, memberId, kind: 1 as const, amount: payable, tradeType: tradeTypeOf(lines), now },
          ...{ eventKey: `order:${id}`, businessType: first.businessType, businessId: id },
          subject: lines
            .map(({ name }) => name)
            .join('; ')
            .slice(0, 200),
        })
  await settlePaid(db, order, lines, { by: memberId, transferId: spent?.transferId ?? null, paymentId: null, now })
}

/**
 * An order that costs nothing, because a coupon takes off all, is paid at once; another one stays as it is. Its buyer's name is
 * locked.
 */
export async function payFree(db: OrdersDb, caller: Caller, id: string, now: number): Promise<void> {
  const order = await lockOrder(db, isOf(caller.memberId, id))
  if (order.payable > 0n || order.status !== 'to-pay' || order.approval !== null) return
  const lines = (await linesOf(db, [id])).get(id) ?? []
  await settlePaid(db, order, lines, { by: order.buyerId, transferId: null, paymentId: null, now })
}

/** The order is paid: what was bought opens, and an order without parcels is done. */
export async function settlePaid(
  db: OrdersDb,
  order: OrderRecord,
  lines: readonly LineRecord[],
  paid: {
    readonly by: string
    readonly transferId: string | null
    readonly paymentId: string | null
    readonly now: number
  },
): Promise<void> {
  const { by, transferId, paymentId, now } = paid
  const isDone = order.delivery === null
  await sql`
    update orders.order set status = ${isDone ? 'deal-done' : 'paid'}, paid = payable, paid_at = ${now},
      done_at = ${isDone ? now : null}::bigint, coin_transfer_id = ${transferId},
      payment_id = ${paymentId}
    where id = ${order.id}`.execute(db)
  await addEvent(db, order, { kind: 'paid', actorId: by, at: now, data: { amount: String(order.payable) } })
  if (order.couponId !== null) await spendCoupon(db, order.id, now)
  for (const line of lines) await open(db, order, line, now)
  if (isDone) await addEvent(db, order, { kind: 'done', actorId: null, at: now })
}

/** Opens what a line bought: to the buyer, or as seats for others. */
async function open(db: OrdersDb, order: OrderRecord, line: LineRecord, now: number): Promise<void> {
  const { companyId, buyerId } = order
  const { id: sourceId, businessType, itemId, quantity: count } = line
  if (order.forOthers) return makeSeats(db, { companyId, ownerId: buyerId, businessType, itemId, sourceId, count, now })
  const endsAt = await endOf(db, companyId, line, now)
  const giving = { companyId, memberIds: [buyerId], businessType, itemId, source: 'order', sourceId, endsAt } as const
  await giveEntitlements(db, { ...giving, by: null, now })
}
