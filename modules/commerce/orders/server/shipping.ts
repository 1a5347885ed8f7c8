/** Parcels: sent by staff, received by the buyer or taken as received after a while (COMMERCE-039). */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { notify } from '#modules/platform/messages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { NEEDS_RECEIVER, ORDER_STATUS } from '../contract/codes.ts'
import type { orders } from '../contract.ts'
import { type OrdersDb, ordersTables } from './db.ts'
import { addEvent } from './events.ts'
import { findManaged } from './managed.ts'
import { orderShipped } from './message-types.ts'
import { idIs, isOf, lockOrder, type OrderRecord, type OrderRow, orderColumns, toOrder } from './order-record.ts'
import { orderRules } from './rules.ts'
import { actionsOfBuyer, actionsOfStaff } from './transitions.ts'

/** The order is locked. `by`: null where nobody has said so, and the time is over. */
async function setDone(db: OrdersDb, order: OrderRecord, by: string | null, now: number): Promise<void> {
  await sql`update orders.order set status = 'deal-done', done_at = ${now} where id = ${order.id}`.execute(db)
  await addEvent(db, order, { kind: 'done', actorId: by, at: now })
}

/** The buyer has the parcel. */
export async function receiveOrder(db: OrdersDb, caller: Caller, id: string, now: number): Promise<void> {
  const order = await lockOrder(db, isOf(caller.memberId, id))
  const isPossible = actionsOfBuyer(order, now).includes('receive')
  if (!isPossible) throw refuse(ORDER_STATUS, { action: 'receive', status: order.status })
  await setDone(db, order, caller.memberId, now)
}

/** So many are done in one transaction. */
const batch = 200

/** Orders whose parcel was sent so long ago that it counts as received. Answers how many. */
export async function receiveLongSent(connection: Connection, now: number): Promise<number> {
  const db = ordersTables(connection)
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from orders.order o
    where o.status = 'paid' and o.delivery = 'shipped' and o.receive_by <= ${now}
    order by o.receive_by limit ${batch} for no key update of o skip locked`.execute(db)
  for (const row of rows) await setDone(db, toOrder(row), null, now)
  return rows.length
}

export async function shipOrder(
  db: OrdersDb,
  caller: Caller,
  id: string,
  { shippingCompany, trackingNumber }: Input<typeof orders.shipOrder>['body'],
  now: number,
): Promise<void> {
  await findManaged(db, caller, id)
  const order = await lockOrder(db, idIs(caller.companyId, id))
  if (!actionsOfStaff(order).includes('ship')) throw refuse(ORDER_STATUS, { action: 'ship', status: order.status })
  if (order.receiver === null) throw refuse(NEEDS_RECEIVER)
  const { receiveMs } = await orderRules(db, caller.companyId)
  await sql`update orders.order set delivery = 'shipped', shipping_company = ${shippingCompany},
      tracking_number = ${trackingNumber}, shipped_at = ${now}, receive_by = ${now + receiveMs} where id = ${id}`.execute(
    db,
  )
  const parcel = `${shippingCompany} ${trackingNumber}`
  await addEvent(db, order, { kind: 'shipped', actorId: caller.memberId, at: now, data: { parcel } })
  await notify(db, {
    ...{ companyId: caller.companyId, type: orderShipped.code, recipients: [order.buyerId], now },
    ...{ variables: { number: order.number, parcel }, link: `/orders/${id}`, actorId: caller.memberId },
  })
}
