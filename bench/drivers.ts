/**
 * `npm run bench:drivers`: drivers and settings compared, on statements like the product's own. Prints the tables of
 * docs/decisions/0002-database-driver.md.
 */
import { fork } from 'node:child_process'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import postgres from 'postgres'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { startBenchDatabase } from './database.ts'

const rows = 50_000
const secondsEach = Number(process.env.BENCH_SECONDS ?? 2)

const schema = `
  create table item (id int primary key, company_id int not null, name text not null, value jsonb not null, at bigint not null);
  insert into item select n, n % 100, 'item ' || n, '{"a": 1}', 1700000000000 + n from generate_series(1, ${rows}) n;
  create index item_newest on item (company_id, at desc);
  create table event (id int generated always as identity primary key, item_id int not null references item, at bigint not null);
  create index event_of_item on event (item_id, at);
  analyze item`

const statements = {
  one: 'select id, company_id, name, value, at from item where id = $1',
  page: 'select id, company_id, name, at from item where company_id = $1 order by at desc limit 20',
  write: 'insert into event (item_id, at) values ($1, $2)',
} as const
type Workload = keyof typeof statements

interface Driver {
  run(workload: Workload, item: number): Promise<unknown>
  end(): Promise<void>
}

const parametersOf = (workload: Workload, item: number) =>
  workload === 'write' ? [item, 1_700_000_000_000] : [workload === 'page' ? item % 100 : item]

function pgDriver(url: string, size: number, named: boolean): Driver {
  const pool = new pg.Pool({ connectionString: url, max: size })
  return {
    run: (workload, item) => {
      const statement = { text: statements[workload], values: parametersOf(workload, item) }
      return pool.query(named ? { ...statement, name: workload } : statement)
    },
    end: () => pool.end(),
  }
}

/** Kysely over the product's own pool, which names every statement. */
function kyselyDriver(url: string, size: number): Driver {
  const db = createDatabase(createPool({ databaseUrl: url, size })) as unknown as Kysely<{
    item: { id: number; company_id: number; name: string; value: unknown; at: number }
    event: { item_id: number; at: number }
  }>
  const queries = {
    one: (item: number) => db.selectFrom('item').selectAll().where('id', '=', item).execute(),
    page: (item: number) =>
      db
        .selectFrom('item')
        .select(['id', 'company_id', 'name', 'at'])
        .where('company_id', '=', item % 100)
        .orderBy('at', 'desc')
        .limit(20)
        .execute(),
    write: (item: number) => db.insertInto('event').values({ item_id: item, at: 1_700_000_000_000 }).execute(),
  }
  return { run: (workload, item) => queries[workload](item), end: () => db.destroy() }
}

function kyselySqlDriver(url: string, size: number): Driver {
  const db = createDatabase(createPool({ databaseUrl: url, size }))
  const queries = {
    one: (item: number) => sql`select id, company_id, name, value, at from item where id = ${item}`.execute(db),
    page: (item: number) =>
      sql`select id, company_id, name, at from item where company_id = ${item % 100} order by at desc limit 20`.execute(
        db,
      ),
    write: (item: number) => sql`insert into event (item_id, at) values (${item}, ${1_700_000_000_000})`.execute(db),
  }
  return { run: (workload, item) => queries[workload](item), end: () => db.destroy() }
}

/** postgres.js takes host and socket apart: it reads no `host` parameter of a URL. */
function postgresDriver(url: string, size: number, prepare: boolean): Driver {
  const { searchParams, hostname, port, username, password, pathname } = new URL(url)
  const client = postgres({
    host: searchParams.get('host') ?? hostname,
    ...(port !== '' && { port: Number(port) }),
    username,
    password,
    database: pathname.slice(1),
    max: size,
    prepare,
  })
  return {
    run: (workload, item) => client.unsafe(statements[workload], parametersOf(workload, item), { prepare }),
    end: () => client.end(),
  }
}

const drivers = {
  pg: (url: string, size: number) => pgDriver(url, size, false),
  'pg, named statements': (url: string, size: number) => pgDriver(url, size, true),
  'postgres.js, unprepared': (url: string, size: number) => postgresDriver(url, size, false),
  'postgres.js': (url: string, size: number) => postgresDriver(url, size, true),
  'kysely (sql) on our pool': kyselySqlDriver,
  'kysely (builder) on our pool': kyselyDriver,
} as const
type DriverName = keyof typeof drivers

