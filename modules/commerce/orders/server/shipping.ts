/** Parcels: sent by staff, received by the buyer or taken as received after a while (COMMERCE-039). */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { ORDER_STATUS } from '../contract/codes.ts'
import type { orders } from '../contract.ts'
import type { OrdersDb } from './db.ts'
import { addEvent } from './events.ts'
import { findManaged } from './managed.ts'
import { orderShipped } from './message-types.ts'
import { idIs, lockOrder } from './order-record.ts'
import { actionsOfStaff } from './transitions.ts'

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
  await sql`update orders.order set delivery = 'shipped', shipping_company = ${shippingCompany},
      tracking_number = ${trackingNumber}, shipped_at = ${now} where id = ${id}`.execute(db)
  const parcel = `${shippingCompany} ${trackingNumber}`
  await addEvent(db, order, { kind: 'shipped', actorId: caller.memberId, at: now, data: { parcel } })
  await notify(db, {
    ...{ companyId: caller.companyId, type: orderShipped.code, recipients: [order.buyerId], now },
    ...{ variables: { number: order.number, parcel }, link: `/orders/${id}`, actorId: caller.memberId },
  })
}
