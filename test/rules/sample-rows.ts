/**
 * Rows of a company for the tables that no module has filled, made from the schema: types, foreign keys, checks, and what
 * the names of columns say. A module's server/sample.ts only has what the schema does not know.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { moduleOrder } from '#modules/graph.ts'
import type { RootDatabase } from '#server/db/pool.ts'
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'
import { query, readEmptyTables, readTables, type TableOfRows } from './tables.ts'

interface Column {
  readonly table: string
  readonly column: string
  /** `uuid`, `text`, `instant`, `_uuid` for an array. */
  readonly type: string
  /** It has to be said: not null, without a default. */
  readonly required: boolean
}

interface Key {
  readonly table: string
  readonly columns: readonly string[]
  readonly to: string
  readonly to_columns: readonly string[]
}

interface Check {
  readonly table: string
  readonly definition: string
}

type Value = string | number | boolean | object

const schemas = [...moduleOrder] as string[]

type Schema = Awaited<ReturnType<typeof readSchema>>

async function readSchema(db: RootDatabase) {
  const columns = await sql<Column>`
    select n.nspname || '.' || c.relname as table, a.attname as column, t.typname as type,
      a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '' as required
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid
    where n.nspname = any(${schemas}) and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`.execute(db)
  const keys = await sql<Key>`
    select n.nspname || '.' || c.relname as table, tn.nspname || '.' || tc.relname as to,
      (select array_agg(a.attname::text order by o.place) from unnest(k.conkey) with ordinality o(number, place)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = o.number) as columns,
      (select array_agg(a.attname::text order by o.place) from unnest(k.confkey) with ordinality o(number, place)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = o.number) as to_columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_class tc on tc.oid = k.confrelid join pg_namespace tn on tn.oid = tc.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and n.nspname = any(${schemas})`.execute(db)
  const checks = await sql<Check>`
    select n.nspname || '.' || c.relname as table, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'c' and n.nspname = any(${schemas})`.execute(db)
  return { columns: columns.rows, keys: keys.rows, checks: checks.rows }
}

/** The first value that `check (column in (…))` permits. */
function permitted(checks: readonly Check[], column: string): string | undefined {
  for (const { definition } of checks) {
    const found = new RegExp(`\\(?\\(?${column}\\)?(?:::text)? = ANY \\(+ARRAY\\[\\(?'?([^',:\\]]*)`).exec(definition)
    if (found?.[1] !== undefined) return found[1]
  }
  return undefined
}

/** `messages.message` for `message_id` of a table of messages, whether a foreign key says so or not. */
const namedTable = (table: string, column: string) => `${table.split('.')[0]}.${column.replace(/_id$/, '')}`

const memberNames =
  /(^|_)(member|owner|author|actor|applicant|approver|lecturer|superior|delegate|sender|recipient|receiver|user|holder)_id$|_by$/

function idOf({ table, column }: Column, company: SampleCompany, known: ReadonlyMap<string, string>): string {
  if (column === 'company_id') return company.companyId
  if (column === 'organization_id') return company.organizationId
  if (memberNames.test(column)) return /_by$|author|owner|sender/.test(column) ? company.chief.id : company.learner.id
  return known.get(namedTable(table, column)) ?? uuid()
}

/** Values by type, where neither a key nor a check nor the module says one. */
const byType: Readonly<Record<string, (company: SampleCompany) => Value>> = {
  text: ({ marker }) => marker,
  instant: ({ now }) => now,
  bool: () => false,
  date: () => '2000-01-01',
  inet: () => '192.0.2.1',
  bytea: ({ marker }) => `\\x${Buffer.from(marker).toString('hex')}`,
  int4multirange: () => '{}',
  json: ({ marker }) => ({ marker }),
  jsonb: ({ marker }) => ({ marker }),
}

