/** Refunds: asked for by the buyer, decided by staff, paid back to where the money came from. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { shortDecimalText } from '#kit/amounts.ts'
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { returnCoupon } from '#modules/commerce/coupons/server.ts'
import { returnSeats, setEntitlements } from '#modules/commerce/entitlements/server.ts'
import { refundPayment } from '#modules/commerce/payments/server.ts'
import { refundAll } from '#modules/platform/currency/server.ts'
import { holdersOfPermission, membersByIds } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import { refusingTaken } from '#server/db/unique.ts'
import { managesOrders } from '../contract/access.ts'
import {
  ABOVE_REFUNDABLE,
  LEARNED_NOT_REFUNDABLE,
  REFUND_DECIDED,
  REFUND_IN_PROGRESS,
  VIRTUAL_NOT_REFUNDABLE,
} from '../contract/codes.ts'
import { coinsOf, coinValueBack } from '../contract/mixed.ts'
import type { Refund, RefundStatus } from '../contract/shapes.ts'
import type { orders } from '../contract.ts'
import { exact, type OrdersDb } from './db.ts'
import { addEvent } from './events.ts'
import { putBackUnits } from './goods-lines.ts'
import { reportRefund } from './invoicing.ts'
import { findManaged } from './managed.ts'
import { refundDecided, refundRequested } from './message-types.ts'
import { idIs, isOf, linesOf, lockOrder, type OrderRecord, refundColumns } from './order-record.ts'
import { nextNumber } from './placing.ts'
import { type RefundableUnits, refundState } from './refundable.ts'
import { orderRules } from './rules.ts'

interface Amounts {
  readonly amount: bigint
  readonly points: bigint
}

const amountsOf = ({ amount, points }: Amounts) => ({
  amount: String(amount),
  ...(points > 0n && { points: String(points) }),
})
/** Of a message: what language it is in, the number alone does not say. */
const amountsText = ({ amount, points }: Amounts): string =>
  [
    ...(amount > 0n || points === 0n ? [shortDecimalText(amount)] : []),
    ...(points > 0n ? [shortDecimalText(points)] : []),
  ].join(' + ')

interface Transfers {
  readonly transferId: string | null
  readonly pointsTransferId: string | null
}
const noTransfers: Transfers = { transferId: null, pointsTransferId: null }

type Wanted = Input<typeof orders.requestRefund>['body']['lines']

interface Chosen {
  readonly lineId: string
  readonly quantity: number
  readonly amount: bigint
  readonly points: bigint
}

/** What the wanted units are worth; refuses more than can be paid back (COMMERCE-046). */
function chosenOf(wanted: Wanted, lines: readonly RefundableUnits[], refundable: bigint): Chosen[] {
  const byId = new Map(lines.map((line) => [line.lineId, line]))
  if (new Set(wanted.map(({ lineId }) => lineId)).size < wanted.length) throw refuse(NOT_FOUND)
  return wanted.map(({ lineId, quantity }) => {
    const line = byId.get(lineId)
    if (!line) throw refuse(NOT_FOUND)
    if (line.obstacle === 'learned') throw refuse(LEARNED_NOT_REFUNDABLE)
    if (line.obstacle === 'virtual') throw refuse(VIRTUAL_NOT_REFUNDABLE)
    if (quantity > line.quantity) throw refuse(ABOVE_REFUNDABLE, { refundable: String(refundable) })
    return { lineId, quantity, amount: line.worth(quantity), points: line.pointsWorth(quantity) }
  })
}

async function showRefund(db: OrdersDb, id: string): Promise<Refund> {
  const { rows } = await sql<Refund>`select ${refundColumns} from orders.refund r where r.id = ${id}`.execute(db)
  return rows[0] as Refund
}

export async function requestRefund(
  db: OrdersDb,
  caller: Caller,
  orderId: string,
  { lines: wanted, reason }: Input<typeof orders.requestRefund>['body'],
  now: number,
): Promise<Refund> {
  const order = await lockOrder(db, isOf(caller.memberId, orderId))
  const { companyId } = order
  const lines = (await linesOf(db, [orderId])).get(orderId) ?? []
  const state = await refundState(db, order, lines, { rules: await orderRules(db, companyId), now })
  if (state.refusal) throw refuse(state.refusal, { until: state.until })
  const chosen = chosenOf(wanted, state.lines, state.amount)
  const amount = chosen.reduce((sum, one) => sum + one.amount, 0n)
  const points = chosen.reduce((sum, one) => sum + one.points, 0n)
  const coinValue =
    order.payType === 2 ? coinValueBack(amount, { paid: order.coinValue, refunded: order.coinValueRefunded }) : 0n
  if (amount + points === 0n) throw refuse(ABOVE_REFUNDABLE, { refundable: String(state.amount) })
  await assertClean(db, companyId, { reason })
  const id = uuid()
  const number = `R${await nextNumber(db, companyId, now)}`
  await refusingTaken({ refund_in_progress: REFUND_IN_PROGRESS }, () =>
    db
      .insertInto('orders.refund')
      .values({
        ...{ id, order_id: orderId, company_id: companyId, number, reason: reason.trim() },
        ...{ amount: exact(amount), coin_value: exact(coinValue), points: exact(points) },
        ...{ requested_by: caller.memberId, requested_at: now },
      })
      .execute(),
  )
  await db
    .insertInto('orders.refund_line')
    .values(
      chosen.map((one) => ({
        ...{ refund_id: id, line_id: one.lineId, company_id: companyId, quantity: one.quantity },
        ...{ amount: Number(one.amount), points: Number(one.points) },
      })),
    )
    .execute()
  const data = { ...amountsOf({ amount, points }), reason: reason.trim() }
  await addEvent(db, order, { kind: 'refund-requested', actorId: caller.memberId, at: now, data })
  await notifyStaff(db, order, { amount, points }, now)
  return showRefund(db, id)
}

