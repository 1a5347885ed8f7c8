/**
 * Members buy with coins, by the test provider and with both, use coupons, exchange goods, are paid back, and redeem cards while the
 * server is killed with SIGKILL again and again. Each repeats a request until it is answered. Afterwards no order is paid without what
 * it bought, nothing is open without payment, no coin, coupon or piece of goods is lost or doubled, and what the jobs had still to do is
 * done. KILLS sets how often; `npm run test:long` kills 200 times.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { addressInput, buildAddresses } from '#modules/commerce/addresses/server/addresses.fixture.ts'
import { buildCoupon } from '#modules/commerce/coupons/server/coupons.fixture.ts'
import { buildGoods } from '#modules/commerce/goods/server/goods.fixture.ts'
import { goodsType } from '#modules/commerce/prices/contract.ts'
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import { buildCards } from '#modules/commerce/redeem/server/redeem.fixture.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { prove } from '#modules/platform/currency/server/ledger-proofs.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type ClonedDatabase, cloneDatabase } from '#test/database.ts'
import { letLocksGrowOld } from '#test/job-locks.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'
import { contradictions } from './buying-proofs.ts'

const kills = Number(process.env.KILLS ?? 3)
/** A server is killed after so many answers, and at some moment of the work on the next ones. */
const killAfter = { answers: { least: 20, most: 60 }, msMost: 150 }
const buyerCount = 6
const coursesOfEach = 3
const coins = 10_000_000n
const points = 1_000_000n
const cardFen = 700
const coinsPerYuan = 10
const stock = { cups: 60, codes: 400 }

let database: ClonedDatabase
let db: RootDatabase
let server: ServerProcess
let directory: string

beforeAll(async () => {
  database = await cloneDatabase(inject('databaseServerUrl'), inject('databaseTemplate'))
  db = createDatabase(createPool({ databaseUrl: database.url, size: 4 }))
  directory = await mkdtemp(join(tmpdir(), 'shuyuan-kill-'))
  server = new ServerProcess(await freePort(), {
    DATABASE_URL: database.url,
    DATA_DIRECTORY: directory,
    LOG_LEVEL: 'error',
  })
  await server.start()
})

