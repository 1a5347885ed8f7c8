/** Exchanging goods over HTTP: points and coins in one payment, stock, addresses, parcels and refunds. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ADDRESS_NOT_OWN, addresses, DIVISION_UNKNOWN } from '#modules/commerce/addresses/contract.ts'
import { addressInput } from '#modules/commerce/addresses/server/addresses.fixture.ts'
import { goodsType } from '#modules/commerce/prices/contract.ts'
import { currency } from '#modules/platform/currency/contract.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { readStock } from './goods.fixture.ts'
import { type MallMember, testMall } from './mall.fixture.ts'

/** What orders and currency refuse. */
const NO_PERMISSION = 10_138
const [POINTS_SHORT, COINS_SHORT, SOLD_OUT, ABOVE_LIMIT] = [71_004, 2_000_103, 407_001, 407_002]
const [ORDER_STATUS, NEEDS_RECEIVER, GOODS_APART, UNPAID_GOODS] = [405_001, 405_010, 405_011, 405_012]
const [FULLY_REFUNDED, ABOVE_REFUNDABLE, VIRTUAL_NOT_REFUNDABLE, NOT_FOUND] = [701_201, 701_202, 701_204, 900_005]
const platform = testPlatform({ poolSize: 8 })
const mall = testMall(platform)
const { as, balances, exchange, later, newGoods, newMember, order, quote, shop } = mall
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode
const stockOf = async (id: string) => (await readStock(platform.db, id)).stock
const minuteMs = 60_000
let startedAt = 0
beforeAll(() => {
  startedAt = platform.now
})
afterEach(async () => {
  platform.now = startedAt
  // All members of the tests call from one address.
  await sql`delete from server.rate`.execute(platform.root)
})

const pay = (member: MallMember, id: string) => as(member).payWithCoins({ params: { id } })
async function closeExpired() {
  await sql`select graphile_worker.add_job('orders.close-expired', '{}'::json)`.execute(platform.root)
  await platform.runJobs()
}
/** Elsewhere, in the meantime. */
const spendPoints = ({ companyId, id }: MallMember, amount: bigint) =>
  inTransaction(platform.db, (db) =>
    buildIssue(db, { companyId, owner: { kind: 'person', id }, kind: 2, amount: -amount }),
  )
const linesOf = async (member: MallMember, id: string) => (await as(member).ownOrder({ params: { id } })).lines
async function requestRefund(member: MallMember, id: string, quantity: number) {
  const [line] = await linesOf(member, id)
  const lines = [{ lineId: line?.id ?? '', quantity }]
  return as(member).requestRefund({ params: { id }, body: { lines, reason: '不需要了' } })
}
const agree = (id: string) => as(shop.staff).decideRefund({ params: { id }, body: { isAgreed: true } })
const ship = (id: string) =>
  as(shop.staff).shipOrder({ params: { id }, body: { shippingCompany: '顺丰', trackingNumber: 'SF1234567890' } })

