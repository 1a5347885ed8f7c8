/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type FilesDb = Database<DB>

/** Gives another module's connection the tables of this module. */
export function filesTables(connection: Connection): FilesDb {
  return withTables<DB>(connection)
}
