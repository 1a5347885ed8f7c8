/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type FilesDb = Database<DB>

/** Turns the connection that another module hands over into one with this module's tables. */
export function filesTables(connection: Connection): FilesDb {
  return withTables<DB>(connection)
}
