import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type ClassroomsDb = Database<DB>

export function classroomsTables(connection: Connection): ClassroomsDb {
  return withTables<DB>(connection)
}
