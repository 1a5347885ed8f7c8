import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type LiveDb = Database<DB>

export function liveTables(connection: Connection): LiveDb {
  return withTables<DB>(connection)
}