interface Task {
  readonly url: string
  readonly driver: DriverName
  readonly workload: Workload
  readonly poolSize: number
  readonly clients: number
  readonly seconds: number
}

/** Runs in a process of its own: `clients` callers that each wait for their answer before the next call. */
async function measure(task: Task): Promise<number> {
  const driver = drivers[task.driver](task.url, task.poolSize)
  let done = 0
  let end = Number.POSITIVE_INFINITY
  const caller = async (first: number) => {
    for (let item = first; performance.now() < end; item = (item + 7919) % rows) {
      await driver.run(task.workload, item + 1)
      done++
    }
  }
  end = performance.now() + 300
  await Promise.all(Array.from({ length: task.clients }, (_, index) => caller(index * 101)))
  done = 0
  const startedAt = performance.now()
  end = startedAt + task.seconds * 1000
  await Promise.all(Array.from({ length: task.clients }, (_, index) => caller(index * 131)))
  const perSecond = (done * 1000) / (performance.now() - startedAt)
  await driver.end()
  return perSecond
}

/** The calls a second that `processes` processes reach together. */
async function measureApart(task: Task, processes = 1): Promise<number> {
  const results = Array.from({ length: processes }, () => {
    const share = { ...task, clients: task.clients / processes, poolSize: Math.max(1, task.poolSize / processes) }
    return new Promise<number>((resolve, reject) => {
      const child = fork(import.meta.filename, { env: { ...process.env, BENCH_TASK: JSON.stringify(share) } })
      child.on('message', (perSecond) => resolve(perSecond as number))
      child.on('error', reject)
      child.on('exit', (code) => code !== 0 && reject(new Error(`a measuring process ended with ${code}`)))
    })
  })
  return (await Promise.all(results)).reduce((sum, one) => sum + one, 0)
}

const thousands = (value: number) => Math.round(value).toLocaleString('en-US')

function printTable(heading: readonly string[], lines: readonly (readonly string[])[]): void {
  for (const cells of [heading, heading.map(() => '---'), ...lines]) console.log(`| ${cells.join(' | ')} |`)
  console.log()
}

async function compareDrivers(url: string): Promise<void> {
  const cases = (['one', 'page', 'write'] as const).flatMap((workload) =>
    [1, 16].map((clients) => ({ workload, clients })),
  )
  const lines: string[][] = []
  for (const driver of Object.keys(drivers) as DriverName[]) {
    const cells: string[] = [driver]
    for (const one of cases) {
      cells.push(thousands(await measureApart({ url, driver, ...one, poolSize: 16, seconds: secondsEach })))
    }
    lines.push(cells)
  }
  printTable(['statements a second', ...cases.map(({ workload, clients }) => `${workload}, ${clients} clients`)], lines)
}

async function comparePools(url: string): Promise<void> {
  const driver = 'kysely (builder) on our pool'
  const lines: string[][] = []
  for (const poolSize of [2, 5, 10, 20, 50]) {
    const cells = [String(poolSize)]
    for (const workload of ['one', 'page', 'write'] as const) {
      cells.push(thousands(await measureApart({ url, driver, workload, clients: 64, poolSize, seconds: secondsEach })))
    }
    lines.push(cells)
  }
  printTable(['pool size (64 clients)', 'one', 'page', 'write'], lines)
}

async function compareProcesses(url: string): Promise<void> {
  const driver = 'kysely (builder) on our pool'
  const lines: string[][] = []
  for (const processes of [1, 2, 4]) {
    const cells = [String(processes)]
    for (const workload of ['one', 'page', 'write'] as const) {
      const task = { url, driver, workload, clients: 64, poolSize: 20, seconds: secondsEach } as const
      cells.push(thousands(await measureApart(task, processes)))
    }
    lines.push(cells)
  }
  printTable(['processes (20 connections, 64 clients)', 'one', 'page', 'write'], lines)
}

if (process.env.BENCH_TASK !== undefined) {
  process.send?.(await measure(JSON.parse(process.env.BENCH_TASK) as Task))
  process.disconnect()
} else {
  const database = await startBenchDatabase()
  try {
    await database.run(schema)
    await compareDrivers(database.url)
    await comparePools(database.url)
    await compareProcesses(database.url)
  } finally {
    await database.stop()
  }
}
