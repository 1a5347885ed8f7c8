/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type AskDb = Database<DB>

export function askTables(connection: Connection): AskDb {
  return withTables<DB>(connection)
}
