import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type PicturesDb = Database<DB>

export function picturesTables(connection: Connection): PicturesDb {
  return withTables<DB>(connection)
}
