/** The database as this module sees it: its own tables. */
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type CurrencyDb = Database<DB>

/** Turns the connection that another module or a job hands over into one with the tables of currency. */
export function currencyTables(connection: Connection): CurrencyDb {
  return withTables<DB>(connection)
}

type Cell = string | number | bigint | boolean | null

/**
 * `from ${rowsSql('r', rows, { id: 'uuid' })}`: rows as one array a column. The planner reckons with their number; of JSON
 * it always expects a hundred rows, and reads whole tables to find one.
 */
export function rowsSql<Column extends string>(
  alias: string,
  rows: readonly { readonly [Name in Column]: Cell }[],
  types: { readonly [Name in Column]: string },
): RawBuilder<unknown> {
  const columns = Object.keys(types) as Column[]
  const arrays = columns.map((column) => {
    const cells = rows.map((row) => row[column])
    return sql`${cells.map((cell) => (typeof cell === 'bigint' ? String(cell) : cell))}::${sql.raw(types[column])}[]`
  })
  return sql`unnest(${sql.join(arrays)}) as ${sql.ref(alias)}(${sql.join(columns.map((column) => sql.ref(column)))})`
}

/** As `rowsSql`, for a statement that runs so often that its text is made once: `$first` is the first column's array. */
export function rowsText(alias: string, types: Readonly<Record<string, string>>, first: number): string {
  const arrays = Object.values(types).map((type, index) => `$${first + index}::${type}[]`)
  return `unnest(${arrays.join(', ')}) as ${alias}(${Object.keys(types).join(', ')})`
}

/** The parameters that `rowsText` names. */
export function rowsArrays<Column extends string>(
  rows: readonly { readonly [Name in Column]: Cell }[],
  types: { readonly [Name in Column]: string },
): Cell[][] {
  const textOf = (cell: Cell) => (typeof cell === 'bigint' ? String(cell) : cell)
  return (Object.keys(types) as Column[]).map((column) => rows.map((row) => textOf(row[column])))
}

/** Runs a statement whose text is a constant. */
export async function runText<Row>(db: Connection, text: string, parameters: readonly unknown[]): Promise<Row[]> {
  const { rows } = await currencyTables(db).executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))
  return rows
}
