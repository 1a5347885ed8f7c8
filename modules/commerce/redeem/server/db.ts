import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type RedeemDb = Database<DB>

export function redeemTables(connection: Connection): RedeemDb {
  return withTables<DB>(connection)
}
