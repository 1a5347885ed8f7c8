/** Orders against who sends everything twice, at once, changed, or in the name of others. */
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { startMakers, wechatPaid } from '#modules/commerce/payments/server/makers.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { meeting } from '#test/race.ts'
import { testShop } from './shop.fixture.ts'

const makers = await startMakers()
const platform = testPlatform({ poolSize: 8, environment: makers.environment })
const shop = testShop(platform)
const { as, order, newBuyer, newCourse } = shop
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

describe('at one moment', () => {
  it('a refund that is agreed to and a callback that is repeated do not wait for each other', async () => {
    const { buyer, placed, paymentId } = await paidByWechat()
    const lines = [{ lineId: placed.lines[0]?.id ?? '', quantity: 1 }]
    const asked = await as(buyer).requestRefund({ params: { id: placed.id }, body: { lines, reason: '买错了' } })
    const decision = { params: { id: asked.id }, body: { isAgreed: true } }
    const locked = sql`select from orders.order where id = ${placed.id} for update`
    const calls = () => Promise.all([as(shop.staff).decideRefund(decision), callback(paymentId, 500)])
    expect(await meeting(platform, 2, locked, calls)).toEqual([{ status: 'processing' }, 200])
  })
})
