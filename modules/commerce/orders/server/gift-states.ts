/** Where prizes are that were given as orders (`giveGoods`), for the module in which they were won. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { ordersTables } from './db.ts'

export interface GiftState {
  readonly id: string
  readonly number: string
  /** `address`: its winner has not said where to; `done`: it has arrived, or was handed out by itself. */
  readonly state: 'address' | 'waiting' | 'sent' | 'done'
}

/** By the ids of the orders. One statement. */
export async function giftStates(
  connection: Connection,
  companyId: string,
  orderIds: readonly string[],
): Promise<Map<string, GiftState>> {
  const { rows } = await sql<GiftState>`
    select o.id, o.number, case
        when o.status <> 'paid' then 'done'
        when o.delivery = 'shipped' then 'sent'
        when o.receiver is null then 'address'
        else 'waiting' end as state
    from orders.order o
    where o.company_id = ${companyId} and o.id = any(${[...orderIds]}::uuid[])`.execute(ordersTables(connection))
  return new Map(rows.map((row) => [row.id, row]))
}
