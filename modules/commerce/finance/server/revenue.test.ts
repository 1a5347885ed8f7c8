/** Revenue over HTTP: the days of the company, every way to add it up, and the totals that are kept of days that are over. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildSale, type SaleInput } from '#modules/commerce/orders/server/sales.fixture.ts'
import { buildCompany, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import type { Compared, Figures } from '../contract/shapes.ts'
import { finance } from '../contract.ts'
import { addDays } from './days.ts'
import { keepDays } from './keeping.ts'

const platform = testPlatform({ poolSize: 6 })
const hourMs = 3_600_000
/** Midnight of a day in Shanghai. */
const at = (day: string, hours = 12) => Date.parse(`${day}T00:00:00+08:00`) + hours * hourMs

async function newCompany() {
  const companyId = await buildCompany(platform.db)
  const organization = (name: string, parentId = companyId) =>
    buildOrganization(platform.db, { companyId, parentId, name })
  const sales = await organization('销售部')
  const north = await organization('北区', sales)
  const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  const reports = platform.client(finance, chief)
  const sell = (input: Omit<SaleInput, 'companyId' | 'buyerId' | 'organizationId'> & Partial<SaleInput>) =>
    buildSale(platform.db, { companyId, organizationId: companyId, buyerId: chief.id, ...input })
  return { companyId, sales, north, chief, reports, sell, organization }
}
type Company = Awaited<ReturnType<typeof newCompany>>

const coins = { payType: 1 as const }
const netOf = async ({ reports }: Company, from: string, until = from) =>
  (await reports.revenue({ query: { from, until, by: 'kind', ...coins } })).total.current.net

describe('the days of a report', () => {
  it('begin and end at midnight of the company, whatever the day of UTC', async () => {
    const company = await newCompany()
    const sold = (paidAt: number, unit: number) => company.sell({ paidAt, lines: [{ itemId: uuid(), unit }] })
    await sold(at('2026-03-05', 0) - 1, 1)
    await sold(at('2026-03-05', 0), 10)
    await sold(at('2026-03-05', 24) - 1, 100)
    await sold(at('2026-03-05', 24), 1000)
    expect(await netOf(company, '2026-03-04')).toBe('1')
    expect(await netOf(company, '2026-03-05')).toBe('110')
    expect(await netOf(company, '2026-03-06')).toBe('1000')
    await sql`update identity.company set time_zone = 'America/New_York' where id = ${company.companyId}`.execute(
      platform.root,
    )
    expect(await netOf(company, '2026-03-04')).toBe('11')
    expect(await netOf(company, '2026-03-05')).toBe('1100')
  })

  it('are a leap year at most, and in order', async () => {
    const { reports } = await newCompany()
    const ask = (from: string, until: string) =>
      reports.revenueByPeriod({ query: { from, until, unit: 'day', ...coins } })
    const { items } = await ask('2028-01-01', '2028-12-31')
    expect(items).toHaveLength(366)
    expect(items[59]).toMatchObject({ from: '2028-02-29', until: '2028-02-29' })
    for (const [from, until] of [
      ['2028-01-01', '2029-01-01'],
      ['2026-02-02', '2026-02-01'],
      ['2026-02-29', '2026-03-01'],
      ['2026-02-01', '2026-02-30'],
    ] as const)
      expect(await refusal(ask(from, until))).toMatchObject({ errorCode: 900001 })
  })

  it('are joined to weeks from Monday and to months, beside as many days before', async () => {
    const company = await newCompany()
    const sold = (day: string, unit: number) => company.sell({ paidAt: at(day), lines: [{ itemId: uuid(), unit }] })
    await sold('2026-03-01', 1)
    await sold('2026-03-02', 10)
    await sold('2026-03-09', 100)
    await sold('2026-02-26', 1000)
    const ask = (unit: 'week' | 'month') =>
      company.reports.revenueByPeriod({ query: { from: '2026-03-01', until: '2026-03-10', unit, ...coins } })
    const { items, total, previousFrom, previousUntil } = await ask('week')
    expect(items.map(({ from, until, current }) => [from, until, current.net])).toEqual([
      ['2026-03-01', '2026-03-01', '1'],
      ['2026-03-02', '2026-03-08', '10'],
      ['2026-03-09', '2026-03-10', '100'],
    ])
    expect([previousFrom, previousUntil]).toEqual(['2026-02-19', '2026-02-28'])
    // The eighth of ten days before stands in the week of the eighth of now.
    expect(items.map(({ previous }) => previous.net)).toEqual(['0', '1000', '0'])
    expect(total).toMatchObject({ current: { net: '111' }, previous: { net: '1000' } })
    expect((await ask('month')).items).toMatchObject([
      { from: '2026-03-01', until: '2026-03-10', current: { net: '111' } },
    ])
  })

  it('without a sale have rows of nothing', async () => {
    const { reports } = await newCompany()
    const range = { from: '2026-03-01', until: '2026-03-02' }
    const none = { orders: 0, units: 0, buyers: 0, gross: '0', discount: '0', refunded: '0', net: '0' }
    expect(await reports.revenue({ query: { ...range, by: 'item', ...coins } })).toMatchObject({
      ...{ items: [], recordCount: 0, total: { current: none, previous: none } },
    })
    const { items } = await reports.revenueByPeriod({ query: { ...range, unit: 'day', ...coins } })
    expect(items.map(({ current }) => current)).toEqual([none, none])
  })
})

