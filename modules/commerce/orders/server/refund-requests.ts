/** Refunds are asked for by the buyer, who may take the request back before it is decided. */
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { holdersOfPermission, membersByIds } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { refusingTaken } from '#server/db/unique.ts'
import { managesOrders } from '../contract/access.ts'
import {
  ABOVE_REFUNDABLE,
  LEARNED_NOT_REFUNDABLE,
  REFUND_DECIDED,
  REFUND_IN_PROGRESS,
  VIRTUAL_NOT_REFUNDABLE,
} from '../contract/codes.ts'
import { coinValueBack } from '../contract/mixed.ts'
import type { Refund } from '../contract/shapes.ts'
import type { orders } from '../contract.ts'
import { exact, type OrdersDb } from './db.ts'
import { addEvent } from './events.ts'
import { refundRequested } from './message-types.ts'
import { isOf, linesOf, lockOrder, type OrderRecord } from './order-record.ts'
import { nextNumber } from './placing.ts'
import {
  type Amounts,
  amountsOf,
  amountsText,
  type Chosen,
  readRefund,
  setDecision,
  showRefund,
} from './refund-record.ts'
import { type RefundableUnits, refundState } from './refundable.ts'
import { orderRules } from './rules.ts'

type Wanted = Input<typeof orders.requestRefund>['body']['lines']

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
