/** Changes of an unpaid order: new versions with new quotes, and never paid with the money of another version. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { COUPON_NOT_FITTING, COUPON_NOT_FREE, COUPON_OUT_OF_TIME, coupons } from '#modules/commerce/coupons/contract.ts'
import { buildCoupon, buildOwnCoupon, type CouponInput } from '#modules/commerce/coupons/server/coupons.fixture.ts'
import { payments } from '#modules/commerce/payments/contract.ts'
import { QUOTE_EXPIRED } from '#modules/commerce/prices/contract.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import {
  ABOVE_AGREED,
  NOT_AGREED,
  ONLY_ONE,
  ORDER_EXPIRED,
  ORDER_STATUS,
  ORDER_TOO_LARGE,
  OTHER_ITEM,
  PAY_TYPES_MIXED,
  VERSION_PAST,
} from '../contract/codes.ts'
import type { Order } from '../contract/shapes.ts'
import { testShop } from './shop.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const shop = testShop(platform)
const { as, balance, newBuyer, newCourse, opens, order, quote } = shop
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode
const dayMs = 86_400_000

interface Change {
  readonly version?: number
  readonly key?: string
  readonly couponId?: string
}
type Lines = readonly { readonly lineId: string; readonly quoteId?: string }[]
const changing = (
  buyer: BuiltMember,
  { id, version }: Pick<Order, 'id' | 'version'>,
  lines: Lines,
  more: Change = {},
) => as(buyer).changeOrder({ params: { id }, body: { key: uuid(), version, lines: [...lines], ...more } })
const asTheyAre = ({ lines }: Pick<Order, 'lines'>): Lines => lines.map(({ id: lineId }) => ({ lineId }))
const lineAt = ({ lines }: Pick<Order, 'lines'>, place = 0) => lines[place] as Order['lines'][number]
const read = (buyer: BuiltMember, id: string) => as(buyer).ownOrder({ params: { id } })
const pay = (buyer: BuiltMember, id: string) => as(buyer).payWithCoins({ params: { id } })
/** Of the first line, another quantity at the price of now. */
async function withQuantity(buyer: BuiltMember, placed: Order, quantity: number): Promise<Lines> {
  const line = lineAt(placed)
  return [{ lineId: line.id, quoteId: await quote(buyer, line.itemId, quantity) }]
}
async function couponOf(buyer: BuiltMember, change: Partial<CouponInput> = {}): Promise<string> {
  const { companyId } = shop
  const { id } = await buildCoupon(platform.db, { companyId, now: platform.now, ...change })
  return buildOwnCoupon(platform.db, { companyId, memberId: buyer.id, couponId: id, now: platform.now })
}
const stateOf = async (buyer: BuiltMember, id: string) =>
  (await platform.client(coupons, buyer).ownCoupons({ query: {} })).items.find((coupon) => coupon.id === id)?.state
async function runJobs() {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(platform.root)
  await platform.runJobs()
}
const start = (buyer: BuiltMember, id: string) => as(buyer).startPayment({ params: { id }, body: { provider: 'test' } })
const say = async (buyer: BuiltMember, paymentId: string, outcome: 'paid' | 'late' | 'failed') => {
  await platform.client(payments, buyer).testPayment({ params: { id: paymentId }, body: { outcome } })
}
const moneyBack = async (paymentId: string) =>
  (
    await sql<{ amount: string; state: string }>`select amount_fen::text as amount, state from payments.refund
      where payment_id = ${paymentId}`.execute(platform.root)
  ).rows

