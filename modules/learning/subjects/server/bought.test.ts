/** A subject with a price: closed until it is bought, and its contents are bought with it. */
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { entitlements } from '#modules/commerce/entitlements/contract.ts'
import { orders } from '#modules/commerce/orders/contract.ts'
import { testShop } from '#modules/commerce/orders/server/shop.fixture.ts'
import { tradeOf } from '#modules/commerce/orders/server/trade.fixture.ts'
import { NOT_BOUGHT, prices } from '#modules/commerce/prices/contract.ts'
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { subjects } from '../contract.ts'
import { buildSubject } from './subjects.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
const shop = testShop(platform)
const trade = tradeOf(platform, () => shop.staff)

/** Whether the member is entitled to the course. */
async function has(member: BuiltMember, itemId: string): Promise<boolean> {
  const { items } = await platform.client(prices, member).priceTags({ query: { businessType: 1, ids: itemId } })
  return items[0]?.access === 'entitled'
}

describe('a subject with a price', () => {
  it('is closed until it is bought; its priced course opens and closes with it', async () => {
    const { companyId, lecturer } = shop
    const course = await shop.newCourse({ original: 5000 })
    const subject = await buildSubject(platform.db, {
      author: lecturer,
      stages: [{ contents: [{ businessType: 1, businessId: course.id }] }],
    })
    await buildPrice(platform.db, { companyId, businessType: 2, itemId: subject.id, original: 900, now: platform.now })
    const buyer = await shop.newBuyer()
    const calls = platform.client(subjects, buyer)
    const params = { id: subject.id }
    expect(await calls.subjectDetail({ params, query: {} })).toMatchObject({ canStudy: false, closedBecause: 'unpaid' })
    const contentId = (await calls.subjectDetail({ params, query: {} })).stages[0]?.contents[0]?.id ?? ''
    const ways = [
      calls.registerForSubject({ params }),
      calls.openContent({ params: { ...params, contentId }, body: {} }),
    ]
    expect((await refusals(ways)).map(({ errorCode }) => errorCode)).toEqual([NOT_BOUGHT.code, NOT_BOUGHT.code])
    const external = await buildSubject(platform.db, { author: lecturer, subjectType: 3, url: 'https://example.com/a' })
    await buildPrice(platform.db, { companyId, businessType: 2, itemId: external.id, original: 900, now: platform.now })
    const visit = calls.visitSubject({ params: { id: external.id }, body: {} })
    expect((await refusal(visit)).errorCode).toBe(NOT_BOUGHT.code)

    const quoted = await shop.as(buyer).quote({ body: { businessType: 2, itemId: subject.id, quantity: 1 } })
    const placing = platform.client(orders, buyer)
    const { id, lines } = await placing.placeOrder({ body: { key: uuid(), quoteIds: [quoted.id] } })
    await placing.payWithCoins({ params: { id } })
    expect(await calls.subjectDetail({ params, query: {} })).toMatchObject({
      canStudy: true,
      progress: { registered: true },
    })
    expect(await shop.opens(buyer, course)).toBe(false)
    await calls.openContent({ params: { ...params, contentId }, body: {} })
    expect(await shop.opens(buyer, course)).toBe(true)
    expect((await placing.ownOrder({ params: { id } })).refundable.refusal).toBe(701207)

    // Before it is started it is paid back, and the course closes with it.
    const other = await shop.newBuyer()
    const second = platform.client(orders, other)
    const again = await shop.as(other).quote({ body: { businessType: 2, itemId: subject.id, quantity: 1 } })
    const order = await second.placeOrder({ body: { key: uuid(), quoteIds: [again.id] } })
    await second.payWithCoins({ params: { id: order.id } })
    await shop.as(other).registerForCourse({ params: { id: course.id } })
    expect(await shop.opens(other, course)).toBe(true)
    const wanted = { lines: [{ lineId: order.lines[0]?.id ?? '', quantity: 1 }], reason: '买错了' }
    const asked = await second.requestRefund({ params: { id: order.id }, body: wanted })
    await shop.as(shop.staff).decideRefund({ params: { id: asked.id }, body: { isAgreed: true } })
    expect(await shop.opens(other, course)).toBe(false)
    expect(await platform.client(subjects, other).subjectDetail({ params, query: {} })).toMatchObject({
      canStudy: false,
    })
    expect(lines).toHaveLength(1)
  })

  it('is one seat for one member, however much it contains, and the same seat when it is given again', async () => {
    const { companyId, lecturer } = shop
    const contents = [await shop.newCourse(), await shop.newCourse(), await shop.newCourse()]
    const stages = [{ contents: contents.map(({ id }) => ({ businessType: 1, businessId: id })) }]
    const subject = await buildSubject(platform.db, { author: lecturer, stages })
    await buildPrice(platform.db, { companyId, businessType: 2, itemId: subject.id, original: 900, now: platform.now })
    const buyer = await shop.newBuyer()
    const quoted = await shop.as(buyer).quote({ body: { businessType: 2, itemId: subject.id, quantity: 2 } })
    const order = await shop.as(buyer).placeOrder({ body: { key: uuid(), quoteIds: [quoted.id], forOthers: true } })
    await shop.as(buyer).payWithCoins({ params: { id: order.id } })
    const params = { id: (await shop.as(buyer).ownSeats()).items[0]?.id ?? '' }
    const member = await shop.newBuyer(0n)
    const give = () => shop.as(buyer).giveSeats({ params, body: { memberIds: [member.id] } })
    expect(await give()).toEqual({ given: 1, free: 1 })
    expect(await shop.as(buyer).takeSeat({ params: { ...params, memberId: member.id } })).toEqual({ free: 2 })
    expect(await give()).toEqual({ given: 1, free: 1 })
    const own = await shop.as(member).ownEntitlements()
    expect(own.recordCount).toBe(4)
  })

  it('is paused and taken back with what it contains, whatever else opens a part of it', async () => {
    const { companyId, lecturer, staff } = shop
    const [course, other] = [await shop.newCourse({ original: 5000 }), await shop.newCourse({ original: 5000 })]
    const stages = [{ contents: [course, other].map(({ id }) => ({ businessType: 1, businessId: id })) }]
    const subject = await buildSubject(platform.db, { author: lecturer, stages })
    await buildPrice(platform.db, { companyId, businessType: 2, itemId: subject.id, original: 900, now: platform.now })
    const buyer = await shop.newBuyer()
    const quoted = await shop.as(buyer).quote({ body: { businessType: 2, itemId: subject.id, quantity: 2 } })
    const order = await shop.as(buyer).placeOrder({ body: { key: uuid(), quoteIds: [quoted.id], forOthers: true } })
    await shop.as(buyer).payWithCoins({ params: { id: order.id } })
    const seats = { id: (await shop.as(buyer).ownSeats()).items[0]?.id ?? '' }
    const [member, next] = [await shop.newBuyer(0n), await shop.newBuyer(0n)]
    await shop.as(buyer).giveSeats({ params: seats, body: { memberIds: [member.id] } })
    await trade.grants(member, { businessType: 1, itemId: other.id })
    const desk = shop.as(staff)
    const { items } = await desk.entitlements({ query: { memberId: member.id, businessType: 2 } })
    const set = (state: 'active' | 'paused' | 'revoked') =>
      desk.changeEntitlement({ params: { id: items[0]?.id ?? '' }, body: { state } })
    const opened = async () => [await has(member, course.id), await has(member, other.id)]
    expect(await opened()).toEqual([true, true])
    await set('paused')
    expect(await opened()).toEqual([false, true])
    await set('active')
    expect(await opened()).toEqual([true, true])
    await set('revoked')
    expect(await opened()).toEqual([false, true])
    // The seat is free, and opens to one member alone.
    await shop.as(buyer).giveSeats({ params: seats, body: { memberIds: [next.id] } })
    expect([await has(next, course.id), await has(member, course.id)]).toEqual([true, false])
    expect(await shop.as(buyer).ownSeats()).toMatchObject({ items: [{ usedCount: 1 }] })
    const back = { body: { businessType: 2, itemId: subject.id, memberIds: [member.id] } }
    expect(await desk.grantEntitlements(back)).toEqual({ granted: 1 })
  })

  it('granted again counts its members, not what it contains', async () => {
    const [first, second] = [await shop.newCourse({ original: 5000 }), await shop.newCourse({ original: 5000 })]
    const stages = [{ contents: [first, second].map(({ id }) => ({ businessType: 1, businessId: id })) }]
    const subject = await buildSubject(platform.db, { author: shop.lecturer, stages })
    const item = { businessType: 2, itemId: subject.id }
    const member = await shop.newBuyer(0n)
    expect(await trade.grants(member, item)).toEqual({ granted: 1 })
    await trade.takesBack(member, item)
    expect(await trade.grants(member, item)).toEqual({ granted: 1 })
    expect([await has(member, first.id), await has(member, second.id)]).toEqual([true, true])
  })

  it('opens what is added to it to who bought it, also to who buys it at that moment; what is taken out stays theirs', async () => {
    const { lecturer } = shop
    const [first, second] = [await shop.newCourse({ original: 5000 }), await shop.newCourse({ original: 5000 })]
    const stage = (courseId: string) => ({ contents: [{ businessType: 1 as const, businessId: courseId }] })
    const subject = await buildSubject(platform.db, { author: lecturer, stages: [stage(first.id)] })
    const item = { businessType: 2, itemId: subject.id }
    await trade.sells(item, { original: 900 })
    const [early, paused, late, stranger] = (await Promise.all(Array.from({ length: 4 }, () => shop.newBuyer()))) as [
      BuiltMember,
      BuiltMember,
      BuiltMember,
      BuiltMember,
    ]
    await trade.buys(early, item)
    await trade.asksBack(paused, await trade.buys(paused, item))
    const desk = platform.client(subjects, lecturer)
    const params = { id: subject.id }
    const { stages, revision } = await desk.editedSubject({ params })
    const [kept] = stages
    const contents = [{ businessType: 1 as const, businessId: second.id, isRequired: 1 as const }]
    const changed = await desk.changeStages({
      params,
      body: { revision, stages: [{ id: kept?.id ?? '', title: '进阶', contents }] } as never,
    })
    // Of the purchase and the publication each waits for the other.
    await Promise.all([desk.publishSubject({ params, body: { revision: changed.revision } }), trade.buys(late, item)])
    for (const member of [early, paused, late]) expect(await has(member, second.id)).toBe(true)
    expect([await has(early, first.id), await has(stranger, second.id)]).toEqual([true, false])
    // Published again, it gives nothing twice.
    const again = await desk.editedSubject({ params })
    await desk.publishSubject({ params, body: { revision: again.revision } }).catch(() => undefined)
    const { items } = await platform.client(entitlements, early).ownEntitlements({ query: { businessType: 1 } })
    expect(items.map(({ itemId }) => itemId).toSorted()).toEqual([first.id, second.id].toSorted())
  })

  it('is among those that cost something, not among the free ones', async () => {
    const buyer = await shop.newBuyer(0n)
    const [priced, free] = [
      await buildSubject(platform.db, { author: shop.lecturer }),
      await buildSubject(platform.db, { author: shop.lecturer }),
    ]
    await buildPrice(platform.db, { companyId: shop.companyId, businessType: 2, itemId: priced.id, now: platform.now })
    const list = async (isPay: 0 | 1) =>
      (await platform.client(subjects, buyer).subjects({ query: { isPay } })).items.map(({ id }) => id)
    expect(await list(1)).toContain(priced.id)
    expect(await list(1)).not.toContain(free.id)
    expect(await list(0)).toContain(free.id)
    expect(await list(0)).not.toContain(priced.id)
  })
})
