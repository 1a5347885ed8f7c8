/** The tables of all modules as the rules read them: whose rows they hold, which ids, and digests of them. */
import { type CompiledQuery, sql } from 'kysely'
import { moduleOrder } from '#modules/graph.ts'
import type { RootDatabase } from '#server/db/pool.ts'

export interface TableOfRows {
  readonly schema: string
  readonly table: string
  /** SQL condition that holds for the rows of the company `$1`; undefined where the table shows no way to a company. */
  readonly ofCompany: string | undefined
  /** Its columns of the type uuid. */
  readonly ids: readonly string[]
}

/** The modules' tables, and how each leads to its company: a column, or a foreign key to a table that has it. */
export async function readTables(db: RootDatabase): Promise<TableOfRows[]> {
  const modules = [...moduleOrder] as string[]
  const columns = await sql<{ schema: string; table: string; column: string; not_null: boolean; is_id: boolean }>`
    select n.nspname as schema, c.relname as table, a.attname as column, a.attnotnull as not_null,
      a.atttypid = 'uuid'::regtype as is_id
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = any(${modules}) and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
      and not a.attisdropped and c.relname not like 'schema_migration%'
    order by 1, 2, 3`.execute(db)
  const keys = await sql<{ schema: string; table: string; column: string; to: string; to_column: string }>`
    select n.nspname as schema, c.relname as table, a.attname as column, tn.nspname || '.' || tc.relname as to,
      ta.attname as to_column
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1] and a.attnotnull
    join pg_class tc on tc.oid = k.confrelid join pg_namespace tn on tn.oid = tc.relnamespace
    join pg_attribute ta on ta.attrelid = tc.oid and ta.attnum = k.confkey[1]
    where k.contype = 'f' and n.nspname = any(${modules})`.execute(db)
  const byTable = Map.groupBy(columns.rows, (row) => `${row.schema}.${row.table}`)
  const has = (table: string, column: string) =>
    byTable.get(table)?.some((row) => row.column === column && row.not_null) ?? false
  return [...byTable].map(([name, own]) => {
    const { schema = '', table = '' } = own[0] ?? {}
    const parent = keys.rows.find((key) => `${key.schema}.${key.table}` === name && has(key.to, 'company_id'))
    const ofCompany =
      name === 'identity.company'
        ? 'id = $1'
        : has(name, 'company_id')
          ? 'company_id = $1'
          : parent && `${parent.column} in (select ${parent.to_column} from ${parent.to} where company_id = $1)`
    return { schema, table, ofCompany, ids: own.filter((row) => row.is_id).map((row) => row.column) }
  })
}

/** A statement that is put together as text. */
export async function query<Row>(db: RootDatabase, text: string, parameters: readonly unknown[]): Promise<Row[]> {
  const compiled = { sql: text, parameters, query: { kind: 'RawNode' }, queryId: { queryId: '0' } }
  return (await db.executeQuery(compiled as unknown as CompiledQuery<Row>)).rows
}

/** Ids of the company's rows, each under the names that a call may mean it by: its table's, its column's. */
export async function readIds(
  db: RootDatabase,
  tables: readonly TableOfRows[],
  companyId: string,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const { schema, table, ofCompany, ids } of tables) {
    if (ofCompany === undefined) continue
    for (const column of ids) {
      const text = `select distinct ${column}::text as id from ${schema}.${table} where ${ofCompany} and ${column} is not null limit 200`
      const rows = await query<{ id: string }>(db, text, [companyId])
      const name = column === 'id' ? `${schema}.${table}` : `${schema}.${column.replace(/_id$/, '')}`
      const known = rows.map((row) => row.id)
      found.set(name, [...new Set([...(found.get(name) ?? []), ...known])])
    }
  }
  return found
}

/** Tables without a row of the company. */
export async function readEmptyTables(
  db: RootDatabase,
  tables: readonly TableOfRows[],
  companyId: string,
): Promise<string[]> {
  const digests = Object.entries(await readDigests(db, tables, companyId))
  return digests.filter(([, digest]) => digest.startsWith('0 ')).map(([table]) => table)
}

interface RowsOfTable {
  /** `schema.table` */
  readonly name: string
  /** Which of its rows; all where it is left out. */
  readonly condition?: string
}

/** Number and digest of rows, by table: two that differ show that somebody wrote. One statement for all tables. */
export async function digestRows(
  db: RootDatabase,
  tables: readonly RowsOfTable[],
  parameters: readonly unknown[] = [],
): Promise<Record<string, string>> {
  const selects = tables.map(
    ({ name, condition = 'true' }) => `select '${name}' as name, count(*) || ' ' ||
      coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${name} t where ${condition}`,
  )
  const rows = await query<{ name: string; digest: string }>(db, selects.join(' union all '), parameters)
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

/** Digests of the company's rows, by table. */
export function readDigests(
  db: RootDatabase,
  tables: readonly TableOfRows[],
  companyId: string,
): Promise<Record<string, string>> {
  const own = tables.flatMap(({ schema, table, ofCompany: condition }) =>
    condition === undefined ? [] : [{ name: `${schema}.${table}`, condition }],
  )
  return digestRows(db, own, [companyId])
}
