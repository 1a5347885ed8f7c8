import { sql } from 'kysely'
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type GraduationDb = Database<DB>

export function graduationTables(connection: Connection): GraduationDb {
  return withTables<DB>(connection)
}

/** Of a graduate `g`: neither taken back, nor of an earlier time in the class. */
export const currentSql = sql<boolean>`g.revoked_at is null and g.superseded_at is null`
