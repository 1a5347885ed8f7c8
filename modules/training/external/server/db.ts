import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type ExternalDb = Database<DB>

export function externalTables(connection: Connection): ExternalDb {
  return withTables<DB>(connection)
}
