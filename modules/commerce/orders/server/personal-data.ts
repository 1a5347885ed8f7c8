/** What orders keep of a member. Accounts must be kept: an order stays without the person. */
import { sql } from 'kysely'
import { personalData } from '#server/personal-data.ts'
import { ordersTables } from './db.ts'
import { inForce } from './order-record.ts'

export const ordersPersonalData = personalData({
  module: 'orders',
  async collect(connection, { memberId }) {
    const db = ordersTables(connection)
    const { rows } = await sql<Record<string, unknown>>`
      select o.number, o.status, o.pay_type as "payType", o.payable::text as payable, o.paid::text as paid,
        o.refunded::text as refunded, o.receiver, o.remark, o.created_at as "createdAt",
        (select string_agg(l.name || ' × ' || l.quantity, '; ' order by l.place) from orders.line l
          where ${inForce}) as items
      from orders.order o where o.buyer_id = ${memberId} order by o.created_at, o.id`.execute(db)
    const { rows: refunds } = await sql<Record<string, unknown>>`
      select r.number, r.status, r.amount::text as amount, r.reason, r.requested_at as "requestedAt"
      from orders.refund r where r.requested_by = ${memberId} order by r.requested_at, r.id`.execute(db)
    return [
      { name: 'orders', title: { cn: '订单', en: 'Orders' }, rows },
      { name: 'refunds', title: { cn: '退款', en: 'Refunds' }, rows: refunds },
    ]
  },
  async erase(connection, { memberId }) {
    const db = ordersTables(connection)
    await sql`update orders.order set receiver = null, remark = '' where buyer_id = ${memberId}`.execute(db)
    await sql`update orders.refund set reason = '', requested_by = null where requested_by = ${memberId}`.execute(db)
    await sql`update orders.refund set decided_by = null where decided_by = ${memberId}`.execute(db)
    await sql`update orders.event set actor_id = null where actor_id = ${memberId}`.execute(db)
  },
})
