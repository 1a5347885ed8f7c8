/** Orders as their buyers and those who run them see them, over HTTP; and orders that somebody has to agree to. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { buildStep, buildTemplate } from '#modules/platform/approvals/server/templates.fixture.ts'
import { buildCompany, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { ABOVE_AGREED, NOT_AGREED, ORDER_STATUS } from '../contract/codes.ts'
import { testShop } from './shop.fixture.ts'

const platform = testPlatform({ poolSize: 4 })
const shop = testShop(platform)
const { as, bought, order, quote, newBuyer, newCourse } = shop
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode

describe('the lists of orders', () => {
  it('[COMMERCE-041] show a buyer the own orders alone, by status and by what was bought', async () => {
    const [one, other] = [await newCourse(), await newCourse()]
    const buyer = await newBuyer()
    const paid = await bought(buyer, [one.id])
    const open = await order(buyer, [other.id])
    await bought(await newBuyer(), [one.id])
    expect(await as(buyer).ownOrders()).toMatchObject({ recordCount: 2, items: [{ id: open.id }, { id: paid.id }] })
    expect(await as(buyer).ownOrders({ query: { status: 'to-pay' } })).toMatchObject({ items: [{ id: open.id }] })
    expect(await as(buyer).ownOrders({ query: { search: paid.number } })).toMatchObject({ items: [{ id: paid.id }] })
    expect(await as(buyer).ownOrders({ query: { search: '没有的' } })).toMatchObject({ recordCount: 0 })
  })

  it('show those who run orders what members of their organizations bought', async () => {
    const { companyId } = shop
    const sales = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '销售部' })
    const manager = await buildMember(platform.db, { companyId, organizationId: sales, roles: ['admin'] })
    const course = await newCourse()
    const elsewhere = await bought(await newBuyer(), [course.id])
    await proves('COMMERCE-040', async () => {
      expect(await as(manager).managedOrders()).toMatchObject({ recordCount: 0 })
      expect(await codeOf(as(manager).managedOrder({ params: { id: elsewhere.id } }))).toBe(900005)
      const all = await as(shop.staff).managedOrders({ query: { search: elsewhere.number } })
      expect(all).toMatchObject({ items: [{ id: elsewhere.id, status: 'deal-done', lines: [{ quantity: 1 }] }] })
    })
    const closing = { params: { id: elsewhere.id }, body: { reason: '测试' } }
    expect(await codeOf(as(manager).closeManagedOrder(closing))).toBe(900005)
    expect(await codeOf(as(shop.staff).closeManagedOrder(closing))).toBe(ORDER_STATUS.code)
  })

  it('are counted to 10,000, and end there; of some organizations the newest come first, each once', async () => {
    const companyId = await buildCompany(platform.db)
    const upper = await buildOrganization(platform.db, { companyId, parentId: companyId })
    const lower = await buildOrganization(platform.db, { companyId, parentId: upper })
    const aside = await buildOrganization(platform.db, { companyId, parentId: companyId })
    const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    const manager = await buildMember(platform.db, { companyId, organizationId: upper, roles: ['admin'] })
    const fill = (organizationIds: readonly string[], from: number, until: number) =>
      sql`insert into orders.order (id, company_id, number, buyer_id, organization_id, request_key, pay_type, amount, created_at,
          expires_at)
        select gen_random_uuid(), ${companyId}, '19990101' || lpad(n::text, 10, '0'), ${chief.id},
          (${[...organizationIds]}::uuid[])[1 + n % ${organizationIds.length}::int], gen_random_uuid(), 1, 100, n, n + 1
        from generate_series(${from}::int, ${until - 1}::int) n`.execute(platform.root)
    await fill([upper, lower, aside], 0, 9)
    const numbersOf = (page: { readonly items: readonly { readonly number: string }[] }) =>
      page.items.map(({ number }) => Number(number.slice(-10)))
    const page = await as(manager).managedOrders({ query: { page: 1, pageSize: 4 } })
    expect(page).toMatchObject({ recordCount: 6, isMore: false })
    expect(numbersOf(page)).toEqual([7, 6, 4, 3])
    expect(numbersOf(await as(manager).managedOrders({ query: { page: 2, pageSize: 4 } }))).toEqual([1, 0])
    await fill([aside], 9, 10_000)
    expect(await as(chief).managedOrders()).toMatchObject({ recordCount: 10_000, isMore: false })
    await fill([aside], 10_000, 10_001)
    const last = await as(chief).managedOrders({ query: { page: 500, pageSize: 20 } })
    expect(last).toMatchObject({ recordCount: 10_000, isMore: true })
    expect(numbersOf(last).at(-1)).toBe(1)
    const beyond = await as(chief).managedOrders({ query: { page: 501, pageSize: 20 } })
    expect(beyond).toEqual({ items: [], recordCount: 10_000, isMore: true })
    const uneven = await as(chief).managedOrders({ query: { page: 334, pageSize: 30 } })
    expect(uneven.items).toHaveLength(10)
    expect(await as(chief).managedOrders({ query: { until: 5 } })).toMatchObject({ recordCount: 5, isMore: false })
  })

  it('let staff close an unpaid order, and its buyer reads why', async () => {
    const buyer = await newBuyer()
    const { id } = await order(buyer, [(await newCourse()).id])
    const closing = { params: { id }, body: { reason: '课程将下架' } }
    await proves('COMMERCE-040', async () => {
      expect(await as(shop.staff).closeManagedOrder(closing)).toEqual({ status: 'closed' })
    })
    const { events, closeReason } = await as(buyer).ownOrder({ params: { id } })
    expect(closeReason).toBe('staff')
    expect(events.at(-1)).toMatchObject({ kind: 'closed', data: { words: '课程将下架' } })
    const shown = await as(shop.staff).managedOrder({ params: { id } })
    expect(shown).toMatchObject({ status: 'closed', buyerId: buyer.id, possible: [] })
  })
})

describe('a parcel', () => {
  /** As if what was bought were sent by post. */
  const makeSent = (id: string) =>
    sql`update orders.order set status = 'paid', delivery = 'not-shipped', done_at = null,
      receiver = '{"name": "林知远", "phone": "13800138000", "address": "深圳市", "postalCode": "518057"}' where id = ${id}`.execute(
      platform.root,
    )

  it('needs company and number, and makes not shipped shipped', async () => {
    const buyer = await newBuyer()
    const { id, number } = await bought(buyer, [(await newCourse({ original: 2500, unit: 1999 })).id])
    const shipping = { shippingCompany: '顺丰', trackingNumber: 'SF1234567890' }
    const ship = (body: { shippingCompany: string; trackingNumber: string }) =>
      as(shop.staff).shipOrder({ params: { id }, body })
    expect(await codeOf(ship(shipping))).toBe(ORDER_STATUS.code)
    await makeSent(id)
    const read = () => as(buyer).ownOrder({ params: { id } })
    await proves('COMMERCE-039', async () => {
      expect(await read()).toMatchObject({ delivery: 'not-shipped', shippingCompany: null, trackingNumber: null })
      expect(await codeOf(ship({ ...shipping, trackingNumber: ' ' }))).toBe(900001)
      expect(await codeOf(ship({ ...shipping, shippingCompany: '' }))).toBe(900001)
      await ship(shipping)
      expect(await read()).toMatchObject({ delivery: 'shipped', ...shipping, status: 'paid' })
      expect(await codeOf(ship(shipping))).toBe(ORDER_STATUS.code)
    })
    await proves('COMMERCE-032', async () => {
      const order = {
        ...{ number, status: 'paid', payType: 1, amount: '1999', discount: '0', payable: '1999', paid: '1999' },
        ...{ delivery: 'shipped', ...shipping },
        receiver: { name: '林知远', phone: '13800138000', address: '深圳市', postalCode: '518057' },
      }
      expect(number).toMatch(/^\w+$/)
      expect(await read()).toMatchObject(order)
      expect(await as(shop.staff).managedOrder({ params: { id } })).toMatchObject(order)
    })
    const receive = (member = buyer) => as(member).receiveOrder({ params: { id } })
    expect(await codeOf(receive(await newBuyer()))).toBe(900005)
    expect(await receive()).toMatchObject({ status: 'deal-done', delivery: 'shipped', possible: ['refund'] })
    expect(await codeOf(receive())).toBe(ORDER_STATUS.code)
  })

  it('counts as received fifteen days after it was sent', async () => {
    const buyer = await newBuyer()
    const { id } = await bought(buyer, [(await newCourse()).id])
    await makeSent(id)
    await as(shop.staff).shipOrder({ params: { id }, body: { shippingCompany: '顺丰', trackingNumber: 'SF1' } })
    const [{ sentAt } = { sentAt: 0 }] = (
      await sql<{ sentAt: number }>`select shipped_at as "sentAt" from orders.order where id = ${id}`.execute(
        platform.root,
      )
    ).rows
    const statusAt = async (now: number) => {
      platform.now = now
      await sql`select graphile_worker.add_job('orders.receive-long-sent', '{}'::json)`.execute(platform.root)
      await platform.runJobs()
      platform.now = sentAt
      return (await as(buyer).ownOrder({ params: { id } })).status
    }
    const due = sentAt + 15 * 86_400_000
    expect(await statusAt(due - 1)).toBe('paid')
    expect(await statusAt(due)).toBe('deal-done')
  })
})

