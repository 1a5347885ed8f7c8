/** The database as this module sees it: its own tables. */
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type OperationsDb = Database<DB>

export function operationsTables(connection: Connection): OperationsDb {
  return withTables<DB>(connection)
}

/** Runs in its own transaction, for long jobs and calls. */
export function inTransaction<T>(db: OperationsDb, run: (db: OperationsDb) => Promise<T>): Promise<T> {
  return db.transaction().execute((transaction) => run(transaction as unknown as OperationsDb))
}
