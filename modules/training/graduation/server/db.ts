import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type GraduationDb = Database<DB>

export function graduationTables(connection: Connection): GraduationDb {
  return withTables<DB>(connection)
}
