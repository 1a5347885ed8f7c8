/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type EntitlementsDb = Database<DB>

export function entitlementsTables(connection: Connection): EntitlementsDb {
  return withTables<DB>(connection)
}
