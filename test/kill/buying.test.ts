/**
 * Members buy with coins and by the test provider, are paid back, and redeem cards while the server is killed with SIGKILL again and
 * again. Each repeats a request until it is answered. Afterwards no order is paid without what it bought, nothing is open without
 * payment, no coin is lost or doubled, and what the jobs had still to do is done. KILLS sets how often; `npm run test:long` kills 200 times.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
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

const kills = Number(process.env.KILLS ?? 4)
/** A server is killed after so many answers, and at some moment of the work on the next ones. */
const killAfter = { answers: { least: 5, most: 30 }, msMost: 150 }
const buyerCount = 6
const coursesOfEach = 3
const coins = 10_000_000n
const cardFen = 700

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
const said = { paid: new Set<string>(), refunds: new Set<string>(), cards: 0, byProvider: 0 }

const random = (most: number) => Math.floor(Math.random() * most)

interface Stage {
  readonly staff: BuiltMember
  readonly coinCourses: readonly string[]
  readonly rmbCourses: readonly string[]
  readonly codes: string[]
}

async function place(buyer: BuiltMember, itemId: string): Promise<Answer['body'] | undefined> {
  const quantity = 1 + random(3)
  const quote = await insist(buyer, 'POST', '/price/quote', { businessType: 1, itemId, quantity })
  if (quote.status !== 200) return undefined
  const body = { key: uuid(), quoteIds: [quote.body.id], forOthers: quantity > 1 }
  const { status, body: order } = await insist(buyer, 'POST', '/order', body)
  return status === 200 ? order : undefined
}

async function buyWithCoins(buyer: BuiltMember, { coinCourses }: Stage): Promise<void> {
  const order = await place(buyer, coinCourses[random(coinCourses.length)] ?? '')
  if (!order) return
  const { status } = await insist(buyer, 'POST', `/order/${order.id}/coins`)
  if (status === 200) said.paid.add(String(order.id))
}

async function buyByProvider(buyer: BuiltMember, { rmbCourses }: Stage): Promise<void> {
  const order = await place(buyer, rmbCourses[random(rmbCourses.length)] ?? '')
  if (!order) return
  const { status, body } = await insist(buyer, 'POST', `/order/${order.id}/payment`, { provider: 'test' })
  if (status !== 200) return
  const outcome = ['paid', 'doubled', 'late', 'failed'][random(4)]
  await insist(buyer, 'POST', `/payment/${body.paymentId}/test`, { outcome })
  if (random(4) === 0) await insist(buyer, 'POST', `/order/${order.id}/close`)
  said.byProvider += 1
}