describe('an exchange', () => {
  it('takes the points, makes an order and is sent to a copy of the address', async () => {
    const goods = await newGoods({ points: 10_000, limitPerMember: null })
    const member = await newMember(30_000n)
    await proves('COMMERCE-080', async () => {
      const placed = await order(member, goods, { quantity: 2 })
      expect(placed).toMatchObject({ status: 'to-pay', delivery: 'not-shipped', amount: '0', points: '20000' })
      expect(await stockOf(goods)).toBe(8)
      expect(await pay(member, placed.id)).toMatchObject({ status: 'paid', pointsPaid: '20000', needsAddress: false })
      expect(await balances(member)).toEqual({ points: 10_000n, coins: 0n })
      expect(await codeOf(order(member, goods, { quantity: 2 }))).toBe(POINTS_SHORT)
      expect(await balances(member)).toEqual({ points: 10_000n, coins: 0n })
      expect(await stockOf(goods)).toBe(8)
    })
    const [{ id } = { id: '' }] = (await as(member).ownOrders()).items
    const calls = platform.client(addresses, member)
    await calls.changeAddress({ params: { id: member.addressId }, body: addressInput({ street: '别处9号' }) })
    const receiver = { name: '林知远', phone: '13800138000', postalCode: '518057' }
    expect((await as(member).ownOrder({ params: { id } })).receiver).toMatchObject(receiver)
    expect((await as(member).ownOrder({ params: { id } })).receiver?.address).toContain('科技园路1号')
    expect(await as(shop.staff).managedOrders({ query: { delivery: 'not-shipped', search: '保温杯' } })).toMatchObject({
      recordCount: 1,
      items: [{ id, possible: ['ship'] }],
    })
    await proves('COMMERCE-039', async () => {
      await ship(id)
      expect(await as(member).ownOrder({ params: { id } })).toMatchObject({
        ...{ delivery: 'shipped', shippingCompany: '顺丰', trackingNumber: 'SF1234567890' },
        possible: ['receive', 'refund'],
      })
    })
    expect(await as(member).receiveOrder({ params: { id } })).toMatchObject({ status: 'deal-done' })
    const { items } = await platform.client(currency, member).tradeDetail({
      query: { accountCode: member.id, accountType: 1, tradeType: 17, rewardType: 2 },
    })
    expect(items).toMatchObject([{ tradeType: 17, tradeAmount: '20000', detail: '保温杯' }])
  })

  it('takes points and coins together, or neither', async () => {
    const goods = await newGoods({ points: 5000, coins: 1999 })
    const member = await newMember(20_000n, 2500n)
    expect(await exchange(member, goods)).toMatchObject({ payable: '1999', paid: '1999', pointsPaid: '5000' })
    expect(await balances(member)).toEqual({ points: 15_000n, coins: 501n })
    expect(await codeOf(order(member, goods))).toBe(COINS_SHORT)
    // The coins are spent elsewhere between the order and its payment.
    const [mug, pen] = [await newGoods({ points: 1000, coins: 400 }), await newGoods({ points: 0, coins: 500 })]
    const { id } = await order(member, mug)
    const course = await shop.newCourse({ original: 300 })
    await shop.bought(member, [course.id])
    expect(await codeOf(pay(member, id))).toBe(COINS_SHORT)
    expect(await balances(member)).toEqual({ points: 15_000n, coins: 201n })
    expect(await as(member).ownOrder({ params: { id } })).toMatchObject({ status: 'to-pay', pointsPaid: '0' })
    await as(member).closeOrder({ params: { id } })
    expect(await codeOf(order(member, pen))).toBe(COINS_SHORT)
  })

  it('is refused with 71004 where the points are gone at the payment, and nothing changes', async () => {
    const [mug, pen] = [await newGoods({ points: 6000, coins: 100 }), await newGoods({ points: 6000, kind: 'text' })]
    const member = await newMember(10_000n, 1000n)
    const first = await order(member, mug)
    await as(member).closeOrder({ params: { id: first.id } })
    const placed = await order(member, mug)
    await spendPoints(member, 5000n)
    expect(await codeOf(pay(member, placed.id))).toBe(POINTS_SHORT)
    expect(await balances(member)).toEqual({ points: 5000n, coins: 1000n })
    expect(await stockOf(mug)).toBe(9)
    expect(await stockOf(pen)).toBe(10)
  })

  it('is one for a key, and is paid once however often', async () => {
    const goods = await newGoods()
    const member = await newMember()
    const key = uuid()
    const [one, again] = [await order(member, goods, { key }), await order(member, goods, { key })]
    expect(again.id).toBe(one.id)
    const begin = () => Promise.resolve()
    expect(await race(platform, 8, () => pay(member, one.id), { begin })).toMatchObject({ accepted: 8 })
    expect(await balances(member)).toEqual({ points: 90_000n, coins: 0n })
    expect(await stockOf(goods)).toBe(9)
  })

  it('has an own address, or another member’s is as none', async () => {
    const goods = await newGoods()
    const [member, other] = [await newMember(), await newMember()]
    expect(await codeOf(order(member, goods, { addressId: null }))).toBe(NEEDS_RECEIVER)
    expect(await codeOf(order(member, goods, { addressId: other.addressId }))).toBe(ADDRESS_NOT_OWN.code)
    expect(await stockOf(goods)).toBe(10)
  })

  it('is not sent to a county that there is no longer', async () => {
    const goods = await newGoods()
    const member = await newMember()
    const { id } = await exchange(member, goods)
    await sql`update addresses.address set county_code = '999999' where id = ${member.addressId}`.execute(platform.root)
    expect(await codeOf(order(member, goods))).toBe(DIVISION_UNKNOWN.code)
    const { addressId } = member
    expect(await codeOf(as(member).setReceiver({ params: { id }, body: { addressId } }))).toBe(DIVISION_UNKNOWN.code)
  })

  it('is apart from other things, and not for others', async () => {
    const [goods, course] = [await newGoods({ coins: 100 }), await shop.newCourse()]
    const member = await newMember(100_000n, 100_000n)
    const mixed = [await quote(member, goods), await shop.quote(member, course.id)]
    const { addressId } = member
    const place = (quoteIds: string[], forOthers = false) =>
      as(member).placeOrder({ body: { key: uuid(), quoteIds, addressId, forOthers } })
    expect(await codeOf(place(mixed))).toBe(GOODS_APART)
    expect(await codeOf(place([await quote(member, goods)], true))).toBe(GOODS_APART)
    expect(await codeOf(place([await quote(member, goods), await quote(member, goods)]))).toBe(405_007)
    const other = await newGoods({ points: 300 })
    expect(await place([await quote(member, goods, 2), await quote(member, other, 3)])).toMatchObject({
      ...{ amount: '200', points: '20900', lines: [{ points: '20000', goods: 'physical' }, { points: '900' }] },
    })
  })

  it('holds units for one unpaid order at a time', async () => {
    const goods = await newGoods({ stock: 3 })
    const member = await newMember()
    const waiting = await order(member, goods)
    expect(await refusal(order(member, goods))).toMatchObject({
      ...{ errorCode: UNPAID_GOODS, data: { orderId: waiting.id } },
    })
    await pay(member, waiting.id)
    await exchange(member, goods)
    expect(await stockOf(goods)).toBe(1)
  })

  it('has a limit for each member, of what was not given back', async () => {
    const goods = await newGoods({ limitPerMember: 2 })
    const [member, other] = [await newMember(), await newMember()]
    expect(await codeOf(order(member, goods, { quantity: 3 }))).toBe(ABOVE_LIMIT)
    const { id } = await order(member, goods, { quantity: 2 })
    await as(member).closeOrder({ params: { id } })
    await exchange(member, goods)
    await exchange(member, goods)
    expect(await codeOf(order(member, goods))).toBe(ABOVE_LIMIT)
    expect(await as(member).mallGoods({ params: { id: goods } })).toMatchObject({ ownUnits: 2, stock: 8 })
    await exchange(other, goods)
    expect(await stockOf(goods)).toBe(7)
  })

  it('is not for drafts, what is off sale, another company’s goods, or outside the time of the sale', async () => {
    const member = await newMember()
    const now = platform.now
    for (const input of [
      { status: 'draft' as const },
      { status: 'off-sale' as const },
      { saleFrom: now + 1 },
      { saleUntil: now },
    ])
      expect(await codeOf(quote(member, await newGoods(input)))).toBe(NOT_FOUND)
    expect(await codeOf(quote(member, uuid()))).toBe(NOT_FOUND)
    await quote(member, await newGoods({ saleFrom: now, saleUntil: now + 1 }))
  })
})

