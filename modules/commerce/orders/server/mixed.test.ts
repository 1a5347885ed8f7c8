/** Mixed payment: coins are reserved, taken once with the money, or released; and come back first. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCoupon, buildOwnCoupon } from '#modules/commerce/coupons/server/coupons.fixture.ts'
import { invoices } from '#modules/commerce/invoices/contract.ts'
import { payments } from '#modules/commerce/payments/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { COIN_SHARE, COINS_SHORT, OTHER_PAY_TYPE } from '../contract/codes.ts'
import { coinValueBack, coinValueMax } from '../contract/mixed.ts'
import { testShop } from './shop.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const shop = testShop(platform)
const { as, order, newBuyer, newCourse, opens, balance } = shop
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode

const setRule = async (coinsPerYuan: number, coinSharePercent: number) => {
  const chief = await buildMember(platform.db, { companyId: shop.companyId, roles: ['super-admin'] })
  const value = { payMinutes: 30, refundDays: 7, receiveDays: 15, approvalFrom: 0, coinsPerYuan, coinSharePercent }
  await platform.client(settings, chief).changeRule({ params: { key: 'ORDER_CONFIG' }, body: { value } })
}
beforeAll(() => setRule(10, 50))

const rmbCourse = (original = 10_000) => newCourse({ payType: 2, original })
const start = (buyer: BuiltMember, id: string, coinValue: string) =>
  as(buyer).startPayment({ params: { id }, body: { provider: 'test', coinValue } })
const read = (buyer: BuiltMember, id: string) => as(buyer).ownOrder({ params: { id } })
/** What no purchase holds. */
async function free(buyer: BuiltMember): Promise<bigint> {
  const { rows } = await sql<{ free: string }>`
    select (allocated + reward + subscription - held_allocated - held_reward - held_subscription)::text as free
    from currency.account where owner_id = ${buyer.id} and kind = 1`.execute(platform.root)
  return BigInt(rows[0]?.free ?? 0)
}
async function runJobs() {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(platform.root)
  await platform.runJobs()
}
async function say(buyer: BuiltMember, paymentId: string, outcome: 'paid' | 'failed' | 'doubled' | 'late') {
  await platform.client(payments, buyer).testPayment({ params: { id: paymentId }, body: { outcome } })
  await runJobs()
}
async function paidMixed(quantity = 1, coinValue = '4000') {
  const course = await rmbCourse()
  const buyer = await newBuyer(1_000_000n)
  const placed = await order(buyer, [course.id], quantity)
  const { paymentId } = await start(buyer, placed.id, coinValue)
  await say(buyer, paymentId, 'paid')
  return { course, buyer, placed, paymentId }
}
async function refund(buyer: BuiltMember, orderId: string, lineId: string, quantity: number) {
  const body = { lines: [{ lineId, quantity }], reason: '不需要了' }
  const asked = await as(buyer).requestRefund({ params: { id: orderId }, body })
  await as(shop.staff).decideRefund({ params: { id: asked.id }, body: { isAgreed: true } })
  await runJobs()
  return asked
}

