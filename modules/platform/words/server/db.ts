/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type WordsDb = Database<DB>

/** Turns the connection that another module hands over into one with the tables of words. */
export function wordsTables(connection: Connection): WordsDb {
  return withTables<DB>(connection)
}
