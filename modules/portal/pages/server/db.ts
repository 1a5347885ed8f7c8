import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type PagesDb = Database<DB>

export function pagesTables(connection: Connection): PagesDb {
  return withTables<DB>(connection)
}
