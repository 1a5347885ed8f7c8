/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type ModerationDb = Database<DB>

/** Turns the connection that another module or a job hands over into one with the tables of moderation. */
export function moderationTables(connection: Connection): ModerationDb {
  return withTables<DB>(connection)
}
