import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type QuestionsDb = Database<DB>

export function questionsTables(connection: Connection): QuestionsDb {
  return withTables<DB>(connection)
}
