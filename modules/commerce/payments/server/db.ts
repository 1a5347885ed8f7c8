import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type PaymentsDb = Database<DB>

export function paymentsTables(connection: Connection): PaymentsDb {
  return withTables<DB>(connection)
}
