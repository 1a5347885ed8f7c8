/**
 * The ledger of coins and points, on a database of its own: postings a second against pgbench's TPC-B-like transaction, a
 * distribution to 1,000 members, a page of the records of a very long account against a short one, and the proof over
 * many entries. `node bench/run.ts --only ledger --sizes ''`; `--quick` for a look.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { prove } from '#modules/platform/currency/server/ledger-proofs.ts'
import { listRecords, type RecordFilter } from '#modules/platform/currency/server/statements.ts'
import { type Leg, post } from '#modules/platform/currency/server.ts'
import { buildCompany } from '#modules/platform/identity/server/members.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { type BenchDatabase, startBenchDatabase } from './database.ts'
import { timed } from './timing.ts'

/** LEDGER_PARTS names what to measure of these. */
const parts = new Set((process.env.LEDGER_PARTS ?? 'postings,distribution,statement,proof').split(','))
const clients = 16
/** As many branches as clients at least, so that pgbench does not measure its own queue. */
const pgbenchScale = 16
const accountCount = 10_000
const receiverCount = 1000

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0
}

function within<T>(db: RootDatabase, run: (db: Connection) => Promise<T>): Promise<T> {
  return db.transaction().execute((transaction) => run(transaction as unknown as Connection))
}

/** Runs the work over and over on all clients; answers how often a second. */
async function perSecond(seconds: number, work: (client: number) => Promise<unknown>): Promise<number> {
  let count = 0
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  const loop = async (client: number) => {
    while (performance.now() < until) {
      await work(client)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)))
  return count / ((performance.now() - startedAt) / 1000)
}

interface Floor {
  readonly name: string
  perSecond(seconds: number): Promise<number>
  stop(): Promise<void>
}

const run = promisify(execFile)

async function pgbenchFloor(url: string): Promise<Floor> {
  await run('pgbench', ['-i', '-q', '-s', String(pgbenchScale), url])
  return {
    name: 'pgbench, TPC-B-like, prepared',
    async perSecond(seconds) {
      const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), url]
      const { stdout } = await run('pgbench', args)
      return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
    },
    stop: async () => {},
  }
}

