/** The checks of finance, the ledger by period, and what is open: over HTTP, with orders that were really paid and paid back. */

import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSale, falsifyPaid } from '#modules/commerce/orders/server/sales.fixture.ts'
import { testShop } from '#modules/commerce/orders/server/shop.fixture.ts'
import { payments } from '#modules/commerce/payments/contract.ts'
import { spend } from '#modules/platform/currency/server.ts'
import { type BuiltMember, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { finance } from '../contract.ts'
import { addDays } from './days.ts'
import { keepDays } from './keeping.ts'

const platform = testPlatform({ poolSize: 8 })
const shop = testShop(platform)
const { as, bought, order, newBuyer, newCourse } = shop
const hourMs = 3_600_000

const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(platform.now)
const range = () => ({ from: today(), until: today() })
/** An instant after so many hours of the day after today. */
const tomorrow = (hours: number) => Date.parse(`${addDays(today(), 1)}T00:00:00+08:00`) + hours * hourMs
const chief = () => buildMember(platform.db, { companyId: shop.companyId, roles: ['super-admin'] })
const reports = async () => platform.client(finance, await chief())
const net = async (payType: 1 | 2) =>
  BigInt((await (await reports()).revenue({ query: { ...range(), payType, by: 'kind' } })).total.current.net)

async function refunded(buyer: BuiltMember, placed: { id: string; lines: readonly { id: string }[] }) {
  const lines = placed.lines.map(({ id: lineId }) => ({ lineId, quantity: 1 }))
  const { id } = await as(buyer).requestRefund({ params: { id: placed.id }, body: { lines, reason: '买错了' } })
  await as(shop.staff).decideRefund({ params: { id }, body: { isAgreed: true } })
}
async function runJobs() {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(platform.root)
  await platform.runJobs()
}
async function paidInRmb() {
  const buyer = await newBuyer(0n)
  const placed = await order(buyer, [(await newCourse({ payType: 2, original: 29_900 })).id])
  const { paymentId } = await as(buyer).startPayment({ params: { id: placed.id }, body: { provider: 'test' } })
  await platform.client(payments, buyer).testPayment({ params: { id: paymentId }, body: { outcome: 'paid' } })
  await runJobs()
  return { buyer, placed, paymentId }
}
const check = async (payType: 1 | 2) => {
  const { items } = await (await reports()).checks({ query: range() })
  return items[payType - 1]
}

// The day of the tests is not over: what a test keeps of it is gone before the next one.
beforeEach(async () => void (await sql`delete from finance.kept_day`.execute(platform.root)))

describe('the check', () => {
  it('agrees with the ledger about orders that were paid and paid back', async () => {
    const before = await check(1)
    const [one, two] = [await newBuyer(), await newBuyer()]
    await bought(one, [(await newCourse()).id])
    await refunded(two, await bought(two, [(await newCourse({ original: 500 })).id]))
    const after = await check(1)
    const plus = (text: string | undefined, more: bigint) => String(BigInt(text ?? '0') + more)
    expect(after).toMatchObject({ differingCount: 0, differing: [], orderCount: (before?.orderCount ?? 0) + 2 })
    expect([after?.report, after?.orders, after?.booked]).toEqual(
      [before?.report, before?.orders, before?.booked].map((text) => plus(text, 1999n)),
    )
    expect(after?.report).toBe(after?.booked)
  })

  it('agrees with payments about RMB, also while a refund is on its way, and leaves out what came too late', async () => {
    const { buyer, placed } = await paidInRmb()
    await paidInRmb()
    const paid = await check(2)
    expect(paid).toMatchObject({ differingCount: 0, report: '59800', orders: '59800', booked: '59800', orderCount: 2 })
    await refunded(buyer, placed)
    expect(await check(2)).toMatchObject({ booked: '59800' })
    await runJobs()
    expect(await check(2)).toMatchObject({ differingCount: 0, report: '29900', orders: '29900', booked: '29900' })
    const late = await newBuyer(0n)
    const closed = await order(late, [(await newCourse({ payType: 2, original: 100 })).id])
    const { paymentId } = await as(late).startPayment({ params: { id: closed.id }, body: { provider: 'test' } })
    await platform.client(payments, late).testPayment({ params: { id: paymentId }, body: { outcome: 'late' } })
    await as(late).closeOrder({ params: { id: closed.id } })
    await runJobs()
    await runJobs()
    expect(await check(2)).toMatchObject({ differingCount: 0, booked: '29900' })
    const { providers, paid: revenue } = await (await reports()).settlement({ query: range() })
    expect(providers).toEqual([
      {
        ...{ provider: 'test', paidCount: 3, paid: '59900', refundCount: 2, refunded: '30000', automatic: '100' },
        ...{ billDays: 0, differenceCount: 0 },
      },
    ])
    expect(revenue).toBe('29900')
  })

  it('agrees about orders in RMB that coins paid a part of, line by line', async () => {
    const value = { payMinutes: 30, refundDays: 7, receiveDays: 15, approvalFrom: 0 }
    const rule = (coinsPerYuan: number, coinSharePercent: number) => ({ ...value, coinsPerYuan, coinSharePercent })
    const setRule = async (body: Record<string, unknown>) =>
      platform.client(settings, await chief()).changeRule({ params: { key: 'ORDER_CONFIG' }, body: { value: body } })
    await setRule(rule(10, 50))
    const [coins, rmb] = [await check(1), await check(2)]
    const buyer = await newBuyer(1_000_000n)
    const courses = [await newCourse({ payType: 2, original: 3333 }), await newCourse({ payType: 2, original: 6668 })]
    const placed = await order(
      buyer,
      courses.map(({ id }) => id),
    )
    const body = { provider: 'test', coinValue: '4000' } as const
    const { paymentId } = await as(buyer).startPayment({ params: { id: placed.id }, body })
    await platform.client(payments, buyer).testPayment({ params: { id: paymentId }, body: { outcome: 'paid' } })
    await runJobs()
    const more = async (payType: 1 | 2, before: typeof coins) => {
      const { report = '0', orders = '0', booked = '0', differingCount } = (await check(payType)) ?? {}
      const than = [before?.report, before?.orders, before?.booked]
      const grown = [report, orders, booked].map((text, at) => BigInt(text) - BigInt(than[at] ?? 0))
      return { grown, differing: (differingCount ?? 0) - (before?.differingCount ?? 0) }
    }
    expect(await more(2, rmb)).toEqual({ grown: [6001n, 6001n, 6001n], differing: 0 })
    expect(await more(1, coins)).toEqual({ grown: [40_000n, 40_000n, 40_000n], differing: 0 })
    // The first line alone comes back: as coins, for they come back first.
    const [line] = placed.lines
    const lines = [{ lineId: line?.id ?? '', quantity: 1 }]
    const { id } = await as(buyer).requestRefund({ params: { id: placed.id }, body: { lines, reason: '买错了' } })
    await as(shop.staff).decideRefund({ params: { id }, body: { isAgreed: true } })
    await runJobs()
    expect(await more(2, rmb)).toEqual({ grown: [6001n, 6001n, 6001n], differing: 0 })
    expect(await more(1, coins)).toEqual({ grown: [6670n, 6670n, 6670n], differing: 0 })
    const { items } = await (await reports()).revenue({ query: { ...range(), payType: 1, by: 'item', pageSize: 100 } })
    expect(items.find(({ itemId }) => itemId === courses[0]?.id)?.current.orders).toBe(0)
    await setRule(rule(0, 50))
  })

  it('finds the orders that differ, from whichever side', async () => {
    const wrong = await bought(await newBuyer(), [(await newCourse({ original: 5000 })).id])
    await falsifyPaid(platform.db, wrong.id, -300)
    const { companyId } = shop
    const spender = await newBuyer()
    const nowhere = uuid()
    await inTransaction(platform.db, (db) =>
      spend(db, {
        ...{ companyId, memberId: spender.id, kind: 1, amount: 70n, tradeType: 7, eventKey: `order:${nowhere}` },
        ...{ businessId: nowhere, subject: '没有的订单', now: platform.now },
      }),
    )
    const unposted = await buildSale(platform.db, {
      ...{ companyId, organizationId: companyId, buyerId: spender.id, paidAt: platform.now },
      lines: [{ itemId: uuid(), unit: 40 }],
    })
    const found = await check(1)
    expect(found?.differingCount).toBe(3)
    expect(BigInt(found?.orders ?? 0) - BigInt(found?.booked ?? 0)).toBe(-300n - 70n + 40n)
    expect(found?.differing).toHaveLength(3)
    expect(found?.differing).toEqual(
      expect.arrayContaining([
        { orderId: wrong.id, number: wrong.number, orders: '4700', booked: '5000', difference: '-300' },
        { orderId: nowhere, number: '', orders: '0', booked: '70', difference: '-70' },
        { orderId: unposted, number: expect.any(String), orders: '40', booked: '0', difference: '40' },
      ]),
    )
    const { paymentId, placed } = await paidInRmb()
    await sql`update payments.payment set amount_fen = amount_fen + 1 where id = ${paymentId}`.execute(platform.root)
    expect(await check(2)).toMatchObject({ differing: [{ orderId: placed.id, difference: '-1' }] })
  })

  it('finds totals of a day that are not those of its orders', async () => {
    const { companyId } = shop
    await bought(await newBuyer(), [(await newCourse()).id])
    await keepDays(platform.db, companyId, tomorrow(1))
    const kept = await check(1)
    await sql`update finance.day_sale set gross = gross + 5 where (company_id, day, item_id, buyer_id) = (
      select company_id, day, item_id, buyer_id from finance.day_sale where company_id = ${companyId} and pay_type = 1 limit 1)`.execute(
      platform.root,
    )
    expect(await check(1)).toMatchObject({ ...kept, report: String(BigInt(kept?.report ?? 0) + 5n) })
    // A day is made once more when it is over for long.
    await keepDays(platform.db, companyId, tomorrow(26))
    expect(await check(1)).toEqual(kept)
  })
})

describe('what is kept of a day', () => {
  it('is what the orders say, though they were paid while it was kept', async () => {
    const { companyId } = shop
    const course = await newCourse({ original: 300 })
    const buyers: BuiltMember[] = []
    for (let count = 0; count < 12; count++) buyers.push(await newBuyer())
    const before = await net(1)
    const keeping = async () => {
      for (let count = 0; count < 4; count++) await keepDays(platform.db, companyId, tomorrow(1 + count))
    }
    await Promise.all([keeping(), ...buyers.map((buyer) => bought(buyer, [course.id]))])
    await keepDays(platform.db, companyId, tomorrow(26))
    expect(await net(1)).toBe(before + 12n * 300n)
    await sql`delete from finance.kept_day where company_id = ${companyId}`.execute(platform.root)
    expect(await net(1)).toBe(before + 12n * 300n)
  })

  it('is made by a job every hour, of every company, when the day is over for an hour', async () => {
    const { companyId } = shop
    const kept = async () =>
      (
        await sql<{
          day: string
        }>`select day::text as day from finance.kept_day where company_id = ${companyId} order by day`.execute(
          platform.root,
        )
      ).rows.map(({ day }) => day)
    const day = today()
    const run = async (now: number) => {
      const before = platform.now
      platform.now = now
      await sql`select graphile_worker.add_job('finance.hourly', '{}'::json)`.execute(platform.root)
      await runJobs()
      platform.now = before
      return kept()
    }
    expect(await run(tomorrow(1) - 1)).not.toContain(day)
    expect(await run(tomorrow(1))).toContain(day)
  })
})

describe('the ledger by period', () => {
  it('says what was issued, spent and given back, and what is in circulation; kept days say the same', async () => {
    const { companyId } = shop
    const ask = async (kind: 1 | 2 = 1) => (await reports()).ledger({ query: { ...range(), kind, unit: 'day' } })
    const before = await ask()
    const buyer = await newBuyer(10_000n)
    await refunded(buyer, await bought(buyer, [(await newCourse({ original: 400 })).id]))
    await bought(buyer, [(await newCourse({ original: 700 })).id])
    const after = await ask()
    const grown = (name: 'issued' | 'spent' | 'refunded' | 'expired' | 'takenBack') =>
      BigInt(after.total[name]) - BigInt(before.total[name])
    expect([grown('issued'), grown('spent'), grown('refunded'), grown('expired'), grown('takenBack')]).toEqual([
      ...[10_000n, 1100n, 400n, 0n, 0n],
    ])
    expect(BigInt(after.circulationNow) - BigInt(before.circulationNow)).toBe(9300n)
    expect(after.items.at(-1)?.circulation).toBe(after.circulationNow)
    expect(after.circulationBefore).toBe(before.circulationBefore)
    const { rows } = await sql<{ sum: string }>`select coalesce(sum(allocated + reward + subscription), 0)::text as sum
      from currency.account where company_id = ${companyId} and kind = 1 and owner_kind = 'person'`.execute(
      platform.root,
    )
    expect(after.circulationNow).toBe(rows[0]?.sum)
    await keepDays(platform.db, companyId, tomorrow(1))
    expect(await ask()).toEqual(after)
    expect((await ask(2)).circulationNow).toBe('0')
  })

  it('says what was in circulation on earlier days', async () => {
    const from = addDays(today(), -2)
    const { items, circulationNow } = await (await reports()).ledger({
      query: { from, until: today(), kind: 1, unit: 'day' },
    })
    expect(items.map(({ circulation }) => circulation)).toEqual(['0', '0', circulationNow])
    const earlier = await (await reports()).ledger({ query: { from, until: from, kind: 1, unit: 'day' } })
    expect(earlier.items.map(({ circulation }) => circulation)).toEqual(['0'])
  })
})

describe('open refunds', () => {
  it('are counted by how long they wait, for buyers of the organizations of the caller', async () => {
    const { companyId } = shop
    const buyer = await newBuyer()
    const placed = await bought(buyer, [(await newCourse({ original: 123 })).id])
    const lines = placed.lines.map(({ id: lineId }) => ({ lineId, quantity: 1 }))
    const { id } = await as(buyer).requestRefund({ params: { id: placed.id }, body: { lines, reason: '买错了' } })
    const read = async (member: BuiltMember) => (await platform.client(finance, member).openRefunds()).items
    expect(await read(await chief())).toEqual([
      {
        ...{ payType: 1, status: 'requested', count: 1, amount: '123', coinValue: '0', oldestAt: platform.now },
        waiting: [1, 0, 0, 0],
      },
    ])
    // Of a mixed refund in RMB, what comes back as coins is no money.
    await sql`update orders.order set pay_type = 2, coin_value = 23, coins_per_yuan = 10 where id = ${placed.id}`.execute(
      platform.root,
    )
    await sql`update orders.refund set coin_value = 23 where id = ${id}`.execute(platform.root)
    expect(await read(await chief())).toMatchObject([{ payType: 2, amount: '100', coinValue: '23' }])
    const waitedSince = platform.now - 3 * 24 * hourMs
    await sql`update orders.refund set requested_at = ${waitedSince} where id = ${id}`.execute(platform.root)
    expect(await read(await chief())).toMatchObject([{ waiting: [0, 0, 1, 0] }])
    const elsewhere = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '分公司' })
    expect(
      await read(await buildMember(platform.db, { companyId, organizationId: elsewhere, roles: ['admin'] })),
    ).toEqual([])
    await as(buyer).withdrawRefund({ params: { id: placed.id, refundId: id } })
    expect(await read(await chief())).toEqual([])
  })
})

