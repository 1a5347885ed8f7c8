/** Prices over HTTP: who sets them, for which members and when they count, and what was quoted. */
import { v7 as uuid } from 'uuid'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { KIND_NOT_SOLD } from '#modules/commerce/entitlements/contract.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import {
  NO_MEMBER_CARD,
  NOTHING_TO_PAY,
  ONLY_BY_CARD,
  PRICE_CHANGED,
  PRICE_WRONG,
  RANGES_WRONG,
  SPECIALS_OVERLAP,
  type SpecialPrice,
  type Terms,
  TOO_MANY_RANGES,
} from '../contract/shapes.ts'
import { prices } from '../contract.ts'
import { buildPrice } from './prices.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, {
  owner: ['admin'],
  administrator: ['admin'],
  colleague: ['lecturer'],
  otherCompany: ['super-admin'],
})
const dayMs = 86_400_000
let startedAt = 0
beforeAll(() => {
  startedAt = platform.now
})
afterEach(() => {
  platform.now = startedAt
})

const as = (member = roles.owner) => platform.client(prices, member)
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode
const single = (discountCoin: number | null, coin = discountCoin): Terms => ({
  ...{ isPay: 1, payType: 1, isLadderPrice: 0, coin, discountCoin, payConfig: [], vipCardConfiguration: [] },
})
const newCourse = () => buildCourse(platform.db, { author: roles.owner })
const at = (itemId: string, businessType = 1) => ({ params: { businessType, itemId } })
const set = (itemId: string, terms: Terms, specials: SpecialPrice[] = [], revision = 0, member = roles.owner) =>
  as(member).setPrice({ ...at(itemId), body: { terms, specials, revision } })
const unitFor = async (itemId: string, member = roles.member) =>
  (await as(member).priceTags({ query: { businessType: 1, ids: itemId } })).items[0]?.ranges[0]?.unit