describe('an order in RMB with coins', () => {
  it('reserves them when its payment is started, and takes them once when the money is there', async () => {
    const course = await rmbCourse()
    const buyer = await newBuyer(50_000n)
    const { id } = await order(buyer, [course.id])
    expect(await read(buyer, id)).toMatchObject({ mixed: { coinsPerYuan: 10, maxValue: '5000' } })
    const { paymentId } = await start(buyer, id, '4000')
    expect(await free(buyer)).toBe(10_000n)
    expect(await balance(buyer)).toBe(50_000n)
    expect((await start(buyer, id, '4000')).paymentId).toBe(paymentId)
    expect(await free(buyer)).toBe(10_000n)
    await say(buyer, paymentId, 'doubled')
    expect(await read(buyer, id)).toMatchObject({
      status: 'deal-done',
      paid: '10000',
      coinValue: '4000',
      coins: '40000',
    })
    expect(await balance(buyer)).toBe(10_000n)
    expect(await free(buyer)).toBe(10_000n)
    expect(await opens(buyer, course)).toBe(true)
    const { rows } = await sql<{ amount: string }>`
      select amount_fen::text as amount from payments.payment where id = ${paymentId}`.execute(platform.root)
    expect(rows).toEqual([{ amount: '6000' }])
  })

  it('takes them once of 50 starts and a doubled notice', async () => {
    const buyer = await newBuyer(50_000n)
    const { id } = await order(buyer, [(await rmbCourse()).id])
    const result = await race(platform, 50, () => start(buyer, id, '4000'), { begin: async () => undefined })
    expect(result).toMatchObject({ accepted: 50, refused: {} })
    expect(new Set(result.answers.map(({ paymentId }) => paymentId)).size).toBe(1)
    expect(await free(buyer)).toBe(10_000n)
    await say(buyer, result.answers[0]?.paymentId ?? '', 'doubled')
    expect(await balance(buyer)).toBe(10_000n)
  })

  it('may use up to the share of the rule, and what its buyer has', async () => {
    const buyer = await newBuyer(30_000n)
    const { id } = await order(buyer, [(await rmbCourse()).id])
    const { errorCode, data } = await refusal(start(buyer, id, '5001'))
    expect({ errorCode, data }).toMatchObject({ errorCode: COIN_SHARE.code, data: { max: '5000' } })
    expect(await codeOf(start(buyer, id, '5000'))).toBe(COINS_SHORT.code)
    expect(await codeOf(start(buyer, id, '-1'))).toBe(900001)
    expect(await codeOf(start(buyer, id, '0.5'))).toBe(900001)
    expect(await start(buyer, id, '3000')).toMatchObject({ paymentId: expect.any(String) })
    expect(await codeOf(as(buyer).payWithCoins({ params: { id } }))).toBe(OTHER_PAY_TYPE.code)
  })

  it('starts again with another part, and the earlier money is given back when it comes all the same', async () => {
    const buyer = await newBuyer(50_000n)
    const { id } = await order(buyer, [(await rmbCourse()).id])
    const first = await start(buyer, id, '4000')
    const second = await start(buyer, id, '1000')
    expect(second.paymentId).not.toBe(first.paymentId)
    expect(await free(buyer)).toBe(40_000n)
    await platform.client(payments, buyer).testPayment({ params: { id: second.paymentId }, body: { outcome: 'late' } })
    const third = await start(buyer, id, '0')
    expect(await free(buyer)).toBe(50_000n)
    await runJobs()
    expect(await read(buyer, id)).toMatchObject({ status: 'paying', coinValue: '0' })
    await say(buyer, third.paymentId, 'paid')
    expect(await read(buyer, id)).toMatchObject({ status: 'deal-done', coinValue: '0' })
    expect(await balance(buyer)).toBe(50_000n)
  })

  it('releases them when the payment fails, when the order is closed, and when its time is over', async () => {
    const buyer = await newBuyer(50_000n)
    const { id } = await order(buyer, [(await rmbCourse()).id])
    await say(buyer, (await start(buyer, id, '4000')).paymentId, 'failed')
    expect(await free(buyer)).toBe(50_000n)
    expect(await read(buyer, id)).toMatchObject({ status: 'to-pay', coinValue: '0' })
    await start(buyer, id, '4000')
    await as(buyer).closeOrder({ params: { id } })
    expect(await free(buyer)).toBe(50_000n)
    const late = await order(buyer, [(await rmbCourse()).id])
    await start(buyer, late.id, '4000')
    const startedAt = platform.now
    platform.now = startedAt + 31 * 60_000
    try {
      await sql`select graphile_worker.add_job('orders.close-expired','{}'::json)`.execute(platform.root)
      await runJobs()
      expect(await free(buyer)).toBe(50_000n)
    } finally {
      platform.now = startedAt
    }
  })

  it('gives money back that comes too late, and never takes the coins', async () => {
    const buyer = await newBuyer(50_000n)
    const { id } = await order(buyer, [(await rmbCourse()).id])
    const { paymentId } = await start(buyer, id, '4000')
    await platform.client(payments, buyer).testPayment({ params: { id: paymentId }, body: { outcome: 'late' } })
    await as(buyer).closeOrder({ params: { id } })
    await runJobs()
    await runJobs()
    expect(await read(buyer, id)).toMatchObject({ status: 'closed', paid: '0', coinValue: '0' })
    expect(await balance(buyer)).toBe(50_000n)
    expect(await free(buyer)).toBe(50_000n)
    const { rows } = await sql<{ amount: string; state: string }>`
      select amount_fen::text as amount, state from payments.refund where payment_id = ${paymentId}`.execute(
      platform.root,
    )
    expect(rows).toEqual([{ amount: '6000', state: 'succeeded' }])
  })

  it('gives the money back where the coins were released meanwhile', async () => {
    const buyer = await newBuyer(50_000n)
    const { id } = await order(buyer, [(await rmbCourse()).id])
    const { paymentId } = await start(buyer, id, '4000')
    const startedAt = platform.now
    await sql`update currency.reservation set expires_at = ${startedAt} where business_id = ${id}`.execute(
      platform.root,
    )
    await sql`select graphile_worker.add_job('currency.expire-reservations','{}'::json)`.execute(platform.root)
    await runJobs()
    expect(await free(buyer)).toBe(50_000n)
    await say(buyer, paymentId, 'paid')
    await runJobs()
    expect(await read(buyer, id)).toMatchObject({ paid: '0' })
    expect(await balance(buyer)).toBe(50_000n)
  })
})

