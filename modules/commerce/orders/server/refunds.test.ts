/** Refunds over HTTP: what is refundable, who decides, and that nothing is paid back twice or too much. */
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findSoldKind } from '#modules/commerce/entitlements/server.ts'
import { currency } from '#modules/platform/currency/contract.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildSession,
} from '#modules/platform/identity/server/members.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import {
  ABOVE_REFUNDABLE,
  FULLY_REFUNDED,
  LEARNED_NOT_REFUNDABLE,
  REFUND_DECIDED,
  REFUND_IN_PROGRESS,
  REFUND_ORDER_EXPIRED,
  REFUND_PERIOD_PAST,
  VIRTUAL_NOT_REFUNDABLE,
} from '../contract/codes.ts'
import type { Order } from '../contract/shapes.ts'
import { testShop } from './shop.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const shop = testShop(platform)
const { as, bought, order, newBuyer, newCourse, balance, opens } = shop
const dayMs = 86_400_000

let startedAt = 0
beforeAll(() => {
  startedAt = platform.now
})
afterEach(() => {
  platform.now = startedAt
})

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode
const request = (buyer: BuiltMember, { id, lines }: Pick<Order, 'id' | 'lines'>, quantity = 1, place = 0) =>
  as(buyer).requestRefund({
    params: { id },
    body: { lines: [{ lineId: lines[place]?.id ?? '', quantity }], reason: '买错了' },
  })
const agree = (id: string, isAgreed = true) =>
  as(shop.staff).decideRefund({ params: { id }, body: { isAgreed, reason: isAgreed ? '' : '已超出说明的范围' } })

describe('a refund', () => {
  it('is decided in its company alone, and rejected with a reason only, which its buyer reads', async () => {
    const buyer = await newBuyer()
    const paid = await bought(buyer, [(await newCourse()).id])
    const { id } = await request(buyer, paid)
    for (const body of [{ isAgreed: false }, { isAgreed: false, reason: ' \n' }])
      expect(await refusal(as(shop.staff).decideRefund({ params: { id }, body }))).toMatchObject({
        ...{ errorCode: 900001, data: { fields: [{ path: 'reason', rule: 'required' }] } },
      })
    const elsewhere = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['admin'] })
    expect(await codeOf(as(elsewhere).decideRefund({ params: { id }, body: { isAgreed: true } }))).toBe(900005)
    const shown = async () => (await as(buyer).ownOrder({ params: { id: paid.id } })).refunds
    expect(await shown()).toMatchObject([{ status: 'requested' }])
    await agree(id, false)
    expect(await shown()).toMatchObject([{ status: 'rejected', decisionReason: '已超出说明的范围' }])
  })

  it('pays the coins back, closes the course and leaves the record of it', async () => {
    const course = await newCourse({ original: 1999 })
    const buyer = await newBuyer()
    const paid = await bought(buyer, [course.id])
    const before = await as(buyer).ownOrder({ params: { id: paid.id } })
    expect(before.refundable).toMatchObject({ amount: '1999', refusal: null, until: startedAt + 7 * dayMs })
    const { id, status, amount } = await request(buyer, paid)
    expect({ status, amount }).toEqual({ status: 'requested', amount: '1999' })
    expect(await opens(buyer, course)).toBe(true)
    expect(await agree(id)).toEqual({ status: 'done' })
    expect(await opens(buyer, course)).toBe(false)
    expect(await balance(buyer)).toBe(100_000n)
    expect(await as(buyer).ownOrder({ params: { id: paid.id } })).toMatchObject({
      status: 'refunded',
      refunded: '1999',
    })
    await proves('COMMERCE-052', async () => {
      const records = await platform.client(currency, buyer).tradeDetail({
        query: { accountCode: buyer.id, accountType: 1, type: 1 },
      })
      const back = records.items.find(({ tradeType }) => tradeType === 5)
      expect(back).toMatchObject({ tradeAmount: '1999', businessId: paid.id })
    })
  })

  it('is decided once, by somebody else than its buyer, and can be rejected or taken back', async () => {
    const course = await newCourse()
    const buyer = await newBuyer()
    const paid = await bought(buyer, [course.id])
    const first = await request(buyer, paid)
    expect(await as(buyer).withdrawRefund({ params: { id: paid.id, refundId: first.id } })).toMatchObject({
      status: 'withdrawn',
    })
    expect(await codeOf(as(buyer).withdrawRefund({ params: { id: paid.id, refundId: first.id } }))).toBe(
      REFUND_DECIDED.code,
    )
    const second = await request(buyer, paid)
    expect(await agree(second.id, false)).toEqual({ status: 'rejected' })
    expect(await codeOf(agree(second.id))).toBe(REFUND_DECIDED.code)
    expect(await opens(buyer, course)).toBe(true)
    const manager = await buildMember(platform.db, { companyId: shop.companyId, roles: ['admin'] })
    const { id: own } = await request(buyer, paid)
    expect(await agree(own)).toEqual({ status: 'done' })
    expect(await codeOf(as(manager).withdrawRefund({ params: { id: paid.id, refundId: own } }))).toBe(900005)
  })

  it('is nobody’s to decide for the own order', async () => {
    const { companyId } = shop
    const manager = await buildMember(platform.db, { companyId, roles: ['admin'] })
    const owner = { kind: 'person', id: manager.id } as const
    await inTransaction(platform.db, (db) => buildIssue(db, { companyId, owner, amount: 1999n }))
    const paid = await bought(manager, [(await newCourse()).id])
    const { id } = await request(manager, paid)
    const decision = as(manager).decideRefund({ params: { id }, body: { isAgreed: true } })
    expect(await codeOf(decision)).toBe(900012)
  })
})

