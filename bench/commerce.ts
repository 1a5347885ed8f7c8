/**
 * Buying: orders placed and paid with coins a second beside the transaction of pgbench's TPC-B, a flash sale of 100 units, 10,000 codes redeemed, and the lists of
 * orders as they grow from 10,000 to 10,000,000, over HTTP beside both floors. `node bench/run.ts --only commerce`; `--quick` for a look.
 * COMMERCE_PARTS names what to measure of purchases, flash, redeem and lists, COMMERCE_ORDERS how many orders the lists have.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { ordersTables } from '#modules/commerce/orders/server/db.ts'
import { payWithCoins } from '#modules/commerce/orders/server/paying.ts'
import { placeOrder } from '#modules/commerce/orders/server/placing.ts'
import { buildPrice, buildQuote } from '#modules/commerce/prices/server/prices.fixture.ts'
import { redeemTables } from '#modules/commerce/redeem/server/db.ts'
import { buildCards } from '#modules/commerce/redeem/server/redeem.fixture.ts'
import { redeemCard } from '#modules/commerce/redeem/server/redeeming.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { buildCompany, buildMember, callerOf } from '#modules/platform/identity/server/members.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { registerExtensions } from '#server/extension.ts'
import type { Context } from '#server/module.ts'
import { serverModules } from '#server/modules.ts'
import { flashSale, printFlashSaleOverHttp } from './commerce-flash-sale.ts'
import { printOrderLists } from './commerce-lists.ts'
import { copyDatabase, recordPurchases, sameSql } from './commerce-same-sql.ts'
import { startBenchDatabase } from './database.ts'
import { createFloor } from './ledger.ts'
import { median, poolSize } from './turns.ts'

const parts = new Set((process.env.COMMERCE_PARTS ?? 'purchases,flash,redeem,lists').split(','))
const clients = 16
/** Each buyer buys each course once. */
const courseCount = 20
const bytesOfPurchase = 3000

/** Does the work for each item, as many at a time as there are clients, until the time is over; answers how many a second. */
async function perSecond<T>(items: Iterator<T>, seconds: number, work: (item: T) => Promise<unknown>): Promise<number> {
  let count = 0
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  const loop = async () => {
    while (performance.now() < until) {
      const next = items.next()
      if (next.done) return
      await work(next.value)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, loop))
  return count / ((performance.now() - startedAt) / 1000)
}

interface Stage {
  readonly db: RootDatabase
  readonly databaseUrl: string
  readonly companyId: string
  readonly buyers: readonly Caller[]
  readonly courseIds: readonly string[]
  readonly makerId: string
}

async function fill(db: RootDatabase, databaseUrl: string, buyerCount: number): Promise<Stage> {
  const companyId = await buildCompany(db)
  const chief = await buildMember(db, { companyId, roles: ['super-admin'] })
  const courseIds: string[] = []
  for (let count = 0; count < courseCount; count += 1) {
    const { id } = await buildCourse(db, { author: chief, chapters: [{ sections: [{}] }] })
    await buildPrice(db, { companyId, itemId: id, original: 1999 })
    courseIds.push(id)
  }
  const buyers: Caller[] = []
  for (let count = 0; count < buyerCount; count += 1) {
    const buyer = await buildMember(db, { companyId })
    const owner = { kind: 'person', id: buyer.id } as const
    await inTransaction(db, (one) => buildIssue(one, { companyId, owner, amount: 100_000_000n }))
    buyers.push(await callerOf(db, buyer))
  }
  await sql`vacuum analyze`.execute(db)
  return { db, databaseUrl, companyId, buyers, courseIds, makerId: chief.id }
}

const rate = (values: readonly number[]) => `${Math.round(median(values))}/s`

function printLine(name: string, floors: readonly number[], floorName: string, product: readonly number[]): void {
  const ratio = median(product.map((one, at) => one / (floors[at] ?? 1)))
  console.log(`| ${name} | ${rate(floors)} (${floorName}) | ${rate(product)} | **${ratio.toFixed(2)}** |`)
}

