import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type ContestsDb = Database<DB>

export function contestsTables(connection: Connection): ContestsDb {
  return withTables<DB>(connection)
}
