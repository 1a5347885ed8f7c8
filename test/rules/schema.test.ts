/** Laws of the database's shape, for every table of every module. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { moduleOrder } from '#modules/graph.ts'
import { testPlatform } from '#test/harness.ts'
import { readTables } from './tables.ts'

const platform = testPlatform()
const modules = [...moduleOrder] as string[]

/** Tables whose rows belong to no company yet, each with the reason. */
const withoutCompany: Readonly<Record<string, string>> = {
  'engines.node': 'carries the rooms of every company',
  'files.signing_key': 'signs the addresses of every company',
  'identity.qr_code': 'waits for whoever scans it',
  'search.shard': 'a part of the work for every company',
  'identity.tried_account': 'counts tries at names that perhaps nobody has',
}

describe('every table', () => {
  it('belongs to a company, by its own column or by the row it hangs on', async () => {
    const tables = await readTables(platform.root)
    const homeless = tables.filter(({ ofCompany }) => ofCompany === undefined)
    const names = homeless.map(({ schema, table }) => `${schema}.${table}`)
    expect(names.filter((name) => !(name in withoutCompany))).toEqual([])
  })

  // Companies are never deleted, and where the company comes first in an index, a query names it first too.
  it('has an index for each foreign key, so that no row is searched for one by one', async () => {
    const { rows } = await sql<{ name: string }>`
      select n.nspname || '.' || c.relname || '.' || a.attname as name
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
      where k.contype = 'f' and n.nspname = any(${modules}) and k.confrelid <> 'identity.company'::regclass
        and not exists (
          select from pg_index i
          left join pg_attribute f on f.attrelid = i.indrelid and f.attnum = i.indkey[0]
          where i.indrelid = c.oid
            and (i.indkey[0] = k.conkey[1] or (f.attname = 'company_id' and i.indkey[1] = k.conkey[1])))
      order by 1`.execute(platform.root)
    expect(rows.map((row) => row.name)).toEqual([])
  })

  it('has a primary key', async () => {
    const { rows } = await sql<{ name: string }>`
      select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname = any(${modules}) and c.relname not like 'schema_migration%'
        and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`.execute(platform.root)
    expect(rows.map((row) => row.name)).toEqual([])
  })

  it('keeps instants as milliseconds, the wire’s form', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
      where table_schema = any(${modules}) and data_type like 'timestamp%' and table_name not like 'schema_migration%'
      `.execute(platform.root)
    expect(rows.map((row) => row.name)).toEqual([])
  })
})