async function notifyStaff(db: OrdersDb, order: OrderRecord, amounts: Amounts, now: number): Promise<void> {
  const { companyId, organizationId, buyerId, number } = order
  const where = { companyId, permission: managesOrders.permission, organizationId } as const
  const recipients = (await holdersOfPermission(db, where)).filter((id) => id !== buyerId)
  const buyer = (await membersByIds(db, companyId, [buyerId])).get(buyerId)?.fullName ?? ''
  const variables = { number, amount: amountsText(amounts), buyer }
  await notify(db, {
    ...{ companyId, type: refundRequested.code, recipients, variables, link: '/manage/refunds' },
    ...{ actorId: buyerId, now },
  })
}

interface RefundRow {
  readonly id: string
  readonly orderId: string
  readonly status: RefundStatus
  readonly amount: string
  readonly points: string
  /** Of the amount, what comes back as coins. */
  readonly coinValue: string
}

/** The refund of a locked order. */
async function readRefund(db: OrdersDb, orderId: string, id: string): Promise<RefundRow> {
  const { rows } = await sql<RefundRow>`
    select r.id, r.order_id as "orderId", r.status, r.amount::text, r.points::text,
      r.coin_value::text as "coinValue"
    from orders.refund r
    where r.id = ${id} and r.order_id = ${orderId}`.execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  return row
}

async function setDecision(
  db: OrdersDb,
  id: string,
  decision: { status: RefundStatus; by: string; reason: string; now: number } & Partial<Transfers>,
): Promise<void> {
  const { status, by, reason, transferId = null, pointsTransferId = null, now } = decision
  await sql`update orders.refund set status = ${status}, decided_by = ${by}, decided_at = ${now},
      decision_reason = ${reason}, transfer_id = ${transferId}, points_transfer_id = ${pointsTransferId},
      done_at = ${status === 'done' ? now : null}::bigint where id = ${id}`.execute(db)
}

export async function withdrawRefund(
  db: OrdersDb,
  caller: Caller,
  { id: orderId, refundId }: { readonly id: string; readonly refundId: string },
  now: number,
): Promise<Refund> {
  const order = await lockOrder(db, isOf(caller.memberId, orderId))
  const { status } = await readRefund(db, orderId, refundId)
  if (status !== 'requested') throw refuse(REFUND_DECIDED, { status })
  await setDecision(db, refundId, { status: 'withdrawn', by: caller.memberId, reason: '', now })
  await addEvent(db, order, { kind: 'refund-withdrawn', actorId: caller.memberId, at: now })
  return showRefund(db, refundId)
}

interface Back {
  readonly chosen: readonly Chosen[]
  readonly by: string
  readonly now: number
}

async function chosenBefore(db: OrdersDb, refundId: string): Promise<Chosen[]> {
  const { rows } = await sql<{ lineId: string; quantity: number; amount: string; points: string }>`
    select rl.line_id as "lineId", rl.quantity, rl.amount::text, rl.points::text from orders.refund_line rl
    where rl.refund_id = ${refundId} order by rl.line_id`.execute(db)
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount), points: BigInt(row.points) }))
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

/** The money could not be given back: what it opened goes on. */
async function openAgain(db: OrdersDb, order: OrderRecord, { chosen, by, now }: Back): Promise<void> {
  for (const { lineId, quantity } of chosen) {
    if (order.forOthers) await returnSeats(db, lineId, -quantity)
    else await setEntitlements(db, { sourceId: lineId, state: 'active', by, now })
  }
}

/** Once every unit is back, the coupon can be used again within its time. A line that it made free keeps it used. */
async function returnCouponOf(db: OrdersDb, orderId: string): Promise<void> {
  const { rows } = await sql`
    select from orders.line l where l.order_id = ${orderId} and l.quantity > (
      select coalesce(sum(rl.quantity), 0) from orders.refund_line rl join orders.refund r on r.id = rl.refund_id
      where rl.line_id = l.id and r.status in ('requested', 'processing', 'done')) limit 1`.execute(db)
  if (rows.length === 0) await returnCoupon(db, orderId)
}

async function addRefunded(
  db: OrdersDb,
  order: OrderRecord,
  { amount, points, coinValue }: Amounts & { readonly coinValue: bigint },
): Promise<void> {
  const [coins, more] = [sql`${String(amount)}::bigint`, sql`${String(points)}::bigint`]
  await sql`update orders.order set refunded = refunded + ${coins}, points_refunded = points_refunded + ${more},
      coin_value_refunded = coin_value_refunded + ${String(coinValue)}::bigint,
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

/** What a provider has made of a refund in RMB. Payments say it once, and have locked the order. */
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
  if (refund.status !== 'processing') return
  const isBack = outcome === 'succeeded'
  const back = { chosen: await chosenBefore(db, refundId), by: order.buyerId, now }
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
  const words = reason.trim()
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
