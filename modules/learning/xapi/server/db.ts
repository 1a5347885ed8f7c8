import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type XapiDb = Database<DB>

export function xapiTables(connection: Connection): XapiDb {
  return withTables<DB>(connection)
}
