/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type RankingsDb = Database<DB>

/** Turns the connection that another module or a job hands over into one with the tables of rankings. */
export function rankingsTables(connection: Connection): RankingsDb {
  return withTables<DB>(connection)
}
