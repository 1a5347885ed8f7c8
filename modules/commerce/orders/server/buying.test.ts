/** Buying over HTTP: quotes, orders, payment with coins, and what opens with it. */

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { NOT_BOUGHT, QUOTE_EXPIRED, type Terms } from '#modules/commerce/prices/contract.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import {
  ALREADY_BOUGHT,
  COINS_SHORT,
  ITEM_TWICE,
  ONLY_ONE,
  ORDER_EXPIRED,
  ORDER_STATUS,
  OTHER_PAY_TYPE,
  PAY_TYPES_MIXED,
} from '../contract/codes.ts'
import { testShop } from './shop.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const shop = testShop(platform)
const { as, quote, order, bought, newBuyer, newCourse, balance, opens } = shop
const minuteMs = 60_000

let startedAt = 0
beforeAll(() => {
  startedAt = platform.now
})
afterEach(() => {
  platform.now = startedAt
})

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode

describe('a course with a price', () => {
  it('is closed until it is bought with coins, and opens at once', async () => {
    const course = await newCourse({ original: 2999, unit: 1999 })
    const buyer = await newBuyer()
    const client = as(buyer)
    const params = { id: course.id }
    expect(await client.courseDetail({ params })).toMatchObject({ canStudy: false, closedBecause: 'unpaid' })
    expect(await codeOf(client.registerForCourse({ params }))).toBe(NOT_BOUGHT.code)
    const quoted = await client.quote({ body: { businessType: 1, itemId: course.id, quantity: 1 } })
    expect(quoted).toMatchObject({ payType: 1, originalUnit: '2999', unit: '1999', total: '1999' })
    const placed = await client.placeOrder({ body: { key: uuid(), quoteIds: [quoted.id] } })
    expect(placed).toMatchObject({ status: 'to-pay', payable: '1999', paid: '0', possible: ['pay', 'change', 'close'] })
    await proves(['COMMERCE-033', 'COMMERCE-034'], async () => {
      const paid = await client.payWithCoins({ params: { id: placed.id } })
      expect(paid).toMatchObject({ status: 'deal-done', paid: '1999', refunded: '0', possible: ['refund'] })
      expect(await balance(buyer)).toBe(98_001n)
      expect(await client.courseDetail({ params })).toMatchObject({ canStudy: true, closedBecause: null })
    })
    const started = await client.startPlayback({
      params: { id: course.id, sectionId: course.sections[0]?.id ?? '' },
      body: {},
    })
    expect(started.playbackId).toBeDefined()
    expect(await client.ownEntitlements()).toMatchObject({
      recordCount: 1,
      items: [{ source: 'order', state: 'active', businessType: 1, itemId: course.id, kindName: '课程' }],
    })
  })

  it('stays open to who had registered before it had a price', async () => {
    const course = await newCourse(null)
    const early = await newBuyer(0n)
    await as(early).registerForCourse({ params: { id: course.id } })
    platform.now += 1000
    const terms: Terms = {
      ...{ isPay: 1, payType: 1, isLadderPrice: 0, coin: 500, discountCoin: 500 },
      ...{ payConfig: [], vipCardConfiguration: [] },
    }
    const params = { businessType: 1, itemId: course.id }
    await as(shop.staff).setPrice({ params, body: { terms, specials: [], revision: 0 } })
    expect(await opens(early, course)).toBe(true)
    expect(await opens(await newBuyer(0n), course)).toBe(false)
  })

  it('of 0 is open without payment', async () => {
    const course = await newCourse({ original: 900, unit: 0 })
    const buyer = await newBuyer(0n)
    await proves('COMMERCE-019', async () => {
      await as(buyer).registerForCourse({ params: { id: course.id } })
      expect(await opens(buyer, course)).toBe(true)
    })
  })
})

