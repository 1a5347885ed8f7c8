import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type AttendanceDb = Database<DB>

export function attendanceTables(connection: Connection): AttendanceDb {
  return withTables<DB>(connection)
}
