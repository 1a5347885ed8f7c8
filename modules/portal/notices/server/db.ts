import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type NoticesDb = Database<DB>

export function noticesTables(connection: Connection): NoticesDb {
  return withTables<DB>(connection)
}
