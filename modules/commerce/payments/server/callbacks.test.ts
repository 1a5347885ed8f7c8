/** What makers and forgers post, over HTTP, with keys made here. */
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { payments } from '../contract.ts'
import { closePayment, refundPayment, startPayment } from '../server.ts'
import { alipayPaid, startMakers, stripePaid, wechatPaid } from './makers.fixture.ts'
import { triedPayable } from './tried-payable.fixture.ts'

const makers = await startMakers()
const { heard, module, newThing } = triedPayable()
const platform = testPlatform({
  modules: [...serverModules, module],
  environment: makers.environment,
  poolSize: 6,
})
const stranger = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey
let buyer: BuiltMember
let chief: BuiltMember

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  buyer = await buildMember(platform.db, { companyId })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
})
afterAll(() => makers.stop())
beforeEach(() => {
  platform.now = Date.now()
  makers.isAway = false
  makers.asked.length = 0
})

type Maker = 'alipay' | 'wechat-pay' | 'stripe'
type Callback = { headers: Record<string, string>; payload: string }

const amount = 9900
const numberOf = (id: string) => id.replaceAll('-', '')
const thingOf = new Map<string, string>()

async function start(provider: Maker, thing = newThing()): Promise<string> {
  const { companyId, id: memberId } = buyer
  const { now } = platform
  const about = { companyId, memberId, payable: 'tried', payableId: thing, number: 'D1', subject: '安全生产必修课' }
  const payment = { ...about, amountFen: BigInt(amount), provider, expiresAt: now + 1_800_000, now }
  const { id } = await inTransaction(platform.root, (db) => startPayment(db, platform.outside.config, payment))
  thingOf.set(id, thing)
  return id
}
async function post(maker: Maker, { headers, payload }: Callback): Promise<number> {
  const answer = await platform.app.inject({
    method: 'POST',
    url: `/api/v1/payment/callback/${maker}`,
    headers,
    payload,
  })
  return answer.statusCode
}
const own = (id: string) => platform.client(payments, buyer).ownPayment({ params: { id } })
const managed = (id: string) => platform.client(payments, chief).managedPayment({ params: { id } })
const paidTimes = (id: string) => heard.paid.filter((one) => one === id).length

/** How each maker says that a payment was paid, and what may be wrong with it. */
const cases: {
  maker: Maker
  paid: (
    id: string,
    changed?: { amount?: number; merchant?: string; currency?: string; at?: number; key?: string },
  ) => Callback
}[] = [
  {
    maker: 'alipay',
    paid: (id, { amount: fen = amount, merchant, at = platform.now, key } = {}) =>
      makers.alipayCallback({ ...alipayPaid(numberOf(id), fen, at), ...(merchant && { seller_id: merchant }) }, key),
  },
  {
    maker: 'wechat-pay',
    paid: (id, { amount: fen = amount, merchant, currency = 'CNY', at = platform.now, key } = {}) => {
      const said = wechatPaid(numberOf(id), fen, at)
      const changed = { ...said, ...(merchant && { mchid: merchant }), amount: { ...said.amount, currency } }
      return makers.wechatCallback('TRANSACTION.SUCCESS', changed, at, key)
    },
  },
  {
    maker: 'stripe',
    paid: (id, { amount: fen = amount, merchant, currency = 'cny', at = platform.now, key } = {}) => {
      const said = stripePaid(numberOf(id), fen, at)
      const session = { ...said.data.object, currency, livemode: merchant !== undefined }
      return makers.stripeCallback({ ...said, data: { object: session } }, at, key)
    },
  },
]

function paidBy(maker: Maker, id: string): Callback {
  const found = cases.find((one) => one.maker === maker)
  if (!found) throw new Error(`no case of ${maker}`)
  return found.paid(id)
}

