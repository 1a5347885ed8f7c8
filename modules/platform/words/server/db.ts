/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type WordsDb = Database<DB>

/** Gives another module's connection the tables of words. */
export function wordsTables(connection: Connection): WordsDb {
  return withTables<DB>(connection)
}
