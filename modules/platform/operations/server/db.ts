/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type OperationsDb = Database<DB>

export function operationsTables(connection: Connection): OperationsDb {
  return withTables<DB>(connection)
}
