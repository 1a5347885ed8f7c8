/** Orders against who sends everything twice, at once, changed, or in the name of others. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, describe, expect, it } from 'vitest'
import { makeSeats } from '#modules/commerce/entitlements/server.ts'
import { startMakers, wechatPaid } from '#modules/commerce/payments/server/makers.fixture.ts'
import { QUOTE_EXPIRED } from '#modules/commerce/prices/contract.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { meeting, race } from '#test/race.ts'
import { COINS_SHORT, ORDER_STATUS, REFUND_DECIDED, REFUND_IN_PROGRESS } from '../contract/codes.ts'
import type { Order } from '../contract/shapes.ts'
import { testShop } from './shop.fixture.ts'

const makers = await startMakers()
const platform = testPlatform({ poolSize: 8, environment: makers.environment })
const shop = testShop(platform)
const { as, balance, bought, order, opens, quote, newBuyer, newCourse } = shop
afterAll(() => makers.stop())

/** What WeChat Pay says of a payment, with its own signature. */
async function callback(paymentId: string, fen: number): Promise<number> {
  const said = wechatPaid(paymentId.replaceAll('-', ''), fen, platform.now)
  const signed = makers.wechatCallback('TRANSACTION.SUCCESS', said, platform.now)
  const url = '/api/v1/payment/callback/wechat-pay'
  return (await platform.app.inject({ method: 'POST', url, ...signed })).statusCode
}

async function paidByWechat(quantity = 1) {
  const course = await newCourse({ payType: 2, original: 500 })
  const buyer = await newBuyer(0n)
  const placed = await order(buyer, [course.id], quantity)
  const params = { id: placed.id }
  const { paymentId } = await as(buyer).startPayment({ params, body: { provider: 'wechat-pay' } })
  expect(await callback(paymentId, 500 * quantity)).toBe(200)
  return { buyer, course, placed, paymentId }
}

const codesOf = async (calls: readonly Promise<unknown>[]) => (await refusals(calls)).map(({ errorCode }) => errorCode)
const lineOf = ({ lines }: Pick<Order, 'lines'>) => lines[0]?.id ?? ''
const refunding = (placed: Pick<Order, 'id' | 'lines'>, quantity = 1) => ({
  params: { id: placed.id },
  body: { lines: [{ lineId: lineOf(placed), quantity }], reason: '买错了' },
})
const begin = async () => undefined
const lockedOrder = (id: string) => () => sql`select from orders.order where id = ${id} for update`

