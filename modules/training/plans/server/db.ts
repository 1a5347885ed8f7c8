import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type PlansDb = Database<DB>

export function plansTables(connection: Connection): PlansDb {
  return withTables<DB>(connection)
}
