import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type LotteriesDb = Database<DB>

export function lotteriesTables(connection: Connection): LotteriesDb {
  return withTables<DB>(connection)
}
