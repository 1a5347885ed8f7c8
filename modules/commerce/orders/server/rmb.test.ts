/** Orders in RMB over HTTP, with the test provider of payments: once, late, doubled, and paid back. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { invoices } from '#modules/commerce/invoices/contract.ts'
import { PROVIDER_UNAVAILABLE, payments } from '#modules/commerce/payments/contract.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import {
  ALREADY_BOUGHT,
  NOT_AGREED,
  ORDER_EXPIRED,
  ORDER_STATUS,
  ORDER_TOO_LARGE,
  OTHER_PAY_TYPE,
} from '../contract/codes.ts'
import type { Order } from '../contract/shapes.ts'
import { testShop } from './shop.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const shop = testShop(platform)
const { as, order, newBuyer, newCourse, opens } = shop
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode

const rmbCourse = () => newCourse({ payType: 2, original: 29_900 })
const start = (buyer: BuiltMember, id: string, provider: 'test' | 'alipay' = 'test') =>
  as(buyer).startPayment({ params: { id }, body: { provider } })
/** What the test provider says, said. */
async function say(buyer: BuiltMember, paymentId: string, outcome: 'paid' | 'failed' | 'doubled' | 'late') {
  await platform.client(payments, buyer).testPayment({ params: { id: paymentId }, body: { outcome } })
  await runJobs()
}
async function runJobs() {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(platform.root)
  await platform.runJobs()
}
async function paidOrder(quantity?: number) {
  const course = await rmbCourse()
  const buyer = await newBuyer(0n)
  const placed = await order(buyer, [course.id], quantity)
  const { paymentId } = await start(buyer, placed.id)
  await say(buyer, paymentId, 'paid')
  return { course, buyer, placed, paymentId }
}
const sentTo = async (buyer: BuiltMember) =>
  (
    await sql<{ type: string; body: string }>`select m.type, m.body_cn as body from messages.message m
      join messages.notification n on n.message_id = m.id where n.member_id = ${buyer.id} order by n.at, m.id`.execute(
      platform.root,
    )
  ).rows
const read = (buyer: BuiltMember, id: string) => as(buyer).ownOrder({ params: { id } })