describe('at one moment', () => {
  it('a refund that is agreed to and a callback that is repeated do not wait for each other', async () => {
    const { buyer, placed, paymentId } = await paidByWechat()
    const asked = await as(buyer).requestRefund(refunding(placed))
    const decision = { params: { id: asked.id }, body: { isAgreed: true } }
    const calls = () => Promise.all([as(shop.staff).decideRefund(decision), callback(paymentId, 500)])
    expect(await meeting(platform, 2, lockedOrder(placed.id)(), calls)).toEqual([{ status: 'processing' }, 200])
  })

  it('an order is paid, or closed, and never both', async () => {
    const buyer = await newBuyer()
    const { id } = await order(buyer, [(await newCourse()).id])
    const params = { id }
    const calls = [
      () => as(buyer).payWithCoins({ params }),
      () => as(buyer).closeOrder({ params }),
      () => as(shop.staff).closeManagedOrder({ params, body: { reason: '停售' } }),
    ]
    const result = await race<unknown>(platform, 3, (at) => calls[at]?.() ?? Promise.resolve(), {
      begin,
      locked: lockedOrder(id),
    })
    const { status, paid, events } = await as(buyer).ownOrder({ params })
    expect(await balance(buyer)).toBe(100_000n - BigInt(paid))
    expect(events.filter(({ kind }) => kind === 'paid' || kind === 'closed')).toHaveLength(1)
    expect(result.accepted + (result.refused[ORDER_STATUS.code] ?? 0)).toBe(3)
    expect(status).toBe(paid === '0' ? 'closed' : 'deal-done')
  })

  it('fifty payments of one order are one, with coins and in RMB', async () => {
    const buyer = await newBuyer(10_000n)
    const coins = await order(buyer, [(await newCourse({ original: 6000 })).id])
    const pay = () => as(buyer).payWithCoins({ params: { id: coins.id } })
    expect(await race(platform, 50, pay, { begin, locked: lockedOrder(coins.id) })).toMatchObject({ accepted: 50 })
    expect(await balance(buyer)).toBe(4000n)
    const rmb = await order(buyer, [(await newCourse({ payType: 2, original: 500 })).id])
    const start = () => as(buyer).startPayment({ params: { id: rmb.id }, body: { provider: 'wechat-pay' } })
    const { answers } = await race(platform, 50, start, { begin, locked: lockedOrder(rmb.id) })
    const [paymentId = ''] = new Set(answers.map((one) => one.paymentId))
    expect(answers.every((one) => one.paymentId === paymentId)).toBe(true)
    const said = await Promise.all(Array.from({ length: 50 }, () => callback(paymentId, 500)))
    expect(new Set(said)).toEqual(new Set([200]))
    expect(await as(buyer).ownOrder({ params: { id: rmb.id } })).toMatchObject({ paid: '500', status: 'deal-done' })
  })

  it('a refund is agreed to, rejected or withdrawn, and pays back once at most', async () => {
    const buyer = await newBuyer()
    const placed = await bought(buyer, [(await newCourse()).id])
    const { id } = await as(buyer).requestRefund(refunding(placed))
    const decide = (isAgreed: boolean) =>
      as(shop.staff).decideRefund({ params: { id }, body: { isAgreed, reason: '已超出说明的范围' } })
    const withdraw = () => as(buyer).withdrawRefund({ params: { id: placed.id, refundId: id } })
    const calls = [() => decide(true), () => decide(false), withdraw, () => decide(true), withdraw]
    const result = await race<unknown>(platform, 5, (at) => calls[at]?.() ?? Promise.resolve(), {
      begin,
      locked: lockedOrder(placed.id),
    })
    expect(result).toMatchObject({ accepted: 1, refused: { [REFUND_DECIDED.code]: 4 } })
    const shown = await as(buyer).ownOrder({ params: { id: placed.id } })
    const back = shown.refunds[0]?.status === 'done' ? '1999' : '0'
    expect(shown.refunded).toBe(back)
    expect(await balance(buyer)).toBe(98_001n + BigInt(back))
  })

  it('every button does its work once when it is pressed twice', async () => {
    const buyer = await newBuyer()
    const colleague = await newBuyer(0n)
    const [first, second] = [await newCourse(), await newCourse({ original: 100 })]
    const open = await order(buyer, [first.id])
    const twice = (call: () => Promise<unknown>) => race(platform, 2, call, { begin })
    const once = { accepted: 1 }
    await twice(() => as(buyer).closeOrder({ params: { id: open.id } }))
    const other = await order(buyer, [first.id])
    await twice(() => as(shop.staff).closeManagedOrder({ params: { id: other.id }, body: { reason: '停售' } }))
    for (const { id } of [open, other]) {
      const { events } = await as(buyer).ownOrder({ params: { id } })
      expect(events.map(({ kind }) => kind)).toEqual(['placed', 'closed'])
    }

    const sent = await bought(buyer, [first.id])
    const receiver = { name: '张三', phone: '13800000000', address: '北京市东城区 1 号', postalCode: '100010' }
    await sql`update orders.order set delivery = 'not-shipped', status = 'paid', done_at = null,
      receiver = ${JSON.stringify(receiver)}::jsonb where id = ${sent.id}`.execute(platform.root)
    const parcel = { params: { id: sent.id }, body: { shippingCompany: '顺丰', trackingNumber: 'SF1' } }
    expect(await twice(() => as(shop.staff).shipOrder(parcel))).toMatchObject(once)
    expect(await twice(() => as(buyer).receiveOrder({ params: { id: sent.id } }))).toMatchObject(once)

    const team = await bought(buyer, [second.id], 2)
    const params = { id: (await as(buyer).ownSeats()).items[0]?.id ?? '' }
    const body = { memberIds: [colleague.id] }
    await twice(() => as(buyer).giveSeats({ params, body }))
    expect(await as(buyer).ownSeats()).toMatchObject({ items: [{ usedCount: 1 }] })
    expect(await twice(() => as(buyer).takeSeat({ params: { ...params, memberId: colleague.id } }))).toMatchObject(once)
    expect(await twice(() => as(buyer).requestRefund(refunding(team)))).toMatchObject(once)
    const refund = (await as(buyer).ownOrder({ params: { id: team.id } })).refunds[0]?.id ?? ''
    const decision = { params: { id: refund }, body: { isAgreed: true } }
    expect(await twice(() => as(shop.staff).decideRefund(decision))).toMatchObject(once)
    expect(await balance(buyer)).toBe(100_000n - 1999n - 200n + 100n)

    const grant = { body: { businessType: 1, itemId: second.id, memberIds: [colleague.id] } }
    const { answers } = await race(platform, 2, () => as(shop.staff).grantEntitlements(grant), { begin })
    expect(answers.reduce((sum, { granted }) => sum + granted, 0)).toBe(1)
    expect(
      (await as(shop.staff).entitlements({ query: { memberId: colleague.id, state: 'active' } })).recordCount,
    ).toBe(1)
  })
})

