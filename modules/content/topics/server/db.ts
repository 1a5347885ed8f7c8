/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type TopicsDb = Database<DB>

/** Turns the connection that another module or a job hands over into one with the tables of topics. */
export function topicsTables(connection: Connection): TopicsDb {
  return withTables<DB>(connection)
}
