/** The database as this module sees it: its own tables. */
import { sql } from 'kysely'
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type OrdersDb = Database<DB>

export function ordersTables(connection: Connection): OrdersDb {
  return withTables<DB>(connection)
}

/** An amount as its column keeps it, beyond the safe integers as well. */
export const exact = (amount: bigint) => sql<number>`${String(amount)}::bigint`