describe('a request', () => {
  it('is the same order when its answer was lost, also after the quote is over', async () => {
    const buyer = await newBuyer()
    const body = { key: uuid(), quoteIds: [await quote(buyer, (await newCourse()).id)] }
    const { id } = await as(buyer).placeOrder({ body })
    const start = platform.now
    platform.now += 15 * 60_000
    expect((await as(buyer).placeOrder({ body })).id).toBe(id)
    platform.now = start
  })

  it('is placed to the last millisecond of its quote and no longer', async () => {
    const buyer = await newBuyer()
    const start = platform.now
    const [first, second] = [await newCourse(), await newCourse()]
    const early = { key: uuid(), quoteIds: [await quote(buyer, first.id)] }
    const late = { key: uuid(), quoteIds: [await quote(buyer, second.id)] }
    platform.now = start + 15 * 60_000 - 1
    await as(buyer).placeOrder({ body: early })
    platform.now += 1
    expect(await refusal(as(buyer).placeOrder({ body: late }))).toMatchObject({ errorCode: QUOTE_EXPIRED.code })
    platform.now = start
  })

  it('for a refund names whole units of lines of the own order, once each, and nothing else', async () => {
    const buyer = await newBuyer()
    const placed = await bought(buyer, [(await newCourse({ original: 10 })).id], 5)
    const foreign = await bought(await newBuyer(), [(await newCourse()).id])
    const ask = (lines: unknown, more: object = {}) =>
      as(buyer).requestRefund({ params: { id: placed.id }, body: { lines, reason: '买错了', ...more } as never })
    const lineId = lineOf(placed)
    const wrong = [0, -1, 1.5, 1_000_001, 1e17, '1e3', null].map((quantity) => ask([{ lineId, quantity }]))
    expect(new Set(await codesOf(wrong))).toEqual(new Set([900001]))
    const more = [
      ask([{ lineId, quantity: 1, amount: '100000' }]),
      ask([{ lineId, quantity: 1 }], { amount: '100000' }),
      ask([]),
    ]
    expect(new Set(await codesOf(more))).toEqual(new Set([900001]))
    const repeated = [
      { lineId, quantity: 3 },
      { lineId, quantity: 3 },
    ]
    expect(await codesOf([ask(repeated), ask([{ lineId: lineOf(foreign), quantity: 1 }])])).toEqual([900005, 900005])
    expect((await as(buyer).ownOrder({ params: { id: placed.id } })).refunds).toEqual([])
  })

  it('about an order of somebody else finds none, whatever it asks for', async () => {
    const owner = await newBuyer()
    const placed = await bought(owner, [(await newCourse()).id])
    const asked = await as(owner).requestRefund(refunding(placed))
    const thief = as(await newBuyer())
    const params = { id: placed.id }
    const calls = [
      thief.ownOrder({ params }),
      thief.payWithCoins({ params }),
      thief.startPayment({ params, body: { provider: 'wechat-pay' } }),
      thief.closeOrder({ params }),
      thief.receiveOrder({ params }),
      thief.requestRefund(refunding(placed)),
      thief.withdrawRefund({ params: { id: placed.id, refundId: asked.id } }),
    ]
    expect(new Set(await codesOf(calls))).toEqual(new Set([900005]))
    const own = await bought(owner, [(await newCourse()).id])
    const crossed = as(owner).withdrawRefund({ params: { id: own.id, refundId: asked.id } })
    expect(await codesOf([crossed])).toEqual([900005])
  })

  it('costs to the last hundredth what its lines cost together, also beyond the safe integers', async () => {
    const buyer = await newBuyer()
    const quoteIds: string[] = []
    for (let count = 0; count < 19; count += 1) {
      const { id } = await newCourse({ original: 999_999_999 })
      quoteIds.push(await quote(buyer, id, 999_999))
    }
    const dear = await as(buyer).placeOrder({ body: { key: uuid(), quoteIds, forOthers: true } })
    const sum = 19n * 999_999_999n * 999_999n
    expect(sum > BigInt(Number.MAX_SAFE_INTEGER)).toBe(true)
    expect({ amount: dear.amount, payable: dear.payable }).toEqual({ amount: String(sum), payable: String(sum) })
    const params = { id: dear.id }
    expect(await refusal(as(buyer).payWithCoins({ params }))).toMatchObject({ errorCode: COINS_SHORT.code })
    // Paid by hand: the most that an account can hold is less.
    await sql`update orders.order set status = 'deal-done', paid = payable, paid_at = ${platform.now}, done_at = ${platform.now}
      where id = ${dear.id}`.execute(platform.root)
    for (const { id: sourceId, businessType, itemId, quantity: count } of dear.lines) {
      const seats = {
        companyId: shop.companyId,
        ownerId: buyer.id,
        businessType,
        itemId,
        sourceId,
        count,
        now: platform.now,
      }
      await inTransaction(platform.db, (db) => makeSeats(db, seats))
    }
    const lines = dear.lines.map(({ id: lineId, quantity }) => ({ lineId, quantity }))
    const asked = await as(buyer).requestRefund({ params, body: { lines, reason: '买错了' } })
    expect(asked.amount).toBe(String(sum))
  })
})

