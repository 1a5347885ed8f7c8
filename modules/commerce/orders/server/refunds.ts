/** Refunds are decided by staff, and paid back to where the money came from. */
import { sql } from 'kysely'
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { returnCoupon } from '#modules/commerce/coupons/server.ts'
import { returnSeats, setEntitlements } from '#modules/commerce/entitlements/server.ts'
import { refundPayment } from '#modules/commerce/payments/server.ts'
import { refundAll } from '#modules/platform/currency/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import { ABOVE_REFUNDABLE, REFUND_DECIDED } from '../contract/codes.ts'
import { coinsOf } from '../contract/mixed.ts'
import type { RefundStatus } from '../contract/shapes.ts'
import type { orders } from '../contract.ts'
import { exact, type OrdersDb } from './db.ts'
import { addEvent } from './events.ts'
import { putBackUnits } from './goods-lines.ts'
import { reportRefund } from './invoicing.ts'
import { findManaged } from './managed.ts'
import { refundDecided } from './message-types.ts'
import { idIs, inForce, linesOf, lockOrder, type OrderRecord } from './order-record.ts'
import {
  type Amounts,
  amountsOf,
  amountsText,
  type Chosen,
  chosenBefore,
  noTransfers,
  type RefundRow,
  readRefund,
  setDecision,
  type Transfers,
} from './refund-record.ts'
import { refundedUnits, refundState } from './refundable.ts'
import { orderRules } from './rules.ts'

interface Back {
  readonly chosen: readonly Chosen[]
  readonly by: string
  readonly now: number
}

/**
 * Closes what the units had opened while they are paid back, and looks only then whether they were used: who starts with
 * something keeps its entitlement as it is until that is recorded. False where they were used meanwhile.
 */
async function takeBack(db: OrdersDb, order: OrderRecord, { chosen, by, now }: Back): Promise<boolean> {
  if (!order.forOthers)
    for (const { lineId } of chosen) await setEntitlements(db, { sourceId: lineId, state: 'paused', by, now })
  const lines = (await linesOf(db, [order.id])).get(order.id) ?? []
  const state = await refundState(db, order, lines, { rules: await orderRules(db, order.companyId), now })
  const units = new Map(state.lines.map((line) => [line.lineId, line]))
  for (const { lineId, quantity } of chosen) {
    if (quantity > (units.get(lineId)?.quantity ?? 0)) return false
    if (order.forOthers && !(await returnSeats(db, lineId, quantity))) return false
  }
  // What was sent comes back by hand, if it does.
  if (order.delivery === 'not-shipped') {
    const types = new Map(lines.map(({ id, businessType }) => [id, businessType]))
    const back = chosen.map(({ lineId, quantity }) => ({ lineId, quantity, businessType: types.get(lineId) ?? 0 }))
    await putBackUnits(db, back)
  }
  return true
}

/** The money is back: what it opened is closed for good. */
async function closeForGood(db: OrdersDb, order: OrderRecord, { chosen, by, now }: Back): Promise<void> {
  if (order.forOthers) return
  for (const { lineId } of chosen) await setEntitlements(db, { sourceId: lineId, state: 'revoked', by, now })
}

/** The money could not be given back: what it opened goes on, but for what somebody paused by hand. */
async function openAgain(db: OrdersDb, order: OrderRecord, { chosen, by, now }: Back): Promise<void> {
  for (const { lineId, quantity } of chosen) {
    if (order.forOthers) await returnSeats(db, lineId, -quantity)
    else await setEntitlements(db, { sourceId: lineId, state: 'active', isPausedBySource: true, by, now })
  }
}

/** Once every unit is back, the coupon can be used again within its time. A line that it made free keeps it used. */
async function returnCouponOf(db: OrdersDb, orderId: string): Promise<void> {
  const { rows } = await sql`
    select from orders.order o join orders.line l on ${inForce} where o.id = ${orderId} and l.quantity > (
      select coalesce(sum(rl.quantity), 0) from orders.refund_line rl join orders.refund r on r.id = rl.refund_id
      where rl.line_id = l.id and r.status in ('requested', 'processing', 'done')) limit 1`.execute(db)
  if (rows.length === 0) await returnCoupon(db, orderId)
}