describe('a refund of both', () => {
  it('gives back coins first, then money, and never more than either', async () => {
    const { buyer, placed } = await paidMixed(3, '12000')
    const line = placed.lines[0]?.id ?? ''
    expect(await balance(buyer)).toBe(880_000n)
    const asked = await refund(buyer, placed.id, line, 1)
    expect(asked).toMatchObject({ amount: '10000', coinValue: '10000' })
    expect(await balance(buyer)).toBe(980_000n)
    expect(await read(buyer, placed.id)).toMatchObject({
      ...{ refunded: '10000', coinValueRefunded: '10000', status: 'deal-done' },
    })
    const list = () => platform.client(invoices, buyer).invoiceable({ query: { memberType: 'purchaser' } })
    expect((await list()).items[0]).toMatchObject({ amount: '18000' })
    expect(await refund(buyer, placed.id, line, 1)).toMatchObject({ amount: '10000', coinValue: '2000' })
    expect(await balance(buyer)).toBe(1_000_000n)
    expect((await list()).items[0]).toMatchObject({ amount: '10000' })
    expect(await refund(buyer, placed.id, line, 1)).toMatchObject({ amount: '10000', coinValue: '0' })
    expect(await read(buyer, placed.id)).toMatchObject({ refunded: '30000', status: 'refunded' })
    expect(await balance(buyer)).toBe(1_000_000n)
    expect(await list()).toMatchObject({ recordCount: 0 })
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from currency.transfer
      where trade_type = 5 and business_id = ${placed.id}`.execute(platform.root)
    expect(rows).toEqual([{ count: 2 }])
  })

  it('waits with the coins until the provider has given back the money', async () => {
    const { buyer, placed, course, paymentId } = await paidMixed()
    await sql`update payments.payment set provider = 'transfer' where id = ${paymentId}`.execute(platform.root)
    const lineId = placed.lines[0]?.id ?? ''
    const asked = await refund(buyer, placed.id, lineId, 1)
    expect(await balance(buyer)).toBe(960_000n)
    expect(await read(buyer, placed.id)).toMatchObject({ refunded: '0', refunds: [{ status: 'processing' }] })
    const settle = (refundId: string, outcome: 'succeeded' | 'failed') =>
      platform
        .client(payments, shop.staff)
        .settleRefund({ params: { id: refundId }, body: { outcome, note: '财务已核对' } })
    await settle(asked.id, 'failed')
    expect(await balance(buyer)).toBe(960_000n)
    expect(await opens(buyer, course)).toBe(true)
    const again = await refund(buyer, placed.id, lineId, 1)
    await settle(again.id, 'succeeded')
    expect(await balance(buyer)).toBe(1_000_000n)
    expect(await read(buyer, placed.id)).toMatchObject({ status: 'refunded', refunded: '10000' })
  })

  it('is split so that neither part is ever above what was paid', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })
    fc.assert(
      fc.property(
        amount,
        fc.integer({ min: 0, max: 100 }),
        fc.array(amount, { maxLength: 8 }),
        (payable, share, steps) => {
          if (payable === 0n) return true
          const paid = coinValueMax(payable, share)
          if (paid < 0n || paid >= payable) return false
          let [refunded, coins] = [0n, 0n]
          for (const [place, step] of [...steps, payable].entries()) {
            const left = payable - refunded
            const back = place === steps.length ? left : step % (left + 1n)
            coins += coinValueBack(back, { paid, refunded: coins })
            refunded += back
            if (coins > paid || refunded - coins > payable - paid) return false
          }
          return coins === paid && refunded === payable
        },
      ),
    )
  })
})

describe('with a share of 100 %', () => {
  it('an order in RMB is paid with coins alone, at once, and comes back as coins', async () => {
    await setRule(10, 100)
    const course = await rmbCourse()
    const buyer = await newBuyer(100_000n)
    const couponOfAll = await buildCoupon(platform.db, { companyId: shop.companyId, payType: 2, amount: '1000' })
    await buildOwnCoupon(platform.db, { companyId: shop.companyId, memberId: buyer.id, couponId: couponOfAll.id })
    const placed = await order(buyer, [course.id])
    expect(await codeOf(start(buyer, placed.id, '10000'))).toBe(COIN_SHARE.code)
    await as(buyer).payWithCoins({ params: { id: placed.id } })
    expect(await read(buyer, placed.id)).toMatchObject({
      ...{ status: 'deal-done', paid: '10000', coinValue: '10000', coins: '100000', paymentId: null },
    })
    expect(await balance(buyer)).toBe(0n)
    const invoiceable = platform.client(invoices, buyer).invoiceable({ query: { memberType: 'individual' } })
    expect(await invoiceable).toMatchObject({ recordCount: 0 })
    await refund(buyer, placed.id, placed.lines[0]?.id ?? '', 1)
    expect(await balance(buyer)).toBe(100_000n)
    expect(await read(buyer, placed.id)).toMatchObject({ status: 'refunded' })
    await setRule(0, 50)
    const off = await order(buyer, [course.id])
    expect(await read(buyer, off.id)).toMatchObject({ mixed: null })
    expect(await codeOf(start(buyer, off.id, '1'))).toBe(COIN_SHARE.code)
    await setRule(10, 50)
  })
})