describe('a change of an unpaid order', () => {
  it('is a new version with its own lines, and the former one stays readable', async () => {
    const [buyer, course] = [await newBuyer(), await newCourse({ original: 1000 })]
    const placed = await order(buyer, [course.id], 3)
    expect(placed).toMatchObject({ version: 1, payable: '3000', possible: ['pay', 'change', 'close'] })
    const changed = await changing(buyer, placed, await withQuantity(buyer, placed, 2))
    expect(changed).toMatchObject({
      id: placed.id,
      number: placed.number,
      version: 2,
      payable: '2000',
      status: 'to-pay',
    })
    const { formerVersions, events, lines } = await read(buyer, placed.id)
    expect(formerVersions).toMatchObject([{ version: 1, payable: '3000', lines: [{ quantity: 3, amount: '3000' }] }])
    expect(lines).toMatchObject([{ quantity: 2, amount: '2000' }])
    expect(lineAt({ lines }).id).not.toBe(lineAt(placed).id)
    expect(events.map(({ kind }) => kind)).toEqual(['placed', 'changed'])
    expect(events[1]).toMatchObject({ data: { version: '2', amount: '2000' } })
    const managed = await as(shop.staff).managedOrder({ params: { id: placed.id } })
    expect(managed).toMatchObject({ version: 2, formerVersions: [{ version: 1 }] })
    const before = await balance(buyer)
    await pay(buyer, placed.id)
    expect(before - (await balance(buyer))).toBe(2000n)
    const pools = (await as(buyer).ownSeats({ query: {} })).items
    expect(pools).toMatchObject([{ seatCount: 2 }])
  })

  it('removes a line, which is neither shown, found, sold nor paid back any more', async () => {
    const buyer = await newBuyer()
    const [one, two] = [await newCourse({ original: 1000 }), await newCourse({ original: 3000 })]
    const placed = await order(buyer, [one.id, two.id])
    const changed = await changing(buyer, placed, [{ lineId: lineAt(placed, 1).id }])
    expect(changed).toMatchObject({ payable: '3000', lines: [{ itemId: two.id }] })
    const ofItem = async (itemId: string) =>
      (await as(shop.staff).managedOrders({ query: { businessType: 1, itemId } })).items.map(({ id }) => id)
    expect(await ofItem(one.id)).toEqual([])
    expect(await ofItem(two.id)).toEqual([placed.id])
    const found = async (line: Order['lines'][number]) =>
      (await as(buyer).ownOrders({ query: { search: line.name } })).items.map(({ lines }) => lines.length)
    const isOneName = lineAt(placed).name === lineAt(placed, 1).name
    expect(await found(lineAt(placed))).toEqual(isOneName ? [1] : [])
    await pay(buyer, placed.id)
    expect([await opens(buyer, one), await opens(buyer, two)]).toEqual([false, true])
    expect(await read(buyer, placed.id)).toMatchObject({ paid: '3000', refundable: { amount: '3000' } })
    expect((await read(buyer, placed.id)).refundable.lines).toHaveLength(1)
  })

  it('has the price that was quoted for it, and lines that stay keep theirs', async () => {
    const buyer = await newBuyer()
    const [one, two] = [await newCourse({ original: 1000 }), await newCourse({ original: 3000 })]
    const ids = [await quote(buyer, one.id, 2), await quote(buyer, two.id, 2)]
    const placed = await as(buyer).placeOrder({ body: { key: uuid(), quoteIds: ids, forOthers: true } })
    const setPrice = async (itemId: string, coin: number) => {
      const params = { businessType: 1, itemId }
      const { revision, terms } = await as(shop.staff).price({ params })
      const changed = { ...terms, coin, discountCoin: coin }
      await as(shop.staff).setPrice({ params, body: { terms: changed, specials: [], revision } })
    }
    await setPrice(one.id, 1200)
    await setPrice(two.id, 3300)
    const quoteId = await quote(buyer, one.id, 5)
    await setPrice(one.id, 1500)
    const lines = [{ lineId: lineAt(placed).id, quoteId }, { lineId: lineAt(placed, 1).id }]
    expect(await as(buyer).previewChange({ params: { id: placed.id }, body: { lines } })).toMatchObject({
      amount: '12000',
    })
    const changed = await changing(buyer, placed, lines)
    expect(changed.lines.map(({ amount }) => amount)).toEqual(['6000', '6000'])
  })

  it('is one change however often its answer is lost, and none where nothing changes', async () => {
    const [buyer, course] = [await newBuyer(), await newCourse({ original: 1000 })]
    const placed = await order(buyer, [course.id], 3)
    expect(await changing(buyer, placed, asTheyAre(placed))).toMatchObject({ version: 1 })
    const [key, lines] = [uuid(), await withQuantity(buyer, placed, 2)]
    const { answers, refused } = await race(platform, 10, () => changing(buyer, placed, lines, { key }), {
      begin: async () => undefined,
    })
    expect({ versions: [...new Set(answers.map(({ version }) => version))], refused }).toEqual({
      versions: [2],
      refused: {},
    })
    expect((await read(buyer, placed.id)).formerVersions).toHaveLength(1)
  })

  it('of two at once is the first; the second has to look again', async () => {
    const [buyer, course] = [await newBuyer(), await newCourse({ original: 1000 })]
    const placed = await order(buyer, [course.id], 3)
    const lines = await withQuantity(buyer, placed, 2)
    const { accepted, refused } = await race(platform, 2, () => changing(buyer, placed, lines), {
      begin: async () => undefined,
    })
    expect({ accepted, refused }).toEqual({ accepted: 1, refused: { [VERSION_PAST.code]: 1 } })
    const { data } = await refusal(changing(buyer, placed, lines))
    expect(data).toMatchObject({ version: 2 })
  })

  it('at the moment of a payment comes before it or is refused: what is paid is what is in force', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [buyer, course] = [await newBuyer(), await newCourse({ original: 1000 })]
      const placed = await order(buyer, [course.id], 3)
      const before = await balance(buyer)
      const lines = await withQuantity(buyer, placed, 2)
      await Promise.allSettled([changing(buyer, placed, lines), pay(buyer, placed.id)])
      const now = await read(buyer, placed.id)
      expect(now).toMatchObject({ status: 'deal-done', paid: now.payable, version: now.payable === '2000' ? 2 : 1 })
      expect(before - (await balance(buyer))).toBe(BigInt(now.paid))
      const pools = (await as(buyer).ownSeats({ query: {} })).items
      expect(pools).toMatchObject([{ seatCount: now.version === 2 ? 2 : 3 }])
    }
  })

  it('at the moment of closing leaves a closed order', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [buyer, course] = [await newBuyer(), await newCourse({ original: 1000 })]
      const placed = await order(buyer, [course.id], 3)
      const couponId = await couponOf(buyer)
      const lines = await withQuantity(buyer, placed, 2)
      const closing = as(buyer).closeOrder({ params: { id: placed.id } })
      await Promise.allSettled([changing(buyer, placed, lines, { couponId }), closing])
      await closing
      expect(await read(buyer, placed.id)).toMatchObject({ status: 'closed', possible: [] })
      expect(await stateOf(buyer, couponId)).toBe('usable')
    }
  })
})

