import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type HelpDb = Database<DB>

export function helpTables(connection: Connection): HelpDb {
  return withTables<DB>(connection)
}
