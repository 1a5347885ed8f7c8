/** A flash sale: 100 units of goods, and thousands of buyers who all want one at the same moment. */
import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/errors.ts'
import { buildGoods } from '#modules/commerce/goods/server/goods.fixture.ts'
import { orders } from '#modules/commerce/orders/contract.ts'
import { ordersTables } from '#modules/commerce/orders/server/db.ts'
import { payWithCoins } from '#modules/commerce/orders/server/paying.ts'
import { placeOrder } from '#modules/commerce/orders/server/placing.ts'
import { goodsType } from '#modules/commerce/prices/contract.ts'
import { buildQuote } from '#modules/commerce/prices/server/prices.fixture.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { buildMember, buildSession, callerOf } from '#modules/platform/identity/server/members.fixture.ts'
import type { RootDatabase } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { request } from './actors.ts'
import type { CrowdResult, CrowdTask } from './crowd.ts'
import { noConversions } from './demo-company.ts'
import type { Request, RequestPlan } from './plans.ts'
import { productPort, productSettings, start, stop } from './turns.ts'
import { printAgainstFloors } from './two-floors.ts'

const units = 100

interface Sale {
  readonly db: RootDatabase
  readonly companyId: string
  readonly buyers: readonly Caller[]
}

/** Answers how many milliseconds each part took; throws where not exactly as many were sold as there are. */
export async function flashSale({ db, companyId, buyers }: Sale, clients: number) {
  const goods = await buildGoods(db, { companyId, kind: 'text', points: 0, coins: 500, stock: units })
  const each = async <T>(items: readonly T[], work: (item: T) => Promise<unknown>) => {
    const rest = items.values()
    const startedAt = performance.now()
    const loop = async () => {
      for (const item of rest) await work(item)
    }
    await Promise.all(Array.from({ length: clients }, loop))
    return performance.now() - startedAt
  }
  const quotes: { readonly buyer: Caller; readonly quoteId: string }[] = []
  const quoting = await each(buyers, async (buyer) => {
    const item = { businessType: goodsType, itemId: goods.id }
    quotes.push({ buyer, quoteId: await buildQuote(db, buyer, item, Date.now()) })
  })
  let soldOut = 0
  const selling = await each(quotes, async ({ buyer, quoteId }) => {
    try {
      const body = { key: uuid(), quoteIds: [quoteId] }
      const now = Date.now()
      const id = await inTransaction(db, (one) => placeOrder(ordersTables(one), buyer, body, { now, language: 'cn' }))
      await inTransaction(db, (one) => payWithCoins(ordersTables(one), buyer, id, now))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      soldOut += 1
    }
  })
  const { rows } = await sql<{ sold: number; stock: number }>`
    select (select count(*)::int from orders.line l join orders.order o on o.id = l.order_id
      where l.item_id = ${goods.id} and o.paid_at is not null) as sold,
      (select g.stock from goods.goods g where g.id = ${goods.id}) as stock`.execute(db)
  const [{ sold, stock } = { sold: 0, stock: -1 }] = rows
  if (sold !== units || stock !== 0 || soldOut !== buyers.length - units)
    throw new Error(`${sold} of ${units} are sold, ${stock} are left, ${soldOut} buyers got none`)
  return { units, buyers: buyers.length, quoting, selling }
}

/** What was sold of it: how many orders, of how many buyers, and what is left. */
async function soldOf(db: RootDatabase, goodsId: string) {
  const { rows } = await sql<{ orders: number; buyers: number; paid: number; stock: number }>`
    select count(*) as orders, count(distinct o.buyer_id) as buyers, count(o.paid_at) as paid,
      (select g.stock from goods.goods g where g.id = ${goodsId}) as stock
    from orders.line l join orders.order o on o.id = l.order_id where l.item_id = ${goodsId}`.execute(db)
  return rows[0] ?? { orders: 0, buyers: 0, paid: 0, stock: -1 }
}

interface Visitor {
  readonly caller: Caller
  readonly token: string
}

async function visitors(db: RootDatabase, companyId: string, count: number): Promise<Visitor[]> {
  const made: Visitor[] = []
  for (let at = 0; at < count; at += 1) {
    const member = await buildMember(db, { companyId })
    const owner = { kind: 'person', id: member.id } as const
    await inTransaction(db, (one) => buildIssue(one, { companyId, owner, amount: 100_000n }))
    made.push({ caller: await callerOf(db, member), token: await buildSession(db, member) })
  }
  return made
}

