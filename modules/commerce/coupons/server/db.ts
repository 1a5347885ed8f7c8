import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type CouponsDb = Database<DB>

export function couponsTables(connection: Connection): CouponsDb {
  return withTables<DB>(connection)
}
