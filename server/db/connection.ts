/** The database as the modules see it. */
import type { Kysely } from 'kysely'

declare const connection: unique symbol

/**
 * A connection, or the transaction of a request, without table types. Modules pass it to functions of other modules.
 */
export interface Connection {
  readonly [connection]: true
}

/** A connection with the types of a module's own tables only. */
export type Database<Tables> = Kysely<Tables> & Connection

/** Adds the table types of a module to a connection. Each module calls this once, in its `server/db.ts`. */
export function withTables<Tables>(db: Connection): Database<Tables> {
  return db as Database<Tables>
}
