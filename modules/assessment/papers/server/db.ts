import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type PapersDb = Database<DB>

export function papersTables(connection: Connection): PapersDb {
  return withTables<DB>(connection)
}