describe('a price', () => {
  it('is kept as it was set, and shown to members before they buy', async () => {
    const { id } = await newCourse()
    const payConfig = [
      { id: 'a', begin: 1, end: 9, coin: 2000, discountCoin: 1999 },
      { id: 'b', begin: 10, end: -1, coin: 2000, discountCoin: 1500 },
    ]
    const terms: Terms = { ...single(null), isLadderPrice: 1, payConfig, payType: 2 }
    expect(await as().price(at(id))).toMatchObject({ revision: 0, terms: { isPay: 0 }, specials: [], kindName: '课程' })
    expect(await set(id, terms)).toEqual({ revision: 1 })
    await proves('COMMERCE-007', async () => {
      expect(await as().price(at(id))).toMatchObject({ revision: 1, terms: { ...terms, vipCardConfiguration: [] } })
    })
    const tags = await as(roles.member).priceTags({ query: { businessType: 1, ids: `${id},${uuid()}` } })
    expect(tags.items).toMatchObject([
      { id, access: 'unpaid', payType: 2, ranges: [{ unit: '1999' }, { begin: 10, end: -1, unit: '1500' }] },
      { access: 'free', payType: null, ranges: [] },
    ])
    const quote = (quantity: number) => as(roles.member).quote({ body: { businessType: 1, itemId: id, quantity } })
    expect(await quote(9)).toMatchObject({ unit: '1999', total: '17991', range: { begin: 1, end: 9 } })
    expect(await quote(10)).toMatchObject({ unit: '1500', total: '15000', range: { begin: 10, end: -1 } })
    expect(await quote(1_000_000)).toMatchObject({ total: '1500000000' })
  })

  it('is checked by the server as by the form', async () => {
    const { id } = await newCourse()
    const ranges = (count: number) =>
      Array.from({ length: count }, (_, place) => {
        const begin = place + 1
        return { id: `${place}`, begin, end: begin === count ? -1 : begin, coin: 100, discountCoin: 100 }
      })
    const ladder = (payConfig: Terms['payConfig']): Terms => ({ ...single(null), isLadderPrice: 1, payConfig })
    const gap = [{ ...ranges(2)[0], end: 5 }, ranges(2)[1]] as Terms['payConfig']
    await proves('COMMERCE-028', async () => {
      expect(await codeOf(set(id, ladder(ranges(6))))).toBe(TOO_MANY_RANGES.code)
      expect(await codeOf(set(id, ladder(gap)))).toBe(RANGES_WRONG.code)
      expect(await codeOf(set(id, single(null)))).toBe(PRICE_WRONG.code)
      expect(await codeOf(set(id, single(1_000_000_001)))).toBe(PRICE_WRONG.code)
      expect(await codeOf(set(id, single(100, 99)))).toBe(PRICE_WRONG.code)
      expect(await codeOf(set(id, single(1.5)))).toBe(900001)
      expect(await codeOf(set(id, { ...single(null), payType: 3 }))).toBe(NO_MEMBER_CARD.code)
    })
    const { message, data } = await refusal(set(id, ladder(gap)))
    expect(message).toContain('阶梯数量区间有误')
    expect(data).toMatchObject({ problems: [{ problem: 'range-wrong', field: 'begin', range: 1 }] })
    expect(await as().price(at(id))).toMatchObject({ revision: 0 })
    const unknown = [{ id: uuid(), cardName: '没有的卡' }]
    expect(await codeOf(set(id, { ...single(null), payType: 3, vipCardConfiguration: unknown }))).toBe(900005)
    expect(await set(id, ladder(ranges(5)))).toEqual({ revision: 1 })
  })

  it('keeps its history, and two who set it at once do not overwrite each other', async () => {
    const { id } = await newCourse()
    await set(id, single(100))
    const result = await race(platform, 4, (place) => set(id, single(200 + place), [], 1), {
      begin: async () => undefined,
    })
    expect(result).toMatchObject({ accepted: 1, refused: { [PRICE_CHANGED.code]: 3 } })
    platform.now += 1
    await set(id, { ...single(null), isPay: 0 }, [], 2)
    const { items, recordCount } = await as().priceHistory(at(id))
    expect(recordCount).toBe(3)
    expect(items.map(({ replacedAt }) => replacedAt === null)).toEqual([true, false, false])
    expect(items[0]?.terms).toMatchObject({ isPay: 0, coin: null, payConfig: [] })
    expect(await unitFor(id)).toBeUndefined()
  })

  it('of an organization or a time goes before the one for all', async () => {
    const { id } = await newCourse()
    const { companyId, organizationId } = roles
    const team = await buildOrganization(platform.db, { companyId, parentId: organizationId, name: '算法组' })
    const inTeam = await buildMember(platform.db, { companyId, organizationId: team })
    const now = platform.now
    const special = (input: Partial<SpecialPrice>): SpecialPrice => ({
      ...{ organizationId: null, validFrom: null, validUntil: null, terms: single(900) },
      ...input,
    })
    await set(id, single(1000), [
      special({ organizationId, terms: single(700) }),
      special({ validFrom: now + dayMs, validUntil: now + 2 * dayMs, terms: single(500) }),
    ])
    const units = async () => [await unitFor(id, roles.stranger), await unitFor(id), await unitFor(id, inTeam)]
    expect(await units()).toEqual(['1000', '700', '700'])
    const [fresh] = [await buildMember(platform.db, { companyId, organizationId: companyId, now: now + dayMs })]
    platform.now = now + dayMs
    expect(await unitFor(id, fresh)).toBe('500')
    platform.now = now + 2 * dayMs
    const later = await buildMember(platform.db, { companyId, organizationId: companyId, now: platform.now })
    expect(await unitFor(id, later)).toBe('1000')
    platform.now = now
    const wrong = [
      [special({})],
      [special({ organizationId }), special({ organizationId })],
      [special({ validFrom: 10, validUntil: 20 }), special({ validFrom: 19 })],
      [special({ validFrom: 20, validUntil: 20 })],
    ]
    for (const specials of wrong) expect(await codeOf(set(id, single(1), specials, 1))).toBe(SPECIALS_OVERLAP.code)
    const touching = [special({ validFrom: 10, validUntil: 20 }), special({ validFrom: 20 })]
    expect(await set(id, single(1), touching, 1)).toEqual({ revision: 2 })
    const foreign = [special({ organizationId: roles.otherCompany.companyId })]
    expect(await codeOf(set(id, single(1), foreign, 2))).toBe(900005)
  })

  it('is set by who may change the item and holds the permission', async () => {
    const { id } = await newCourse()
    const terms = { ...single(null), isPay: 0 } as Terms
    const current = async (member = roles.owner) => (await as(member).price(at(id))).revision
    await expectRoles(roles, {
      price: {
        call: async (caller) => platform.client(prices, caller).price(at(id)),
        ...{ owner: 'accepted', administrator: 'accepted', member: 10138, colleague: 10138, stranger: 10138 },
        ...{ otherCompany: 900005, nobody: 401 },
      },
      setPrice: {
        call: async (caller) =>
          platform.client(prices, caller).setPrice({
            ...at(id),
            body: { terms, specials: [], revision: await current() },
          }),
        ...{ owner: 'accepted', administrator: 'accepted', member: 10138, colleague: 10138, stranger: 10138 },
        ...{ otherCompany: 900005, nobody: 401 },
      },
    })
    const elsewhere = await buildMember(platform.db, {
      ...{ companyId: roles.companyId, organizationId: roles.stranger.organizationId, roles: ['admin'] as const },
    })
    expect(await codeOf(as(elsewhere).price(at(id)))).toBe(10138)
    expect(await codeOf(as().price(at(uuid())))).toBe(900005)
    for (const call of ['price', 'priceHistory'] as const)
      expect(await codeOf(as()[call](at(id, 32_000)))).toBe(KIND_NOT_SOLD.code)
    expect(await codeOf(as().priceHistory(at(uuid())))).toBe(900005)
    const free = { terms, specials: [], revision: 0 }
    expect(await codeOf(as().setPrice({ ...at(id, 32_000), body: free }))).toBe(KIND_NOT_SOLD.code)
  })
})

describe('a quote', () => {
  const quote = (itemId: string, businessType = 1, member = roles.member) =>
    as(member).quote({ body: { businessType, itemId, quantity: 1 } })

  it('is refused of what is free, opens by a card alone, is not there, or is not for the buyer', async () => {
    const { id: free } = await newCourse()
    expect(await codeOf(quote(free))).toBe(NOTHING_TO_PAY.code)
    const { id: byCard } = await newCourse()
    await buildPrice(platform.db, { companyId: roles.companyId, itemId: byCard, payType: 3, cardIds: [uuid()] })
    expect(await codeOf(quote(byCard))).toBe(ONLY_BY_CARD.code)
    expect(await codeOf(quote(uuid()))).toBe(900005)
    expect(await codeOf(quote(free, 32_000))).toBe(KIND_NOT_SOLD.code)
    const draft = await buildCourse(platform.db, { author: roles.owner, status: 'draft' })
    await buildPrice(platform.db, { companyId: roles.companyId, itemId: draft.id })
    expect(await codeOf(quote(draft.id))).toBe(900005)
    expect(await codeOf(quote(draft.id, 1, roles.otherCompany))).toBe(900005)
    const priced = await newCourse()
    await buildPrice(platform.db, { companyId: roles.companyId, itemId: priced.id, original: 0 })
    expect(await codeOf(quote(priced.id))).toBe(NOTHING_TO_PAY.code)
  })
})