/** The smallest indexed write of as many bytes: one row, by its key. */
async function smallestWrite({ db }: Stage): Promise<(seconds: number) => Promise<number>> {
  await sql`create schema if not exists bench`.execute(db)
  await sql`create table if not exists bench.purchase (id uuid primary key, body text not null)`.execute(db)
  const body = 'x'.repeat(bytesOfPurchase)
  const endless = (function* () {
    for (;;) yield uuid()
  })()
  return (seconds) =>
    perSecond(endless, seconds, (id) => sql`insert into bench.purchase values (${id}, ${body})`.execute(db))
}

interface Quoted {
  readonly buyer: Caller
  readonly quoteId: string
}

/** Purchases that nobody has made yet: each buyer with each course. */
function* purchases({ buyers, courseIds }: Stage) {
  for (const itemId of courseIds) for (const buyer of buyers) yield { buyer, itemId }
}

/** What the product asks for a purchase is recorded for so many, and asked again of a copy of the database. */
const recordedCount = { quick: 400, usual: 6000 }

function* first<T>(items: Iterator<T>, most: number) {
  for (let count = 0; count < most; count += 1) {
    const next = items.next()
    if (next.done) return
    yield next.value
  }
}

async function quotedOf(db: RootDatabase, some: Iterator<{ buyer: Caller; itemId: string }>): Promise<Quoted[]> {
  const made: Quoted[] = []
  // Quotes are calls of their own, made when the dialog opens.
  await perSecond(some, 600, async ({ buyer, itemId }) => {
    made.push({ buyer, quoteId: await buildQuote(db, buyer, { itemId }, Date.now()) })
  })
  return made
}

async function buy(db: RootDatabase, { buyer, quoteId }: Quoted): Promise<void> {
  const within = <T>(work: (one: Connection) => Promise<T>) => inTransaction(db, work)
  const body = { key: uuid(), quoteIds: [quoteId] }
  const id = await within((one) => placeOrder(ordersTables(one), buyer, body, { now: Date.now(), language: 'cn' }))
  await within((one) => payWithCoins(ordersTables(one), buyer, id, Date.now()))
}

async function measurePurchases(filled: Stage, isQuick: boolean): Promise<void> {
  const [rounds, seconds] = isQuick ? [2, 2] : [9, 5]
  const left = purchases(filled)
  const recordedMax = isQuick ? recordedCount.quick : recordedCount.usual
  const toRecord = await quotedOf(filled.db, first(left, recordedMax))
  await filled.db.destroy()
  const copy = await copyDatabase(filled.databaseUrl)
  const recorded = await recordPurchases(filled.databaseUrl, toRecord, buy)
  const db = openDatabase(filled.databaseUrl)
  const bare = sameSql(copy.url, clients)
  const floor = await createFloor(filled.databaseUrl)
  const write = await smallestWrite({ ...filled, db })
  const most = Math.floor((filled.buyers.length * courseCount - recordedMax) / (rounds + 1))
  try {
    await perSecond((await quotedOf(db, first(left, most))).values(), 1, (one) => buy(db, one))
    const asked = recorded.values()
    let replayed = 0
    const again = async (one: (typeof recorded)[number]) => {
      await bare.replay(one)
      replayed += 1
    }
    await perSecond(first(asked, recorded.length / 10), seconds, again)
    const [floors, sames, writes, bought]: [number[], number[], number[], number[]] = [[], [], [], []]
    for (let round = 0; round < rounds; round += 1) {
      const some = await quotedOf(db, first(left, most))
      floors.push(await floor.perSecond(seconds))
      sames.push(await perSecond(first(asked, (recorded.length * 0.9) / rounds), seconds, again))
      writes.push(await write(seconds))
      bought.push(await perSecond(some.values(), seconds, (one) => buy(db, one)))
    }
    printLine(`an order placed and paid with coins: two transactions, ${clients} clients`, floors, floor.name, bought)
    const statements = recorded[0]?.flat().length
    printLine('the same', sames, `its ${statements} statements in as many trips, bare driver`, bought)
    printLine('the same', writes, `one row of ${bytesOfPurchase} bytes by its key`, bought)
    await bare.prove(replayed)
    const { rows } = await sql<{ wrong: number }>`select count(*)::int as wrong from orders.order o
      where (o.paid_at is not null) <> exists (select from orders.line l
        join entitlements.entitlement e on e.source_id = l.id where l.order_id = o.id)`.execute(db)
    if (rows[0]?.wrong !== 0) throw new Error(`${rows[0]?.wrong} orders are paid and not open`)
  } finally {
    await floor.stop()
    await bare.stop()
    await db.destroy()
    await copy.drop()
  }
}

