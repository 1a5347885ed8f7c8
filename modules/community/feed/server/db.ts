/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type FeedDb = Database<DB>

export function feedTables(connection: Connection): FeedDb {
  return withTables<DB>(connection)
}
