import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type PracticeDb = Database<DB>

export function practiceTables(connection: Connection): PracticeDb {
  return withTables<DB>(connection)
}
