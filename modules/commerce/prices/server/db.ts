/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type PricesDb = Database<DB>

export function pricesTables(connection: Connection): PricesDb {
  return withTables<DB>(connection)
}