describe('revenue', () => {
  it('is less discounts and what is paid back, on the day on which it is paid back; coins and RMB are apart', async () => {
    const company = await newCompany()
    const itemId = uuid()
    const lines = [{ itemId, quantity: 3, unit: 1000, discount: 100 }]
    await company.sell({ paidAt: at('2026-03-01'), lines, refunds: [{ place: 0, amount: 900, at: at('2026-03-03') }] })
    await company.sell({ paidAt: at('2026-03-01'), lines: [{ itemId, unit: 77 }], payType: 2 })
    const ask = async (from: string, payType: 1 | 2) =>
      (await company.reports.revenue({ query: { from, until: from, by: 'item', payType } })).total.current
    expect(await ask('2026-03-01', 1)).toEqual({
      ...{ orders: 1, units: 3, buyers: 1, gross: '3000', discount: '100', refunded: '0', net: '2900' },
    })
    expect(await ask('2026-03-03', 1)).toEqual({
      ...{ orders: 0, units: 0, buyers: 0, gross: '0', discount: '0', refunded: '900', net: '-900' },
    })
    expect(await ask('2026-03-01', 2)).toMatchObject({ net: '77', orders: 1 })
  })

  it('counts an order once, and once for each of its items and kinds; a buyer of two days once', async () => {
    const company = await newCompany()
    const [one, two, three] = [uuid(), uuid(), uuid()]
    const lines = [{ itemId: one }, { itemId: two }, { itemId: three, businessType: 2 }]
    await company.sell({ paidAt: at('2026-03-01'), lines })
    await company.sell({ paidAt: at('2026-03-02'), lines: [{ itemId: one }] })
    const ask = (by: 'item' | 'kind' | 'organization', filter = {}) =>
      company.reports.revenue({ query: { from: '2026-03-01', until: '2026-03-02', by, ...coins, ...filter } })
    const byItem = await ask('item')
    expect(byItem.total.current).toMatchObject({ orders: 2, units: 4, buyers: 1 })
    expect(byItem.items.map(({ itemId, current }) => [itemId, current.orders])).toContainEqual([one, 2])
    expect((await ask('kind')).items.map(({ businessType, current }) => [businessType, current.orders])).toEqual([
      [1, 2],
      [2, 1],
    ])
    expect((await ask('organization', { businessType: 2 })).total.current).toMatchObject({ orders: 1, net: '1000' })
    expect((await ask('organization', { itemId: one })).total.current).toMatchObject({ orders: 2, net: '2000' })
  })

  it('is paged, the largest first, with the names of what it came from', async () => {
    const company = await newCompany()
    for (const unit of [10, 30, 20])
      await company.sell({ paidAt: at('2026-03-01'), lines: [{ itemId: uuid(), unit }], organizationId: company.north })
    const query = { from: '2026-03-01', until: '2026-03-01', ...coins }
    const { reports } = company
    const second = await reports.revenue({ query: { ...query, by: 'item', page: 2, pageSize: 2 } })
    expect(second).toMatchObject({ recordCount: 3, items: [{ name: '消防安全基础', current: { net: '10' } }] })
    expect((await reports.revenue({ query: { ...query, by: 'organization' } })).items).toMatchObject([{ name: '北区' }])
    expect((await reports.revenue({ query: { ...query, by: 'kind' } })).items).toMatchObject([{ name: '课程' }])
  })

  it('is shown to those who read finance of the organization of the buyer or above it', async () => {
    const company = await newCompany()
    const { companyId, sales, north } = company
    const paidAt = at('2026-03-01')
    await company.sell({ paidAt, lines: [{ itemId: uuid(), unit: 1 }] })
    await company.sell({ paidAt, lines: [{ itemId: uuid(), unit: 10 }], organizationId: sales })
    await company.sell({ paidAt, lines: [{ itemId: uuid(), unit: 100 }], organizationId: north })
    const seen = async (member: Parameters<typeof platform.client>[1], organizationId?: string) => {
      const query = {
        from: '2026-03-01',
        until: '2026-03-01',
        by: 'item',
        ...coins,
        ...(organizationId && { organizationId }),
      } as const
      return (await platform.client(finance, member).revenue({ query })).total.current.net
    }
    const admin = (organizationId: string) => buildMember(platform.db, { companyId, organizationId, roles: ['admin'] })
    expect(await seen(company.chief)).toBe('111')
    expect(await seen(await admin(sales))).toBe('110')
    expect(await seen(await admin(north))).toBe('100')
    expect(await seen(await admin(north), sales)).toBe('100')
    expect(await seen(company.chief, sales)).toBe('110')
    expect(await seen((await newCompany()).chief, sales)).toBe('0')
  })
})

interface Sold {
  readonly item: number
  readonly kind: number
  readonly quantity: number
  readonly unit: number
  readonly cheaper: number
}

