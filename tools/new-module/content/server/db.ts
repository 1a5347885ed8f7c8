import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type SpecimensDb = Database<DB>

export function specimensTables(connection: Connection): SpecimensDb {
  return withTables<DB>(connection)
}
