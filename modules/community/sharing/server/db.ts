import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type SharingDb = Database<DB>

export function sharingTables(connection: Connection): SharingDb {
  return withTables<DB>(connection)
}
