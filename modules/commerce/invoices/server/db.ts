import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type InvoicesDb = Database<DB>

export function invoicesTables(connection: Connection): InvoicesDb {
  return withTables<DB>(connection)
}
