/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type ColumnsDb = Database<DB>

export function columnsTables(connection: Connection): ColumnsDb {
  return withTables<DB>(connection)
}
