import { type Kysely, sql } from 'kysely'

export type Row = Readonly<Record<string, unknown>>

/** Rows of one table, all with the keys of the first, in one statement: they travel as one JSON text. */
export async function insertRows(db: Kysely<unknown>, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  )
}