async function measureRedeeming(stage: Stage, isQuick: boolean): Promise<void> {
  const { db, companyId, makerId, buyers } = stage
  const quantity = isQuick ? 1000 : 10_000
  const now = Date.now()
  const batch = { companyId, makerId, now, quantity, amount: 500, memberMax: quantity }
  const madeAt = performance.now()
  const { codes } = await inTransaction(db, (one) => buildCards(one, batch))
  const making = performance.now() - madeAt
  const floor = await (await smallestWrite(stage))(isQuick ? 2 : 5)
  let count = 0
  const each = codes.values()
  const took = await perSecond(each, 3600, (code) => {
    const buyer = buyers[count++ % buyers.length] as Caller
    return inTransaction(db, (one) =>
      redeemCard(redeemTables(one), code, { caller: buyer, now: Date.now() } as Context),
    )
  })
  const label = `${quantity.toLocaleString('en-US')} codes redeemed by ${buyers.length} members, ${clients} at a time`
  printLine(label, [floor], `one row of ${bytesOfPurchase} bytes by its key`, [took])
  console.log(`| making these codes | | ${Math.round(making)} ms | |`)
  const { rows } = await sql<{ used: number }>`select count(*)::int as used from redeem.card
    where state = 'redeemed'`.execute(db)
  if (rows[0]?.used !== quantity) throw new Error(`${rows[0]?.used} of ${quantity} cards are redeemed`)
}

async function measureFlashSale({ db, companyId, buyers }: Stage, isQuick: boolean): Promise<void> {
  // The same people, as often as it takes: whoever got none comes again.
  const crowd = Array.from({ length: isQuick ? 300 : 5000 }, (_, at) => buyers[at % buyers.length] as Caller)
  const sale = await flashSale({ db, companyId, buyers: crowd }, clients)
  const perSecondOf = (ms: number) => `${Math.round(sale.buyers / (ms / 1000))}/s`
  const name = `${sale.units} units, ${sale.buyers.toLocaleString('en-US')} buyers, ${clients} at a time: all sold, none twice`
  console.log(`| ${name} | | ${perSecondOf(sale.selling)}, ${(sale.selling / 1000).toFixed(1)} s in all | |`)
  console.log(`| their quotes before | | ${perSecondOf(sale.quoting)} | |`)
}

const openDatabase = (databaseUrl: string) =>
  createDatabase(createPool({ databaseUrl, size: Math.max(clients, poolSize) }))

export async function printCommerce(isQuick: boolean): Promise<void> {
  registerExtensions(serverModules)
  const database = await startBenchDatabase()
  let db = openDatabase(database.url)
  try {
    await migrate(database.url)
    if (['purchases', 'flash', 'redeem'].some((part) => parts.has(part))) {
      const stage = await fill(db, database.url, isQuick ? 100 : 2000)
      console.log('\n| buying | floor | product | ratio |\n| --- | --: | --: | --: |')
      if (parts.has('purchases')) {
        await measurePurchases(stage, isQuick)
        db = openDatabase(database.url)
      }
      if (parts.has('flash')) await measureFlashSale({ ...stage, db }, isQuick)
      if (parts.has('redeem')) await measureRedeeming({ ...stage, db }, isQuick)
      if (parts.has('flash')) await printFlashSaleOverHttp({ ...stage, db }, isQuick)
    }
    if (parts.has('lists')) await printOrderLists(isQuick)
  } finally {
    await db.destroy()
    await database.stop()
  }
}
