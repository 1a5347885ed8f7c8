/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type ApprovalsDb = Database<DB>

/** Turns the connection that another module hands over into one with the tables of approvals. */
export function approvalsTables(connection: Connection): ApprovalsDb {
  return withTables<DB>(connection)
}
