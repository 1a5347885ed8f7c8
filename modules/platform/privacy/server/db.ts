/** The database as this module sees it: its own tables. */
import { type SqlBool, sql } from 'kysely'
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type PrivacyDb = Database<DB>

export function privacyTables(connection: Connection): PrivacyDb {
  return withTables<DB>(connection)
}

/** As a literal: PostgreSQL takes a partial index for a conflict only where the statement itself has its condition. */
export const isWaiting = sql<SqlBool>`state = 'waiting'`
