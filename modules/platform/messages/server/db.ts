/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type MessagesDb = Database<DB>

/** Turns the connection that another module hands over into one with the tables of messages. */
export function messagesTables(connection: Connection): MessagesDb {
  return withTables<DB>(connection)
}
