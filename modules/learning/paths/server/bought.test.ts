/** A learning path with a price: who registers by themselves buys it; who is put on it does not. */
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { orders } from '#modules/commerce/orders/contract.ts'
import { testShop } from '#modules/commerce/orders/server/shop.fixture.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { paths } from '../contract.ts'
import { buildPath, buildPathLearner } from './paths.fixture.ts'

const platform = testPlatform()
const shop = testShop(platform)

describe('a learning path with a price', () => {
  it('is bought by who registers by themselves, and closes when it is paid back', async () => {
    const { companyId, staff } = shop
    const course = await shop.newCourse(null)
    const path = await buildPath(platform.db, {
      ...{ author: staff, isOpen: true },
      chapters: [{ sections: [{ businessType: 1, businessId: course.id, name: 'A' }] }],
    })
    await buildPrice(platform.db, { companyId, businessType: 17, itemId: path.id, original: 700, now: platform.now })
    const buyer = await shop.newBuyer()
    const calls = platform.client(paths, buyer)
    const info = () => calls.findBasicInfo({ query: { pageId: path.id } })
    expect(await info()).toMatchObject({ isOpen: true, isUnpaid: true })
    expect((await refusal(calls.registerForPath({ body: { pathId: path.id } }))).errorCode).toBe(NOT_BOUGHT.code)
    const quoted = await shop.as(buyer).quote({ body: { businessType: 17, itemId: path.id, quantity: 1 } })
    const placing = platform.client(orders, buyer)
    const { id, lines } = await placing.placeOrder({ body: { key: uuid(), quoteIds: [quoted.id] } })
    await placing.payWithCoins({ params: { id } })
    expect(await info()).toMatchObject({ isUnpaid: false, study: { percent: 0 } })
    const wanted = { lines: [{ lineId: lines[0]?.id ?? '', quantity: 1 }], reason: '买错了' }
    const asked = await placing.requestRefund({ params: { id }, body: wanted })
    await shop.as(staff).decideRefund({ params: { id: asked.id }, body: { isAgreed: true } })
    const sectionId = path.chapters[0]?.sectionIds[0] ?? ''
    const open = calls.updateLessonLocation({ body: { pathId: path.id, sectionId } })
    expect((await refusal(open)).errorCode).toBe(NOT_BOUGHT.code)

    const assigned = await shop.newBuyer(0n)
    await buildPathLearner(platform.db, { member: assigned, pathId: path.id })
    const own = platform.client(paths, assigned)
    expect(await own.findBasicInfo({ query: { pageId: path.id } })).toMatchObject({ isUnpaid: false })
    expect(await own.updateLessonLocation({ body: { pathId: path.id, sectionId } })).toMatchObject({
      lessonLocation: sectionId,
    })
  })

  it('opens what is added to it to who bought it', async () => {
    const { companyId, staff } = shop
    const [first, second] = [await shop.newCourse(null), await shop.newCourse({ original: 5000 })]
    const path = await buildPath(platform.db, {
      ...{ author: staff, isOpen: true },
      chapters: [{ sections: [{ businessType: 1, businessId: first.id, name: 'A' }] }],
    })
    await buildPrice(platform.db, { companyId, businessType: 17, itemId: path.id, original: 700, now: platform.now })
    const buyer = await shop.newBuyer()
    const quoted = await shop.as(buyer).quote({ body: { businessType: 17, itemId: path.id, quantity: 1 } })
    const placing = platform.client(orders, buyer)
    const { id } = await placing.placeOrder({ body: { key: uuid(), quoteIds: [quoted.id] } })
    await placing.payWithCoins({ params: { id } })
    const desk = platform.client(paths, staff)
    const params = { id: path.id }
    const { chapters, revision } = await desk.managedPath({ params })
    const [chapter] = chapters
    const [section] = chapter?.sections ?? []
    if (!chapter || !section) throw new Error('the path is empty')
    const inputOf = ({ id: sectionId, businessType, businessId, require, needsReview }: typeof section) =>
      ({ id: sectionId, businessType, businessId, require, needsReview, choice: null }) as const
    const { id: _, ...added } = { ...inputOf(section), businessId: second.id }
    const { title, summary, opensAfterDays, opensAt, closesAt, choices } = chapter
    const wished = { id: chapter.id, title, summary, opensAfterDays, opensAt, closesAt, choices }
    await desk.changeOutline({
      params,
      body: { revision, chapters: [{ ...wished, sections: [inputOf(section), added] }] } as never,
    })
    const { items } = await shop.as(buyer).priceTags({ query: { businessType: 1, ids: second.id } })
    expect(items[0]?.access).toBe('entitled')
  })

  it('is among those that cost something, not among the free ones', async () => {
    const buyer = await shop.newBuyer(0n)
    const [priced, free] = [
      await buildPath(platform.db, { author: shop.staff, isOpen: true, chapters: [] }),
      await buildPath(platform.db, { author: shop.staff, isOpen: true, chapters: [] }),
    ]
    await buildPrice(platform.db, { companyId: shop.companyId, businessType: 17, itemId: priced.id, now: platform.now })
    const list = async (isPay: 0 | 1) =>
      (await platform.client(paths, buyer).myPaths({ query: { isPay } })).items.map(({ id }) => id)
    expect(await list(1)).toContain(priced.id)
    expect(await list(1)).not.toContain(free.id)
    expect(await list(0)).toContain(free.id)
    expect(await list(0)).not.toContain(priced.id)
  })
})
