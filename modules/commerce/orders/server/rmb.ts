/** Payment in RMB: started here, carried out by payments, which say what became of it. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { shortDecimalText } from '#kit/amounts.ts'
import { refuse } from '#kit/errors.ts'
import { firstEntitled } from '#modules/commerce/entitlements/server.ts'
import type { ProviderName } from '#modules/commerce/payments/contract.ts'
import { payable, startPayment } from '#modules/commerce/payments/server.ts'
import { payTypes } from '#modules/commerce/prices/contract.ts'
import { notify } from '#modules/platform/messages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import { OTHER_PAY_TYPE } from '../contract/codes.ts'
import { payableName } from './closing.ts'
import { type OrdersDb, ordersTables } from './db.ts'
import { addEvent } from './events.ts'
import { orderPaid } from './message-types.ts'
import { releaseCoins, reserveCoins, takeCoins } from './mixed.ts'
import { idIs, isOf, type LineRecord, linesOf, lockOrder, type OrderRecord } from './order-record.ts'
import { assertPayable, settlePaid, tradeTypeOf } from './paying.ts'
import { assertNotOwned } from './placing.ts'
import { refundSettled } from './refunds.ts'
import { orderRules } from './rules.ts'

export async function startRmbPayment(
  db: OrdersDb,
  { caller, outside, now }: Context,
  id: string,
  { provider, coinValue = '0' }: { readonly provider: ProviderName; readonly coinValue?: string },
): Promise<{ paymentId: string }> {
  const order = await lockOrder(db, isOf(caller.memberId, id))
  assertPayable(order, now)
  if (order.payType !== payTypes.rmb) throw refuse(OTHER_PAY_TYPE, { payType: order.payType })
  const lines = (await linesOf(db, [id])).get(id) ?? []
  if (!order.forOthers) await assertNotOwned(db, order.buyerId, lines, now)
  const value = BigInt(coinValue)
  const rules = await orderRules(db, order.companyId)
  const part = { value, subject: subjectOf(lines), tradeType: tradeTypeOf(lines), key: uuid(), rules, now }
  await reserveCoins(db, order, part)
  const { id: paymentId } = await startPayment(db, outside.config, {
    ...{ companyId: order.companyId, memberId: caller.memberId, payable: payableName, payableId: id },
    ...{ number: order.number, subject: subjectOf(lines), amountFen: order.payable - value, provider },
    ...{ expiresAt: order.expiresAt, now },
  })
  if (order.status === 'to-pay') await addEvent(db, order, { kind: 'paying', actorId: caller.memberId, at: now })
  await sql`update orders.order set status = 'paying', payment_id = ${paymentId} where id = ${id}`.execute(db)
  return { paymentId }
}

const subjectOf = (lines: readonly LineRecord[]) =>
  lines
    .map(({ name }) => name)
    .join('; ')
    .slice(0, 100)

/** The buyer may have left the page by the time that the provider says so. */
async function tellPaid(db: OrdersDb, order: OrderRecord, lines: readonly LineRecord[], now: number): Promise<void> {
  const { id, companyId, number, buyerId, payable: amount } = order
  await notify(db, {
    ...{ companyId, type: orderPaid.code, recipients: [buyerId], link: `/orders/${id}`, now },
    variables: { number, items: subjectOf(lines), amount: shortDecimalText(amount) },
  })
}

const byId = (connection: Connection, { companyId, payableId }: { companyId: string; payableId: string }) =>
  lockOrder(ordersTables(connection), idIs(companyId, payableId))

export const orderPayable = payable({
  name: payableName,
  label: { cn: '订单', en: 'Order' },
  page: (payableId) => `/orders/${payableId}`,
  async lock(connection, about) {
    const db = ordersTables(connection)
    const { rows } = await sql<{ buyerId: string }>`
      select o.buyer_id as "buyerId" from orders.order o where ${idIs(about.companyId, about.payableId)}`.execute(db)
    // As payment with coins does: two orders of one item are paid one after the other.
    await lockNames(db, `order ${rows[0]?.buyerId ?? ''}`)
    await byId(db, about)
  },
  async paid(connection, { companyId, payableId, paymentId, amountFen, now }) {
    const db = ordersTables(connection)
    const order = await byId(db, { companyId, payableId })
    if (order.status !== 'to-pay' && order.status !== 'paying') return 'too-late'
    // An earlier payment beside another part of coins: it does not pay the order as it is now.
    if (amountFen !== order.payable - order.coinValue) return 'too-late'
    const lines = (await linesOf(db, [payableId])).get(payableId) ?? []
    // Somebody else has given it to the buyer meanwhile, or another order.
    if (!order.forOthers && (await firstEntitled(db, order.buyerId, lines, now))) return 'too-late'
    const transferId = await takeCoins(db, order, now)
    if (transferId === 'gone') return 'too-late'
    await settlePaid(db, order, lines, { by: order.buyerId, transferId, paymentId, now })
    await tellPaid(db, order, lines, now)
    return 'accepted'
  },
  async failed(connection, { companyId, payableId, paymentId, now }) {
    const db = ordersTables(connection)
    const order = await byId(db, { companyId, payableId })
    if (order.status !== 'paying' || order.paymentId !== paymentId) return
    await releaseCoins(db, order, now)
    await sql`update orders.order set status = 'to-pay', payment_id = null where id = ${payableId}`.execute(db)
    await addEvent(db, order, { kind: 'payment-failed', actorId: null, at: now })
  },
  async refunded(connection, { companyId, payableId, refundId, outcome, now }) {
    const db = ordersTables(connection)
    await refundSettled(db, await byId(db, { companyId, payableId }), { refundId, outcome, now })
  },
})