function columnValue(
  column: Column,
  company: SampleCompany,
  known: ReadonlyMap<string, string>,
  checks: readonly Check[],
) {
  const { type } = column
  if (type.startsWith('_')) return '{}'
  if (type === 'uuid') return idOf(column, company, known)
  return permitted(checks, column.column) ?? byType[type]?.(company) ?? 1
}

/** Tables after those that they point at. */
function inOrder(tables: readonly string[], { columns, keys }: Pick<Schema, 'columns' | 'keys'>): string[] {
  const ordered = new Set<string>()
  const entered = new Set<string>()
  const add = (table: string) => {
    if (entered.has(table) || !tables.includes(table)) return
    entered.add(table)
    for (const key of keys) if (key.table === table) add(key.to)
    for (const column of columns) if (column.table === table && column.required) add(namedTable(table, column.column))
    ordered.add(table)
  }
  for (const table of tables) add(table)
  return [...ordered]
}

const nameOf = ({ schema, table }: TableOfRows) => `${schema}.${table}`

/** A row is sent as JSON, so what is JSON text in it would be stored as a text that no code reads. */
const textsOfJson = (table: string, columns: readonly Column[], row: Readonly<Record<string, unknown>>): string[] =>
  columns
    .filter((one) => one.table === table && one.type.startsWith('json') && /^[[{]/.test(String(row[one.column])))
    .filter(({ column }) => typeof row[column] === 'string')
    .map(({ column }) => `${table}.${column} must be a value and not its JSON text`)

/** Inserts one row of the company into every table that has none. */
export async function sampleRows(db: RootDatabase, company: SampleCompany, values: SampleValues): Promise<void> {
  const tables = await readTables(db)
  const ofCompany = new Map(tables.map((table) => [nameOf(table), table.ofCompany]))
  const { columns, keys, checks } = await readSchema(db)
  const rowOf = async (table: string): Promise<Record<string, unknown> | undefined> => {
    const text = `select to_jsonb(t) as row from ${table} t where ${ofCompany.get(table)} limit 1`
    return (await query<{ row: Record<string, unknown> }>(db, text, [company.companyId]))[0]?.row
  }
  const known = new Map<string, string>()
  for (const table of ofCompany.keys()) {
    const id = ofCompany.get(table) === undefined ? undefined : (await rowOf(table))?.id
    if (typeof id === 'string') known.set(table, id)
  }
  const problems: string[] = []
  for (const table of inOrder(await readEmptyTables(db, tables, company.companyId), { columns, keys })) {
    const own = checks.filter((check) => check.table === table)
    const required = columns.filter((column) => column.table === table && column.required)
    const row: Record<string, unknown> = {}
    for (const column of required) row[column.column] = columnValue(column, company, known, own)
    for (const key of keys.filter((one) => one.table === table && one.to !== table)) {
      if (!key.columns.every((name) => name in row)) continue
      const parent = await rowOf(key.to)
      for (const [place, name] of key.columns.entries()) row[name] = parent?.[key.to_columns[place] ?? '']
    }
    Object.assign(row, values[table])
    problems.push(...textsOfJson(table, columns, row))
    const names = Object.keys(row).join(', ')
    const sample = `select ${names} from jsonb_populate_record(null::${table}, $1)`
    // A trigger may have made a row with that of another table: it receives the values.
    const isMade = ofCompany.get(table) !== undefined && (await rowOf(table)) !== undefined
    const text = isMade
      ? `update ${table} t set (${names}) = (${sample}) where ${ofCompany.get(table)?.replace('$1', '$2')}`
      : `insert into ${table} (${names}) ${sample}`
    const parameters = [JSON.stringify(row), ...(isMade ? [company.companyId] : [])]
    const problem = await query(db, text, parameters).then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (problem !== undefined) problems.push(`${table}: ${problem}`)
    else if (typeof row.id === 'string') known.set(table, row.id)
  }
  if (problems.length > 0) throw new Error(`say more in sampleValues of server/sample.ts:\n${problems.join('\n')}`)
}
