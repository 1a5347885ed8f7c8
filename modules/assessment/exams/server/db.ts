import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type ExamsDb = Database<DB>

export function examsTables(connection: Connection): ExamsDb {
  return withTables<DB>(connection)
}
