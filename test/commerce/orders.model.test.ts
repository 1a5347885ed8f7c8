/**
 * Random sequences of what buyers, staff, the payment provider and the clock do to orders, some at the same moment. After each step
 * money in is money out and what is kept, and what a line of an order opens exists exactly while it is paid and not paid back.
 * FC_RUNS and FC_SEED select more.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { testShop } from '#modules/commerce/orders/server/shop.fixture.ts'
import { startMakers } from '#modules/commerce/payments/server/makers.fixture.ts'
import type { BuiltCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { codeOf } from '#test/outcomes.ts'
import { type Command, commandNames, OrdersWorld } from './orders-world.ts'

const runs = Number(process.env.FC_RUNS ?? 8)
const seed = process.env.FC_SEED === undefined ? undefined : Number(process.env.FC_SEED)
const makers = await startMakers()
const platform = testPlatform({ poolSize: 8, environment: makers.environment })
const shop = testShop(platform)
afterAll(() => makers.stop())

const often = ['place', 'coins', 'start', 'amend', 'callback', 'request', 'decide', 'jobs', 'give'] as const
const mostly = [...often, 'callback', 'request', 'decide', 'refund-said'] as const
const command: fc.Arbitrary<Command> = fc.record({
  name: fc.constantFrom(...commandNames, ...often, ...mostly),
  at: fc.nat(3),
  item: fc.nat(2),
  quantity: fc.integer({ min: 1, max: 3 }),
  how: fc.nat(3),
})
/** Some commands at one moment, or time that passes. */
const step = fc.oneof(
  { weight: 9, arbitrary: fc.array(command, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(14, 31) },
)

async function newWorld(): Promise<OrdersWorld> {
  // All clients of a test share an address, whose limits are no part of this.
  await sql`delete from server.rate`.execute(platform.root)
  const coins = 3000n
  const buyer = await shop.newBuyer(coins)
  const colleagues = [await shop.newBuyer(0n), await shop.newBuyer(0n)]
  const courses: BuiltCourse[] = [
    await shop.newCourse({ original: 333, now: platform.now }),
    await shop.newCourse({
      ladder: [
        [1, 250],
        [2, 199],
      ],
      now: platform.now,
    }),
    await shop.newCourse({ payType: 2, original: 777, now: platform.now }),
  ]
  const world = new OrdersWorld(platform, { shop, makers, coins }, { buyer, colleagues, courses })
  await world.passTime(0)
  await world.begin()
  return world
}

interface LineRow {
  readonly id: string
  readonly isPaid: boolean
  readonly forOthers: boolean
  readonly quantity: number
  readonly back: number
  readonly processing: number
  readonly entitlementId: string | null
  readonly state: string | null
  readonly given: number
  readonly seatCount: number | null
  readonly used: number
  readonly returned: number
  readonly taken: number
}

const linesOf = (world: OrdersWorld) =>
  world.ids(sql<LineRow>`
    select l.id, o.paid_at is not null as "isPaid", o.for_others as "forOthers", l.quantity,
      coalesce(sum(rl.quantity) filter (where r.status = 'done'), 0)::int as back,
      coalesce(sum(rl.quantity) filter (where r.status = 'processing'), 0)::int as processing,
      e.id as "entitlementId", e.state,
      (select count(*)::int from entitlements.entitlement g where g.source_id = l.id) as given,
      s.seat_count as "seatCount", coalesce(s.used_count, 0) as used, coalesce(s.returned_count, 0) as returned,
      (select count(*)::int from entitlements.entitlement h where h.source_id = s.id and h.state <> 'revoked') as taken
    from orders.order o join orders.line l on l.order_id = o.id and l.version = o.version
      left join orders.refund_line rl on rl.line_id = l.id left join orders.refund r on r.id = rl.refund_id
      left join entitlements.entitlement e on e.source_id = l.id and e.member_id = o.buyer_id and e.item_id = l.item_id
      left join entitlements.seats s on s.source_id = l.id
    where o.buyer_id = ${world.buyer.id} group by o.id, l.id, e.id, s.id order by l.id`)

/** What a line opens exists exactly while it is paid and not paid back. */
async function assertOpened(world: OrdersWorld): Promise<void> {
  for (const line of await linesOf(world)) {
    const { isPaid, forOthers, quantity, back, processing, seatCount, entitlementId } = line
    if (forOthers) {
      expect(line, 'seats').toMatchObject({ seatCount: isPaid ? quantity : null, given: 0, state: null })
      expect(line, 'seats of a line').toMatchObject({ used: line.taken, returned: back + processing })
      expect(line.used + line.returned).toBeLessThanOrEqual(quantity)
      continue
    }
    expect(seatCount).toBeNull()
    expect(line.given).toBe(isPaid ? 1 : 0)
    if (back > 0) expect(line, 'paid back').toMatchObject({ state: 'revoked' })
    else if (entitlementId !== null && world.touched.has(entitlementId)) continue
    else if (isPaid) expect(line, 'paid').toMatchObject({ state: processing > 0 ? 'paused' : 'active' })
  }
}

interface Money {
  readonly balance: string
  readonly reserved: string
  readonly kept: string
  readonly rmb: string
  readonly zero: string
}

/** Money in is money out and what is kept. */
async function assertMoney(world: OrdersWorld): Promise<void> {
  const { id } = world.buyer
  const [money] = await world.ids(sql<Money>`select
    (select sum(allocated + reward + subscription)::text from currency.account where owner_id = ${id} and kind = 1) as balance,
    (select sum(held_allocated + held_reward + held_subscription)::text from currency.account where owner_id = ${id}) as reserved,
    (select coalesce(sum(paid - refunded), 0)::text from orders.order where buyer_id = ${id}) as kept,
    (select coalesce(sum(p.amount_fen - coalesce((select sum(r.amount_fen) from payments.refund r
        where r.payment_id = p.id and r.state = 'succeeded'), 0)), 0)::text
      from payments.payment p where p.member_id = ${id} and p.counts) as rmb,
    (select sum(amount)::text from currency.entry where company_id = ${shop.companyId}) as zero`)
  const { balance = '0', reserved, kept, rmb, zero } = money ?? {}
  expect({ reserved, zero }).toEqual({ reserved: '0', zero: '0' })
  expect(world.coins - BigInt(balance) + BigInt(rmb ?? 0), 'paid and not paid back').toBe(BigInt(kept ?? 0))
  const wrong = await world.ids(sql`select o.id, o.status, o.paid, o.refunded, sum(r.amount) from orders.order o
      left join orders.refund r on r.order_id = o.id and r.status = 'done'
    where o.buyer_id = ${id} group by o.id
    having o.refunded <> coalesce(sum(r.amount), 0) or (o.status = 'refunded') <> (o.paid > 0 and o.refunded = o.paid)
      or (o.paid_at is not null and o.paid <> o.payable)
      or o.amount <> (select sum(l.amount) from orders.line l where l.order_id = o.id and l.version = o.version)
      or (o.pay_type = 2 and (select count(*) from payments.payment p where p.payable_id = o.id and p.counts)
        <> (case when o.paid_at is null then 0 else 1 end))`)
  expect(wrong).toEqual([])
}

/** A payment has succeeded only if it was paid; what does not count is given back whole. */
async function assertPayments(world: OrdersWorld): Promise<void> {
  const rows = await world.ids(sql<{ id: string; isWrong: boolean }>`
    select p.id, (p.state = 'succeeded') <> (p.counts is not null) or (not coalesce(p.counts, true)
      and p.amount_fen <> coalesce((select sum(r.amount_fen) from payments.refund r
        where r.payment_id = p.id and r.is_automatic and r.state <> 'failed'), 0)
      and not exists (select from payments.refund r where r.payment_id = p.id and r.state = 'failed')) as "isWrong"
    from payments.payment p where p.member_id = ${world.buyer.id} and p.state = 'succeeded'`)
  for (const { id, isWrong } of rows)
    expect({ id, isWrong, isPaid: world.paidThere.has(id) }).toEqual({ id, isWrong: false, isPaid: true })
}

async function assertAll(world: OrdersWorld): Promise<void> {
  await assertOpened(world)
  await assertMoney(world)
  await assertPayments(world)
}

/** The course opens to who has something that opens it, and to nobody else. */
async function assertAccess(world: OrdersWorld): Promise<void> {
  for (const member of [world.buyer, ...world.colleagues])
    for (const course of world.courses) {
      const rows = await world.ids(sql`select from entitlements.entitlement
        where member_id = ${member.id} and item_id = ${course.id} and state = 'active'`)
      expect(await shop.opens(member, course)).toBe(rows.length > 0)
    }
}

it(
  `in ${runs} random sequences money in is money out and what is kept, and what is paid is open`,
  async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
      const world = await newWorld()
      for (const commands of steps) {
        if (typeof commands === 'number') await world.passTime(commands)
        else {
          const settled = await Promise.allSettled(commands.map((one) => world.do(one)))
          const failed = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
          expect(failed.filter((error) => codeOf(error) === undefined)).toEqual([])
        }
        await assertAll(world)
      }
      for (let round = 0; round < 3; round += 1) await world.runJobs()
      await assertAll(world)
      await assertAccess(world)
    })
    await fc.assert(property, {
      numRuns: runs,
      endOnFailure: process.env.FC_SHRINK === undefined,
      ...(seed !== undefined && { seed }),
    })
  },
  120_000 + runs * 20_000,
)
