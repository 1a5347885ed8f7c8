import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type AdvertisementsDb = Database<DB>

export function advertisementsTables(connection: Connection): AdvertisementsDb {
  return withTables<DB>(connection)
}
