/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type PathsDb = Database<DB>

/** Turns the connection that another module or a job hands over into one with the tables of learning paths. */
export function pathsTables(connection: Connection): PathsDb {
  return withTables<DB>(connection)
}
