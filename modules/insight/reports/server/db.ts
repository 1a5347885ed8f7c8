/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type ReportsDb = Database<DB>

export function reportsTables(connection: Connection): ReportsDb {
  return withTables<DB>(connection)
}