describe.each(cases)('a callback of $maker', ({ maker, paid }) => {
  it('marks the payment paid once, however often and in parallel it comes', async () => {
    const id = await start(maker)
    await platform.runJobs()
    expect(await own(id)).toMatchObject({ state: 'waiting', failure: '', next: { kind: expect.any(String) } })
    const statuses = await Promise.all(Array.from({ length: 6 }, () => post(maker, paid(id))))
    expect(statuses).toEqual(Array.from({ length: 6 }, () => 200))
    expect(await own(id)).toMatchObject({ state: 'succeeded', counts: true })
    expect(paidTimes(id)).toBe(1)
    const outcomes = (await managed(id)).callbacks.map(({ outcome }) => outcome)
    expect(outcomes.toSorted()).toEqual(['accepted', 'repeated', 'repeated', 'repeated', 'repeated', 'repeated'])
  })

  it('that is forged or changed on the way is refused', async () => {
    const id = await start(maker)
    const key = maker === 'stripe' ? 'whsec_of_a_stranger' : stranger
    expect(await post(maker, paid(id, { key }))).toBe(401)
    const genuine = paid(id)
    expect(await post(maker, { ...genuine, payload: genuine.payload.replace(/[0-9]/, 'x') })).toBe(401)
    expect(await post(maker, { headers: { 'content-type': 'application/json' }, payload: '{}' })).toBe(401)
    expect(await post(maker, { headers: { 'content-type': 'text/html' }, payload: '' })).toBe(401)
    expect(await own(id)).toMatchObject({ state: 'waiting' })
    expect(paidTimes(id)).toBe(0)
  })

  it('that was recorded and is sent again later is refused', async () => {
    const id = await start(maker)
    const recorded = paid(id, { at: platform.now - 27 * 3_600_000 })
    expect(await post(maker, recorded)).toBe(401)
    expect(await own(id)).toMatchObject({ state: 'waiting' })
    expect((await managed(id)).callbacks).toMatchObject([{ outcome: 'stale' }])
  })

  it('that contradicts the payment is kept and never accepted', async () => {
    const id = await start(maker)
    expect(await post(maker, paid(id, { amount: 1 }))).toBe(422)
    expect(await post(maker, paid(id, { merchant: '2088000000000666' }))).toBe(422)
    if (maker !== 'alipay') expect(await post(maker, paid(id, { currency: 'JPY' }))).toBe(422)
    expect(await own(id)).toMatchObject({ state: 'waiting' })
    const { callbacks } = await managed(id)
    expect(callbacks.every(({ outcome }) => outcome === 'mismatch')).toBe(true)
    expect(callbacks.flatMap(({ said }) => said.differs)).toContainEqual({ what: 'amount', said: '0.01' })
    expect(await post(maker, paid(newThing()))).toBe(422)
    expect(paidTimes(id)).toBe(0)
  })

  it('about a payment of another provider changes nothing', async () => {
    const other = await start(maker === 'stripe' ? 'alipay' : 'stripe')
    expect(await post(maker, paid(other))).toBe(422)
    expect(await own(other)).toMatchObject({ state: 'waiting' })
  })

  it('after the thing was closed leads to a refund of everything, once', async () => {
    const id = await start(maker)
    await platform.runJobs()
    const payableId = thingOf.get(id) ?? ''
    heard.closed.add(payableId)
    await inTransaction(platform.root, (db) => closePayment(db, { payable: 'tried', payableId }))
    makers.payments.set(numberOf(id), { state: 'TRADE_SUCCESS', amountFen: amount })
    await Promise.all([post(maker, paid(id)), post(maker, paid(id))])
    await platform.runJobs()
    const { refunds, ...row } = await managed(id)
    expect(row).toMatchObject({ state: 'succeeded', counts: false, refunded: String(amount) })
    expect(refunds).toMatchObject([{ isAutomatic: true, amount: String(amount), reason: 'too-late' }])
    expect(makers.refunds.has(numberOf(refunds[0]?.id ?? ''))).toBe(true)
  })

  it('that is lost is mended by asking the maker', async () => {
    const id = await start(maker)
    await platform.runJobs()
    const paidThere = { alipay: 'TRADE_SUCCESS', 'wechat-pay': 'SUCCESS', stripe: 'paid' }[maker]
    makers.payments.set(numberOf(id), { state: paidThere, amountFen: amount })
    platform.now += 120_000
    await mend()
    expect(await own(id)).toMatchObject({ state: 'succeeded', counts: true })
    expect((await managed(id)).callbacks).toMatchObject([{ source: 'query', outcome: 'accepted' }])
  })
})

/** What the cron line does every minute. */
async function mend(): Promise<void> {
  const job = serverModules.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === 'payments.mend')
  await inTransaction(platform.root, async (db) => job?.run(db, {}, { outside: platform.outside, now: platform.now }))
  await platform.runJobs()
}