describe('stock', () => {
  it('never falls below zero: of 60 members at once exactly ten get one of ten', async () => {
    const goods = await newGoods({ stock: 10 })
    const members: MallMember[] = []
    for (let count = 0; count < 60; count++) members.push(await newMember(10_000n))
    const begin = () => Promise.resolve()
    const one = (index: number) => exchange(members[index] as MallMember, goods)
    expect(await race(platform, 60, one, { begin })).toMatchObject({ accepted: 10, refused: { [SOLD_OUT]: 50 } })
    expect(await stockOf(goods)).toBe(0)
    const left = await Promise.all(members.map(balances))
    expect(left.filter(({ points }) => points === 0n)).toHaveLength(10)
    expect(left.filter(({ points }) => points === 10_000n)).toHaveLength(50)
  })

  it('comes back when an order is closed by its buyer, by staff or by time', async () => {
    const goods = await newGoods({ stock: 3 })
    const [one, two, three] = [await newMember(), await newMember(), await newMember()]
    const [a, b, c] = [await order(one, goods), await order(two, goods), await order(three, goods)]
    expect(await stockOf(goods)).toBe(0)
    expect(await codeOf(order(await newMember(), goods))).toBe(SOLD_OUT)
    await as(one).closeOrder({ params: { id: a.id } })
    expect(await stockOf(goods)).toBe(1)
    await as(shop.staff).closeManagedOrder({ params: { id: b.id }, body: { reason: '测试' } })
    expect(await stockOf(goods)).toBe(2)
    platform.now = startedAt + 31 * minuteMs
    await closeExpired()
    expect(await stockOf(goods)).toBe(3)
    expect(await as(await later(three)).ownOrder({ params: { id: c.id } })).toMatchObject({ closeReason: 'time' })
    await closeExpired()
    expect(await stockOf(goods)).toBe(3)
  })
})

