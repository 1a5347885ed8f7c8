/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type FinanceDb = Database<DB>

export function financeTables(connection: Connection): FinanceDb {
  return withTables<DB>(connection)
}