describe('two payments of one thing', () => {
  it('that are both paid: the second is given back', async () => {
    const thing = newThing()
    const first = await start('alipay', thing)
    const second = await start('wechat-pay', thing)
    expect(await own(first)).toMatchObject({ state: 'closed' })
    await Promise.all([post('alipay', paidBy('alipay', first)), post('wechat-pay', paidBy('wechat-pay', second))])
    const both = await Promise.all([own(first), own(second)])
    expect(both.map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
    expect(both.map(({ counts }) => counts).toSorted()).toEqual([false, true])
    expect(both.map(({ refunded }) => refunded).toSorted()).toEqual(['0', '9900'])
    expect(paidTimes(first) + paidTimes(second)).toBe(1)
  })
})

describe('a payment whose time is over', () => {
  it('expires, and money that comes later still counts where the thing takes it', async () => {
    const id = await start('wechat-pay')
    await platform.runJobs()
    platform.now += 1_800_001
    await mend()
    expect(await own(id)).toMatchObject({ state: 'expired', next: null })
    expect(heard.failed).toContain(`expired ${id}`)
    expect(makers.asked).toContain(`POST /v3/pay/transactions/out-trade-no/${numberOf(id)}/close`)
    expect(await post('wechat-pay', paidBy('wechat-pay', id))).toBe(200)
    expect(await own(id)).toMatchObject({ state: 'succeeded', counts: true })
  })

  it('that is paid there by then is not lost', async () => {
    const id = await start('alipay')
    await platform.runJobs()
    makers.payments.set(numberOf(id), { state: 'TRADE_SUCCESS', amountFen: amount })
    platform.now += 1_800_001
    await mend()
    expect(await own(id)).toMatchObject({ state: 'succeeded', counts: true })
  })
})

describe('a refund by WeChat Pay', () => {
  it('that failed and succeeded after all counts, and is gone from what can be given back', async () => {
    const id = await start('wechat-pay')
    await platform.runJobs()
    await post('wechat-pay', paidBy('wechat-pay', id))
    const refundId = newThing()
    const request = { companyId: buyer.companyId, paymentId: id, refundId, amountFen: 5000n, reason: '退课' }
    await inTransaction(platform.root, (db) => refundPayment(db, { ...request, now: platform.now }))
    const say = (status: string) =>
      post(
        'wechat-pay',
        makers.wechatCallback(
          `REFUND.${status}`,
          {
            ...{ mchid: '1900000001', out_trade_no: numberOf(id), out_refund_no: numberOf(refundId) },
            ...{ refund_status: status, amount: { refund: 5000, total: amount } },
          },
          platform.now,
        ),
      )
    await say('ABNORMAL')
    expect(await own(id)).toMatchObject({ refunded: '0' })
    await Promise.all([say('SUCCESS'), say('SUCCESS')])
    await say('ABNORMAL')
    expect(heard.refunded.filter((one) => one.refundId === refundId).map(({ outcome }) => outcome)).toEqual([
      ...['failed', 'succeeded'],
    ])
    expect(await own(id)).toMatchObject({ refunded: '5000' })
  })

  it('is decided by its callback, once, and only by one of its own amount', async () => {
    const id = await start('wechat-pay')
    await platform.runJobs()
    await post('wechat-pay', paidBy('wechat-pay', id))
    const refundId = newThing()
    const request = { companyId: buyer.companyId, paymentId: id, refundId, amountFen: 5000n, reason: '退课' }
    await inTransaction(platform.root, (db) => refundPayment(db, { ...request, now: platform.now }))
    await platform.runJobs()
    const about = { mchid: '1900000001', out_trade_no: numberOf(id), out_refund_no: numberOf(refundId) }
    const said = (refund: number, status = 'SUCCESS') =>
      makers.wechatCallback(
        `REFUND.${status}`,
        { ...about, refund_status: status, amount: { refund, total: amount } },
        platform.now,
      )
    expect(await post('wechat-pay', said(4999))).toBe(422)
    expect(heard.refunded.filter((one) => one.refundId === refundId)).toEqual([])
    await Promise.all([post('wechat-pay', said(5000)), post('wechat-pay', said(5000))])
    await post('wechat-pay', said(5000, 'CLOSED'))
    expect(heard.refunded.filter((one) => one.refundId === refundId)).toEqual([
      { refundId, outcome: 'succeeded', amountFen: 5000n },
    ])
    expect(await own(id)).toMatchObject({ refunded: '5000' })
    const { callbacks } = await managed(id)
    expect(callbacks.map(({ outcome }) => outcome).toSorted()).toEqual([
      ...['accepted', 'accepted', 'mismatch', 'repeated', 'repeated'],
    ])
    const unknown = makers.wechatCallback(
      'REFUND.SUCCESS',
      { ...about, out_refund_no: numberOf(newThing()), refund_status: 'SUCCESS', amount: { refund: 1, total: amount } },
      platform.now,
    )
    expect(await post('wechat-pay', unknown)).toBe(422)
  })
})
