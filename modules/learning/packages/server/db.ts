/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type PackagesDb = Database<DB>

/** Turns the connection that another module or a job hands over into one with this module's tables. */
export function packagesTables(connection: Connection): PackagesDb {
  return withTables<DB>(connection)
}
