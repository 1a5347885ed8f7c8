/**
 * Writes `modules/<district>/<module>/server/tables.ts`, the row types of each module's own schema, from a migrated
 * database.
 * `--check` compares instead of writing. The mapping follows server/db/pool.ts: bigint is a number, numeric is text.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { moduleFolder, moduleOrder } from '#modules/graph.ts'

const scalarTypes: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  citext: 'string',
  numeric: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  inet: 'string',
  // The number of a transaction.
  xid8: 'string',
  // A union of ranges: its text form, `{[0,5),[7,9)}`.
  int4multirange: 'string',
}

interface Column {
  table_name: string
  column_name: string
  type_name: string
  is_array: boolean
  not_null: boolean
  has_default: boolean
}

// Domains (instant) are recognized by their base type.
const columnsOfSchema = `
  select c.relname as table_name, a.attname as column_name,
    coalesce(element.typname, base.typname, t.typname) as type_name,
    t.typcategory = 'A' as is_array, a.attnotnull as not_null,
    a.atthasdef or a.attidentity <> '' as has_default
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
  join pg_namespace n on n.oid = c.relnamespace
  join pg_type t on t.oid = a.atttypid
  left join pg_type base on base.oid = nullif(t.typbasetype, 0)
  left join pg_type element on t.typcategory = 'A' and element.oid = t.typelem
  where n.nspname = $1 and a.attnum > 0 and not a.attisdropped and c.relname not like 'schema_migration%'
  order by c.relname, a.attnum`

function columnType(column: Column): string {
  if (column.type_name === 'jsonb' || column.type_name === 'json') {
    return column.not_null ? 'Json' : 'Json | null'
  }
  // Search vectors are written and matched in SQL only.
  const scalar = scalarTypes[column.type_name] ?? (column.type_name === 'tsvector' ? 'string' : undefined)
  if (!scalar) throw new Error(`no row type for ${column.type_name} of ${column.table_name}.${column.column_name}`)
  const type = column.is_array ? `${scalar}[]` : scalar
  return column.not_null ? type : `${type} | null`
}

function tableType(columns: readonly Column[]): string {
  const lines = columns.map((column) => {
    const type = columnType(column)
    const nullableJson = type === 'Json | null'
    const base = nullableJson
      ? 'ColumnType<unknown, string | null, string | null>'
      : type === 'Json'
        ? 'ColumnType<unknown, string, string>'
        : type
    return `  ${column.column_name}: ${column.has_default ? `Generated<${base}>` : base}`
  })
  return `{\n${lines.join('\n')}\n}`
}

function interfaceName(table: string): string {
  return table.replace(/(^|_)([a-z0-9])/g, (_, _separator, letter: string) => letter.toUpperCase())
}

function sourceOf(module: string, columns: readonly Column[]): string {
  const tables = Map.groupBy(columns, (column) => column.table_name)
  const types = [...tables].map(([table, own]) => `export interface ${interfaceName(table)} ${tableType(own)}`)
  const entries = [...tables.keys()].map((table) => `  '${module}.${table}': ${interfaceName(table)}`)
  const body = `${types.join('\n\n')}\n\nexport interface DB {\n${entries.join('\n')}\n}\n`
  const imports = ['ColumnType', 'Generated'].filter((name) => body.includes(`${name}<`))
  const header = `// Generated from the migrations by \`npm run generate\`. Don't edit.\n`
  return `${header}${imports.length > 0 ? `import type { ${imports.join(', ')} } from 'kysely'\n` : ''}\n${body}`
}

/** Answers the files whose content differs from the database; writes them unless it only checks. */
export async function generateTables(databaseUrl: string, check: boolean): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const changed: string[] = []
  try {
    for (const module of moduleOrder) {
      const { rows } = await client.query<Column>(columnsOfSchema, [module])
      if (rows.length === 0) continue
      const path = join(import.meta.dirname, '..', moduleFolder(module), 'server/tables.ts')
      const source = sourceOf(module, rows)
      if (source === (await readFile(path, 'utf8').catch(() => ''))) continue
      changed.push(path)
      if (!check) await writeFile(path, source)
    }
  } finally {
    await client.end()
  }
  return changed
}
