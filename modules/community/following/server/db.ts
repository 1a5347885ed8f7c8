/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type FollowingDb = Database<DB>

export function followingTables(connection: Connection): FollowingDb {
  return withTables<DB>(connection)
}
