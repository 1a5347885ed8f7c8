import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type LecturersDb = Database<DB>

export function lecturersTables(connection: Connection): LecturersDb {
  return withTables<DB>(connection)
}
