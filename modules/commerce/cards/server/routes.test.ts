/** Member cards over HTTP: made, bought with coins, granted; what they open, and when they end. */
import { v7 as uuid } from 'uuid'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { CallInput } from '#kit/contract.ts'
import { testShop } from '#modules/commerce/orders/server/shop.fixture.ts'
import { memberCardType } from '#modules/commerce/prices/contract.ts'
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import { currency } from '#modules/platform/currency/contract.ts'
import { type BuiltMember, buildCompany, buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { CARD_CHANGED } from '../contract/codes.ts'
import { cards } from '../contract.ts'
import { buildCard, type CardInput } from './cards.fixture.ts'

/** What orders refuse. */
const [ALREADY_BOUGHT, LEARNED_NOT_REFUNDABLE] = [2_000_111, 701_207]
const platform = testPlatform({ poolSize: 8 })
const shop = testShop(platform)
const roles = testRoles(platform, { owner: ['admin'], administrator: ['admin'], otherCompany: ['super-admin'] })
const dayMs = 86_400_000
let startedAt = 0
beforeAll(() => {
  startedAt = platform.now
})
afterEach(() => {
  platform.now = startedAt
})

const as = (member: BuiltMember | undefined) => ({ ...shop.as(member), ...platform.client(cards, member) })
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode
const cardInput = (change: Partial<CallInput<typeof cards.createCard>['body']> = {}) => ({
  ...{ name: '年度会员', promise: '全部课程任您学', color: 'jade' as const, validityDays: 365, ...change },
})
/** A card that costs 50.00 coins. */
async function newCard(input: Partial<CardInput> = {}) {
  const { companyId } = shop
  const { id } = await buildCard(platform.db, { companyId, now: platform.now, ...input })
  await buildPrice(platform.db, { companyId, businessType: memberCardType, itemId: id, original: 5000 })
  return id
}
const quoteCard = async (buyer: BuiltMember, itemId: string, quantity = 1) =>
  (await as(buyer).quote({ body: { businessType: memberCardType, itemId, quantity } })).id
const orderCard = async (buyer: BuiltMember, itemId: string, quantity = 1) => {
  const quoteIds = [await quoteCard(buyer, itemId, quantity)]
  return (await as(buyer).placeOrder({ body: { key: uuid(), quoteIds, forOthers: quantity > 1 } })).id
}
const buyCard = async (buyer: BuiltMember, itemId: string, quantity?: number) =>
  as(buyer).payWithCoins({ params: { id: await orderCard(buyer, itemId, quantity) } })
const later = async (member: BuiltMember) => ({
  ...member,
  token: await buildSession(platform.db, member, platform.now),
})
/** That nothing has to be bought: the member may register and study. */
const opens = async (member: BuiltMember, { id }: { readonly id: string }) =>
  (await as(member).courseDetail({ params: { id } })).closedBecause !== 'unpaid'
const idsOf = (page: { readonly items: readonly { readonly id: string }[] }) => page.items.map(({ id }) => id)

describe('a member card', () => {
  it('is bought with coins and opens what names it until it ends', async () => {
    const card = await newCard({ validityDays: 30 })
    const names = { payType: 3, cardIds: [card] } as const
    const opened = [await shop.newCourse(names), await shop.newCourse(names)]
    opened.push(await shop.newCourse({ original: 900, cardIds: [card] }))
    const other = await shop.newCourse({ payType: 3, cardIds: [await newCard()] })
    const buyer = await shop.newBuyer(10_000n)
    const open = async (member: BuiltMember) => {
      const found: boolean[] = []
      for (const course of [...opened, other]) found.push(await opens(member, course))
      return found
    }
    expect(await open(buyer)).toEqual([false, false, false, false])
    await proves('COMMERCE-033', async () => {
      expect(await buyCard(buyer, card)).toMatchObject({ status: 'deal-done' })
      expect(await shop.balance(buyer)).toBe(5000n)
    })
    // The first two are sold by member card alone: whoever holds the card registers for them.
    await proves('COMMERCE-033', async () => {
      await as(buyer).registerForCourse({ params: { id: opened[0]?.id ?? '' } })
      expect(await shop.balance(buyer)).toBe(5000n)
    })
    await proves('COMMERCE-078', async () => expect(await open(buyer)).toEqual([true, true, true, false]))
    await proves('COMMERCE-077', async () => {
      const { items } = await platform.client(currency, buyer).tradeDetail({
        query: { accountCode: buyer.id, accountType: 1, tradeType: 6 },
      })
      expect(items).toMatchObject([{ tradeType: 6 }])
    })
    expect(await codeOf(orderCard(buyer, card))).toBe(ALREADY_BOUGHT)
    platform.now = startedAt + 30 * dayMs - 1
    expect(await open(await later(buyer))).toEqual([true, true, true, false])
    platform.now += 1
    const after = await later(buyer)
    await proves('COMMERCE-078', async () => expect(await open(after)).toEqual([false, false, false, false]))
    expect(await as(after).memberCard({ params: { id: card } })).toMatchObject({ isOwned: false })
    await buyCard(after, card)
    expect(await open(after)).toEqual([true, true, true, false])
    expect(await as(after).memberCard({ params: { id: card } })).toMatchObject({
      ...{ isOwned: true, ownedUntil: platform.now + 30 * dayMs },
    })
  })

  it('[COMMERCE-002] shows what it promises and what it opens, of what its reader may see', async () => {
    const card = await newCard({ name: '季卡', promise: '三门课', validityDays: null })
    const buyer = await shop.newBuyer(0n)
    const [first, second] = [
      await shop.newCourse({ payType: 3, cardIds: [card] }),
      await shop.newCourse({ payType: 3, cardIds: [card] }),
    ]
    expect(await as(buyer).memberCard({ params: { id: card } })).toEqual({
      ...{ id: card, name: '季卡', promise: '三门课', color: 'ink', validityDays: null, status: 'on-sale' },
      ...{ isOwned: false, ownedUntil: null },
    })
    const page = await as(buyer).memberCardItems({ params: { id: card } })
    expect(page).toMatchObject({ recordCount: 2, items: [{ kindName: '课程' }, { kindName: '课程' }] })
    expect(idsOf(page).toSorted()).toEqual([first.id, second.id].toSorted())
    const paged = await as(buyer).memberCardItems({ params: { id: card }, query: { pageSize: 1, page: 2 } })
    expect(paged).toMatchObject({ recordCount: 2, items: [{ businessType: 1 }] })
  })

  it('is paid back until something that it opens was started', async () => {
    const card = await newCard()
    const course = await shop.newCourse({ payType: 3, cardIds: [card] })
    const [careful, user] = [await shop.newBuyer(), await shop.newBuyer()]
    const refund = async (buyer: BuiltMember, id: string) => {
      const { lines } = await as(buyer).ownOrder({ params: { id } })
      const body = { lines: lines.map((line) => ({ lineId: line.id, quantity: 1 })), reason: '买错了' }
      return as(buyer).requestRefund({ params: { id }, body })
    }
    const bought = await buyCard(careful, card)
    expect(await opens(careful, course)).toBe(true)
    const asked = await refund(careful, bought.id)
    await as(shop.staff).decideRefund({ params: { id: asked.id }, body: { isAgreed: true } })
    expect(await opens(careful, course)).toBe(false)
    expect(await shop.balance(careful)).toBe(100_000n)
    const used = await buyCard(user, card)
    await as(user).registerForCourse({ params: { id: course.id } })
    const sectionId = course.sections[0]?.id ?? ''
    await as(user).startPlayback({ params: { id: course.id, sectionId }, body: {} })
    expect(await codeOf(refund(user, used.id))).toBe(LEARNED_NOT_REFUNDABLE)
  })

  it('is bought once by two purchases at the same time', async () => {
    const card = await newCard()
    const buyer = await shop.newBuyer()
    const placed = [await orderCard(buyer, card), await orderCard(buyer, card)]
    const pay = (place: number) => as(buyer).payWithCoins({ params: { id: placed[place] ?? '' } })
    const result = await race(platform, 2, pay, { begin: async () => undefined })
    expect(result).toMatchObject({ accepted: 1, refused: { [ALREADY_BOUGHT]: 1 } })
    expect(await shop.balance(buyer)).toBe(95_000n)
  })

  it('ends for who was granted it or has a seat of it as for a buyer, unless the grant says when', async () => {
    const card = await newCard({ validityDays: 10 })
    const course = await shop.newCourse({ payType: 3, cardIds: [card] })
    const [granted, always, given] = [await shop.newBuyer(0n), await shop.newBuyer(0n), await shop.newBuyer(0n)]
    const grant = (memberId: string, more: { endsAt?: null } = {}) =>
      as(shop.staff).grantEntitlements({
        body: { businessType: memberCardType, itemId: card, memberIds: [memberId], ...more },
      })
    await grant(granted.id)
    await grant(always.id, { endsAt: null })
    const buyer = await shop.newBuyer()
    await buyCard(buyer, card, 2)
    const seats = (await as(buyer).ownSeats()).items[0]?.id ?? ''
    await as(buyer).giveSeats({ params: { id: seats }, body: { memberIds: [given.id] } })
    const people = [granted, always, given]
    const allOpen = async () => {
      const found: boolean[] = []
      for (const one of people) found.push(await opens(await later(one), course))
      return found
    }
    expect(await allOpen()).toEqual([true, true, true])
    platform.now = startedAt + 10 * dayMs
    expect(await allOpen()).toEqual([false, true, false])
  })

  it('is not sold any more after its sale ended, and stays with who holds it', async () => {
    const card = await newCard()
    const [holder, other] = [await shop.newBuyer(), await shop.newBuyer()]
    await buyCard(holder, card)
    const quoteIds = [await quoteCard(other, card)]
    await as(shop.staff).setCardStatus({ params: { id: card }, body: { status: 'ended' } })
    expect(await codeOf(quoteCard(other, card))).toBe(900005)
    expect(await codeOf(as(other).placeOrder({ body: { key: uuid(), quoteIds, forOthers: false } }))).toBe(900005)
    expect(await codeOf(as(other).memberCard({ params: { id: card } }))).toBe(900005)
    expect(idsOf(await as(other).memberCards())).not.toContain(card)
    expect((await as(holder).memberCards()).items[0]).toMatchObject({ id: card, isOwned: true, status: 'ended' })
    expect(await as(holder).memberCard({ params: { id: card } })).toMatchObject({ id: card, isOwned: true })
    await as(shop.staff).setCardStatus({ params: { id: card }, body: { status: 'on-sale' } })
    expect(idsOf(await as(other).memberCards())).toContain(card)
  })
})

describe('what a price names', () => {
  it('[COMMERCE-003] is chosen from the cards on sale', async () => {
    const card = await newCard({ name: '钻石卡' })
    await newCard({ name: '钻石卡草稿', status: 'draft' })
    expect(await as(shop.staff).priceCards({ query: { search: '钻石' } })).toEqual({
      items: [{ id: card, cardName: '钻石卡' }],
    })
    const course = await shop.newCourse(null)
    const terms = {
      ...{ isPay: 1 as const, payType: 3 as const, isLadderPrice: 0 as const, coin: null, discountCoin: null },
      ...{ payConfig: [], vipCardConfiguration: [{ id: card, cardName: '' }] },
    }
    const set = (businessType: number, itemId: string, cardId: string) =>
      as(shop.staff).setPrice({
        params: { businessType, itemId },
        body: {
          ...{ terms: { ...terms, vipCardConfiguration: [{ id: cardId, cardName: '' }] }, specials: [], revision: 0 },
        },
      })
    const elsewhere = await buildCard(platform.db, { companyId: await buildCompany(platform.db) })
    expect(await codeOf(set(1, course.id, elsewhere.id))).toBe(900005)
    expect(await set(1, course.id, card)).toEqual({ revision: 1 })
    expect(await as(shop.staff).price({ params: { businessType: 1, itemId: course.id } })).toMatchObject({
      terms: { vipCardConfiguration: [{ id: card, cardName: '钻石卡' }] },
    })
    const { id } = await buildCard(platform.db, { companyId: shop.companyId })
    expect(await codeOf(set(memberCardType, id, card))).toBe(404011)
  })
})

describe('the administration of cards', () => {
  it('[COMMERCE-079] keeps what was written, and overwrites nobody', async () => {
    const staff = as(shop.staff)
    const { id } = await staff.createCard({ body: cardInput() })
    const find = async () =>
      (await staff.managedCards({ query: { search: '度会' } })).items.find((one) => one.id === id)
    expect(await find()).toMatchObject({ ...cardInput(), status: 'draft', createdByName: '周财', revision: 1 })
    const change = (revision: number) =>
      staff.changeCard({ params: { id }, body: { ...cardInput({ validityDays: null }), revision } })
    expect(await change(1)).toEqual({ revision: 2 })
    expect(await codeOf(change(1))).toBe(CARD_CHANGED.code)
    expect(await find()).toMatchObject({ validityDays: null, revision: 2 })
    await staff.setCardStatus({ params: { id }, body: { status: 'on-sale' } })
    expect(idsOf(await staff.managedCards({ query: { status: 'draft' } }))).not.toContain(id)
  })

  it('is for those who set prices in the whole company', async () => {
    const { companyId } = roles
    const own = await buildCard(platform.db, { companyId, status: 'draft' })
    const sold = await buildCard(platform.db, { companyId })
    const refused = {
      ...{ administrator: 10138, member: 10138, colleague: 10138, stranger: 10138, nobody: 401 },
    } as const
    const params = { id: own.id }
    await expectRoles(roles, {
      create: {
        ...{ ...refused, owner: 10138, otherCompany: 'accepted' },
        call: (caller) => as(caller).createCard({ body: cardInput() }),
      },
      list: { ...{ ...refused, owner: 10138, otherCompany: 'accepted' }, call: (caller) => as(caller).managedCards() },
      change: {
        ...{ ...refused, owner: 10138, otherCompany: 900005 },
        call: (caller) => as(caller).changeCard({ params, body: { ...cardInput(), revision: 1 } }),
      },
      status: {
        ...{ ...refused, owner: 10138, otherCompany: 900005 },
        call: (caller) => as(caller).setCardStatus({ params, body: { status: 'on-sale' } }),
      },
      preview: {
        ...{ owner: 'accepted', administrator: 'accepted', member: 'accepted', colleague: 'accepted' },
        ...{ stranger: 'accepted', otherCompany: 900005, nobody: 401 },
        call: (caller) => as(caller).memberCard({ params: { id: sold.id } }),
      },
      opened: {
        ...{ owner: 'accepted', administrator: 'accepted', member: 'accepted', colleague: 'accepted' },
        ...{ stranger: 'accepted', otherCompany: 900005, nobody: 401 },
        call: (caller) => as(caller).memberCardItems({ params: { id: sold.id } }),
      },
      draft: {
        ...{ owner: 900005, administrator: 900005, member: 900005, colleague: 900005 },
        ...{ stranger: 900005, otherCompany: 900005, nobody: 401 },
        call: (caller) => as(caller).memberCard({ params }),
      },
    })
  })
})
