/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type ApprovalsDb = Database<DB>

/** Gives another module's connection the tables of approvals. */
export function approvalsTables(connection: Connection): ApprovalsDb {
  return withTables<DB>(connection)
}