async function addRefunded(
  db: OrdersDb,
  order: OrderRecord,
  { amount, points, coinValue }: Amounts & { readonly coinValue: bigint },
): Promise<void> {
  const [coins, more] = [exact(amount), exact(points)]
  await sql`update orders.order set refunded = refunded + ${coins}, points_refunded = points_refunded + ${more},
      coin_value_refunded = coin_value_refunded + ${exact(coinValue)},
      status = case when refunded + ${coins} = paid and points_refunded + ${more} = points_paid then 'refunded'
        else status end
    where id = ${order.id}`.execute(db)
  if (order.couponId !== null) await returnCouponOf(db, order.id)
}

/** To where it came from: coins at once, RMB when the provider says so. */
async function payBack(
  db: OrdersDb,
  order: OrderRecord,
  { id, amount: amountOf, points: pointsOf, coinValue: coinValueOf, reason }: RefundRow & { readonly reason: string },
  caller: Caller,
  now: number,
): Promise<{ readonly status: RefundStatus } & Transfers> {
  const { companyId, coinTransferId, pointsTransferId, paymentId } = order
  const [amount, points, coinValue] = [BigInt(amountOf), BigInt(pointsOf), BigInt(coinValueOf)]
  const isRmb = order.payType === 2
  const back = { chosen: await chosenBefore(db, id), by: caller.memberId, now }
  if (!(await takeBack(db, order, back)))
    throw refuse(ABOVE_REFUNDABLE, { refundable: String(order.paid - order.refunded) })
  // Coins of the same refund wait until the money is back.
  if (paymentId !== null && amount > coinValue) {
    const amountFen = amount - coinValue
    await refundPayment(db, { companyId, paymentId, refundId: id, amountFen, reason, now })
    return { status: 'processing', ...noTransfers }
  }
  await addRefunded(db, order, { amount, points, coinValue })
  await closeForGood(db, order, back)
  const by = { companyId, createdBy: caller.memberId, now }
  const coinsBack = isRmb ? coinsOf(coinValue, order.coinsPerYuan ?? 0) : amount
  const [coins, more] = [coinsBack > 0n ? coinTransferId : null, points > 0n ? pointsTransferId : null]
  const wanted = [
    ...(coins === null ? [] : [{ ...by, transferId: coins, amount: coinsBack, eventKey: `refund:${id}` }]),
    ...(more === null ? [] : [{ ...by, transferId: more, amount: points, eventKey: `refund:${id}:points` }]),
  ]
  const refunded = await refundAll(db, wanted)
  const transferOf = (paid: string | null) =>
    refunded[wanted.findIndex(({ transferId }) => transferId === paid)]?.transferId ?? null
  return { status: 'done', transferId: transferOf(coins), pointsTransferId: transferOf(more) }
}

async function notifyBuyer(
  db: OrdersDb,
  order: OrderRecord,
  result: Readonly<Record<'cn' | 'en', string>>,
  { by, now }: { readonly by: string | null; readonly now: number },
): Promise<void> {
  await notify(db, {
    ...{ companyId: order.companyId, type: refundDecided.code, recipients: [order.buyerId] },
    ...{
      variables: { number: order.number, result },
      link: `/orders/${order.id}`,
      ...(by !== null && { actorId: by }),
      now,
    },
  })
}

const backText = (amounts: Amounts) => ({
  cn: `已退款 ${amountsText(amounts)}`,
  en: `${amountsText(amounts)} paid back`,
})

/** The coins of a refund whose money is back. */
async function giveCoinsBack(
  db: OrdersDb,
  { companyId, coinTransferId: transferId, coinsPerYuan }: OrderRecord,
  back: { readonly refundId: string; readonly coinValue: bigint; readonly now: number },
): Promise<void> {
  if (transferId === null) return
  const { refundId, coinValue, now } = back
  const amount = coinsOf(coinValue, coinsPerYuan ?? 0)
  const given = await refundAll(db, [
    { companyId, transferId, amount, eventKey: `refund:${refundId}`, createdBy: null, now },
  ])
  await sql`update orders.refund set transfer_id = ${given[0]?.transferId ?? null} where id = ${refundId}`.execute(db)
}

/** Whether money that came back after all was not given back another way meanwhile. */
async function isStillPaid(db: OrdersDb, order: OrderRecord, { amount }: RefundRow, chosen: readonly Chosen[]) {
  const units = new Map(chosen.map(({ lineId, quantity }) => [lineId, quantity]))
  const lines = (await linesOf(db, [order.id])).get(order.id) ?? []
  const back = await refundedUnits(db, order.id)
  const fits = lines.every(({ id, quantity }) => (back.get(id) ?? 0) + (units.get(id) ?? 0) <= quantity)
  return fits && order.refunded + BigInt(amount) <= order.paid
}