describe('an order in RMB', () => {
  it('is paid by a provider, and opens what was bought, however often the provider says so', async () => {
    const course = await rmbCourse()
    const buyer = await newBuyer(0n)
    const { id } = await order(buyer, [course.id])
    const result = await race(platform, 8, () => start(buyer, id), { begin: async () => undefined })
    expect(new Set(result.answers.map(({ paymentId }) => paymentId)).size).toBe(1)
    await proves(['COMMERCE-033', 'COMMERCE-034', 'COMMERCE-037'], async () => {
      expect(await read(buyer, id)).toMatchObject({ status: 'paying' })
      expect(await opens(buyer, course)).toBe(false)
      await say(buyer, result.answers[0]?.paymentId ?? '', 'doubled')
      expect(await read(buyer, id)).toMatchObject({ status: 'deal-done', paid: '29900', payType: 2 })
      expect(await opens(buyer, course)).toBe(true)
    })
    expect(await as(buyer).ownEntitlements()).toMatchObject({ recordCount: 1 })
    expect(await codeOf(start(buyer, id))).toBe(ORDER_STATUS.code)
    // The buyer is notified once, though the provider said so twice.
    expect(await sentTo(buyer)).toEqual([{ type: 'order.paid', body: expect.stringContaining('299 元') }])
  })

  it('can be paid again after a payment that failed', async () => {
    const buyer = await newBuyer(0n)
    const { id } = await order(buyer, [(await rmbCourse()).id])
    const first = await start(buyer, id)
    await say(buyer, first.paymentId, 'failed')
    expect(await read(buyer, id)).toMatchObject({ status: 'to-pay', paymentId: null })
    const second = await start(buyer, id)
    expect(second.paymentId).not.toBe(first.paymentId)
    await say(buyer, second.paymentId, 'paid')
    const { status, events } = await read(buyer, id)
    expect(status).toBe('deal-done')
    expect(events.map(({ kind }) => kind)).toEqual(['placed', 'paying', 'payment-failed', 'paying', 'paid', 'done'])
  })

  it('that was closed gives money back which comes too late', async () => {
    const course = await rmbCourse()
    const buyer = await newBuyer(0n)
    const { id } = await order(buyer, [course.id])
    const { paymentId } = await start(buyer, id)
    await platform.client(payments, buyer).testPayment({ params: { id: paymentId }, body: { outcome: 'late' } })
    await as(buyer).closeOrder({ params: { id } })
    await runJobs()
    await runJobs()
    expect(await read(buyer, id)).toMatchObject({ status: 'closed', paid: '0' })
    expect(await opens(buyer, course)).toBe(false)
    const { rows } = await sql<{ amount: string; state: string }>`
      select amount_fen::text as amount, state from payments.refund where payment_id = ${paymentId}`.execute(
      platform.root,
    )
    expect(rows).toEqual([{ amount: '29900', state: 'succeeded' }])
    expect(await sentTo(buyer)).toEqual([{ type: 'payments.money-back', body: expect.stringContaining('299.00') }])
  })

  it('of several things gives money back where one of them was granted meanwhile', async () => {
    const [one, other] = [await rmbCourse(), await rmbCourse()]
    const buyer = await newBuyer(0n)
    const { id } = await order(buyer, [one.id, other.id])
    const { paymentId } = await start(buyer, id)
    const body = { businessType: 1, itemId: other.id, memberIds: [buyer.id] }
    await as(shop.staff).grantEntitlements({ body })
    await say(buyer, paymentId, 'paid')
    expect(await read(buyer, id)).toMatchObject({ paid: '0' })
    expect(await opens(buyer, one)).toBe(false)
  })

  it('is refused where it cannot be paid so', async () => {
    const course = await rmbCourse()
    const buyer = await newBuyer()
    const { id } = await order(buyer, [course.id])
    expect(await codeOf(start(buyer, id, 'alipay'))).toBe(PROVIDER_UNAVAILABLE.code)
    const coins = await order(buyer, [(await newCourse()).id])
    expect(await codeOf(start(buyer, coins.id))).toBe(OTHER_PAY_TYPE.code)
    expect(await codeOf(start(await newBuyer(), id))).toBe(900005)
    await sql`update orders.order set approval = 'approving' where id = ${id}`.execute(platform.root)
    expect(await codeOf(start(buyer, id))).toBe(NOT_AGREED.code)
    await sql`update orders.order set approval = null, expires_at = ${platform.now} where id = ${id}`.execute(
      platform.root,
    )
    expect(await codeOf(start(buyer, id))).toBe(ORDER_EXPIRED.code)
    const again = await order(buyer, [course.id])
    const body = { businessType: 1, itemId: course.id, memberIds: [buyer.id] }
    await as(shop.staff).grantEntitlements({ body })
    expect(await codeOf(start(buyer, again.id))).toBe(ALREADY_BOUGHT.code)
    const dear = await newCourse({ payType: 2, original: 1_000_000_000 })
    expect(await codeOf(order(buyer, [dear.id], 101))).toBe(ORDER_TOO_LARGE.code)
    expect((await order(buyer, [dear.id], 100)).payable).toBe('100000000000')
  })
})

/** A refund of one unit that a person makes: of a bank transfer somebody says whether the money is back. */
async function sentBack(buyer: BuiltMember, { id, lines }: Order, paymentId: string): Promise<string> {
  await sql`update payments.payment set provider = 'transfer' where id = ${paymentId}`.execute(platform.root)
  const wanted = [{ lineId: lines[0]?.id ?? '', quantity: 1 }]
  const asked = await as(buyer).requestRefund({ params: { id }, body: { lines: wanted, reason: '买错了' } })
  await as(shop.staff).decideRefund({ params: { id: asked.id }, body: { isAgreed: true } })
  return asked.id
}
const settle = (id: string, outcome: 'succeeded' | 'failed') =>
  platform.client(payments, shop.staff).settleRefund({ params: { id }, body: { outcome, note: '财务已核对' } })

