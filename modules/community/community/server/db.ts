import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type CommunityDb = Database<DB>

export function communityTables(connection: Connection): CommunityDb {
  return withTables<DB>(connection)
}