describe('no refund', () => {
  it('[COMMERCE-045] of what was fully refunded', async () => {
    const course = await newCourse()
    const buyer = await newBuyer()
    const paid = await bought(buyer, [course.id])
    await agree((await request(buyer, paid)).id)
    expect(await codeOf(request(buyer, paid))).toBe(FULLY_REFUNDED.code)
  })

  it('[COMMERCE-046] above what is refundable', async () => {
    const course = await newCourse({ original: 100 })
    const buyer = await newBuyer()
    const paid = await bought(buyer, [course.id], 5)
    expect(await codeOf(request(buyer, paid, 6))).toBe(ABOVE_REFUNDABLE.code)
    expect(await request(buyer, paid, 5)).toMatchObject({ amount: '500' })
  })

  it('[COMMERCE-047] while another one is in progress', async () => {
    const course = await newCourse({ original: 100 })
    const buyer = await newBuyer()
    const paid = await bought(buyer, [course.id], 5)
    const locked = () => sql`select from orders.order where id = ${paid.id} for update`
    const result = await race(platform, 8, () => request(buyer, paid, 2), { begin: async () => undefined, locked })
    expect(result).toMatchObject({ accepted: 1, refused: { [REFUND_IN_PROGRESS.code]: 7 } })
  })

  it('[COMMERCE-048] of virtual goods', async () => {
    const course = await newCourse()
    const buyer = await newBuyer()
    const paid = await bought(buyer, [course.id])
    const kind = findSoldKind(1) as { isRefundable?: false }
    try {
      kind.isRefundable = false
      expect(await codeOf(request(buyer, paid))).toBe(VIRTUAL_NOT_REFUNDABLE.code)
      const { refundable } = await as(buyer).ownOrder({ params: { id: paid.id } })
      expect(refundable).toMatchObject({ amount: '0', refusal: 701204, lines: [{ obstacle: 'virtual' }] })
    } finally {
      delete kind.isRefundable
    }
  })

  it('[COMMERCE-049] of an order that expired before it was paid', async () => {
    const course = await newCourse()
    const buyer = await newBuyer()
    const placed = await order(buyer, [course.id])
    expect(await codeOf(request(buyer, placed))).toBe(REFUND_ORDER_EXPIRED.code)
    await as(buyer).closeOrder({ params: { id: placed.id } })
    expect(await codeOf(request(buyer, placed))).toBe(REFUND_ORDER_EXPIRED.code)
  })

  it('[COMMERCE-050] past the time for it, and until its last moment', async () => {
    const course = await newCourse({ original: 100 })
    const buyer = await newBuyer()
    const paid = await bought(buyer, [course.id], 2)
    platform.now = startedAt + 7 * dayMs
    const later = { ...buyer, token: await buildSession(platform.db, buyer, platform.now) }
    expect(await codeOf(request(later, paid))).toBe(REFUND_PERIOD_PAST.code)
    platform.now -= 1
    expect(await request(later, paid)).toMatchObject({ status: 'requested' })
  })

  it('[COMMERCE-051] of what was started', async () => {
    const course = await newCourse()
    const buyer = await newBuyer()
    const paid = await bought(buyer, [course.id])
    const sectionId = course.sections[0]?.id ?? ''
    await as(buyer).startPlayback({ params: { id: course.id, sectionId }, body: {} })
    expect(await codeOf(request(buyer, paid))).toBe(LEARNED_NOT_REFUNDABLE.code)
    const { refundable } = await as(buyer).ownOrder({ params: { id: paid.id } })
    expect(refundable).toMatchObject({ amount: '0', refusal: 701207, lines: [{ obstacle: 'learned', quantity: 0 }] })
  })

  it('of what is started between the request and the decision', async () => {
    const course = await newCourse()
    const buyer = await newBuyer()
    const paid = await bought(buyer, [course.id])
    const { id } = await request(buyer, paid)
    const sectionId = course.sections[0]?.id ?? ''
    await as(buyer).startPlayback({ params: { id: course.id, sectionId }, body: {} })
    expect(await codeOf(agree(id))).toBe(ABOVE_REFUNDABLE.code)
    expect(await balance(buyer)).toBe(98_001n)
    expect(await opens(buyer, course)).toBe(true)
  })
})