describe('a payment that was started', () => {
  const rmbOrder = async (quantity = 3) => {
    const [buyer, course] = [await newBuyer(0n), await newCourse({ payType: 2, original: 1000 })]
    return { buyer, course, placed: await order(buyer, [course.id], quantity) }
  }

  it('is ended by a change: its money goes back when it comes late, and the order is not paid', async () => {
    const { buyer, placed } = await rmbOrder()
    const { paymentId } = await start(buyer, placed.id)
    await say(buyer, paymentId, 'late')
    const changed = await changing(buyer, placed, await withQuantity(buyer, placed, 2))
    expect(changed).toMatchObject({ status: 'to-pay', payable: '2000' })
    for (let round = 0; round < 3; round += 1) await runJobs()
    expect(await read(buyer, placed.id)).toMatchObject({ status: 'to-pay', paid: '0', paymentId: null })
    expect(await moneyBack(paymentId)).toEqual([{ amount: '3000', state: 'succeeded' }])
    const next = await start(buyer, placed.id)
    await say(buyer, next.paymentId, 'paid')
    await runJobs()
    expect(await read(buyer, placed.id)).toMatchObject({ status: 'deal-done', paid: '2000', version: 2 })
  })

  it('pays the version in force or goes back, when its money arrives at the moment of a change', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { buyer, placed } = await rmbOrder()
      const { paymentId } = await start(buyer, placed.id)
      const lines = await withQuantity(buyer, placed, 2)
      const [paying] = await Promise.allSettled([say(buyer, paymentId, 'paid'), changing(buyer, placed, lines)])
      for (let again = 0; again < 3; again += 1) await runJobs()
      const { version, status, paid } = await read(buyer, placed.id)
      const back = await moneyBack(paymentId)
      // A payment that was ended before takes no money.
      const isTaken = paying.status === 'fulfilled'
      if (version === 1) expect({ status, paid, back }).toEqual({ status: 'deal-done', paid: '3000', back: [] })
      else {
        expect({ status, paid }).toEqual({ status: 'to-pay', paid: '0' })
        expect(back).toEqual(isTaken ? [{ amount: '3000', state: 'succeeded' }] : [])
      }
    }
  })
})

