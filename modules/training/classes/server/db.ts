import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type ClassesDb = Database<DB>

export function classesTables(connection: Connection): ClassesDb {
  return withTables<DB>(connection)
}
