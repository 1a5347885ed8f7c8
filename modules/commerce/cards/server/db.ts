/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type CardsDb = Database<DB>

export function cardsTables(connection: Connection): CardsDb {
  return withTables<DB>(connection)
}