describe('an order that somebody has to agree to', () => {
  it('[COMMERCE-042] is paid after that, and closed when it is refused or withdrawn', async () => {
    const { companyId } = shop
    const approver = await buildMember(platform.db, { companyId })
    const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    const mixed = { coinsPerYuan: 0, coinSharePercent: 50 }
    const rule = { payMinutes: 30, refundDays: 7, receiveDays: 15, approvalFrom: 50, ...mixed }
    await platform.client(settings, chief).changeRule({ params: { key: 'ORDER_CONFIG' }, body: { value: rule } })
    await buildTemplate(platform.db, { companyId, businessType: 39, now: platform.now }, [buildStep([approver.id])])
    const [small, large] = [await newCourse({ original: 4999 }), await newCourse({ original: 5000 })]
    const buyer = await newBuyer()
    expect(await order(buyer, [small.id])).toMatchObject({ approval: null, possible: ['pay', 'change', 'close'] })
    // What nobody had to agree to does not grow to where somebody would have to.
    const seats = await order(buyer, [(await newCourse({ original: 2000 })).id], 2)
    const [line] = seats.lines
    const quoteId = await quote(buyer, line?.itemId ?? '', 3)
    const change = { key: uuid(), version: 1, lines: [{ lineId: line?.id ?? '', quoteId }] }
    const { errorCode, data } = await refusal(as(buyer).changeOrder({ params: { id: seats.id }, body: change }))
    expect({ errorCode, data }).toMatchObject({ errorCode: ABOVE_AGREED.code, data: { max: '4999' } })
    const calls = platform.client(approvals, approver)
    const task = async () => ({ params: { id: (await calls.waitingTasks({ query: {} })).items[0]?.taskId ?? '' } })
    const asked = await order(buyer, [large.id])
    expect(asked).toMatchObject({ approval: 'approving', possible: ['close'] })
    expect(await codeOf(as(buyer).payWithCoins({ params: { id: asked.id } }))).toBe(NOT_AGREED.code)
    await calls.agree({ ...(await task()), body: {} })
    expect(await as(buyer).payWithCoins({ params: { id: asked.id } })).toMatchObject({
      approval: 'agreed',
      paid: '5000',
    })
    const second = await newBuyer()
    const refused = await order(second, [large.id])
    await calls.refuse({ ...(await task()), body: { opinion: '预算不足' } })
    expect(await as(second).ownOrder({ params: { id: refused.id } })).toMatchObject({
      ...{ approval: 'rejected', status: 'closed', closeReason: 'rejected' },
    })
    const withdrawn = await order(second, [large.id])
    expect(await as(second).closeOrder({ params: { id: withdrawn.id } })).toMatchObject({ status: 'closed' })
    expect(await codeOf(as(second).payWithCoins({ params: { id: withdrawn.id } }))).toBe(NOT_AGREED.code)
  })
})