describe('the spreadsheets', () => {
  it('have the figures of the screens, in the language of their reader, and nothing that is a formula', async () => {
    const member = await chief()
    const course = await newCourse({ original: 1234 })
    await sql`update courses.course set name = '=1+1' where id = ${course.id}`.execute(platform.root)
    await bought(await newBuyer(), [course.id])
    const calls = platform.client(finance, member)
    const query = { ...range(), payType: 1, unit: 'day' } as const
    const english = { headers: { 'accept-language': 'en' } }
    const bytes = async (answer: Promise<unknown>) => ((await answer) as { rawPayload: Buffer }).rawPayload
    const file = await bytes(calls.exportRevenue({ query }, english))
    const { total } = await calls.revenue({ query: { ...range(), payType: 1, by: 'kind' } })
    const [heading, , sum] = await readSheet(file)
    expect(heading?.slice(0, 8)).toEqual([
      ...['Period', 'Orders', 'Units', 'Buyers', 'Gross', 'Discount', 'Refunded', 'Net revenue'],
    ])
    expect(sum?.slice(0, 2)).toEqual(['Total', total.current.orders])
    expect(sum?.[7]).toBe(Number(total.current.net) / 100)
    const items = await readSheet(file, 2)
    expect(items.find(([name]) => name === '=1+1')?.slice(1, 8)).toEqual([1, 1, 1, 12.34, 0, 0, 12.34])
    const chinese = await readSheet(await bytes(calls.exportRevenue({ query })))
    expect(chinese[0]?.slice(0, 2)).toEqual(['周期', '订单数'])
    const coins = await readSheet(await bytes(calls.exportLedger({ query: { ...range(), kind: 1, unit: 'day' } })))
    const ledger = await calls.ledger({ query: { ...range(), kind: 1, unit: 'day' } })
    expect(coins.at(-1)?.slice(0, 2)).toEqual(['合计', Number(ledger.total.issued) / 100])
    const [names, ofCoins] = await readSheet(await bytes(calls.exportSettlement({ query: range() }, english)))
    const checked = await check(1)
    expect(names?.slice(0, 4)).toEqual(['Paid with', 'Revenue report', 'Orders', 'Ledger or payments'])
    expect(ofCoins?.slice(0, 4)).toEqual([
      'Coins',
      ...[checked?.report, checked?.orders, checked?.booked].map((text) => Number(text) / 100),
    ])
  })

  it('are refused for more than a leap year', async () => {
    const calls = await reports()
    const query = { from: '2026-01-01', until: '2027-01-02' }
    for (const call of [
      calls.exportRevenue({ query: { ...query, payType: 1, unit: 'day' } }),
      calls.exportLedger({ query: { ...query, kind: 1, unit: 'day' } }),
      ...[calls.exportSettlement({ query }), calls.checks({ query }), calls.settlement({ query })],
      calls.ledger({ query: { ...query, kind: 1, unit: 'day' } }),
      calls.revenue({ query: { ...query, payType: 1, by: 'item' } }),
    ])
      expect(await refusal(call)).toMatchObject({ errorCode: 900001 })
  })
})

