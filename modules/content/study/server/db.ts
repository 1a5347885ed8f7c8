/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type StudyDb = Database<DB>

/** Turns the connection that another module or a job hands over into one with the tables of study. */
export function studyTables(connection: Connection): StudyDb {
  return withTables<DB>(connection)
}