describe('payment with coins', () => {
  it('[COMMERCE-035] of more than there are changes nothing', async () => {
    const course = await newCourse({ original: 1999 })
    const buyer = await newBuyer(1998n)
    const { id } = await order(buyer, [course.id])
    expect(await codeOf(as(buyer).payWithCoins({ params: { id } }))).toBe(COINS_SHORT.code)
    expect(await as(buyer).ownOrder({ params: { id } })).toMatchObject({ status: 'to-pay', paid: '0' })
    expect(await balance(buyer)).toBe(1998n)
    expect(await opens(buyer, course)).toBe(false)
    const exact = await newBuyer(1999n)
    await bought(exact, [course.id])
    expect(await balance(exact)).toBe(0n)
  })

  it('[COMMERCE-036] is for what was not bought yet', async () => {
    const course = await newCourse()
    const buyer = await newBuyer()
    const { id: first } = await order(buyer, [course.id])
    const { id: second } = await order(buyer, [course.id])
    await as(buyer).payWithCoins({ params: { id: first } })
    expect(await codeOf(as(buyer).payWithCoins({ params: { id: second } }))).toBe(ALREADY_BOUGHT.code)
    expect(await codeOf(order(buyer, [course.id]))).toBe(ALREADY_BOUGHT.code)
    expect(await balance(buyer)).toBe(98_001n)
  })

  it('happens once, however often and from wherever it is asked', async () => {
    const course = await newCourse()
    const buyer = await newBuyer()
    const { id } = await order(buyer, [course.id])
    const pay = () => as(buyer).payWithCoins({ params: { id } })
    const locked = () => sql`select from orders.order where id = ${id} for update`
    const result = await race(platform, 20, pay, { begin: async () => undefined, locked })
    expect(result).toMatchObject({ accepted: 20 })
    expect(await balance(buyer)).toBe(98_001n)
    expect(await as(buyer).ownEntitlements()).toMatchObject({ recordCount: 1 })
  })

  it('of two orders of one item at once pays one of them', async () => {
    const course = await newCourse()
    const buyer = await newBuyer()
    const ids = [await order(buyer, [course.id]), await order(buyer, [course.id])].map(({ id }) => id)
    const result = await race(platform, 2, (at) => as(buyer).payWithCoins({ params: { id: ids[at] ?? '' } }), {
      begin: async () => undefined,
    })
    expect(result).toMatchObject({ accepted: 1, refused: { [ALREADY_BOUGHT.code]: 1 } })
    expect(await balance(buyer)).toBe(98_001n)
  })

  it('of what costs RMB is refused', async () => {
    const course = await newCourse({ payType: 2 })
    const buyer = await newBuyer()
    const { id, payType } = await order(buyer, [course.id])
    expect(payType).toBe(2)
    expect(await codeOf(as(buyer).payWithCoins({ params: { id } }))).toBe(OTHER_PAY_TYPE.code)
  })

  it('never pays the order of somebody else', async () => {
    const course = await newCourse()
    const { id } = await order(await newBuyer(), [course.id])
    const other = as(await newBuyer())
    const calls = [other.payWithCoins, other.closeOrder, other.ownOrder].map((call) => call({ params: { id } }))
    expect((await refusals(calls)).map(({ errorCode }) => errorCode)).toEqual([900005, 900005, 900005])
  })
})

