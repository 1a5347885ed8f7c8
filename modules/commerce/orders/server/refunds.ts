/** Refunds: asked for by the buyer, decided by staff, paid back to where the money came from. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { returnSeats, setEntitlements } from '#modules/commerce/entitlements/server.ts'
import { refundPayment } from '#modules/commerce/payments/server.ts'
import { amountText } from '#modules/commerce/prices/contract.ts'
import { refund as refundCoins } from '#modules/platform/currency/server.ts'
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
import type { Refund, RefundStatus } from '../contract/shapes.ts'
import type { orders } from '../contract.ts'
import type { OrdersDb } from './db.ts'
import { addEvent } from './events.ts'
import { reportRefund } from './invoicing.ts'
import { findManaged } from './managed.ts'
import { refundDecided, refundRequested } from './message-types.ts'
import { idIs, isOf, linesOf, lockOrder, type OrderRecord, refundColumns } from './order-record.ts'
import { nextNumber } from './placing.ts'
import { type RefundableUnits, refundState } from './refundable.ts'
import { orderRules } from './rules.ts'

type Wanted = Input<typeof orders.requestRefund>['body']['lines']

interface Chosen {
  readonly lineId: string
  readonly quantity: number
  readonly amount: bigint
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
    return { lineId, quantity, amount: line.worth(quantity) }
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
  if (amount === 0n) throw refuse(ABOVE_REFUNDABLE, { refundable: String(state.amount) })
  await assertClean(db, companyId, { reason })
  const id = uuid()
  const number = `R${await nextNumber(db, companyId, now)}`
  await refusingTaken({ refund_in_progress: REFUND_IN_PROGRESS }, () =>
    db
      .insertInto('orders.refund')
      .values({
        ...{ id, order_id: orderId, company_id: companyId, number, reason: reason.trim() },
        amount: sql<number>`${String(amount)}::bigint`,
        ...{ requested_by: caller.memberId, requested_at: now },
      })
      .execute(),
  )
  await db
    .insertInto('orders.refund_line')
    .values(
      chosen.map((one) => ({
        ...{ refund_id: id, line_id: one.lineId, company_id: companyId, quantity: one.quantity },
        amount: Number(one.amount),
      })),
    )
    .execute()
  const data = { amount: String(amount), reason: reason.trim() }
  await addEvent(db, order, { kind: 'refund-requested', actorId: caller.memberId, at: now, data })
  await notifyStaff(db, order, amount, now)
  return showRefund(db, id)
}

async function notifyStaff(db: OrdersDb, order: OrderRecord, amount: bigint, now: number): Promise<void> {
  const { companyId, organizationId, buyerId, number } = order
  const where = { companyId, permission: managesOrders.permission, organizationId } as const
  const recipients = (await holdersOfPermission(db, where)).filter((id) => id !== buyerId)
  const buyer = (await membersByIds(db, companyId, [buyerId])).get(buyerId)?.fullName ?? ''
  const variables = { number, amount: amountText(amount), buyer }
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
}

/** The refund of a locked order. */
async function readRefund(db: OrdersDb, orderId: string, id: string): Promise<RefundRow> {
  const { rows } = await sql<RefundRow>`
    select r.id, r.order_id as "orderId", r.status, r.amount::text from orders.refund r
    where r.id = ${id} and r.order_id = ${orderId}`.execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  return row
}

async function setDecision(
  db: OrdersDb,
  id: string,
  decision: { status: RefundStatus; by: string; reason: string; transferId?: string | null; now: number },
): Promise<void> {
  const { status, by, reason, transferId = null, now } = decision
  await sql`update orders.refund set status = ${status}, decided_by = ${by}, decided_at = ${now},
      decision_reason = ${reason}, transfer_id = ${transferId} where id = ${id}`.execute(db)
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
  const { rows } = await sql<{ lineId: string; quantity: number; amount: string }>`
    select rl.line_id as "lineId", rl.quantity, rl.amount::text from orders.refund_line rl
    where rl.refund_id = ${refundId} order by rl.line_id`.execute(db)
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }))
}

/** Closes what the units had opened while they are paid back. False where they were used meanwhile. */
async function takeBack(db: OrdersDb, order: OrderRecord, { chosen, by, now }: Back): Promise<boolean> {
  const lines = (await linesOf(db, [order.id])).get(order.id) ?? []
  const state = await refundState(db, order, lines, { rules: await orderRules(db, order.companyId), now })
  const units = new Map(state.lines.map((line) => [line.lineId, line]))
  for (const { lineId, quantity } of chosen) {
    if (quantity > (units.get(lineId)?.quantity ?? 0)) return false
    if (order.forOthers && !(await returnSeats(db, lineId, quantity))) return false
    if (!order.forOthers) await setEntitlements(db, { sourceId: lineId, state: 'paused', by, now })
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

async function addRefunded(db: OrdersDb, order: OrderRecord, amount: bigint): Promise<void> {
  await sql`update orders.order set refunded = refunded + ${String(amount)}::bigint,
      status = case when refunded + ${String(amount)}::bigint = paid then 'refunded' else status end
    where id = ${order.id}`.execute(db)
}

/** To where it came from: coins at once, RMB when the provider says so. */
async function payBack(
  db: OrdersDb,
  order: OrderRecord,
  { id, amount: text, reason }: RefundRow & { readonly reason: string },
  caller: Caller,
  now: number,
): Promise<{ readonly status: RefundStatus; readonly transferId: string | null }> {
  const { companyId, coinTransferId, paymentId } = order
  const amount = BigInt(text)
  const back = { chosen: await chosenBefore(db, id), by: caller.memberId, now }
  if (!(await takeBack(db, order, back)))
    throw refuse(ABOVE_REFUNDABLE, { refundable: String(order.paid - order.refunded) })
  if (paymentId !== null) {
    await refundPayment(db, { companyId, paymentId, refundId: id, amountFen: amount, reason, now })
    return { status: 'processing', transferId: null }
  }
  await addRefunded(db, order, amount)
  await closeForGood(db, order, back)
  if (coinTransferId === null) return { status: 'done', transferId: null }
  const refunding = { companyId, transferId: coinTransferId, amount, eventKey: `refund:${id}`, now }
  const { transferId } = await refundCoins(db, { ...refunding, createdBy: caller.memberId })
  return { status: 'done', transferId }
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

const backText = (amount: string) => ({ cn: `已退款 ${amountText(amount)}`, en: `${amountText(amount)} paid back` })

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
  await sql`update orders.refund set status = ${isBack ? 'done' : 'failed'} where id = ${refundId}`.execute(db)
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
  await addRefunded(db, order, BigInt(refund.amount))
  await closeForGood(db, order, back)
  await reportRefund(db, order, now)
  await notifyBuyer(db, order, backText(refund.amount), { by: null, now })
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
  const rejected = { status: 'rejected' as const, transferId: null }
  const words = reason.trim()
  const { status, transferId } = isAgreed
    ? await payBack(db, order, { ...refund, reason: words }, caller, now)
    : rejected
  await setDecision(db, id, { status, by: memberId, reason: words, transferId, now })
  const kinds = { done: 'refunded', processing: 'refund-sent', rejected: 'refund-rejected' } as const
  const data = { amount: refund.amount, ...(words !== '' && { reason: words }) }
  await addEvent(db, order, { kind: kinds[status as keyof typeof kinds], actorId: memberId, at: now, data })
  const result = isAgreed ? backText(refund.amount) : { cn: `未通过：${words}`, en: `not agreed: ${words}` }
  if (status !== 'processing') await notifyBuyer(db, order, result, { by: memberId, now })
  return { status }
}
