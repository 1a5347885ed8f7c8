/** Lists of many orders by what was bought, and by when something was paid: they look at few orders, whether few or many match. */
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Input } from '#kit/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { orders } from '../contract.ts'
import { buildSale } from './sales.fixture.ts'

const platform = testPlatform()
const count = 30_000
const common = '00000000-0000-7000-a000-000000000001'
const rare = '00000000-0000-7000-a000-000000000002'
let chief: BuiltMember

/** One is paid each second; the first five are of an item of their own. */
async function fill(companyId: string): Promise<void> {
  const [orderId, rows] = [
    sql`('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`,
    sql`from generate_series(1, ${count}::int) n`,
  ]
  await sql`insert into orders.order (id, company_id, number, buyer_id, organization_id, request_key, status, pay_type, amount, paid,
      created_at, expires_at, paid_at, done_at)
    select ${orderId}, ${companyId}, '19990101' || lpad(n::text, 10, '0'), ${chief.id}, ${companyId}, ${orderId}, 'deal-done', 1, 100, 100,
      n * 1000, n * 1000 + 1, n * 1000, n * 1000 ${rows}`.execute(platform.root)
  await sql`insert into orders.line (id, order_id, company_id, place, business_type, item_id, name, quantity, price_id, range_begin,
      range_end, original_unit, unit, amount)
    select ${orderId}, ${orderId}, ${companyId}, 0, 1, case when n <= 5 then ${rare}::uuid else ${common}::uuid end, '消防', 1, ${orderId},
      1, -1, 100, 100, 100 ${rows}`.execute(platform.root)
}

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  await fill(companyId)
  // Paid before all others, and paid back among the last.
  const sold = { companyId, organizationId: companyId, buyerId: chief.id, lines: [{ itemId: common }] }
  await buildSale(platform.db, { ...sold, paidAt: 1, refunds: [{ place: 0, amount: 100, at: (count - 2) * 1000 + 1 }] })
  await sql`vacuum analyze orders.order, orders.line, orders.refund`.execute(platform.root)
}, 60_000)

/** The list, and how many pages of the database its dearest statement about orders looks at. */
async function listed(query: Input<typeof orders.managedOrders>['query']) {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const page = await platform.client(orders, chief).managedOrders({ query })
  const asked = spy.mock.calls.map(
    ([statement]) => statement as { readonly text?: string; readonly values?: unknown[] },
  )
  spy.mockRestore()
  const client = new pg.Client({
    connectionString: platform.databaseUrl,
    options: '-c plan_cache_mode=force_generic_plan',
  })
  await client.connect()
  try {
    let pages = 0
    for (const { text = '', values } of asked.filter((one) => /orders\.order/.test(one.text ?? ''))) {
      const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, values)
      const { Plan: plan } = rows[0]['QUERY PLAN'][0]
      pages = Math.max(pages, plan['Shared Hit Blocks'] + plan['Shared Read Blocks'])
    }
    return { page, pages, numbers: page.items.map(({ number }) => Number(number.slice(-10))) }
  } finally {
    await client.end()
  }
}

describe('among many orders', () => {
  it('those that were paid or paid back in a short time are found without the others', async () => {
    const { page, pages, numbers } = await listed({ movedFrom: (count - 2) * 1000, movedUntil: count * 1000 })
    expect(page).toMatchObject({ recordCount: 3, isMore: false })
    expect(numbers.slice(0, 2)).toEqual([count - 1, count - 2])
    expect(pages).toBeLessThan(200)
  })

  it('those of a long time are walked from its end, and counted to 10,000', async () => {
    const until = (count - 5000) * 1000
    const { page, pages, numbers } = await listed({ movedFrom: 1000, movedUntil: until, pageSize: 2 })
    expect(page).toMatchObject({ recordCount: 10_000, isMore: true })
    expect(numbers).toEqual([count - 5001, count - 5002])
    expect(pages).toBeLessThan(2000)
    const beginning = await listed({ movedUntil: 1000 })
    expect(beginning.page).toMatchObject({ recordCount: 1, isMore: false })
  })

  it('those of an item that few bought are found by it, and those of one that many bought are walked', async () => {
    const few = await listed({ businessType: 1, itemId: rare })
    expect(few.page).toMatchObject({ recordCount: 5, isMore: false })
    expect(few.numbers).toEqual([5, 4, 3, 2, 1])
    expect(few.pages).toBeLessThan(200)
    const many = await listed({ businessType: 1, itemId: common, pageSize: 3 })
    expect(many.page).toMatchObject({ recordCount: 10_000, isMore: true })
    expect(many.numbers).toEqual([count, count - 1, count - 2])
    expect((await listed({ itemId: rare })).page).toMatchObject({ recordCount: 5 })
  })
})