/** The same transaction through the product's driver, where there is no pgbench. */
async function driverFloor(url: string): Promise<Floor> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create table pgbench_branches (bid int primary key, bbalance int) with (fillfactor = 100);
    create table pgbench_tellers (tid int primary key, bid int, tbalance int);
    create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84));
    create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    insert into pgbench_branches select n, 0 from generate_series(1, ${pgbenchScale}) n;
    insert into pgbench_tellers select n, (n - 1) / 10 + 1, 0 from generate_series(1, ${pgbenchScale * 10}) n;
    insert into pgbench_accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${pgbenchScale * 100_000}) n;
    vacuum analyze`)
  await admin.end()
  const pool = createPool({ databaseUrl: url, size: clients })
  const random = (most: number) => 1 + Math.floor(Math.random() * most)
  return {
    name: 'TPC-B-like, through the same driver',
    perSecond: (seconds) =>
      perSecond(seconds, async () => {
        const client = await pool.connect()
        const [aid, tid, bid] = [random(pgbenchScale * 100_000), random(pgbenchScale * 10), random(pgbenchScale)]
        const delta = random(10_000) - 5000
        await client.query('begin')
        await client.query('update pgbench_accounts set abalance = abalance + $1 where aid = $2', [delta, aid])
        await client.query('select abalance from pgbench_accounts where aid = $1', [aid])
        await client.query('update pgbench_tellers set tbalance = tbalance + $1 where tid = $2', [delta, tid])
        await client.query('update pgbench_branches set bbalance = bbalance + $1 where bid = $2', [delta, bid])
        await client.query('insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, now())', [
          ...[tid, bid, aid, delta],
        ])
        await client.query('commit')
        client.release()
      }),
    stop: () => pool.end(),
  }
}

/** pgbench itself, or where there is none its transaction through the product’s driver. */
export async function createFloor(url: string): Promise<Floor> {
  const there = await run('pgbench', ['--version']).catch(() => undefined)
  return there ? pgbenchFloor(url) : driverFloor(url)
}

interface Stage {
  readonly db: RootDatabase
  readonly companyId: string
  readonly memberIds: readonly string[]
}

function posting({ companyId }: Stage, legs: readonly Leg[]) {
  const common = { companyId, kind: 1, tradeType: 7, event: 'purchase', subject: 'bench', createdBy: null } as const
  return { ...common, legs, now: Date.now() }
}

async function fillAccounts(stage: Stage): Promise<void> {
  const { companyId, memberIds, db } = stage
  for (let at = 0; at < memberIds.length; at += receiverCount) {
    const receivers = memberIds.slice(at, at + receiverCount)
    const legs = receivers.map((id): Leg => ({ owner: { kind: 'person', id }, amount: 1_000_000_000n }))
    const sum = 1_000_000_000n * BigInt(receivers.length)
    const issuance = { owner: { kind: 'issuance', id: companyId }, amount: -sum } as const
    await within(db, (one) => post(one, posting(stage, [issuance, ...legs])))
  }
  // The other sides of what is filled in below, whichever parts are measured.
  for (const kind of ['issuance', 'expense'] as const)
    await sql`insert into currency.account (id, company_id, owner_kind, owner_id, kind, created_at)
      values (${uuid()}, ${companyId}, ${kind}, ${companyId}, 1, 0) on conflict do nothing`.execute(db)
  await sql`analyze`.execute(db)
}

async function measurePostings(stage: Stage, floor: Floor, rounds: number, seconds: number): Promise<void> {
  const { companyId, memberIds, db } = stage
  const work = () => {
    const id = memberIds[Math.floor(Math.random() * memberIds.length)] ?? ''
    const legs: Leg[] = [
      { owner: { kind: 'person', id }, amount: -1n },
      { owner: { kind: 'expense', id: companyId }, amount: 1n },
    ]
    const eventKey = uuid()
    return within(db, (one) => post(one, { ...posting(stage, legs), eventKey }))
  }
  await perSecond(1, work)
  const floors: number[] = []
  const postings: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    floors.push(await floor.perSecond(seconds))
    postings.push(await perSecond(seconds, work))
  }
  const ratio = median(postings.map((one, at) => one / (floors[at] ?? 1)))
  const rate = (values: readonly number[]) => `${Math.round(median(values))}/s`
  console.log(
    `| posting, ${clients} clients | ${rate(floors)} (${floor.name}) | ${rate(postings)} | **${ratio.toFixed(2)}** |`,
  )
}

async function measureDistribution(stage: Stage): Promise<void> {
  const { companyId, memberIds, db } = stage
  const team = { kind: 'team', id: uuid() } as const
  const issuance = { owner: { kind: 'issuance', id: companyId }, amount: -(10n ** 12n) } as const
  await within(db, (one) => post(one, posting(stage, [issuance, { owner: team, amount: 10n ** 12n }])))
  const legs = memberIds.slice(0, receiverCount).map((id): Leg => ({ owner: { kind: 'person', id }, amount: 333n }))
  const given: Leg = { owner: team, amount: -333n * BigInt(legs.length) }
  const took = await timed(9, () => within(db, (one) => post(one, posting(stage, [given, ...legs]))))
  console.log(`| distribution to ${receiverCount} members, one transaction | | ${took.toFixed(0)} ms | |`)
}

/**
 * Entries by the million, written as they would be after as many postings. The triggers' looks are left out; the proof
 * that follows finds whatever would be wrong. Half are incomes of 3, half expenses of 1.
 */
async function fillEntries({ db, companyId }: Stage, accountIds: readonly string[], perAccount: number): Promise<void> {
  await within(db, async (one) => {
    const tables = one as unknown as RootDatabase
    await sql`set local session_replication_role = replica`.execute(tables)
    await sql`set local statement_timeout = 0`.execute(tables)
    await sql`create temporary table filling on commit drop as
      select gen_random_uuid() as id, a.id as account_id, n as seq, case when n % 2 = 1 then 3 else -1 end as amount
      from unnest(${[...accountIds]}::uuid[]) as a(id), generate_series(1, ${perAccount}::int) n`.execute(tables)
    await sql`insert into currency.transfer (id, company_id, kind, trade_type, event, created_at)
      select id, ${companyId}::uuid, 1, case when amount > 0 then 1 else 7 end, 'bench', seq from filling`.execute(
      tables,
    )
    await sql`insert into currency.entry (transfer_id, account_id, company_id, kind, seq, type, trade_type, amount, allocated,
        reward, subscription, balance_after, income_after, created_at)
      select id, account_id, ${companyId}::uuid, 1, seq, case when amount > 0 then 1 else 2 end,
        case when amount > 0 then 1 else 7 end, amount, amount, 0, 0,
        (seq + 1) / 2 * 3 - seq / 2, (seq + 1) / 2 * 3, seq from filling`.execute(tables)
    await sql`insert into currency.entry (transfer_id, account_id, company_id, kind, type, trade_type, amount, allocated,
        reward, subscription, created_at)
      select f.id, c.id, ${companyId}::uuid, 1, case when f.amount > 0 then 2 else 1 end,
        case when f.amount > 0 then 1 else 7 end, -f.amount, -f.amount, 0, 0, f.seq
      from filling f join currency.account c on c.company_id = ${companyId}::uuid and c.kind = 1
        and c.owner_kind = case when f.amount > 0 then 'issuance' else 'expense' end`.execute(tables)
    await sql`update currency.account a set allocated = s.amount, income = s.income, expense = s.expense, entry_count = s.count
      from (select account_id, sum(amount) as amount, sum(amount) filter (where amount > 0) as income,
        -sum(amount) filter (where amount < 0) as expense, count(*) as count from filling group by 1) s
      where a.id = s.account_id`.execute(tables)
    await sql`insert into currency.account_tally (account_id, type, trade_type, entry_count, amount)
      select account_id, case when amount > 0 then 1 else 2 end, case when amount > 0 then 1 else 7 end, count(*),
        sum(abs(amount)) from filling group by 1, 2, 3`.execute(tables)
  })
  await sql`vacuum analyze currency.entry`.execute(db)
  await sql`analyze`.execute(db)
}

/** New accounts with nothing in them. */
async function newAccounts({ db, companyId }: Stage, count: number): Promise<{ id: string; owner_id: string }[]> {
  const { rows } = await sql<{ id: string; owner_id: string }>`
    insert into currency.account (id, company_id, owner_kind, owner_id, kind, created_at)
    select gen_random_uuid(), ${companyId}, 'person', gen_random_uuid(), 1, 0 from generate_series(1, ${count})
    returning id, owner_id`.execute(db)
  return rows
}

async function measureStatement(stage: Stage, long: number): Promise<void> {
  const { db, companyId } = stage
  const [longest, shortest] = await newAccounts(stage, 2)
  if (!longest || !shortest) throw new Error('no accounts')
  await fillEntries(stage, [longest.id], long)
  await fillEntries(stage, [shortest.id], 100)
  const page = (ownerId: string, filter: RecordFilter, offset: number) => {
    const account = { owner: { kind: 'person', id: ownerId }, kind: 1 } as const
    return timed(60, () => listRecords(db, companyId, account, filter, { limit: 10, offset }, 'cn'))
  }
  const cases = [
    ['newest page', {}, 0, 0],
    ['last page', {}, long - 10, 90],
    ['newest page of one trade type', { tradeType: 7 }, 0, 0],
  ] as const
  for (const [name, filter, longOffset, shortOffset] of cases) {
    const short = await page(shortest.owner_id, filter, shortOffset)
    const took = await page(longest.owner_id, filter, longOffset)
    const label = `records of an account with ${long.toLocaleString('en-US')} entries, ${name}`
    console.log(
      `| ${label} | ${short.toFixed(2)} ms (100 entries) | ${took.toFixed(2)} ms | **${(short / took).toFixed(2)}** |`,
    )
  }
}

async function measureProof(stage: Stage, entries: number): Promise<void> {
  const { db, companyId } = stage
  const accounts = await newAccounts(stage, 1000)
  const perAccount = Math.ceil(entries / 2 / accounts.length)
  await fillEntries(
    stage,
    accounts.map((account) => account.id),
    perAccount,
  )
  const parts: string[] = []
  const startedAt = performance.now()
  let last = startedAt
  const proven = await prove(db, companyId, async () => {
    parts.push(`${((performance.now() - last) / 1000).toFixed(1)}`)
    last = performance.now()
  })
  const seconds = (performance.now() - startedAt) / 1000
  if (proven.problems.length > 0) throw new Error(`the ledger does not add up: ${JSON.stringify(proven.problems[0])}`)
  const label = `proof over ${proven.entryCount.toLocaleString('en-US')} entries`
  console.log(`| ${label} | | ${seconds.toFixed(1)} s (trial balance ${parts[0]} s) | |`)
}

export async function printLedger(quick: boolean): Promise<void> {
  const database: BenchDatabase = await startBenchDatabase()
  const db = createDatabase(createPool({ databaseUrl: database.url, size: clients }))
  try {
    await migrate(database.url)
    const companyId = await buildCompany(db)
    const stage = { db, companyId, memberIds: Array.from({ length: accountCount }, () => uuid()) }
    await fillAccounts(stage)
    const floor = await createFloor(database.url)
    console.log('\n| ledger | floor | product | ratio |\n| --- | --: | --: | --: |')
    if (parts.has('postings')) await measurePostings(stage, floor, quick ? 2 : 9, quick ? 2 : 5)
    await floor.stop()
    if (parts.has('distribution')) await measureDistribution(stage)
    if (parts.has('statement')) await measureStatement(stage, quick ? 100_000 : 1_000_000)
    if (parts.has('proof')) await measureProof(stage, quick ? 500_000 : 10_000_000)
  } finally {
    await db.destroy()
    await database.stop()
  }
}
