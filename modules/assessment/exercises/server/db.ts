import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type ExercisesDb = Database<DB>

export function exercisesTables(connection: Connection): ExercisesDb {
  return withTables<DB>(connection)
}