/**
 * What a provider has made of a refund in RMB. Payments say it once, and have locked the order. They may say that one succeeded
 * after it had failed: then it counts as if it had never failed. Money that went back twice by that stays with payments, and finance
 * sees that they differ from the orders.
 */
export async function refundSettled(
  db: OrdersDb,
  order: OrderRecord,
  {
    refundId,
    outcome,
    now,
  }: { readonly refundId: string; readonly outcome: 'succeeded' | 'failed'; readonly now: number },
): Promise<void> {
  const refund = await readRefund(db, order.id, refundId)
  const isBack = outcome === 'succeeded'
  const isLate = refund.status === 'failed' && isBack
  if (refund.status !== 'processing' && !isLate) return
  const back = { chosen: await chosenBefore(db, refundId), by: order.buyerId, now }
  if (isLate && !(await isStillPaid(db, order, refund, back.chosen))) return
  // Units of goods never left the stock again, and what opened is closed below.
  if (isLate && order.forOthers) for (const { lineId, quantity } of back.chosen) await returnSeats(db, lineId, quantity)
  await sql`update orders.refund set status = ${isBack ? 'done' : 'failed'}, done_at = ${isBack ? now : null}::bigint where id = ${refundId}`.execute(
    db,
  )
  await addEvent(db, order, {
    ...{ kind: isBack ? 'refunded' : 'refund-failed', actorId: null, at: now, data: { amount: refund.amount } },
  })
  if (!isBack) {
    await openAgain(db, order, back)
    const result = {
      cn: '支付渠道退款失败，请联系管理员',
      en: 'the provider could not pay it back, ask an administrator',
    }
    return notifyBuyer(db, order, result, { by: null, now })
  }
  const coinValue = BigInt(refund.coinValue)
  await addRefunded(db, order, { amount: BigInt(refund.amount), points: 0n, coinValue })
  if (coinValue > 0n) await giveCoinsBack(db, order, { refundId, coinValue, now })
  await closeForGood(db, order, back)
  await reportRefund(db, order, now)
  await notifyBuyer(db, order, backText({ amount: BigInt(refund.amount), points: 0n }), { by: null, now })
}

export async function decideRefund(
  db: OrdersDb,
  caller: Caller,
  id: string,
  { isAgreed, reason = '' }: Input<typeof orders.decideRefund>['body'],
  now: number,
): Promise<{ status: RefundStatus }> {
  const { companyId, memberId } = caller
  const words = reason.trim()
  if (!isAgreed && words === '')
    throw refuse(INVALID_INPUT, { fields: [{ path: 'reason', rule: 'required', message: 'a rejection has a reason' }] })
  const { rows } = await sql<{ orderId: string }>`
    select r.order_id as "orderId" from orders.refund r where r.id = ${id} and r.company_id = ${companyId}`.execute(db)
  const orderId = rows[0]?.orderId
  if (orderId === undefined) throw refuse(NOT_FOUND)
  const { buyerId } = await findManaged(db, caller, orderId)
  // As payments lock the order that a provider speaks of, which may happen at the same moment.
  await lockNames(db, `order ${buyerId}`)
  const order = await lockOrder(db, idIs(companyId, orderId))
  assertNotSelf(caller, [order.buyerId])
  const refund = await readRefund(db, orderId, id)
  if (refund.status !== 'requested') throw refuse(REFUND_DECIDED, { status: refund.status })
  const rejected = { status: 'rejected' as const, ...noTransfers }
  const amounts = { amount: BigInt(refund.amount), points: BigInt(refund.points) }
  const { status, ...transfers } = isAgreed
    ? await payBack(db, order, { ...refund, reason: words }, caller, now)
    : rejected
  await setDecision(db, id, { status, by: memberId, reason: words, ...transfers, now })
  const kinds = { done: 'refunded', processing: 'refund-sent', rejected: 'refund-rejected' } as const
  const data = { ...amountsOf(amounts), ...(words !== '' && { reason: words }) }
  await addEvent(db, order, { kind: kinds[status as keyof typeof kinds], actorId: memberId, at: now, data })
  const result = isAgreed ? backText(amounts) : { cn: `未通过：${words}`, en: `not agreed: ${words}` }
  if (status !== 'processing') await notifyBuyer(db, order, result, { by: memberId, now })
  return { status }
}