const soldLine: fc.Arbitrary<Sold> = fc.record({
  item: fc.nat(4),
  kind: fc.constantFrom(1, 2, 901),
  quantity: fc.integer({ min: 1, max: 5 }),
  unit: fc.integer({ min: 0, max: 10_000_000 }),
  cheaper: fc.nat(100),
})
const order = fc.record({
  lines: fc.uniqueArray(soldLine, { minLength: 1, maxLength: 4, selector: ({ item, kind }) => `${item} ${kind}` }),
  buyer: fc.nat(3),
  organization: fc.nat(2),
  day: fc.nat(19),
  hours: fc.nat(23),
  payType: fc.constantFrom(1 as const, 2 as const),
  back: fc.option(fc.record({ place: fc.nat(3), days: fc.nat(12), share: fc.integer({ min: 1, max: 100 }) })),
})

const money = ['gross', 'discount', 'refunded', 'net'] as const
const add = (rows: readonly Figures[]) => ({
  units: rows.reduce((sum, { units }) => sum + units, 0),
  ...Object.fromEntries(money.map((name) => [name, String(rows.reduce((sum, row) => sum + BigInt(row[name]), 0n))])),
})
const moneyOf = ({ units, gross, discount, refunded, net }: Figures) => ({ units, gross, discount, refunded, net })

describe('every way to add revenue up', () => {
  const ids = Array.from({ length: 30 }, () => uuid())
  const buyers: string[] = []
  beforeAll(async () => {
    const companyId = await buildCompany(platform.db)
    for (let count = 0; count < 4; count++) buyers.push((await buildMember(platform.db, { companyId })).id)
  })

  it('gives the same, from the orders and from what is kept of days, also after refunds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(order, { maxLength: 12 }), async (orders) => {
        const company = await newCompany()
        const organizations = [company.companyId, company.sales, company.north]
        const expected = new Map<string, bigint>()
        const count = (payType: number, day: string, amount: number) => {
          if (day < '2026-03-08' || day > '2026-03-20') return
          expected.set(`${payType}`, (expected.get(`${payType}`) ?? 0n) + BigInt(amount))
        }
        for (const { lines, buyer, organization, day, hours, payType, back } of orders) {
          const paidOn = addDays('2026-03-01', day)
          const sold = lines.map(({ item, kind, quantity, unit, cheaper }) => ({
            ...{ itemId: ids[item * 3 + (kind % 3)] ?? '', businessType: kind, quantity, unit },
            discount: Math.min(cheaper, unit * quantity),
          }))
          const place = Math.min(back?.place ?? 0, sold.length - 1)
          const line = sold[place]
          const worth = line ? line.unit * line.quantity - line.discount : 0
          const amount = Math.floor((worth * (back?.share ?? 0)) / 100)
          const backOn = addDays(paidOn, back?.days ?? 0)
          for (const one of sold) count(payType, paidOn, one.unit * one.quantity - one.discount)
          if (amount > 0) count(payType, backOn, -amount)
          await company.sell({
            ...{
              buyerId: buyers[buyer] ?? '',
              organizationId: organizations[organization] ?? '',
              payType,
              lines: sold,
            },
            paidAt: at(paidOn, hours),
            refunds: amount > 0 ? [{ place, amount, at: at(backOn, hours) }] : [],
          })
        }
        const answers = async () => {
          const found: unknown[] = []
          for (const payType of [1, 2] as const) {
            const query = { from: '2026-03-08', until: '2026-03-20', payType }
            const rows: (readonly Compared[])[] = []
            const totals: Compared[] = []
            for (const by of ['item', 'organization', 'kind'] as const) {
              const answer = await company.reports.revenue({ query: { ...query, by, pageSize: 100 } })
              rows.push(answer.items)
              totals.push(answer.total)
              found.push(answer)
            }
            for (const unit of ['day', 'week', 'month'] as const) {
              const answer = await company.reports.revenueByPeriod({ query: { ...query, unit } })
              rows.push(answer.items)
              totals.push(answer.total)
              found.push(answer)
            }
            for (const total of totals) expect(total).toEqual(totals[0])
            for (const some of rows)
              for (const when of ['current', 'previous'] as const)
                expect(add(some.map((row) => row[when]))).toEqual(moneyOf(totals[0]?.[when] as Figures))
            expect(totals[0]?.current.net).toBe(String(expected.get(`${payType}`) ?? 0n))
          }
          return found
        }
        const counted = await answers()
        await keepDays(platform.db, company.companyId, at('2026-04-30'))
        const { rows: kept } = await sql<{ days: number; sales: number }>`
          select (select count(*) from finance.kept_day where company_id = ${company.companyId})::int as days,
            (select count(*) from finance.day_sale where company_id = ${company.companyId})::int as sales`.execute(
          platform.root,
        )
        expect([kept[0]?.days === 0, kept[0]?.sales === 0]).toEqual([orders.length === 0, orders.length === 0])
        expect(await answers()).toEqual(counted)
      }),
      { numRuns: 8 },
    )
  })
})
