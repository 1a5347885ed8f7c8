/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type CertificatesDb = Database<DB>

/** Turns the connection that another module or a job hands over into one with the tables of certificates. */
export function certificatesTables(connection: Connection): CertificatesDb {
  return withTables<DB>(connection)
}
