/** Those who send parcels are notified once a day how many wait: a mall with thousands of exchanges does not send them thousands of messages. */
import { sql } from 'kysely'
import { holdersOfPermission } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { managesOrders } from '../contract/access.ts'
import { ordersTables } from './db.ts'
import { ordersToShip } from './message-types.ts'

interface Waiting {
  readonly organizationId: string
  readonly count: number
}

const toShipSql = sql`o.status = 'paid' and o.delivery = 'not-shipped' and o.receiver is not null`

/** The companies in which something can be sent. */
export async function companiesWithParcels(connection: Connection): Promise<string[]> {
  const { rows } = await sql<{ companyId: string }>`
    select distinct o.company_id as "companyId" from orders.order o where ${toShipSql} order by 1`.execute(
    ordersTables(connection),
  )
  return rows.map(({ companyId }) => companyId)
}

/** Tells everybody who runs orders how many of theirs wait. An unread message of yesterday becomes that of today. */
export async function remindToShip(connection: Connection, companyId: string, now: number): Promise<void> {
  const { rows } = await sql<Waiting>`
    select o.organization_id as "organizationId", count(*)::int as count from orders.order o
    where o.company_id = ${companyId} and ${toShipSql} group by 1 order by 1`.execute(ordersTables(connection))
  const counts = new Map<string, number>()
  for (const { organizationId, count } of rows) {
    const where = { companyId, permission: managesOrders.permission, organizationId } as const
    for (const id of await holdersOfPermission(connection, where)) counts.set(id, (counts.get(id) ?? 0) + count)
  }
  for (const [count, holders] of Map.groupBy(counts, ([, count]) => count)) {
    const recipients = holders.map(([memberId]) => memberId)
    const about = { variables: { count: String(count) }, link: '/manage/orders?delivery=not-shipped' }
    await notify(connection, { companyId, type: ordersToShip.code, recipients, ...about, collapseKey: toShipKey, now })
  }
}

const toShipKey = 'order.to-ship'
