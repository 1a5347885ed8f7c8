/** What the audit log keeps of an order and of a refund. */
import { sql } from 'kysely'
import { directorySql } from '#modules/platform/identity/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import type { OrdersDb } from './db.ts'

async function orderFacts(db: OrdersDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const { rows } = await sql<{ id: string; label: string }>`
    select o.id, o.number as label, p.full_name as buyer, o.status, o.delivery, o.refunded::text as refunded,
      concat_ws(' ', o.shipping_company, o.tracking_number) as parcel
    from orders.order o join ${directorySql(companyId)} p on p.id = o.buyer_id
    where o.id = any(${[...ids]}::uuid[]) and o.company_id = ${companyId}`.execute(db)
  return rows
}

async function refundFacts(db: OrdersDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const { rows } = await sql<{ id: string; label: string }>`
    select r.id, r.number as label, o.number as "order", p.full_name as buyer, r.status, r.amount::text as amount,
      r.decision_reason as reason
    from orders.refund r join orders.order o on o.id = r.order_id join ${directorySql(companyId)} p on p.id = o.buyer_id
    where r.id = any(${[...ids]}::uuid[]) and r.company_id = ${companyId}`.execute(db)
  return rows
}

export const auditedOrders = audited<OrdersDb, 'order' | 'refund'>({ order: orderFacts, refund: refundFacts })
