import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type SearchDb = Database<DB>

export function searchTables(connection: Connection): SearchDb {
  return withTables<DB>(connection)
}
