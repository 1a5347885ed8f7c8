/** The database as the modules see it. */
import type { Kysely } from 'kysely'

declare const connection: unique symbol

/** A connection (or the transaction of a request) whose tables are not said. Modules hand it to each other's doors. */
export interface Connection {
  readonly [connection]: true
}

/** A connection through which a module sees the tables it names, and no others. */
export type Database<Tables> = Kysely<Tables> & Connection

/** Shows a connection as one with the tables of the asking module. Each module calls this once, in its `server/db.ts`. */
export function withTables<Tables>(db: Connection): Database<Tables> {
  return db as Database<Tables>
}