async function payBack(buyer: BuiltMember, { staff }: Stage): Promise<void> {
  const own = await insist(buyer, 'GET', '/order/own?status=deal-done&pageSize=20')
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

async function redeem(buyer: BuiltMember, { codes }: Stage): Promise<void> {
  const code = codes.pop()
  if (code === undefined) return
  const { status } = await insist(buyer, 'POST', '/redeem-card/redeem', { code })
  expect(status).toBe(200)
  said.cards += 1
}

const actions = [buyWithCoins, buyWithCoins, buyByProvider, payBack, payBack, redeem]

/** What is wrong; nothing. Each statement answers the rows that contradict it. */
async function contradictions(): Promise<Record<string, readonly unknown[]>> {
  const statements = {
    'paid and not open, or open and not paid': sql`
      select l.id, o.status, e.state, b.quantity from orders.order o
        join orders.line l on l.order_id = o.id and l.version = o.version
        left join entitlements.entitlement e on e.source_id = l.id
        left join lateral (select sum(rl.quantity)::int as quantity from orders.refund_line rl
          join orders.refund r on r.id = rl.refund_id where rl.line_id = l.id and r.status = 'done') b on true
      where not o.for_others and coalesce(e.state, 'none') <>
        case when o.paid_at is null then 'none' when b.quantity > 0 then 'revoked' else 'active' end`,
    'seats of what is paid': sql`
      select l.id, o.status, s.seat_count, s.returned_count from orders.order o
        join orders.line l on l.order_id = o.id and l.version = o.version
        left join entitlements.seats s on s.source_id = l.id
      where o.for_others and (coalesce(s.seat_count, 0) <> (case when o.paid_at is null then 0 else l.quantity end)
        or s.returned_count <> coalesce((select sum(rl.quantity) from orders.refund_line rl
          join orders.refund r on r.id = rl.refund_id where rl.line_id = l.id and r.status = 'done'), 0))`,
    'seats for oneself': sql`select s.id from entitlements.seats s join orders.line l on l.id = s.source_id
      join orders.order o on o.id = l.order_id where not o.for_others`,
    'open twice': sql`select member_id, item_id from entitlements.entitlement
      where state = 'active' group by 1, 2 having count(*) > 1`,
    'refunds that are not what is refunded': sql`select o.id from orders.order o
      where o.refunded <> coalesce((select sum(r.amount) from orders.refund r
        where r.order_id = o.id and r.status = 'done'), 0)
        or (o.status = 'refunded') <> (o.paid > 0 and o.refunded = o.paid)`,
    'refunds on their way': sql`select id from orders.refund where status = 'processing'`,
    'payments that do not count as their order says': sql`
      select o.id from orders.order o where o.pay_type = 2 and (o.paid_at is not null)::int <>
        (select count(*) from payments.payment p where p.payable_id = o.id and p.counts)`,
    'money that came for nothing and is not back': sql`
      select p.id from payments.payment p where p.state = 'succeeded' and not p.counts and p.amount_fen <>
        coalesce((select sum(r.amount_fen) from payments.refund r where r.payment_id = p.id and r.state = 'succeeded'), 0)`,
    'coins that are still reserved': sql`select id from currency.account
      where held_allocated + held_reward + held_subscription <> 0`,
  }
  const found: Record<string, readonly unknown[]> = {}
  for (const [name, statement] of Object.entries(statements)) {
    const { rows } = await statement.execute(db)
    if (rows.length > 0) found[name] = rows.slice(0, 3)
  }
  return found
}

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
    const quantity = 10 * kills + 20
    const { codes } = await buildCards(db, {
      companyId,
      makerId: maker.id,
      now,
      quantity,
      amount: cardFen,
      memberMax: quantity,
    })
    const buyers: BuiltMember[] = []
    for (let count = 0; count < buyerCount; count += 1) {
      const buyer = await buildMember(db, { companyId })
      const owner = { kind: 'person', id: buyer.id } as const
      await inTransaction(db, (one) => buildIssue(one, { companyId, owner, amount: coins }))
      buyers.push(buyer)
    }
    const stage: Stage = { staff, coinCourses, rmbCourses, codes: [...codes] }
    let stopped = false
    const work = async (buyer: BuiltMember) => {
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
    expect(await contradictions()).toEqual({})

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
    const { rows: balances } = await sql<{ id: string; there: string; due: string }>`
      select a.owner_id as id, (a.allocated + a.reward + a.subscription)::text as there, (${String(coins)}::bigint
        + ${cardFen}::bigint * (select count(*) from redeem.card c where c.redeemed_by = a.owner_id)
        - coalesce((select sum(o.paid - o.refunded) from orders.order o
          where o.buyer_id = a.owner_id and o.pay_type = 1), 0))::text as due
      from currency.account a where a.owner_kind = 'person' and a.kind = 1 and a.owner_id = any(${buyers.map(({ id }) => id)}::uuid[])`.execute(
      db,
    )
    expect(balances.map(({ id, there }) => ({ id, balance: there }))).toEqual(
      balances.map(({ id, due }) => ({ id, balance: due })),
    )
    expect(balances).toHaveLength(buyerCount)
    expect((await prove(db, companyId)).problems).toEqual([])
    expect(unanswered).toBeGreaterThan(0)
    console.log(
      `${kills} kills, ${said.paid.size} orders paid with coins, ${said.byProvider} by the provider, ${said.refunds.size} refunds decided, ` +
        `${said.cards} cards redeemed, ${unanswered} requests without an answer`,
    )
  },
  600_000 + kills * 60_000,
)