describe('what is paid back', () => {
  it('takes back for good what it had opened: nobody opens it again', async () => {
    const course = await newCourse()
    const buyer = await newBuyer()
    const placed = await bought(buyer, [course.id])
    const asked = await as(buyer).requestRefund(refunding(placed))
    await as(shop.staff).decideRefund({ params: { id: asked.id }, body: { isAgreed: true } })
    const { items } = await as(shop.staff).entitlements({ query: { memberId: buyer.id } })
    expect(items).toMatchObject([{ state: 'revoked', source: 'order' }])
    const opening = { params: { id: items[0]?.id ?? '' }, body: { state: 'active' as const } }
    expect(await codesOf([as(shop.staff).changeEntitlement(opening)])).toEqual([403001])
    expect(await opens(buyer, course)).toBe(false)
  })

  it('and on its way to the provider is not asked for again', async () => {
    const { buyer, placed } = await paidByWechat()
    const asked = await as(buyer).requestRefund(refunding(placed))
    await as(shop.staff).decideRefund({ params: { id: asked.id }, body: { isAgreed: true } })
    expect(await codesOf([as(buyer).requestRefund(refunding(placed))])).toEqual([REFUND_IN_PROGRESS.code])
    const { refundable } = await as(buyer).ownOrder({ params: { id: placed.id } })
    expect(refundable).toMatchObject({ amount: '0', lines: [{ quantity: 0, obstacle: 'refunded' }] })
  })
})