describe('an order', () => {
  it('keeps what was quoted whatever happens to the price, until the quote is over', async () => {
    const course = await newCourse({ original: 1000 })
    const buyer = await newBuyer()
    const quoteId = await quote(buyer, course.id)
    const params = { businessType: 1, itemId: course.id }
    const client = as(shop.staff)
    const { terms, revision } = await client.price({ params })
    await client.setPrice({
      params,
      body: { terms: { ...terms, coin: 9000, discountCoin: 9000 }, specials: [], revision },
    })
    const kept = await as(buyer).placeOrder({ body: { key: uuid(), quoteIds: [quoteId] } })
    expect(kept).toMatchObject({ payable: '1000' })
    expect((await order(buyer, [course.id])).payable).toBe('9000')
    const late = await quote(buyer, course.id)
    platform.now += 15 * minuteMs
    expect(await codeOf(as(buyer).placeOrder({ body: { key: uuid(), quoteIds: [late] } }))).toBe(QUOTE_EXPIRED.code)
  })

  it('is placed once for a key, and by the quotes of its buyer alone', async () => {
    const course = await newCourse()
    const buyer = await newBuyer()
    const body = { key: uuid(), quoteIds: [await quote(buyer, course.id)] }
    const result = await race(platform, 8, () => as(buyer).placeOrder({ body }), { begin: async () => undefined })
    expect(new Set(result.answers.map(({ id }) => id)).size).toBe(1)
    expect(await as(buyer).ownOrders()).toMatchObject({ recordCount: 1 })
    const thief = await newBuyer()
    expect(await codeOf(as(thief).placeOrder({ body: { ...body, key: uuid() } }))).toBe(900005)
    expect(await codeOf(as(thief).placeOrder({ body: { key: uuid(), quoteIds: [uuid()] } }))).toBe(900005)
  })

  it('takes no price, amount or quantity from its sender', async () => {
    const course = await newCourse()
    const buyer = await newBuyer()
    const quoteIds = [await quote(buyer, course.id)]
    const hostile = { key: uuid(), quoteIds, amount: '1', unit: '1' } as never
    expect(await codeOf(as(buyer).placeOrder({ body: hostile }))).toBe(900001)
    for (const quantity of [0, -1, 1.5, 1_000_001, 1e17])
      expect(await codeOf(as(buyer).quote({ body: { businessType: 1, itemId: course.id, quantity } }))).toBe(900001)
  })

  it('for oneself is of one each, of one way to pay, and names nothing twice', async () => {
    const [coins, rmb] = [await newCourse(), await newCourse({ payType: 2 })]
    const buyer = await newBuyer()
    const place = async (...quoteIds: string[]) => as(buyer).placeOrder({ body: { key: uuid(), quoteIds } })
    expect(await codeOf(place(await quote(buyer, coins.id, 2)))).toBe(ONLY_ONE.code)
    expect(await codeOf(place(await quote(buyer, coins.id), await quote(buyer, rmb.id)))).toBe(PAY_TYPES_MIXED.code)
    expect(await codeOf(place(await quote(buyer, coins.id), await quote(buyer, coins.id)))).toBe(ITEM_TWICE.code)
  })

  it('of several courses is paid at once, and each opens', async () => {
    const three = [
      await newCourse({ original: 100 }),
      await newCourse({ original: 200 }),
      await newCourse({ original: 1 }),
    ]
    const buyer = await newBuyer()
    const paid = await bought(
      buyer,
      three.map(({ id }) => id),
    )
    expect(paid).toMatchObject({ payable: '301', paid: '301' })
    for (const course of three) expect(await opens(buyer, course)).toBe(true)
  })

  it('[COMMERCE-037] goes from to pay to deal done, or is closed by its buyer and by time', async () => {
    const course = await newCourse()
    const buyer = await newBuyer()
    const client = as(buyer)
    const byBuyer = await order(buyer, [course.id])
    expect(await client.closeOrder({ params: { id: byBuyer.id } })).toMatchObject({ status: 'closed', possible: [] })
    expect(await codeOf(client.closeOrder({ params: { id: byBuyer.id } }))).toBe(ORDER_STATUS.code)
    expect(await codeOf(client.payWithCoins({ params: { id: byBuyer.id } }))).toBe(ORDER_STATUS.code)
    const byTime = await order(buyer, [course.id])
    platform.now += 30 * minuteMs
    expect(await codeOf(client.payWithCoins({ params: { id: byTime.id } }))).toBe(ORDER_EXPIRED.code)
    await sql`select graphile_worker.add_job('orders.close-expired', '{}'::json)`.execute(platform.root)
    await platform.runJobs()
    expect(await client.ownOrder({ params: { id: byTime.id } })).toMatchObject({
      status: 'closed',
      closeReason: 'time',
    })
    platform.now = startedAt
    const paid = await bought(buyer, [course.id])
    expect(paid.status).toBe('deal-done')
    expect(await codeOf(client.closeOrder({ params: { id: paid.id } }))).toBe(ORDER_STATUS.code)
    const { events } = await client.ownOrder({ params: { id: paid.id } })
    expect(events.map(({ kind }) => kind)).toEqual(['placed', 'paid', 'done'])
  })
})