describe('a refund', () => {
  it('gives points and coins back, and units that were not sent back into stock', async () => {
    const goods = await newGoods({ points: 1001, coins: 333, stock: 5 })
    const member = await newMember(10_000n, 10_000n)
    const { id } = await exchange(member, goods, { quantity: 3 })
    const shown = await as(member).ownOrder({ params: { id } })
    expect(shown.refundable).toMatchObject({ amount: '999', points: '3003', refusal: null, lines: [{ quantity: 3 }] })
    const asked = await requestRefund(member, id, 1)
    expect(asked).toMatchObject({ amount: '333', points: '1001' })
    await agree(asked.id)
    expect(await balances(member)).toEqual({ points: 10_000n - 2002n, coins: 10_000n - 666n })
    expect(await stockOf(goods)).toBe(3)
    expect(await codeOf(requestRefund(member, id, 3))).toBe(ABOVE_REFUNDABLE)
    await agree((await requestRefund(member, id, 2)).id)
    expect(await balances(member)).toEqual({ points: 10_000n, coins: 10_000n })
    expect(await stockOf(goods)).toBe(5)
    expect(await as(member).ownOrder({ params: { id } })).toMatchObject({
      ...{ status: 'refunded', pointsRefunded: '3003', refunded: '999', possible: [] },
    })
    expect(await codeOf(requestRefund(member, id, 1))).toBe(FULLY_REFUNDED)
    expect(await codeOf(ship(id))).toBe(ORDER_STATUS)
    const { items } = await platform.client(currency, member).tradeDetail({
      query: { accountCode: member.id, accountType: 1, tradeType: 5, rewardType: 2 },
    })
    expect(items).toHaveLength(2)
  })

  it('of a parcel that was sent puts nothing back into stock', async () => {
    const goods = await newGoods({ stock: 5 })
    const member = await newMember()
    const { id } = await exchange(member, goods)
    await ship(id)
    await as(member).receiveOrder({ params: { id } })
    await agree((await requestRefund(member, id, 1)).id)
    expect(await balances(member)).toEqual({ points: 100_000n, coins: 0n })
    expect(await stockOf(goods)).toBe(4)
  })

  it('of virtual goods is refused', async () => {
    const member = await newMember()
    const { id } = await exchange(member, await newGoods({ kind: 'text' }), { addressId: null })
    await proves('COMMERCE-048', async () => {
      expect(await codeOf(requestRefund(member, id, 1))).toBe(VIRTUAL_NOT_REFUNDABLE)
    })
    await proves('COMMERCE-116', async () => {
      expect(await codeOf(requestRefund(member, id, 1))).toBe(VIRTUAL_NOT_REFUNDABLE)
    })
    expect(await as(member).ownOrder({ params: { id } })).toMatchObject({
      refundable: { amount: '0', points: '0', refusal: VIRTUAL_NOT_REFUNDABLE, lines: [{ obstacle: 'virtual' }] },
    })
    expect(await balances(member)).toEqual({ points: 90_000n, coins: 0n })
  })
})

describe('virtual goods', () => {
  it('are handed out with the payment: a text, as it was then', async () => {
    const goods = await newGoods({ kind: 'text', handout: '凭工号到前台领取', stock: null })
    const member = await newMember()
    const placed = await order(member, goods, { addressId: null })
    expect(placed).toMatchObject({ delivery: null, needsAddress: false, possible: ['pay', 'change', 'close'] })
    expect((await as(member).ownOrder({ params: { id: placed.id } })).handedOut).toEqual([])
    expect(await pay(member, placed.id)).toMatchObject({ status: 'deal-done' })
    const [line] = await linesOf(member, placed.id)
    expect((await as(member).ownOrder({ params: { id: placed.id } })).handedOut).toEqual([
      { lineId: line?.id, texts: ['凭工号到前台领取'] },
    ])
    expect(await stockOf(goods)).toBe(null)
    expect(await as(shop.staff).managedOrder({ params: { id: placed.id } })).not.toHaveProperty('handedOut')
  })

  it('are handed out with the payment: codes, each to one buyer', async () => {
    const codes = Array.from({ length: 6 }, (_, place) => `KF-${place}`)
    const goods = await newGoods({ kind: 'codes', codes })
    const members: MallMember[] = []
    for (let count = 0; count < 8; count++) members.push(await newMember())
    const begin = () => Promise.resolve()
    const one = (index: number) => exchange(members[index] as MallMember, goods, { addressId: null })
    const result = await race(platform, 8, one, { begin })
    expect(result).toMatchObject({ accepted: 6, refused: { [SOLD_OUT]: 2 } })
    const given: string[] = []
    for (const { id } of result.answers)
      for (const member of members) {
        const found = await as(member)
          .ownOrder({ params: { id } })
          .catch(() => undefined)
        given.push(...(found?.handedOut.flatMap(({ texts }) => texts) ?? []))
      }
    expect(given.toSorted()).toEqual(codes)
    expect(await readStock(platform.db, goods)).toEqual({ stock: 0, freeCodes: 0 })
  })
})

it('goods have no entitlement that could be granted, and no price beside their own', async () => {
  const goods = await newGoods()
  const grant = { businessType: goodsType, itemId: goods, memberIds: [(await newMember()).id], reason: '测试' }
  expect(await codeOf(as(shop.staff).grantEntitlements({ body: grant }))).toBe(403_004)
  expect(await codeOf(as(shop.staff).price({ params: { businessType: goodsType, itemId: goods } }))).toBe(NO_PERMISSION)
})
