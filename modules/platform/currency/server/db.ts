/** The database as this module sees it: its own tables. */
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { type Connection, type Database, withTables } from '#server/db/connection.ts'
import type { DB } from './tables.ts'

export type CurrencyDb = Database<DB>

/** Gives another module's or a job's connection the tables of currency. */
export function currencyTables(connection: Connection): CurrencyDb {
  return withTables<DB>(connection)
}

type Cell = string | number | bigint | boolean | null

/**
 * `from ${rowsSql('r', rows, { id: 'uuid' })}`: rows as one array per column. The planner estimates their number
 * correctly; for JSON it always assumes a hundred rows and scans whole tables.
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

/** Like `rowsSql`, for a frequent statement with a constant text: `$first` is the first column's array. */
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
