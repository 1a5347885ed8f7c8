/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type ContentsDb = Database<DB>

export function contentsTables(connection: Connection): ContentsDb {
  return withTables<DB>(connection)
}