describe('seats', () => {
  it('are paid back while nobody has them, in parts that are together what was paid', async () => {
    const course = await newCourse({ original: 1000, unit: 333 })
    const buyer = await newBuyer()
    const paid = await bought(buyer, [course.id], 7)
    expect(paid).toMatchObject({ payable: '2331', forOthers: true })
    expect(await opens(buyer, course)).toBe(false)
    const { items } = await as(buyer).ownSeats()
    const [seats] = items
    const colleague = await newBuyer(0n)
    const params = { id: seats?.id ?? '' }
    expect(await as(buyer).giveSeats({ params, body: { memberIds: [colleague.id] } })).toEqual({ given: 1, free: 6 })
    expect(await opens(colleague, course)).toBe(true)
    expect(await codeOf(request(buyer, paid, 7))).toBe(ABOVE_REFUNDABLE.code)
    await agree((await request(buyer, paid, 4)).id)
    expect(await balance(buyer)).toBe(100_000n - 2331n + 1332n)
    await agree((await request(buyer, paid, 2)).id)
    expect(await codeOf(request(buyer, paid, 1))).toBe(LEARNED_NOT_REFUNDABLE.code)
    expect(await as(buyer).ownSeats()).toMatchObject({ items: [{ seatCount: 7, usedCount: 1, returnedCount: 6 }] })
    expect(await opens(colleague, course)).toBe(true)
  })

  it('cannot be given while they are being paid back: of both at once one finds too few', async () => {
    const course = await newCourse({ original: 100 })
    const buyer = await newBuyer()
    const paid = await bought(buyer, [course.id], 2)
    const seatsId = (await as(buyer).ownSeats()).items[0]?.id ?? ''
    const colleague = await newBuyer(0n)
    const { id } = await request(buyer, paid, 2)
    const give = () => as(buyer).giveSeats({ params: { id: seatsId }, body: { memberIds: [colleague.id] } })
    const outcome = await Promise.allSettled([agree(id), give()])
    expect(outcome.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [pool] = (await as(buyer).ownSeats()).items
    expect((pool?.usedCount ?? 0) + (pool?.returnedCount ?? 0)).toBeLessThanOrEqual(2)
  })
})
