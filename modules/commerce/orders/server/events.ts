/** The timeline of an order: what happened to it, who did it, and when. */
import { sql } from 'kysely'
import { directorySql } from '#modules/platform/identity/server.ts'
import type { OrderEvent } from '../contract/shapes.ts'
import type { OrdersDb } from './db.ts'
import type { OrderRecord } from './order-record.ts'

export type EventKind =
  | 'placed'
  | 'agreed'
  | 'rejected'
  | 'paying'
  | 'payment-failed'
  | 'paid'
  | 'shipped'
  | 'done'
  | 'closed'
  | 'refund-requested'
  | 'refund-withdrawn'
  | 'refund-rejected'
  | 'refund-sent'
  | 'refund-failed'
  | 'refunded'
  | 'address'
  | 'changed'
  | 'given'

interface Happened {
  readonly kind: EventKind
  /** Null: the platform itself. */
  readonly actorId: string | null
  readonly at: number
  readonly data?: Readonly<Record<string, string>>
}

/** The order is locked, or new: its events follow each other. */
export async function addEvent(
  db: OrdersDb,
  { id, companyId }: Pick<OrderRecord, 'id' | 'companyId'>,
  { kind, actorId, at, data = {} }: Happened,
): Promise<void> {
  await sql`
    insert into orders.event (order_id, seq, company_id, kind, actor_id, at, data)
    select ${id}::uuid, coalesce(max(e.seq), 0) + 1, ${companyId}::uuid, ${kind}, ${actorId}::uuid, ${at}::bigint,
      ${JSON.stringify(data)}::jsonb
    from orders.event e where e.order_id = ${id}`.execute(db)
}

export async function eventsOf(db: OrdersDb, companyId: string, orderId: string): Promise<OrderEvent[]> {
  const { rows } = await sql<OrderEvent>`
    select e.kind, e.at, e.data, coalesce(d.full_name, '') as "actorName"
    from orders.event e left join ${directorySql(companyId)} d on d.id = e.actor_id
    where e.order_id = ${orderId} order by e.seq`.execute(db)
  return rows
}
