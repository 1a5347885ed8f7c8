/** Closing an order that is not paid: by its buyer, by staff, or by time. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { returnCoupon } from '#modules/commerce/coupons/server.ts'
import { closePayment } from '#modules/commerce/payments/server.ts'
import { withdraw } from '#modules/platform/approvals/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { CloseReason } from '../contract/shapes.ts'
import { type OrdersDb, ordersTables } from './db.ts'
import { addEvent } from './events.ts'
import { putBackOrders } from './goods-lines.ts'
import { findManaged } from './managed.ts'
import { orderClosed } from './message-types.ts'
import { releaseCoins } from './mixed.ts'
import {
  assertBecomes,
  findOrder,
  idIs,
  isOf,
  lockOrder,
  type OrderRecord,
  type OrderRow,
  orderColumns,
  toOrder,
} from './order-record.ts'

interface Closing {
  readonly reason: CloseReason
  readonly by: string | null
  /** What staff say to the buyer. */
  readonly words?: string
  readonly now: number
}

/** Map `approval-business-type`, beyond the specification's 2 (live). */
export const orderApproval = 39

/** Under which payments know orders. */
export const payableName = 'order'

/** The order is locked. Its goods go back into stock. */
export async function close(db: OrdersDb, order: OrderRecord, closing: Closing): Promise<void> {
  await setClosed(db, order, closing)
  await putBackOrders(db, [order.id])
}

async function setClosed(db: OrdersDb, order: OrderRecord, { reason, by, words, now }: Closing): Promise<void> {
  assertBecomes(order, 'closed', 'close')
  if (order.status === 'paying') await closePayment(db, { payable: payableName, payableId: order.id })
  if (order.couponId !== null) await returnCoupon(db, order.id)
  await releaseCoins(db, order, now)
  await sql`update orders.order set status = 'closed', coupon_id = null, close_reason = ${reason}, closed_at = ${now}
    where id = ${order.id}`.execute(db)
  const data = { reason, ...(words !== undefined && { words }) }
  await addEvent(db, order, { kind: 'closed', actorId: by, at: now, data })
}

/** Ends the approval first, because whoever decides locks it before the order. The approval then closes the order itself. */
async function endApproval(db: OrdersDb, order: OrderRecord, now: number): Promise<void> {
  if (order.approval !== 'approving') return
  const { companyId, id: businessId, buyerId: memberId } = order
  await withdraw(db, { companyId, businessType: orderApproval, businessId, memberId, now })
}

export async function closeOwn(db: OrdersDb, caller: Caller, id: string, now: number): Promise<void> {
  const own = isOf(caller.memberId, id)
  const before = await findOrder(db, own)
  await endApproval(db, before, now)
  const order = await lockOrder(db, own)
  if (order.status === 'closed' && before.status !== 'closed') return
  await close(db, order, { reason: 'buyer', by: caller.memberId, now })
}

export async function closeByStaff(
  db: OrdersDb,
  caller: Caller,
  { id, words }: { readonly id: string; readonly words: string },
  now: number,
): Promise<void> {
  const before = await findManaged(db, caller, id)
  await endApproval(db, before, now)
  const order = await lockOrder(db, idIs(caller.companyId, id))
  if (order.status === 'closed' && before.status !== 'closed') return
  await close(db, order, { reason: 'staff', by: caller.memberId, words, now })
  await notify(db, {
    ...{ companyId: caller.companyId, type: orderClosed.code, recipients: [order.buyerId], now },
    ...{ variables: { number: order.number, reason: words }, link: `/orders/${id}`, actorId: caller.memberId },
  })
}

/** So many are closed in one transaction. */
const batch = 200

/**
 * Closes orders whose time to pay is over: many at once, but of those that have reserved coins (`hasCoins`) one in a transaction,
 * because accounts of several members would be locked in any order. Answers how many; those that somebody is paying just now come next
 * time.
 */
export async function closeExpired(connection: Connection, now: number, hasCoins = false): Promise<number> {
  const db = ordersTables(connection)
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from orders.order o
    where o.status in ('to-pay', 'paying') and o.expires_at <= ${now} and o.approval is distinct from 'approving'
      and (o.coin_reservation_id is not null) = ${hasCoins}
    order by o.expires_at limit ${hasCoins ? 1 : batch} for no key update of o skip locked`.execute(db)
  for (const row of rows) await setClosed(db, toOrder(row), { reason: 'time', by: null, now })
  await putBackOrders(
    db,
    rows.map(({ id }) => id),
  )
  return rows.length
}
