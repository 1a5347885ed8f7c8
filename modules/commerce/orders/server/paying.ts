/** Payment with coins, and what follows from any payment: what was bought opens in the same transaction. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { spendCoupon } from '#modules/commerce/coupons/server.ts'
import { endOf, findSoldKind, giveEntitlements, makeSeats } from '#modules/commerce/entitlements/server.ts'
import { payTypes } from '#modules/commerce/prices/contract.ts'
import { spendAll } from '#modules/platform/currency/server.ts'
import { inOneTrip, lockNames, outcomeOf } from '#server/db/transaction.ts'
import { NOT_AGREED, ORDER_EXPIRED, ORDER_STATUS, OTHER_PAY_TYPE } from '../contract/codes.ts'
import { coinsOf } from '../contract/mixed.ts'
import type { OrdersDb } from './db.ts'
import { addEvents } from './events.ts'
import { handOut } from './goods-lines.ts'
import { mixedOf } from './mixed.ts'
import { assertBecomes, isOf, type LineRecord, linesOf, lockOrder, type OrderRecord } from './order-record.ts'
import { assertNotOwned } from './placing.ts'
import { orderRules } from './rules.ts'

/** Refuses an order that cannot be paid now. */
export function assertPayable(order: OrderRecord, now: number): void {
  if (order.approval !== null && order.approval !== 'agreed') throw refuse(NOT_AGREED, { approval: order.approval })
  assertBecomes(order, 'paid', 'pay')
  if (order.expiresAt <= now) throw refuse(ORDER_EXPIRED)
}

/** Map `trade-type`: that of what was bought, 12 of several kinds. */
export function tradeTypeOf(lines: readonly LineRecord[]) {
  const types = new Set(lines.map(({ businessType }) => findSoldKind(businessType)?.tradeType ?? 12))
  const [only] = types
  return types.size === 1 && only !== undefined ? only : 12
}

export async function payWithCoins(db: OrdersDb, caller: Caller, id: string, now: number): Promise<void> {
  // Two orders of one item are paid one after the other: the second finds that the item was bought.
  const [, order, linesById, rules] = await inOneTrip(db, (one) => [
    lockNames(one, `order ${caller.memberId}`),
    lockOrder(one, isOf(caller.memberId, id)),
    linesOf(one, [id]),
    orderRules(one, caller.companyId),
  ])
  if (order.paidAt !== null && order.status !== 'refunded') return
  assertPayable(order, now)
  const isCoins = order.payType === payTypes.coin
  // The rule may allow coins alone for an order in RMB.
  if (!isCoins && mixedOf(order, rules)?.allowsAll !== true) throw refuse(OTHER_PAY_TYPE, { payType: order.payType })
  if (order.status === 'paying') throw refuse(ORDER_STATUS, { action: 'pay', status: order.status })
  const lines = linesById.get(id) ?? []
  const [first] = lines
  if (!first) throw refuse(ORDER_STATUS, { action: 'pay', status: order.status })
  const { companyId, buyerId: memberId, payable, points } = order
  const subject = lines
    .map(({ name }) => name)
    .join('; ')
    .slice(0, 200)
  const spendingOf = (kind: 1 | 2, amount: bigint, eventKey: string) => ({
    ...{ companyId, memberId, kind, amount, tradeType: tradeTypeOf(lines), now },
    ...{ eventKey, businessType: first.businessType, businessId: id, subject },
  })
  const coins = isCoins ? payable : coinsOf(payable, rules.coinsPerYuan)
  const wanted = [
    ...(coins > 0n ? [spendingOf(1, coins, `order:${id}`)] : []),
    ...(points > 0n ? [spendingOf(2, points, `order:${id}:points`)] : []),
  ]
  const [notOwned, spending] = await inOneTrip(db, (one) => [
    outcomeOf(order.forOthers ? Promise.resolve() : assertNotOwned(one, memberId, lines, now)),
    outcomeOf(spendAll(one, wanted)),
  ])
  notOwned()
  const spent = spending()
  const transferOf = (kind: 1 | 2) => spent[wanted.findIndex((one) => one.kind === kind)]?.transferId ?? null
  const transfers = { transferId: transferOf(1), pointsTransferId: transferOf(2) }
  if (!isCoins)
    await sql`update orders.order set coin_value = payable, coins_per_yuan = ${rules.coinsPerYuan}
      where id = ${id}`.execute(db)
  await settlePaid(db, order, lines, { by: memberId, ...transfers, paymentId: null, now })
}

/**
 * An order that costs nothing, because a coupon takes off all, is paid at once; another one stays as it is. Its buyer's name is
 * locked.
 */
export async function payFree(db: OrdersDb, caller: Caller, id: string, now: number): Promise<void> {
  const order = await lockOrder(db, isOf(caller.memberId, id))
  if (order.payable + order.points > 0n || order.status !== 'to-pay') return
  if (order.approval !== null && order.approval !== 'agreed') return
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
    readonly pointsTransferId?: string | null
    readonly paymentId: string | null
    readonly now: number
  },
): Promise<void> {
  const { by, transferId, pointsTransferId = null, paymentId, now } = paid
  const isDone = order.delivery === null
  const data = { amount: String(order.payable), ...(order.points > 0n && { points: String(order.points) }) }
  const events = [
    { kind: 'paid', actorId: by, at: now, data },
    ...(isDone ? [{ kind: 'done', actorId: null, at: now } as const] : []),
  ] as const
  await inOneTrip(db, (one) => [
    sql`
    update orders.order set status = ${isDone ? 'deal-done' : 'paid'}, paid = payable, paid_at = ${now},
      done_at = ${isDone ? now : null}::bigint, coin_transfer_id = ${transferId},
      points_paid = points, points_transfer_id = ${pointsTransferId}, payment_id = ${paymentId}
    where id = ${order.id}`.execute(one),
    addEvents(one, order, events),
    order.couponId === null ? undefined : spendCoupon(one, order.id, now),
    openAll(one, order, lines, now),
  ])
}

/** One line after the other, so that what they lock is locked in their order. */
async function openAll(db: OrdersDb, order: OrderRecord, lines: readonly LineRecord[], now: number): Promise<void> {
  for (const line of lines) await open(db, order, line, now)
}

/** Opens what a line bought: to the buyer, or as seats for others. */
async function open(db: OrdersDb, order: OrderRecord, line: LineRecord, now: number): Promise<void> {
  const { companyId, buyerId } = order
  const { id: sourceId, businessType, itemId, quantity: count } = line
  if (line.goods !== null) return handOut(db, order, line, now)
  if (order.forOthers) return makeSeats(db, { companyId, ownerId: buyerId, businessType, itemId, sourceId, count, now })
  const endsAt = await endOf(db, companyId, line, now)
  const giving = { companyId, memberIds: [buyerId], businessType, itemId, source: 'order', sourceId, endsAt } as const
  await giveEntitlements(db, { ...giving, by: null, now })
}