describe('a refund of RMB', () => {
  it('goes to the provider, and closes the course when the money is back', async () => {
    const { course, buyer, placed } = await paidOrder()
    const [line] = placed.lines
    const asked = await as(buyer).requestRefund({
      params: { id: placed.id },
      body: { lines: [{ lineId: line?.id ?? '', quantity: 1 }], reason: '买错了' },
    })
    const decided = await as(shop.staff).decideRefund({ params: { id: asked.id }, body: { isAgreed: true } })
    expect(decided).toEqual({ status: 'processing' })
    expect(await opens(buyer, course)).toBe(false)
    expect(await read(buyer, placed.id)).toMatchObject({ status: 'deal-done', refunded: '0' })
    await runJobs()
    await proves('COMMERCE-037', async () =>
      expect(await read(buyer, placed.id)).toMatchObject({ status: 'refunded', refunded: '29900' }),
    )
    expect((await sentTo(buyer)).map(({ type }) => type)).toEqual(['order.paid', 'order.refund-decided'])
    expect(await as(buyer).ownEntitlements()).toMatchObject({ recordCount: 0 })
  })

  it('that the provider cannot make opens the course again', async () => {
    const { course, buyer, placed, paymentId } = await paidOrder()
    // Of a bank transfer a person says whether the money is back.
    await sql`update payments.payment set provider = 'transfer' where id = ${paymentId}`.execute(platform.root)
    const [line] = placed.lines
    const asked = await as(buyer).requestRefund({
      params: { id: placed.id },
      body: { lines: [{ lineId: line?.id ?? '', quantity: 1 }], reason: '买错了' },
    })
    await as(shop.staff).decideRefund({ params: { id: asked.id }, body: { isAgreed: true } })
    await platform
      .client(payments, shop.staff)
      .settleRefund({ params: { id: asked.id }, body: { outcome: 'failed', note: '账户已注销' } })
    expect(await opens(buyer, course)).toBe(true)
    const shown = await read(buyer, placed.id)
    expect(shown).toMatchObject({ status: 'deal-done', refunded: '0', refunds: [{ status: 'failed' }] })
    expect(shown.refundable.refusal).toBeNull()
  })

  it.each(['before', 'meanwhile'])('that fails leaves closed what staff paused by hand %s', async (when) => {
    const { course, buyer, placed, paymentId } = await paidOrder()
    const pause = async () => {
      const { items } = await as(shop.staff).entitlements({ query: { memberId: buyer.id } })
      const id = items[0]?.id ?? ''
      await as(shop.staff).changeEntitlement({ params: { id }, body: { state: 'paused', reason: '调查中' } })
    }
    if (when === 'before') await pause()
    const refundId = await sentBack(buyer, placed, paymentId)
    if (when === 'meanwhile') await pause()
    await settle(refundId, 'failed')
    expect(await opens(buyer, course)).toBe(false)
    expect(await as(shop.staff).entitlements({ query: { memberId: buyer.id } })).toMatchObject({
      items: [{ state: 'paused', reason: '调查中' }],
    })
  })

  it('that failed and succeeded after all counts: the order and what it opened follow', async () => {
    const { course, buyer, placed, paymentId } = await paidOrder()
    const refundId = await sentBack(buyer, placed, paymentId)
    await settle(refundId, 'failed')
    expect(await opens(buyer, course)).toBe(true)
    await settle(refundId, 'succeeded')
    expect(await opens(buyer, course)).toBe(false)
    expect(await read(buyer, placed.id)).toMatchObject({
      ...{ status: 'refunded', refunded: '29900', refunds: [{ status: 'done' }] },
    })
    expect(await codeOf(settle(refundId, 'succeeded'))).toBe(399009)
  })

  it('that succeeded after the same was given back another way changes no order', async () => {
    const { buyer, placed, paymentId } = await paidOrder()
    const first = await sentBack(buyer, placed, paymentId)
    await settle(first, 'failed')
    await settle(await sentBack(buyer, placed, paymentId), 'succeeded')
    await settle(first, 'succeeded')
    const { refunded, refunds } = await read(buyer, placed.id)
    expect(refunded).toBe('29900')
    expect(refunds.map(({ status }) => status).toSorted()).toEqual(['done', 'failed'])
    const { rows } = await sql<{ back: string }>`
      select sum(amount_fen)::text as back from payments.refund where payment_id = ${paymentId} and state = 'succeeded'`.execute(
      platform.root,
    )
    expect(rows).toEqual([{ back: '59800' }])
  })

  it('of seats that succeeded after all takes the seats', async () => {
    const { buyer, placed, paymentId } = await paidOrder(2)
    const refundId = await sentBack(buyer, placed, paymentId)
    await settle(refundId, 'failed')
    await settle(refundId, 'succeeded')
    expect(await as(buyer).ownSeats({ query: {} })).toMatchObject({ items: [{ returnedCount: 1 }] })
  })
})

describe('an invoice', () => {
  it('is for what was paid in RMB and not paid back', async () => {
    const { buyer, placed } = await paidOrder(3)
    const list = () => platform.client(invoices, buyer).invoiceable({ query: { memberType: 'purchaser' } })
    expect(await list()).toMatchObject({ recordCount: 1, items: [{ number: placed.number }] })
    expect(await read(buyer, placed.id)).toMatchObject({ number: placed.number, payable: '89700', discount: '0' })
    expect(await platform.client(invoices, buyer).invoiceable({ query: { memberType: 'individual' } })).toMatchObject({
      recordCount: 0,
    })
  })
})
