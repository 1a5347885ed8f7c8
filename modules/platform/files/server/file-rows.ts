/** Inserts the row of a stored file and requests its conversion. */

import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Outside } from '#server/outside.ts'
import { insertFile } from './arrivals.ts'
import { filesTables } from './db.ts'
import type { FileRow } from './files.ts'
import { requestConversion } from './request-conversion.ts'

/** Uses the transaction of `connection`, if any. A repeated call changes nothing. */
export async function insertStoredFile(connection: Connection, outside: Outside, row: FileRow): Promise<void> {
  const keep = async (db: Connection) => {
    if (await insertFile(db, row)) await requestConversion(db, outside.config, row, row.created_at)
  }
  await (filesTables(connection).isTransaction ? keep(connection) : inTransaction(connection, keep))
}