/** At once over HTTP, each buyer by a session of their own; then whoever got one pays it; then those who come too late beside both floors. */
export async function printFlashSaleOverHttp(
  { db, databaseUrl, companyId }: Pick<Sale, 'db' | 'companyId'> & { readonly databaseUrl: string },
  isQuick: boolean,
): Promise<void> {
  const [count, connections] = isQuick ? [300, 50] : [5000, 200]
  const goods = await buildGoods(db, { companyId, kind: 'text', points: 0, coins: 500, stock: units })
  const crowd = await visitors(db, companyId, count)
  const requests: Request[] = []
  for (const { caller, token } of crowd) {
    const quoteId = await buildQuote(db, caller, { businessType: goodsType, itemId: goods.id }, Date.now())
    requests.push(request(orders.placeOrder, { token }, { body: { key: uuid(), quoteIds: [quoteId] } }))
  }
  const filesDirectory = await mkdtemp(join(tmpdir(), 'shuyuan-bench-sale-'))
  try {
    const [placed, paid] = await sell({ db, databaseUrl, filesDirectory, connections }, goods.id, crowd, requests)
    const sold = await soldOf(db, goods.id)
    const wanted = { orders: units, buyers: units, paid: units, stock: 0 }
    if (JSON.stringify(sold) !== JSON.stringify(wanted)) throw new Error(`sold: ${JSON.stringify(sold)}`)
    const line = (name: string, { ms, p50Ms, p99Ms, answers }: CrowdResult, of: number) => {
      const cells = [`${Math.round(of / (ms / 1000))}/s`, `${(ms / 1000).toFixed(1)} s`]
      console.log(
        `| ${[name, ...cells, `${p50Ms.toFixed(0)} ms`, `${p99Ms.toFixed(0)} ms`, JSON.stringify(answers)].join(' | ')} |`,
      )
    }
    console.log(
      '\n| flash sale over HTTP | a second | in all | p50 | p99 | answers |\n| --- | --: | --: | --: | --: | --- |',
    )
    line(`${count.toLocaleString('en-US')} buyers order one of ${units}, ${connections} at once`, placed, count)
    line('those who got one pay it', paid, units)
    console.log('')
    const late: RequestPlan = { name: 'an order that comes too late', isWrite: true, isRefused: true, requests: [] }
    const { rows } = await sql<{
      id: string
    }>`select o.buyer_id as id from orders.line l join orders.order o on o.id = l.order_id
      where l.item_id = ${goods.id}`.execute(db)
    const happy = new Set(rows.map(({ id }) => id))
    const tooLate = requests.filter((_, at) => !happy.has(crowd[at]?.caller.memberId ?? ''))
    const chief = await buildMember(db, { companyId, roles: ['super-admin'] })
    await printAgainstFloors({ databaseUrl, filesDirectory, director: chief, isQuick }, [
      { ...late, requests: tooLate },
    ])
  } finally {
    await rm(filesDirectory, { recursive: true, force: true })
  }
}

interface Counter {
  readonly db: RootDatabase
  readonly databaseUrl: string
  readonly filesDirectory: string
  readonly connections: number
}

/** Answers how the orders went, and how their payments. Throws where a call fails. */
async function sell(
  { db, databaseUrl, filesDirectory, connections }: Counter,
  goodsId: string,
  crowd: readonly Visitor[],
  requests: readonly Request[],
): Promise<[CrowdResult, CrowdResult]> {
  const settings = { ...productSettings(databaseUrl, filesDirectory), ...noConversions }
  const product = await start('server/main.ts', settings)
  const child = fork(join(import.meta.dirname, 'crowd.ts'))
  const send = (some: readonly Request[]) =>
    new Promise<CrowdResult>((resolve, reject) => {
      const failed = (code: number | null) => reject(new Error(`the crowd ended with ${code}`))
      child.once('exit', failed)
      child.once('message', (result) => {
        child.removeListener('exit', failed)
        resolve(result as CrowdResult)
      })
      child.send({ origin: `http://127.0.0.1:${productPort}`, requests: some, connections } satisfies CrowdTask)
    })
  const expectAnswers = ({ answers }: CrowdResult, good: number) => {
    const isLimited = Object.keys(answers).some((status) => Number(status) >= 500 || status === '429')
    if (answers[200] !== good || isLimited) throw new Error(`answers: ${JSON.stringify(answers)}`)
  }
  try {
    const placed = await send(requests)
    expectAnswers(placed, units)
    const { rows } = await sql<{ id: string; buyer: string }>`select o.id, o.buyer_id as buyer from orders.line l
      join orders.order o on o.id = l.order_id where l.item_id = ${goodsId}`.execute(db)
    const tokens = new Map(crowd.map(({ caller, token }) => [caller.memberId, token]))
    const paid = await send(
      rows.map(({ id, buyer }) =>
        request(orders.payWithCoins, { token: tokens.get(buyer) ?? '' }, { params: { id }, body: {} }),
      ),
    )
    expectAnswers(paid, units)
    return [placed, paid]
  } finally {
    await stop(child)
    await stop(product)
  }
}