afterAll(async () => {
  await server.end('SIGKILL')
  await db.destroy()
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

let answers = 0
let unanswered = 0

/** Asks until there is an answer: the server may be down, or die before or after it has committed. */
async function insist(by: BuiltMember, method: string, path: string, body?: object): Promise<Answer> {
  for (;;) {
    try {
      const response = await fetch(`${server.origin}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${by.token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const answer = (await response.json()) as Answer['body']
      if (response.status === 503) throw new TypeError('not now')
      if (response.status >= 500) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
      answers += 1
      return { status: response.status, body: answer }
    } catch (error) {
      if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
      unanswered += 1
      await wait(40)
    }
  }
}

/** What the server has said that it did. */
const said = { paid: new Set<string>(), refunds: new Set<string>(), cards: 0, coupons: 0, byProvider: 0, exchanged: 0 }

const random = (most: number) => Math.floor(Math.random() * most)

interface Buyer extends BuiltMember {
  readonly addressId: string
}

interface Stage {
  readonly staff: BuiltMember
  readonly coinCourses: readonly string[]
  readonly rmbCourses: readonly string[]
  readonly goods: readonly string[]
  readonly coupons: readonly string[]
  readonly codes: string[]
}

const oneOf = <T>(all: readonly T[]): T => all[random(all.length)] as T

/** The best coupon of the buyer for what was quoted; none in every second purchase. */
async function couponFor(buyer: Buyer, quoteId: string): Promise<string | undefined> {
  if (random(2) === 0) return undefined
  const { body } = await insist(buyer, 'GET', `/coupon/fitting?quoteIds=${quoteId}`)
  const [best] = (body.items ?? []) as { id: string; obstacle: string | null }[]
  return best?.obstacle === null ? best.id : undefined
}

async function place(buyer: Buyer, itemId: string, businessType = 1): Promise<Answer['body'] | undefined> {
  const isGoods = businessType === goodsType
  const quantity = 1 + random(3)
  const quote = await insist(buyer, 'POST', '/price/quote', { businessType, itemId, quantity })
  if (quote.status !== 200) return undefined
  const couponId = isGoods ? undefined : await couponFor(buyer, String(quote.body.id))
  const body = {
    ...{ key: uuid(), quoteIds: [quote.body.id], forOthers: !isGoods && quantity > 1 },
    ...(couponId !== undefined && { couponId }),
    ...(isGoods && { addressId: buyer.addressId }),
  }
  const { status, body: order } = await insist(buyer, 'POST', '/order', body)
  return status === 200 ? order : undefined
}

async function payWithCoins(buyer: Buyer, { id }: Answer['body']): Promise<boolean> {
  const { status } = await insist(buyer, 'POST', `/order/${id}/coins`)
  if (status === 200) said.paid.add(String(id))
  return status === 200
}

async function buyWithCoins(buyer: Buyer, { coinCourses }: Stage): Promise<void> {
  const order = await place(buyer, oneOf(coinCourses))
  if (order) await payWithCoins(buyer, order)
}

/** A part of it is paid with coins, in every second purchase: some change their mind about it, and pay the first payment all the same. */
async function buyByProvider(buyer: Buyer, { rmbCourses }: Stage): Promise<void> {
  const order = await place(buyer, oneOf(rmbCourses))
  if (!order) return
  const most = Math.floor(Number(order.payable) / 2)
  const coinValue = () => String(random(2) * random(most + 1))
  const paymentIds: unknown[] = []
  for (let tries = 1 + random(2); tries > 0; tries -= 1) {
    const body = { provider: 'test', coinValue: coinValue() }
    const started = await insist(buyer, 'POST', `/order/${order.id}/payment`, body)
    if (started.status === 200) paymentIds.push(started.body.paymentId)
  }
  for (const paymentId of new Set(paymentIds))
    await insist(buyer, 'POST', `/payment/${paymentId}/test`, { outcome: oneOf(['paid', 'doubled', 'late', 'failed']) })
  if (random(4) === 0) await insist(buyer, 'POST', `/order/${order.id}/close`)
  said.byProvider += 1
}

/** Goods for points and coins; some orders are closed, and one that cannot be paid is. */
async function exchange(buyer: Buyer, { goods }: Stage): Promise<void> {
  const order = await place(buyer, oneOf(goods), goodsType)
  if (!order) return
  const isPaid = random(3) > 0 && (await payWithCoins(buyer, order))
  if (isPaid) said.exchanged += 1
  else await insist(buyer, 'POST', `/order/${order.id}/close`)
}

async function claim(buyer: Buyer, { coupons }: Stage): Promise<void> {
  const { status } = await insist(buyer, 'POST', `/coupon/${oneOf(coupons)}/claim`, { key: uuid() })
  if (status === 200) said.coupons += 1
}

async function payBack(buyer: Buyer, { staff }: Stage): Promise<void> {
  const own = await insist(buyer, 'GET', `/order/own?status=${oneOf(['deal-done', 'paid'])}&pageSize=20`)
  const orders = (own.body.items ?? []) as { id: string; lines: { id: string; quantity: number }[] }[]
  const order = orders[random(orders.length)]
  const line = order?.lines[0]
  if (!order || !line) return
  const lines = [{ lineId: line.id, quantity: 1 + random(line.quantity) }]
  await insist(buyer, 'POST', `/order/own/${order.id}/refund`, { lines, reason: '不需要了' })
  // Its answer may be lost: the refund is found by its order.
  const { body } = await insist(buyer, 'GET', `/order/own/${order.id}`)
  const asked = (body.refunds as { id: string; status: string }[]).find(({ status }) => status === 'requested')
  if (!asked) return
  const { status } = await insist(staff, 'POST', `/order-refund/${asked.id}/decision`, { isAgreed: random(5) > 0 })
  if (status === 200) said.refunds.add(asked.id)
}

async function redeem(buyer: Buyer, { codes }: Stage): Promise<void> {
  const code = codes.pop()
  if (code === undefined) return
  const { status } = await insist(buyer, 'POST', '/redeem-card/redeem', { code })
  expect(status).toBe(200)
  said.cards += 1
}

const actions = [
  ...[buyWithCoins, buyWithCoins, buyByProvider, buyByProvider, exchange, exchange],
  ...[claim, payBack, payBack, payBack, redeem],
]

it(
  `${kills} kills of the server leave no order paid without what it bought, and no coin lost or doubled`,
  async () => {
    const companyId = await buildCompany(db)
    const now = Date.now()
    const maker = await buildMember(db, { companyId })
    const staff = await buildMember(db, { companyId, roles: ['super-admin'] })
    const courses = async (price: { payType: 1 | 2; original: number }) => {
      const ids: string[] = []
      for (let count = 0; count < coursesOfEach; count += 1) {
        const { id } = await buildCourse(db, { author: staff, chapters: [{ sections: [{}] }] })
        await buildPrice(db, { companyId, itemId: id, now, ...price })
        ids.push(id)
      }
      return ids
    }
    const coinCourses = await courses({ payType: 1, original: 333 })
    const rmbCourses = await courses({ payType: 2, original: 777 })
    const goods = [
      await buildGoods(db, { companyId, now, points: 1_100, coins: 250, stock: stock.cups }),
      await buildGoods(db, {
        ...{ companyId, now, kind: 'codes', name: '加油卡', points: 700, limitPerMember: 40 },
        codes: Array.from({ length: stock.codes }, (_, place) => `CODE-${place}`),
      }),
    ]
    // One takes everything off a single course, so that some orders are paid as they are placed.
    const coupons = [
      await buildCoupon(db, { companyId, now, amount: '350', memberMax: 100 }),
      await buildCoupon(db, { companyId, now, kind: 'percent', percent: 33, payType: 2, memberMax: 100 }),
    ]
    const rule = { payMinutes: 30, refundDays: 7, receiveDays: 15, approvalFrom: 0, coinsPerYuan, coinSharePercent: 50 }
    expect(await insist(staff, 'PUT', '/system/rule-config/ORDER_CONFIG', { value: rule })).toMatchObject({
      status: 200,
    })
    const quantity = 10 * kills + 20
    const { codes } = await buildCards(db, {
      companyId,
      makerId: maker.id,
      now,
      quantity,
      amount: cardFen,
      memberMax: quantity,
    })
    const buyers: Buyer[] = []
    for (let count = 0; count < buyerCount; count += 1) {
      const buyer = await buildMember(db, { companyId })
      const owner = { kind: 'person', id: buyer.id } as const
      await inTransaction(db, async (one) => {
        await buildIssue(one, { companyId, owner, amount: coins })
        await buildIssue(one, { companyId, owner, kind: 2, amount: points })
      })
      const [addressId = ''] = await buildAddresses(db, buyer, [addressInput()])
      buyers.push({ ...buyer, addressId })
    }
    const ids = (built: readonly { readonly id: string }[]) => built.map(({ id }) => id)
    const stage: Stage = {
      ...{ staff, coinCourses, rmbCourses, codes: [...codes] },
      ...{ goods: ids(goods), coupons: ids(coupons) },
    }
    let stopped = false
    const work = async (buyer: Buyer) => {
      while (!stopped) await (actions[random(actions.length)] ?? redeem)(buyer, stage)
    }
    const working = Promise.all(buyers.map(work))
    for (let kill = 0; kill < kills; kill += 1) {
      const { least, most } = killAfter.answers
      const enough = answers + least + random(most - least)
      while (answers < enough) await wait(5)
      await wait(random(killAfter.msMost))
      await server.end('SIGKILL')
      await letLocksGrowOld(db)
      // Limits by address are no part of this: all buyers have one.
      await sql`delete from server.rate`.execute(db)
      await server.start()
    }
    stopped = true
    await working
    // What the provider and the jobs have still to say: a notice that comes late, refunds on their way.
    await expect
      .poll(
        async () => {
          await sql`update graphile_worker._private_jobs set run_at = now() where attempts = 0`.execute(db)
          const { rows } = await sql<{
            open: number
          }>`select (select count(*) from payments.refund where state = 'sending')
            + (select count(*) from graphile_worker.jobs where task_identifier like 'payments.%'
              and task_identifier <> 'payments.mend') as open`.execute(db)
          return Number(rows[0]?.open)
        },
        { timeout: 240_000, interval: 250 },
      )
      .toBe(0)
    expect(await contradictions(db, { stocks: [stock.cups, stock.codes], goodsIds: stage.goods })).toEqual({})

    const { rows: paid } = await sql<{ id: string }>`select id from orders.order where paid_at is not null`.execute(db)
    const known = new Set(paid.map(({ id }) => id))
    expect([...said.paid].filter((id) => !known.has(id))).toEqual([])
    const { rows: decided } = await sql<{
      id: string
    }>`select id from orders.refund where status <> 'requested'`.execute(db)
    const answered = new Set(decided.map(({ id }) => id))
    expect([...said.refunds].filter((id) => !answered.has(id))).toEqual([])
    const { rows: cards } = await sql<{ count: number }>`select count(*)::int as count from redeem.card
      where state = 'redeemed'`.execute(db)
    expect(cards[0]?.count).toBe(said.cards)
    const { rows: claimed } = await sql<{ count: number }>`
      select count(*)::int as count from coupons.holding`.execute(db)
    expect(claimed[0]?.count).toBe(said.coupons)
    const buyerIds = sql`any(${ids(buyers)}::uuid[])`
    const { rows: balances } = await sql<{ id: string; kind: number; there: string; due: string }>`
      select a.owner_id as id, a.kind, (a.allocated + a.reward + a.subscription)::text as there, (case when a.kind = 1
        then ${String(coins)}::bigint
          + ${cardFen}::bigint * (select count(*) from redeem.card c where c.redeemed_by = a.owner_id)
          - coalesce((select sum(case when o.pay_type = 1 then o.paid - o.refunded
            when o.paid_at is null then 0 else (o.coin_value - o.coin_value_refunded) * coalesce(o.coins_per_yuan, 0) end)
            from orders.order o where o.buyer_id = a.owner_id), 0)
        else ${String(points)}::bigint - coalesce((select sum(o.points_paid - o.points_refunded)
          from orders.order o where o.buyer_id = a.owner_id), 0) end)::text as due
      from currency.account a where a.owner_kind = 'person' and a.owner_id = ${buyerIds}`.execute(db)
    const each = balances.map(({ id, kind }) => ({ id, kind }))
    expect(balances.map(({ there }, place) => ({ ...each[place], balance: there }))).toEqual(
      balances.map(({ due }, place) => ({ ...each[place], balance: due })),
    )
    expect(balances).toHaveLength(2 * buyerCount)
    expect((await prove(db, companyId)).problems).toEqual([])
    expect(unanswered).toBeGreaterThan(0)
    console.log(
      `${kills} kills, ${said.paid.size} orders paid with coins, ${said.exchanged} of them of goods, ${said.byProvider} by the provider, ` +
        `${said.refunds.size} refunds decided, ${said.cards} cards redeemed, ${said.coupons} coupons claimed, ` +
        `${unanswered} requests without an answer`,
    )
  },
  600_000 + kills * 60_000,
)