describe('a coupon', () => {
  it('is chosen, exchanged and taken off; what the order holds of one is free for it', async () => {
    const [buyer, course] = [await newBuyer(), await newCourse({ original: 1000 })]
    const [small, large] = [await couponOf(buyer, { amount: '200' }), await couponOf(buyer, { amount: '700' })]
    const placed = await order(buyer, [course.id])
    const params = { id: placed.id }
    const offered = async (of: Order) =>
      (await as(buyer).previewChange({ params, body: { lines: [...asTheyAre(of)] } })).coupons.map(({ id }) => id)
    expect(await offered(placed)).toEqual([large, small])
    const second = await changing(buyer, placed, asTheyAre(placed), { couponId: large })
    expect(second).toMatchObject({ version: 2, discount: '700', payable: '300' })
    expect(await read(buyer, placed.id)).toMatchObject({ couponId: large })
    expect(await stateOf(buyer, large)).toBe('reserved')
    expect(await offered(second)).toEqual([large, small])
    const third = await changing(buyer, second, asTheyAre(second), { couponId: small })
    expect(third).toMatchObject({ payable: '800' })
    expect([await stateOf(buyer, large), await stateOf(buyer, small)]).toEqual(['usable', 'reserved'])
    const fourth = await changing(buyer, third, asTheyAre(third))
    expect(fourth).toMatchObject({ version: 4, payable: '1000', couponName: '' })
    expect(await stateOf(buyer, small)).toBe('usable')
    expect((await read(buyer, placed.id)).formerVersions.map(({ payable }) => payable)).toEqual(['1000', '300', '800'])
  })

  it('is shared again by the lines that stay, and pays an order wholly at once', async () => {
    const buyer = await newBuyer()
    const placed = await order(buyer, [
      (await newCourse({ original: 1000 })).id,
      (await newCourse({ original: 500 })).id,
    ])
    const couponId = await couponOf(buyer, { amount: '500' })
    const second = await changing(buyer, placed, asTheyAre(placed), { couponId })
    expect(second.lines.map(({ discount }) => discount)).toEqual(['333', '167'])
    const third = await changing(buyer, second, [{ lineId: lineAt(second, 1).id }], { couponId })
    expect(third).toMatchObject({ status: 'deal-done', payable: '0', lines: [{ discount: '500' }] })
    expect(await stateOf(buyer, couponId)).toBe('used')
  })

  it('that is used, over or not for it changes nothing', async () => {
    const [buyer, course] = [await newBuyer(), await newCourse({ original: 1000 })]
    const placed = await order(buyer, [course.id])
    const reserved = await couponOf(buyer)
    const other = await order(buyer, [(await newCourse({ original: 1000 })).id])
    await changing(buyer, other, asTheyAre(other), { couponId: reserved })
    const over = await couponOf(buyer, { validUntil: platform.now - 1, validFrom: platform.now - dayMs })
    const dear = await couponOf(buyer, { minimum: '2000' })
    const withCoupon = (couponId: string) => codeOf(changing(buyer, placed, asTheyAre(placed), { couponId }))
    expect(await withCoupon(reserved)).toBe(COUPON_NOT_FREE.code)
    expect(await withCoupon(over)).toBe(COUPON_OUT_OF_TIME.code)
    expect(await withCoupon(dear)).toBe(COUPON_NOT_FITTING.code)
    expect(await withCoupon(uuid())).toBe(900005)
    expect(await read(buyer, placed.id)).toMatchObject({ version: 1, formerVersions: [] })
  })
})

