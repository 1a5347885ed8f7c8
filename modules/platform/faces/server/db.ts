import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type FacesDb = Database<DB>

export function facesTables(connection: Connection): FacesDb {
  return withTables<DB>(connection)
}
