/** Coupons in orders over HTTP: what they save, one an order, reserved, used, returned, and never twice. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { COUPON_NOT_FITTING, COUPON_NOT_FREE, COUPON_OUT_OF_TIME, coupons } from '#modules/commerce/coupons/contract.ts'
import { buildCoupon, buildOwnCoupon, type CouponInput } from '#modules/commerce/coupons/server/coupons.fixture.ts'
import { payments } from '#modules/commerce/payments/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { ABOVE_REFUNDABLE } from '../contract/codes.ts'
import { testShop } from './shop.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const shop = testShop(platform)
const { as, quote, newBuyer, newCourse, opens, balance } = shop
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode
const dayMs = 86_400_000

async function couponOf(buyer: BuiltMember, change: Partial<CouponInput> = {}): Promise<string> {
  const { companyId } = shop
  const { id } = await buildCoupon(platform.db, { companyId, now: platform.now, ...change })
  return buildOwnCoupon(platform.db, { companyId, memberId: buyer.id, couponId: id, now: platform.now })
}
const placeWith = (buyer: BuiltMember, quoteIds: string[], couponId: string, forOthers = false) =>
  as(buyer).placeOrder({ body: { key: uuid(), quoteIds, couponId, forOthers } })
const stateOf = async (buyer: BuiltMember, id: string) =>
  (await platform.client(coupons, buyer).ownCoupons({ query: {} })).items.find((coupon) => coupon.id === id)?.state
const pay = (buyer: BuiltMember, id: string) => as(buyer).payWithCoins({ params: { id } })
const read = (buyer: BuiltMember, id: string) => as(buyer).ownOrder({ params: { id } })
async function runJobs() {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(platform.root)
  await platform.runJobs()
}

describe('an order with a coupon', () => {
  it('costs less, and its lines share exactly what it saves', async () => {
    const buyer = await newBuyer()
    const lines = [
      await newCourse({ original: 1000 }),
      await newCourse({ original: 1000 }),
      await newCourse({ original: 1000 }),
    ]
    const quoteIds: string[] = []
    for (const { id } of lines) quoteIds.push(await quote(buyer, id))
    const couponId = await couponOf(buyer, { amount: '500', name: '立减五元' })
    const order = await placeWith(buyer, quoteIds, couponId)
    expect(order).toMatchObject({ amount: '3000', discount: '500', payable: '2500', couponName: '立减五元' })
    expect(order.lines.map(({ discount }) => discount)).toEqual(['167', '167', '166'])
    expect(await stateOf(buyer, couponId)).toBe('reserved')
    const before = await balance(buyer)
    expect(await pay(buyer, order.id)).toMatchObject({ status: 'deal-done', paid: '2500' })
    expect(before - (await balance(buyer))).toBe(2500n)
    expect(await stateOf(buyer, couponId)).toBe('used')
    expect(await read(buyer, order.id)).toMatchObject({ refundable: { amount: '2500' } })
  })

  it('is cheaper only by the lines that the coupon is for', async () => {
    const buyer = await newBuyer()
    const [one, two] = [await newCourse({ original: 1000 }), await newCourse({ original: 3000 })]
    const couponId = await couponOf(buyer, {
      ...{ kind: 'percent', percent: 50, amount: null, scope: 'items', items: [{ businessType: 1, itemId: two.id }] },
    })
    const quoteIds = [await quote(buyer, one.id), await quote(buyer, two.id)]
    const order = await placeWith(buyer, quoteIds, couponId)
    expect(order.lines.map(({ discount }) => discount)).toEqual(['0', '1500'])
    const alone = await newBuyer()
    const other = await couponOf(alone, { scope: 'items', items: [{ businessType: 1, itemId: two.id }] })
    const { errorCode, data } = await refusal(placeWith(alone, [await quote(alone, one.id)], other))
    expect({ errorCode, data }).toMatchObject({ errorCode: COUPON_NOT_FITTING.code, data: { obstacle: 'items' } })
    expect(await stateOf(alone, other)).toBe('usable')
  })

  it('shows what each coupon saves before it is placed, the best first', async () => {
    const buyer = await newBuyer()
    const course = await newCourse({ original: 2000 })
    await couponOf(buyer, { amount: '300', name: '减三元' })
    await couponOf(buyer, { kind: 'percent', percent: 20, amount: null, name: '八折' })
    await couponOf(buyer, { amount: '900', minimum: '2001', name: '大额' })
    await couponOf(buyer, { payType: 2, name: '人民币' })
    await couponOf(buyer, { validFrom: platform.now + dayMs, name: '以后' })
    const quoteIds = await quote(buyer, course.id)
    const { items } = await platform.client(coupons, buyer).fittingCoupons({ query: { quoteIds } })
    expect(items.map(({ name, saves, obstacle }) => [name, saves, obstacle])).toEqual([
      ['八折', '400', null],
      ['减三元', '300', null],
      ['大额', '0', 'minimum'],
    ])
    const other = await newBuyer()
    expect(await codeOf(platform.client(coupons, other).fittingCoupons({ query: { quoteIds } }))).toBe(900005)
    const start = platform.now
    platform.now = start + 15 * 60_000
    try {
      expect(await codeOf(platform.client(coupons, buyer).fittingCoupons({ query: { quoteIds } }))).toBe(404008)
    } finally {
      platform.now = start
    }
  })

  it('takes one coupon, of its buyer, in its time', async () => {
    const buyer = await newBuyer()
    const course = await newCourse({ original: 2000 })
    const quoteIds = [await quote(buyer, course.id)]
    const own = await couponOf(buyer)
    const body = { key: uuid(), quoteIds, couponId: own, couponIds: [own] }
    expect(await codeOf(as(buyer).placeOrder({ body } as never))).toBe(900001)
    expect(await codeOf(placeWith(buyer, quoteIds, await couponOf(await newBuyer())))).toBe(900005)
    const companyId = await buildCompany(platform.db)
    const stranger = await buildMember(platform.db, { companyId })
    const { id: couponId } = await buildCoupon(platform.db, { companyId })
    const foreign = await buildOwnCoupon(platform.db, { companyId, memberId: stranger.id, couponId })
    expect(await codeOf(placeWith(buyer, quoteIds, foreign))).toBe(900005)
    expect(await codeOf(placeWith(buyer, quoteIds, couponId))).toBe(900005)
    const over = await couponOf(buyer, { validUntil: platform.now })
    expect(await codeOf(placeWith(buyer, quoteIds, over))).toBe(COUPON_OUT_OF_TIME.code)
    const early = await couponOf(buyer, { validFrom: platform.now + 1 })
    expect(await codeOf(placeWith(buyer, quoteIds, early))).toBe(COUPON_OUT_OF_TIME.code)
    const order = await placeWith(buyer, quoteIds, own)
    expect(await codeOf(placeWith(buyer, [await quote(buyer, course.id)], own))).toBe(COUPON_NOT_FREE.code)
    await pay(buyer, order.id)
    const another = await quote(buyer, (await newCourse()).id)
    expect(await codeOf(placeWith(buyer, [another], own))).toBe(COUPON_NOT_FREE.code)
  })

  it('holds it once, of eight orders at one moment', async () => {
    const buyer = await newBuyer()
    const couponId = await couponOf(buyer)
    const quoteIds: string[] = []
    for (let count = 0; count < 8; count++) quoteIds.push(await quote(buyer, (await newCourse({ original: 2000 })).id))
    const left = [...quoteIds]
    const result = await race(platform, 8, () => placeWith(buyer, [left.pop() as string], couponId), {
      begin: async () => undefined,
    })
    expect(result).toMatchObject({ accepted: 1, refused: { [COUPON_NOT_FREE.code]: 7 } })
  })

  it('answers the same key with the same order, and holds the coupon once', async () => {
    const buyer = await newBuyer()
    const couponId = await couponOf(buyer)
    const body = { key: uuid(), quoteIds: [await quote(buyer, (await newCourse({ original: 2000 })).id)], couponId }
    const first = await as(buyer).placeOrder({ body })
    expect(await as(buyer).placeOrder({ body })).toMatchObject({ id: first.id, discount: '500' })
  })

  it('returns it when it is closed, by its buyer or by time', async () => {
    const buyer = await newBuyer()
    const couponId = await couponOf(buyer)
    const course = await newCourse({ original: 2000 })
    const first = await placeWith(buyer, [await quote(buyer, course.id)], couponId)
    await as(buyer).closeOrder({ params: { id: first.id } })
    expect(await stateOf(buyer, couponId)).toBe('usable')
    expect(await read(buyer, first.id)).toMatchObject({ discount: '500', couponName: '满减券' })
    await placeWith(buyer, [await quote(buyer, course.id)], couponId)
    const start = platform.now
    platform.now = start + 31 * 60_000
    try {
      await sql`select graphile_worker.add_job('orders.close-expired','{}'::json)`.execute(platform.root)
      await runJobs()
      expect(await stateOf(buyer, couponId)).toBe('usable')
    } finally {
      platform.now = start
    }
  })

  it('that costs nothing is paid at once, without a payment, and cannot be paid back', async () => {
    const buyer = await newBuyer(0n)
    const course = await newCourse({ original: 400 })
    const couponId = await couponOf(buyer)
    const order = await placeWith(buyer, [await quote(buyer, course.id)], couponId)
    expect(order).toMatchObject({ status: 'deal-done', payable: '0', paid: '0', discount: '400' })
    expect(await opens(buyer, course)).toBe(true)
    expect(await stateOf(buyer, couponId)).toBe('used')
    const shown = await read(buyer, order.id)
    expect(shown).toMatchObject({ paymentId: null, refundable: { amount: '0', refusal: ABOVE_REFUNDABLE.code } })
    expect(shown.events.map(({ kind }) => kind)).toEqual(['placed', 'paid', 'done'])
    const rmb = await newCourse({ payType: 2, original: 400 })
    const inRmb = await couponOf(buyer, { payType: 2, amount: '400' })
    const free = await placeWith(buyer, [await quote(buyer, rmb.id)], inRmb)
    expect(free).toMatchObject({ status: 'deal-done', payable: '0' })
    expect(await opens(buyer, rmb)).toBe(true)
    const lines = shown.lines.map(({ id: lineId }) => ({ lineId, quantity: 1 }))
    const back = as(buyer).requestRefund({ params: { id: order.id }, body: { lines, reason: '不要了' } })
    expect(await codeOf(back)).toBe(ABOVE_REFUNDABLE.code)
  })

  it('pays back what was paid, and returns the coupon when all is back', async () => {
    const buyer = await newBuyer()
    const course = await newCourse({ original: 1000 })
    const couponId = await couponOf(buyer, { amount: '100' })
    const order = await placeWith(buyer, [await quote(buyer, course.id, 3)], couponId, true)
    await pay(buyer, order.id)
    const before = await balance(buyer)
    const lineId = order.lines[0]?.id ?? ''
    const refund = async (quantity: number) => {
      const body = { lines: [{ lineId, quantity }], reason: '不需要了' }
      const { id } = await as(buyer).requestRefund({ params: { id: order.id }, body })
      await as(shop.staff).decideRefund({ params: { id }, body: { isAgreed: true } })
    }
    await refund(1)
    expect((await balance(buyer)) - before).toBe(966n)
    expect(await stateOf(buyer, couponId)).toBe('used')
    await refund(2)
    expect((await balance(buyer)) - before).toBe(2900n)
    expect(await read(buyer, order.id)).toMatchObject({ status: 'refunded', refunded: '2900' })
    expect(await stateOf(buyer, couponId)).toBe('usable')
  })

  it('stays used while its buyer keeps what it made free', async () => {
    const buyer = await newBuyer()
    const [free, paid] = [await newCourse({ original: 400 }), await newCourse({ original: 1000 })]
    const couponId = await couponOf(buyer, { scope: 'items', items: [{ businessType: 1, itemId: free.id }] })
    const order = await placeWith(buyer, [await quote(buyer, free.id), await quote(buyer, paid.id)], couponId)
    await pay(buyer, order.id)
    const [, line] = order.lines
    const body = { lines: [{ lineId: line?.id ?? '', quantity: 1 }], reason: '不需要了' }
    const { id } = await as(buyer).requestRefund({ params: { id: order.id }, body })
    await as(shop.staff).decideRefund({ params: { id }, body: { isAgreed: true } })
    expect(await read(buyer, order.id)).toMatchObject({ refunded: '1000' })
    expect(await opens(buyer, free)).toBe(true)
    expect(await stateOf(buyer, couponId)).toBe('used')
  })

  it('in RMB is paid by the discounted amount', async () => {
    const buyer = await newBuyer(0n)
    const course = await newCourse({ payType: 2, original: 29_900 })
    const couponId = await couponOf(buyer, { payType: 2, kind: 'percent', percent: 10, amount: null })
    const order = await placeWith(buyer, [await quote(buyer, course.id)], couponId)
    const { paymentId } = await as(buyer).startPayment({ params: { id: order.id }, body: { provider: 'test' } })
    await platform.client(payments, buyer).testPayment({ params: { id: paymentId }, body: { outcome: 'paid' } })
    await runJobs()
    expect(await read(buyer, order.id)).toMatchObject({ status: 'deal-done', paid: '26910' })
    expect(await stateOf(buyer, couponId)).toBe('used')
  })
})
