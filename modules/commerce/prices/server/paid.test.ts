/** Lists by what has to be paid for: the condition in SQL says what the price tag of each item says. */
import { describe, expect, it } from 'vitest'
import { buildCard } from '#modules/commerce/cards/server/cards.fixture.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { type BuiltMember, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import type { SpecialPrice, Terms } from '../contract/shapes.ts'
import { prices } from '../contract.ts'
import { buildPrice } from './prices.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, { owner: ['super-admin'], otherCompany: ['super-admin'] })
const dayMs = 86_400_000
const courseType = 1

const free: Terms = {
  ...{ isPay: 0, payType: 1, isLadderPrice: 0, coin: null, discountCoin: null },
  ...{ payConfig: [], vipCardConfiguration: [] },
}
const paid: Terms = { ...free, isPay: 1, coin: 1000, discountCoin: 900 }
/** Given away: it has a price, and nothing has to be paid. */
const zero: Terms = { ...paid, discountCoin: 0 }

const as = (member: BuiltMember) => platform.client(prices, member)
const at = (itemId: string) => ({ params: { businessType: courseType, itemId } })
const catalogue = async (member: BuiltMember, isPay?: 0 | 1) => {
  const { items, recordCount } = await platform.client(courses, member).catalogue({
    query: { pageSize: 100, ...(isPay !== undefined && { isPay }) },
  })
  expect(recordCount).toBe(items.length)
  return items.map(({ id }) => id).toSorted()
}
const memberOf = (organizationId: string) =>
  buildMember(platform.db, { companyId: roles.companyId, organizationId, now: platform.now })

describe('a list of what has to be paid for', () => {
  it('agrees with the price tags, whatever prices for organizations, for times, of cards and of nothing count', async () => {
    const { owner, companyId } = roles
    const { now } = platform
    const department = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '销售部' })
    const team = await buildOrganization(platform.db, { companyId, parentId: department, name: '一组' })
    const card = await buildCard(platform.db, { companyId, name: '年卡' })
    const byCard: Terms = { ...paid, payType: 3, vipCardConfiguration: [{ id: card.id, cardName: '年卡' }] }
    const forTeam = (terms: Terms): SpecialPrice => ({
      ...{ organizationId: department, validFrom: null, validUntil: null },
      terms,
    })
    const forDays = (from: number, until: number, terms: Terms, organizationId: string | null): SpecialPrice => ({
      ...{ organizationId, validFrom: now + from * dayMs, validUntil: now + until * dayMs },
      terms,
    })
    const ofOrganization = [[], [forTeam(free)], [forTeam(paid)]]
    const timed = [null, department].flatMap((whose) => [
      [forDays(-2, -1, paid, whose)],
      [forDays(-1, 1, free, whose)],
      [forDays(1, 3, paid, whose)],
    ])
    const ids: string[] = []
    for (const terms of [free, zero, paid, byCard])
      for (const special of ofOrganization)
        for (const times of [[], ...timed]) {
          const { id } = await buildCourse(platform.db, { author: owner })
          await as(owner).setPrice({ ...at(id), body: { terms, specials: [...special, ...times], revision: 0 } })
          ids.push(id)
        }
    const unpriced = (await buildCourse(platform.db, { author: owner })).id
    // The price of another company for the same id counts for nobody here.
    await buildPrice(platform.db, { companyId: roles.otherCompany.companyId, itemId: unpriced })
    ids.push(unpriced)
    for (const day of [0, 2, 4]) {
      platform.now = now + day * dayMs
      for (const organizationId of [companyId, department, team]) {
        const member = await memberOf(organizationId)
        const { items } = await as(member).priceTags({ query: { businessType: courseType, ids: ids.join(',') } })
        const costing = items.filter(({ access }) => access !== 'free').map(({ id }) => id)
        expect(costing.length).toBeGreaterThan(20)
        expect(await catalogue(member, 1)).toEqual(costing.toSorted())
        expect(await catalogue(member, 0)).toEqual(ids.filter((id) => !costing.includes(id)).toSorted())
        expect(await catalogue(member)).toEqual(ids.toSorted())
      }
    }
    platform.now = now
  })

  it('follows a new price at once, and refuses what it does not know', async () => {
    const member = await memberOf(roles.organizationId)
    const { id } = await buildCourse(platform.db, { author: roles.owner })
    expect(await catalogue(member, 0)).toContain(id)
    await as(roles.owner).setPrice({ ...at(id), body: { terms: paid, specials: [], revision: 0 } })
    expect(await catalogue(member, 1)).toContain(id)
    expect(await catalogue(member, 0)).not.toContain(id)
    const query = { isPay: 2 } as never
    expect(await refusal(platform.client(courses, member).catalogue({ query }))).toMatchObject({ status: 422 })
  })
})

describe('the kinds that are sold', () => {
  const kinds = async () => (await as(roles.otherCompany).paidKinds()).items

  it('are those with a price in the company, until they are free again', async () => {
    const member = roles.otherCompany
    const { id } = await buildCourse(platform.db, { author: member })
    const before = await kinds()
    await as(member).setPrice({ ...at(id), body: { terms: paid, specials: [], revision: 0 } })
    expect(await kinds()).toContain(courseType)
    await as(member).setPrice({ ...at(id), body: { terms: free, specials: [], revision: 1 } })
    expect(await kinds()).toEqual(before)
  })
})
