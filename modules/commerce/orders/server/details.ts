/** One order with everything that happened to it. */
import { sql } from 'kysely'
import { directorySql } from '#modules/platform/identity/server.ts'
import type { FormerVersion, ManagedOrderDetails, OrderDetails, Refund } from '../contract/shapes.ts'
import type { OrdersDb } from './db.ts'
import { eventsOf } from './events.ts'
import { handedOutBy } from './goods-lines.ts'
import { lineWriter, orderFacts, type Reading } from './lists.ts'
import { findManaged } from './managed.ts'
import { mixedOf } from './mixed.ts'
import {
  findOrder,
  formerLines,
  isOf,
  type LineRecord,
  linesOf,
  type OrderRecord,
  refundColumns,
} from './order-record.ts'
import { refundState } from './refundable.ts'
import { orderRules } from './rules.ts'
import { actionsOfBuyer, actionsOfStaff } from './transitions.ts'

async function refundsOf(db: OrdersDb, orderId: string): Promise<Refund[]> {
  const { rows } = await sql<Refund>`
    select ${refundColumns}
    from orders.refund r where r.order_id = ${orderId} order by r.requested_at desc, r.id desc`.execute(db)
  return rows
}

/** What the order was before each of its changes. */
async function formerVersions(db: OrdersDb, reading: Reading, { id, version }: OrderRecord): Promise<FormerVersion[]> {
  if (version === 1) return []
  const lines = await formerLines(db, id)
  const shown = await lineWriter(db, reading, [...lines.values()].flat())
  const { rows } = await sql<Omit<FormerVersion, 'lines'>>`
    select c.version, c.amount::text, c.discount::text, (c.amount - c.discount)::text as payable, c.points::text,
      c.coupon_name as "couponName"
    from orders.change c where c.order_id = ${id} order by c.version`.execute(db)
  return rows.map((row) => ({ ...row, lines: (lines.get(row.version) ?? []).map(shown) }))
}

const linesOfOrder = async (db: OrdersDb, id: string) => (await linesOf(db, [id])).get(id) ?? []

async function detailsOf(
  db: OrdersDb,
  reading: Reading,
  order: OrderRecord,
  lines: readonly LineRecord[],
): Promise<Omit<OrderDetails, 'possible' | 'handedOut' | 'couponId'>> {
  const { caller, now } = reading
  const rules = await orderRules(db, caller.companyId)
  const state = await refundState(db, order, lines, { rules, now })
  const {
    remark,
    receiver,
    paymentId,
    shippingCompany,
    trackingNumber,
    closeReason,
    paidAt,
    shippedAt,
    doneAt,
    closedAt,
  } = order
  return {
    ...orderFacts(order, lines, await lineWriter(db, reading, lines)),
    ...{
      remark,
      receiver,
      paymentId,
      shippingCompany,
      trackingNumber,
      closeReason,
      paidAt,
      shippedAt,
      doneAt,
      closedAt,
    },
    mixed: mixedOf(order, rules),
    formerVersions: await formerVersions(db, reading, order),
    events: await eventsOf(db, caller.companyId, order.id),
    refunds: await refundsOf(db, order.id),
    refundable: {
      ...{
        amount: String(state.amount),
        points: String(state.points),
        until: state.until,
        refusal: state.refusal?.code ?? null,
      },
      lines: state.lines.map(({ lineId, quantity, obstacle, worth, pointsWorth }) => ({
        ...{ lineId, quantity, obstacle, amount: String(worth(quantity)), points: String(pointsWorth(quantity)) },
      })),
    },
  }
}

export async function ownOrder(db: OrdersDb, reading: Reading, id: string): Promise<OrderDetails> {
  const order = await findOrder(db, isOf(reading.caller.memberId, id))
  const lines = await linesOfOrder(db, id)
  const handedOut = await handedOutBy(db, order, lines)
  const couponId = order.paidAt === null ? order.couponId : null
  const possible = actionsOfBuyer(order, reading.now)
  return { ...(await detailsOf(db, reading, order, lines)), couponId, handedOut, possible }
}

export async function managedOrder(db: OrdersDb, reading: Reading, id: string): Promise<ManagedOrderDetails> {
  const { caller } = reading
  const order = await findManaged(db, caller, id)
  const { rows } = await sql<{ buyerName: string; organizationName: string }>`
    select p.full_name as "buyerName", p.organization_name as "organizationName"
    from ${directorySql(caller.companyId)} p where p.id = ${order.buyerId}`.execute(db)
  const buyer = { buyerId: order.buyerId, ...(rows[0] ?? { buyerName: '', organizationName: '' }) }
  return {
    ...(await detailsOf(db, reading, order, await linesOfOrder(db, id))),
    ...buyer,
    possible: actionsOfStaff(order),
  }
}
