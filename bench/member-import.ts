/**
 * 20,000 members from a spreadsheet, from the first byte of the upload to the last imported row. Floor: the database's own
 * `insert … select` of the same rows into tables with the same indexes.
 */
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { fillPath } from '#kit/contract.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { headingRow } from '#modules/platform/identity/server/import-columns.ts'
import { buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { apiPrefix } from '#server/http/app.ts'
import { xlsxBytes } from '#server/spreadsheet/xlsx.ts'

const rowCount = 20_000

export interface ImportResult {
  readonly productMs: number
  readonly floorMs: number
}

interface Administrator {
  readonly token: string
  readonly organizationName: string
}

async function createAdministrator(databaseUrl: string): Promise<Administrator> {
  const db = createDatabase(createPool({ databaseUrl, size: 1 }))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string; name: string }>(`
      select o.id, o.name from identity.organization o
      where o.id = (select company_id from identity.member group by 1 order by count(*) desc limit 1)`)
    const company = rows[0]
    if (!company) throw new Error('there is no company: seed one first')
    const { token } = await buildMember(db, { companyId: company.id, roles: ['super-admin'] })
    return { token, organizationName: company.name }
  } finally {
    await client.end()
    await db.destroy()
  }
}

function spreadsheet(round: number, organizationName: string): Promise<Buffer> {
  const rows = Array.from({ length: rowCount }, (_, index) => {
    const number = String(round * rowCount + index).padStart(7, '0')
    const person = [`bench${number}`, `测试员${number}`, organizationName, `B${number}`, `199${number}0`]
    return [...person, `bench${number}@example.com`, index % 2 === 0 ? '男' : '女', '', '工程师', '', '2026-01-05']
  })
  return buffer(xlsxBytes([headingRow('cn'), ...rows]))
}

interface State {
  readonly id: string
  readonly state: string
  readonly failedCount: number
  readonly importedCount: number
}

async function runImport(origin: string, { token }: Administrator, bytes: Buffer): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, version: '1' }
  const ask = async (path: string, request: RequestInit = {}): Promise<State> => {
    const answer = await fetch(`${origin}${apiPrefix}${path}`, {
      ...request,
      headers: { ...headers, ...request.headers },
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as State
  }
  const until = async (id: string, wanted: string): Promise<State> => {
    for (;;) {
      const now = await ask(fillPath(identity.importProgress.path, { id }))
      if (now.state === wanted) return now
      if (now.state === 'failed') throw new Error('the import failed')
      await wait(50)
    }
  }
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'members.xlsx')
  const startedAt = performance.now()
  const { id } = await ask(identity.startImport.path, { method: 'POST', body: form })
  const checked = await until(id, 'checked')
  if (checked.failedCount > 0) throw new Error(`${checked.failedCount} rows of the import are refused`)
  const commit = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
  await ask(fillPath(identity.commitImport.path, { id }), commit)
  const done = await until(id, 'done')
  if (done.importedCount !== rowCount) throw new Error(`${done.importedCount} rows were imported`)
  return performance.now() - startedAt
}

/** The rows of the newest import once more, into tables of the same shape. */
async function runFloor(databaseUrl: string, since: number): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`create schema if not exists bench`)
    await client.query(`
      drop table if exists bench.member, bench.credential;
      create table bench.member (like identity.member including all);
      create table bench.credential (like identity.credential including all)`)
    const columns = await client.query<{ names: string }>(`
      select string_agg(column_name, ', ') as names from information_schema.columns
      where table_schema = 'identity' and table_name = 'member' and is_generated = 'NEVER'`)
    const names = columns.rows[0]?.names
    const startedAt = performance.now()
    await client.query('begin')
    await client.query(
      `insert into bench.member (${names}) select ${names} from identity.member where created_at >= ${since} and name like 'bench%'`,
    )
    await client.query(
      `insert into bench.credential select c.* from identity.credential c join bench.member m on m.id = c.member_id`,
    )
    await client.query('commit')
    return performance.now() - startedAt
  } finally {
    await client.end()
  }
}

export async function measureImport(origin: string, databaseUrl: string, rounds: number): Promise<ImportResult[]> {
  const administrator = await createAdministrator(databaseUrl)
  const results: ImportResult[] = []
  for (let round = 0; round < rounds; round++) {
    const bytes = await spreadsheet(round, administrator.organizationName)
    const since = Date.now()
    const productMs = await runImport(origin, administrator, bytes)
    results.push({ productMs, floorMs: await runFloor(databaseUrl, since) })
  }
  return results
}