describe('who reads finance', () => {
  const roles = testRoles(platform, { administrator: ['admin'] })
  const others = {
    owner: 10138,
    member: 10138,
    colleague: 10138,
    stranger: 10138,
    otherCompany: 10138,
    nobody: 401,
  } as const

  it('reads orders by the organization, and needs the whole company for the ledger, payments and invoices', async () => {
    const calls = (member: BuiltMember | undefined) => platform.client(finance, member)
    const query = { from: '2026-01-01', until: '2026-01-31' }
    const ofOrders = { ...others, administrator: 'accepted' } as const
    const ofCompany = { ...others, administrator: 10138 } as const
    const revenue = { ...query, payType: 1, unit: 'day' } as const
    const ledger = { ...query, kind: 1, unit: 'day' } as const
    await expectRoles(roles, {
      revenue: { ...ofOrders, call: (one) => calls(one).revenue({ query: { ...query, payType: 1, by: 'item' } }) },
      revenueByPeriod: { ...ofOrders, call: (one) => calls(one).revenueByPeriod({ query: revenue }) },
      exportRevenue: { ...ofOrders, call: (one) => calls(one).exportRevenue({ query: revenue }) },
      openRefunds: { ...ofOrders, call: (one) => calls(one).openRefunds() },
      ledger: { ...ofCompany, call: (one) => calls(one).ledger({ query: ledger }) },
      exportLedger: { ...ofCompany, call: (one) => calls(one).exportLedger({ query: ledger }) },
      settlement: { ...ofCompany, call: (one) => calls(one).settlement({ query }) },
      checks: { ...ofCompany, call: (one) => calls(one).checks({ query }) },
      exportSettlement: { ...ofCompany, call: (one) => calls(one).exportSettlement({ query }) },
    })
  })
})
