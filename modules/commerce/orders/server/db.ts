/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type OrdersDb = Database<DB>

export function ordersTables(connection: Connection): OrdersDb {
  return withTables<DB>(connection)
}
