import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type AddressesDb = Database<DB>

export function addressesTables(connection: Connection): AddressesDb {
  return withTables<DB>(connection)
}
