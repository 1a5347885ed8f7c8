import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type NewsDb = Database<DB>

export function newsTables(connection: Connection): NewsDb {
  return withTables<DB>(connection)
}
