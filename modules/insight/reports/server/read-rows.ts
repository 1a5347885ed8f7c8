/** All rows of a report, some thousand at a time, from one state of the database. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { CompiledReport } from './compile.ts'
import { reportsTables } from './db.ts'
import { readingOnly } from './preview.ts'

const batch = 2000
const statementSeconds = 900

type Row = Readonly<Record<string, unknown>>

/** Calls `use` with the rows, which it reads while the transaction is open. */
export function withRows<T>(
  connection: Connection,
  report: CompiledReport,
  use: (rows: AsyncGenerator<Row>) => Promise<T>,
): Promise<T> {
  return inTransaction(reportsTables(connection), async (db) => {
    await readingOnly(db, statementSeconds)
    const end = report.limit === undefined ? sql`` : sql`limit ${report.limit}`
    await sql`declare report_rows no scroll cursor for ${report.statement} ${end}`.execute(db)
    async function* rows(): AsyncGenerator<Row> {
      for (;;) {
        const fetched = await sql<Row>`fetch ${sql.lit(batch)} from report_rows`.execute(db)
        yield* fetched.rows
        if (fetched.rows.length < batch) return
      }
    }
    return use(rows())
  })
}
