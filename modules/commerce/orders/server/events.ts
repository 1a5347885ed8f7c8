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

type EventsOrder = Pick<OrderRecord, 'id' | 'companyId'>

/** The order is locked, or new: its events follow each other. */
export async function addEvents(
  db: OrdersDb,
  { id, companyId }: EventsOrder,
  events: readonly Happened[],
): Promise<void> {
  await sql`
    insert into orders.event (order_id, seq, company_id, kind, actor_id, at, data)
    select ${id}::uuid, n.place + coalesce((select max(e.seq) from orders.event e where e.order_id = ${id}), 0),
      ${companyId}::uuid, n.kind, n.actor_id, n.at, n.data
    from unnest(${events.map(({ kind }) => kind)}::text[], ${events.map(({ actorId }) => actorId)}::uuid[],
      ${events.map(({ at }) => at)}::bigint[], ${events.map(({ data = {} }) => JSON.stringify(data))}::jsonb[])
      with ordinality n (kind, actor_id, at, data, place)`.execute(db)
}

export const addEvent = (db: OrdersDb, order: EventsOrder, event: Happened): Promise<void> =>
  addEvents(db, order, [event])

export async function eventsOf(db: OrdersDb, companyId: string, orderId: string): Promise<OrderEvent[]> {
  const { rows } = await sql<OrderEvent>`
    select e.kind, e.at, e.data, coalesce(d.full_name, '') as "actorName"
    from orders.event e left join ${directorySql(companyId)} d on d.id = e.actor_id
    where e.order_id = ${orderId} order by e.seq`.execute(db)
  return rows
}
