/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type GoodsDb = Database<DB>

export function goodsTables(connection: Connection): GoodsDb {
  return withTables<DB>(connection)
}
