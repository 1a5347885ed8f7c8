/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type IdentityDb = Database<DB>

/** Turns the connection that another module hands over into one with identity's tables. */
export function identityTables(connection: Connection): IdentityDb {
  return withTables<DB>(connection)
}
