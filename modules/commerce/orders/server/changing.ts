/** Changes of an order that is not paid: a new version with its own lines; what the former one had reserved goes back first. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { FittingCoupon } from '#modules/commerce/coupons/contract.ts'
import { fittingCoupons, returnCoupon } from '#modules/commerce/coupons/server.ts'
import { closePayment } from '#modules/commerce/payments/server.ts'
import { keptQuotes } from '#modules/commerce/prices/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import {
  ABOVE_AGREED,
  NOT_AGREED,
  ONLY_ONE,
  ORDER_EXPIRED,
  ORDER_STATUS,
  OTHER_ITEM,
  PAY_TYPES_MIXED,
  VERSION_PAST,
} from '../contract/codes.ts'
import type { orders } from '../contract.ts'
import { payableName } from './closing.ts'
import { exact, type OrdersDb } from './db.ts'
import { discountOf, savingLines } from './discounts.ts'
import { addEvent } from './events.ts'
import { assertCanPay, putBackOrders, takeUnits } from './goods-lines.ts'
import type { Reading } from './lists.ts'
import { releaseCoins } from './mixed.ts'
import { findOrder, isOf, type LineRecord, linesOf, lockOrder, type OrderRecord } from './order-record.ts'
import { asksApproval, assertNotTooLarge, namedQuotes } from './placing.ts'
import { orderRules } from './rules.ts'
import { actionsOfBuyer } from './transitions.ts'
import { amountOf, insertLines, lineOf, type NewLine, pointsOf, sumOf } from './writing-lines.ts'

type Body = Input<typeof orders.changeOrder>['body']

interface Next extends NewLine {
  readonly before: LineRecord
}

function assertChangeable(order: OrderRecord, now: number): void {
  if (actionsOfBuyer(order, now).includes('change')) return
  if (order.approval === 'approving') throw refuse(NOT_AGREED, { approval: order.approval })
  const isUnpaid = order.status === 'to-pay' || order.status === 'paying'
  throw isUnpaid ? refuse(ORDER_EXPIRED) : refuse(ORDER_STATUS, { action: 'change', status: order.status })
}

/** The lines that stay, in their places: those with a quote have its quantity and price, and the others what they have. */
async function nextLines(
  db: OrdersDb,
  caller: Caller,
  order: OrderRecord,
  { wanted, now }: { readonly wanted: Body['lines']; readonly now: number },
): Promise<{ readonly before: readonly LineRecord[]; readonly next: readonly Next[] }> {
  const before = (await linesOf(db, [order.id])).get(order.id) ?? []
  const known = new Set(before.map(({ id }) => id))
  const byLine = new Map(wanted.map((one) => [one.lineId, one.quoteId]))
  if (byLine.size < wanted.length || wanted.some(({ lineId }) => !known.has(lineId))) throw refuse(NOT_FOUND)
  const ids = [...new Set(wanted.flatMap(({ quoteId }) => (quoteId === undefined ? [] : [quoteId])))]
  const quotes = ids.length === 0 ? [] : await namedQuotes(db, caller, await keptQuotes(db, caller, ids, now))
  const next = before.flatMap((line): Next[] => {
    if (!byLine.has(line.id)) return []
    const quote = quotes.find(({ id }) => id === byLine.get(line.id))
    if (!quote) return [{ ...line, before: line }]
    if (quote.itemId !== line.itemId || quote.businessType !== line.businessType)
      throw refuse(OTHER_ITEM, { lineId: line.id })
    if (quote.payType !== order.payType) throw refuse(PAY_TYPES_MIXED)
    return [{ ...lineOf(quote, line.goods), before: line }]
  })
  return { before, next }
}

const isSame = ({ before, ...line }: Next): boolean =>
  line.quantity === before.quantity && line.unit === before.unit && line.pointsUnit === before.pointsUnit

/** What somebody has agreed to becomes less, never more; and no change makes an order so large that somebody would have to agree. */
async function assertAgreed(db: OrdersDb, order: OrderRecord, next: readonly Next[], payable: bigint): Promise<void> {
  const isMore = payable > order.payable
  if (order.approval === null) {
    const rules = await orderRules(db, order.companyId)
    if (isMore && (await asksApproval(db, { ...order, payable }, rules)))
      throw refuse(ABOVE_AGREED, { max: String(rules.approvalFrom - 1n) })
    return
  }
  if (isMore || next.some(({ quantity, before }) => quantity > before.quantity))
    throw refuse(ABOVE_AGREED, { max: String(order.payable) })
}