describe('a change is refused', () => {
  it('of what is paid, closed, over, waits for somebody, or is of somebody else', async () => {
    const [buyer, course] = [await newBuyer(), await newCourse({ original: 1000 })]
    const placed = await order(buyer, [course.id], 3)
    const lines = await withQuantity(buyer, placed, 2)
    const change = () => codeOf(changing(buyer, placed, lines))
    expect(await codeOf(changing(await newBuyer(), placed, lines))).toBe(900005)
    const set = (to: ReturnType<typeof sql>) =>
      sql`update orders.order set ${to} where id = ${placed.id}`.execute(platform.root)
    await set(sql`approval = 'approving'`)
    expect(await change()).toBe(NOT_AGREED.code)
    await set(sql`approval = null, expires_at = ${platform.now}`)
    expect(await change()).toBe(ORDER_EXPIRED.code)
    await set(sql`expires_at = ${platform.now + 60_000}`)
    await pay(buyer, placed.id)
    expect(await change()).toBe(ORDER_STATUS.code)
    const closed = await order(buyer, [course.id], 3)
    await as(buyer).closeOrder({ params: { id: closed.id } })
    expect(await codeOf(changing(buyer, closed, await withQuantity(buyer, closed, 2)))).toBe(ORDER_STATUS.code)
  })

  it('with other lines, quotes of other items, old quotes, two for oneself, another way to pay, or too much', async () => {
    const buyer = await newBuyer()
    const [one, two] = [await newCourse({ original: 1000 }), await newCourse({ original: 1000 })]
    const placed = await order(buyer, [one.id])
    const line = lineAt(placed)
    const change = (lines: Lines) => codeOf(changing(buyer, placed, lines))
    const preview = (lines: Lines) =>
      codeOf(as(buyer).previewChange({ params: { id: placed.id }, body: { lines: [...lines] } }))
    const same = [{ lineId: line.id }]
    const ofOther = [{ lineId: line.id, quoteId: await quote(buyer, two.id) }]
    for (const call of [change, preview]) {
      expect(await call([])).toBe(900001)
      expect(await call([...same, ...same])).toBe(900005)
      expect(await call([{ lineId: uuid() }])).toBe(900005)
      expect(await call([{ lineId: line.id, quoteId: uuid() }])).toBe(900005)
      expect(await call([{ lineId: line.id, quoteId: await quote(await newBuyer(), one.id) }])).toBe(900005)
      expect(await call(ofOther)).toBe(OTHER_ITEM.code)
    }
    expect(await change([{ lineId: line.id, quoteId: await quote(buyer, one.id, 2) }])).toBe(ONLY_ONE.code)
    const params = { businessType: 1, itemId: one.id }
    const { revision, terms } = await as(shop.staff).price({ params })
    const inRmb = { ...terms, payType: 2 as const }
    await as(shop.staff).setPrice({ params, body: { terms: inRmb, specials: [], revision } })
    expect(await change([{ lineId: line.id, quoteId: await quote(buyer, one.id) }])).toBe(PAY_TYPES_MIXED.code)
    await sql`update prices.quote set expires_at = ${platform.now} where member_id = ${buyer.id}`.execute(platform.root)
    for (const call of [change, preview]) expect(await call(ofOther)).toBe(QUOTE_EXPIRED.code)
    const dear = await newCourse({ payType: 2, original: 1_000_000_000 })
    const large = await order(buyer, [dear.id], 2)
    const lines = await withQuantity(buyer, large, 101)
    expect(await codeOf(changing(buyer, large, lines))).toBe(ORDER_TOO_LARGE.code)
    expect(await read(buyer, placed.id)).toMatchObject({ version: 1 })
  })

  it('where it is more than somebody has agreed to', async () => {
    const buyer = await newBuyer()
    const [one, two] = [await newCourse({ original: 1000 }), await newCourse({ original: 9000 })]
    const ids = [await quote(buyer, one.id, 3), await quote(buyer, two.id, 1)]
    const placed = await as(buyer).placeOrder({ body: { key: uuid(), quoteIds: ids, forOthers: true } })
    await sql`update orders.order set approval = 'agreed' where id = ${placed.id}`.execute(platform.root)
    // Cheaper, but more of something.
    const { errorCode, data } = await refusal(changing(buyer, placed, await withQuantity(buyer, placed, 4)))
    expect({ errorCode, data }).toMatchObject({ errorCode: ABOVE_AGREED.code, data: { max: '12000' } })
    const less = await changing(buyer, placed, await withQuantity(buyer, placed, 2))
    expect(less).toMatchObject({ payable: '2000', approval: 'agreed', possible: ['pay', 'change', 'close'] })
    const free = await couponOf(buyer, { amount: '2000' })
    expect(await changing(buyer, less, asTheyAre(less), { couponId: free })).toMatchObject({ status: 'deal-done' })
  })
})

describe('the database', () => {
  it('changes no line, no former version, and nothing of what is paid', async () => {
    const [buyer, course] = [await newBuyer(), await newCourse({ original: 1000 })]
    const placed = await order(buyer, [course.id], 3)
    const { id } = await changing(buyer, placed, await withQuantity(buyer, placed, 2))
    const of = (statement: ReturnType<typeof sql>) => statement.execute(platform.root)
    await expect(of(sql`update orders.line set quantity = 1 where order_id = ${id}`)).rejects.toThrow(/never changed/)
    await expect(of(sql`delete from orders.change where order_id = ${id}`)).rejects.toThrow(/never changed/)
    await expect(of(sql`update orders.order set amount = 1 where id = ${id}`)).rejects.toThrow(/not changed any more/)
    await pay(buyer, id)
    const next = sql`update orders.order set version = version + 1 where id = ${id}`
    await expect(of(next)).rejects.toThrow(/not changed any more/)
  })
})
