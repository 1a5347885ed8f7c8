import { type SqlBool, sql } from 'kysely'
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type HomeworkDb = Database<DB>

export function homeworkTables(connection: Connection): HomeworkDb {
  return withTables<DB>(connection)
}

/** A literal, because PostgreSQL matches a conflict to a partial index only by a condition in the statement itself. */
export const isWaiting = sql<SqlBool>`state = 'waiting'`