/** What the version before has cost stays beside its lines. */
async function keepFormer(db: OrdersDb, order: OrderRecord, key: string, now: number): Promise<void> {
  const { id, companyId, version, amount, discount, points, couponName } = order
  await db
    .insertInto('orders.change')
    .values({
      ...{ order_id: id, version, company_id: companyId, request_key: key, coupon_name: couponName, changed_at: now },
      ...{ amount: exact(amount), discount: exact(discount), points: exact(points) },
    })
    .execute()
}

/** A payment that waits is ended, as when an order is closed; what coins and coupons the order holds goes back. */
async function letGo(db: OrdersDb, order: OrderRecord, now: number): Promise<void> {
  if (order.status === 'paying') await closePayment(db, { payable: payableName, payableId: order.id })
  await releaseCoins(db, order, now)
  if (order.couponId !== null) await returnCoupon(db, order.id)
}

export async function changeOrder(db: OrdersDb, caller: Caller, id: string, body: Body, now: number): Promise<void> {
  const { memberId } = caller
  await lockNames(db, `order ${memberId}`)
  const order = await lockOrder(db, isOf(memberId, id))
  const { rows: done } = await sql`select from orders.change c
    where c.order_id = ${id} and c.request_key = ${body.key}`.execute(db)
  if (done.length > 0) return
  assertChangeable(order, now)
  if (body.version !== order.version) throw refuse(VERSION_PAST, { version: order.version })
  const { before, next } = await nextLines(db, caller, order, { wanted: body.lines, now })
  const hasCoupon = (body.couponId ?? null) === order.couponId
  if (hasCoupon && next.length === before.length && next.every(isSame)) return
  if (!order.forOthers && next.some(({ quantity, goods }) => quantity > 1 && goods === null)) throw refuse(ONLY_ONE)
  const amount = sumOf(next, amountOf)
  const points = sumOf(next, pointsOf)
  assertNotTooLarge(order.payType, amount)
  const isGoods = next.some(({ goods }) => goods !== null)
  if (isGoods) await assertCanPay(db, caller, { coins: amount, points })
  await letGo(db, order, now)
  const holding = { memberId, orderId: id, couponId: body.couponId, payType: order.payType }
  const discount = await discountOf(db, holding, next, now)
  const payable = amount - discount.total
  await assertAgreed(db, order, next, payable)
  await putBackOrders(db, [id])
  await keepFormer(db, order, body.key, now)
  const isSent = next.some(({ goods }) => goods === 'physical')
  const version = order.version + 1
  await db
    .updateTable('orders.order')
    .set({
      ...{ version, status: 'to-pay', payment_id: null },
      ...{ amount: exact(amount), discount: exact(discount.total), points: exact(points) },
      ...{ coupon_id: body.couponId ?? null, coupon_name: discount.couponName },
      ...(!isSent && { delivery: null, receiver: null }),
    })
    .where('id', '=', id)
    .execute()
  await insertLines(db, { ...order, version }, next, discount.shares)
  await takeUnits(db, order, now)
  const data = { version: String(version), amount: String(payable), ...(points > 0n && { points: String(points) }) }
  await addEvent(db, order, { kind: 'changed', actorId: memberId, at: now, data })
}

export async function previewChange(
  db: OrdersDb,
  reading: Reading,
  id: string,
  { lines: wanted }: Input<typeof orders.previewChange>['body'],
): Promise<{ amount: string; points: string; coupons: FittingCoupon[] }> {
  const { caller, now } = reading
  const order = await findOrder(db, isOf(caller.memberId, id))
  const { next } = await nextLines(db, caller, order, { wanted, now })
  const purchase = { payType: order.payType, lines: savingLines(next), orderId: id }
  const coupons = await fittingCoupons(db, reading, purchase)
  return { amount: String(sumOf(next, amountOf)), points: String(sumOf(next, pointsOf)), coupons }
}
