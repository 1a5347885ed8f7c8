/** The lists of orders while they grow: of a buyer and of administrators, by status, by number, a far page; over HTTP beside both floors. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { Endpoint } from '#kit/contract.ts'
import { countedMax } from '#kit/schema.ts'
import { orders } from '#modules/commerce/orders/contract.ts'
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import {
  buildCompany,
  buildMember,
  buildOrganization,
  buildSession,
} from '#modules/platform/identity/server/members.fixture.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { request } from './actors.ts'
import { startRecorder } from './capture.ts'
import { startBenchDatabase } from './database.ts'
import type { BenchCaller, RequestPlan } from './plans.ts'
import { costOf } from './study-explain.ts'
import { printAgainstFloors } from './two-floors.ts'

const buyerCount = 2000
const dayMs = 86_400_000
/** So many rows are written by one statement. */
const batch = 500_000

interface Shop {
  readonly companyId: string
  readonly itemId: string
  /** Of a department, which every tenth buyer belongs to. */
  readonly departmentId: string
}

/** More at once than this: the indexes are made when all rows are there, which is many times faster than row by row. */
const manyRows = 200_000

const tables = ['order', 'line', 'event'] as const

/** The rows are written without the indexes that nothing rests on, and these are made again. */
async function withoutIndexes(db: RootDatabase, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select format('%I.%I', 'orders', c.relname) as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'orders'::regnamespace and t.relname = any(${[...tables]}::text[])
      and not i.indisunique and not i.indisprimary`.execute(db)
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db)
  await work()
  await sql`set maintenance_work_mem = '512MB'`.execute(db)
  for (const { definition } of rows) await sql.raw(definition).execute(db)
  await sql`reset maintenance_work_mem`.execute(db)
}

/** As of version 7: they follow each other in time. */
const idSql = (variant: string) =>
  sql`('00000000-0000-7000-' || ${sql.lit(variant)} || '-' || lpad(to_hex(n), 12, '0'))::uuid`

/** Orders as they would be after as many purchases, each of one line: paid but for every tenth, the newest last. */
async function fillRows(db: RootDatabase, { companyId, itemId }: Shop, from: number, until: number): Promise<void> {
  const since = Date.now() - 300 * dayMs
  for (let first = from; first < until; first += batch) {
    const some = sql`from generate_series(${first}::int, ${Math.min(first + batch, until) - 1}::int) n`
    const buyers = sql`join bench.buyer b on b.place = n % ${buyerCount}::int`
    const at = sql`${since}::bigint + n * 2`
    await sql`insert into orders.order (id, company_id, number, buyer_id, organization_id, request_key, status, pay_type, amount,
        paid, created_at, expires_at, paid_at, done_at)
      select ${idSql('8000')}, ${companyId}::uuid, '20260101' || lpad(n::text, 10, '0'), b.id, b.organization_id, ${idSql('8000')},
        case when n % 10 = 0 then 'to-pay' else 'deal-done' end, 1, 1999, case when n % 10 = 0 then 0 else 1999 end, ${at},
        ${at} + 1800000, case when n % 10 = 0 then null else ${at} end, case when n % 10 = 0 then null else ${at} end
      ${some} ${buyers}`.execute(db)
    await sql`insert into orders.line (id, order_id, company_id, place, business_type, item_id, name, quantity, price_id,
        range_begin, range_end, original_unit, unit, amount)
      select ${idSql('9000')}, ${idSql('8000')}, ${companyId}::uuid, 0, 1, ${itemId}::uuid, '课程 ' || n % 1000, 1,
        ${idSql('8000')}, 1, -1, 1999, 1999, 1999 ${some}`.execute(db)
    await sql`insert into orders.event (order_id, seq, company_id, kind, actor_id, at, data)
      select ${idSql('8000')}, 1, ${companyId}::uuid, 'placed', b.id, ${at}, '{}' ${some} ${buyers}`.execute(db)
  }
}

async function fill(db: RootDatabase, shop: Shop, from: number, until: number): Promise<void> {
  // Without the checks of references, which these rows keep.
  await sql`set session_replication_role = replica`.execute(db)
  const write = () => fillRows(db, shop, from, until)
  await (until - from > manyRows ? withoutIndexes(db, write) : write())
  await sql`set session_replication_role = origin`.execute(db)
  await sql`vacuum analyze orders.order, orders.line, orders.event`.execute(db)
}

async function newShop(db: RootDatabase): Promise<Shop & { readonly chief: BenchCaller; readonly head: BenchCaller }> {
  const companyId = await buildCompany(db)
  const departmentId = await buildOrganization(db, { companyId, parentId: companyId, name: '销售部' })
  const chief = await buildMember(db, { companyId, roles: ['super-admin'] })
  const head = await buildMember(db, { companyId, organizationId: departmentId, roles: ['admin'] })
  const { id: itemId } = await buildCourse(db, { author: chief, chapters: [{ sections: [{}] }] })
  await buildPrice(db, { companyId, itemId })
  await sql`create schema if not exists bench`.execute(db)
  await sql`create table bench.buyer (place int primary key, id uuid not null, organization_id uuid not null)`.execute(
    db,
  )
  for (let place = 0; place < buyerCount; place += 1) {
    const organizationId = place % 10 === 0 ? departmentId : companyId
    const { id } = await buildMember(db, { companyId, organizationId })
    await sql`insert into bench.buyer values (${place}, ${id}, ${organizationId})`.execute(db)
  }
  return { companyId, itemId, departmentId, chief, head }
}

async function plansOf(db: RootDatabase, count: number, { chief, head }: { chief: BenchCaller; head: BenchCaller }) {
  const { rows } = await sql<{ id: string; company_id: string; place: number }>`select b.id, m.company_id, b.place
    from bench.buyer b join identity.member m on m.id = b.id order by b.place limit 50`.execute(db)
  const buyers: BenchCaller[] = []
  for (const { id, company_id: companyId } of rows) buyers.push({ token: await buildSession(db, { id, companyId }) })
  const plan = (name: string, endpoint: Endpoint, callers: readonly BenchCaller[], query: string): RequestPlan => ({
    name: `${name} (${count.toLocaleString('en-US')} orders)`,
    requests: callers.map((caller) => request(endpoint, caller, { query })),
  })
  const number = `20260101${String(Math.floor(count / 2)).padStart(10, '0')}`
  const far = Math.floor(Math.min(count, countedMax) / 20)
  const farOfBuyer = Math.max(1, Math.floor(count / buyerCount / 2 / 20))
  return [
    plan('own orders', orders.ownOrders, buyers, '?page=1&pageSize=20'),
    plan('own orders to pay', orders.ownOrders, buyers, '?page=1&pageSize=20&status=to-pay'),
    plan('own orders, a far page', orders.ownOrders, buyers, `?page=${farOfBuyer}&pageSize=20`),
    plan('own orders by name', orders.ownOrders, buyers, '?page=1&pageSize=20&search=%E8%AF%BE%E7%A8%8B%207'),
    plan('all orders of the company', orders.managedOrders, [chief], '?page=1&pageSize=20'),
    plan('all orders to pay', orders.managedOrders, [chief], '?page=1&pageSize=20&status=to-pay'),
    plan('orders by number', orders.managedOrders, [chief], `?page=1&pageSize=20&search=${number}`),
    plan('orders by name', orders.managedOrders, [chief], '?page=1&pageSize=20&search=%E8%AF%BE%E7%A8%8B%20777'),
    plan('all orders, the farthest page', orders.managedOrders, [chief], `?page=${far}&pageSize=20`),
    plan('orders of a department', orders.managedOrders, [head], '?page=1&pageSize=20'),
  ]
}

/** What each call reads of the database, by the plans of its statements. */
async function printPlans(databaseUrl: string, filesDirectory: string, plans: readonly RequestPlan[]): Promise<void> {
  const recorder = await startRecorder(databaseUrl, filesDirectory)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    console.log('\n| call | statements | pages | rows read | in the database | read as a whole |')
    console.log('| --- | --: | --: | --: | --: | --- |')
    for (const { name, requests } of plans) {
      const [first] = requests
      if (!first) continue
      await recorder.call(first)
      const cost = await costOf(client, await recorder.statementsOf(first))
      const cells = [cost.statements, cost.buffers, cost.rows, `${cost.databaseMs.toFixed(1)} ms`]
      console.log(`| ${[name, ...cells, cost.wholeTables.join(', ')].join(' | ')} |`)
    }
  } finally {
    await client.end()
    await recorder.close()
  }
}

export async function printOrderLists(isQuick: boolean): Promise<void> {
  const given = process.env.COMMERCE_ORDERS?.split(',').map(Number)
  const sizes = given ?? (isQuick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000, 10_000_000])
  const database = await startBenchDatabase()
  const filesDirectory = await mkdtemp(join(tmpdir(), 'shuyuan-bench-orders-'))
  const db = createDatabase(createPool({ databaseUrl: database.url, size: 1 }))
  try {
    await migrate(database.url)
    await sql`set statement_timeout = 0`.execute(db)
    const { chief, head, ...shop } = await newShop(db)
    let filled = 0
    for (const size of sizes) {
      const startedAt = performance.now()
      await fill(db, shop, filled, size)
      filled = size
      console.log(
        `\n${size.toLocaleString('en-US')} orders, filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`,
      )
      const plans = await plansOf(db, size, { chief, head })
      await printPlans(database.url, filesDirectory, plans)
      console.log('')
      await printAgainstFloors({ databaseUrl: database.url, filesDirectory, director: chief, isQuick }, plans)
    }
  } finally {
    await db.destroy()
    await database.stop()
    await rm(filesDirectory, { recursive: true, force: true })
  }
}
