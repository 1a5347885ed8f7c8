/** Entitlements over HTTP: granted, paused, taken back; seats given and taken. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testShop } from '#modules/commerce/orders/server/shop.fixture.ts'
import { buildMember, buildOrganization, buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { ENTITLEMENT_STATE, KIND_NOT_SOLD, SEAT_IN_USE, SEATS_USED_UP } from '../contract/shapes.ts'

const platform = testPlatform({ poolSize: 8 })
const shop = testShop(platform)
const { as, bought, newBuyer, newCourse, opens } = shop
const dayMs = 86_400_000
let startedAt = 0
beforeAll(() => {
  startedAt = platform.now
})
afterEach(() => {
  platform.now = startedAt
})

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode
const grant = (itemId: string, memberIds: string[], more: { endsAt?: number; businessType?: number } = {}) =>
  as(shop.staff).grantEntitlements({ body: { businessType: 1, itemId, memberIds, reason: '内部试学', ...more } })
const entitlementOf = async (memberId: string) =>
  (await as(shop.staff).entitlements({ query: { memberId } })).items[0]?.id ?? ''
const set = (id: string, state: 'active' | 'paused' | 'revoked') =>
  as(shop.staff).changeEntitlement({ params: { id }, body: { state } })

describe('a granted entitlement', () => {
  it('opens without payment, once for a member, until its end', async () => {
    const course = await newCourse()
    const [one, other] = [await newBuyer(0n), await newBuyer(0n)]
    expect(await grant(course.id, [one.id], { endsAt: startedAt + dayMs })).toEqual({ granted: 1 })
    expect(await grant(course.id, [one.id, other.id])).toEqual({ granted: 1 })
    expect([await opens(one, course), await opens(other, course)]).toEqual([true, true])
    platform.now = startedAt + dayMs
    const later = { ...one, token: await buildSession(platform.db, one, platform.now) }
    expect(await opens(later, course)).toBe(false)
  })

  it('is paused, goes on, and is taken back for good', async () => {
    const course = await newCourse()
    const member = await newBuyer(0n)
    await grant(course.id, [member.id])
    const id = await entitlementOf(member.id)
    await set(id, 'paused')
    expect(await opens(member, course)).toBe(false)
    await set(id, 'active')
    expect(await opens(member, course)).toBe(true)
    await set(id, 'revoked')
    expect(await opens(member, course)).toBe(false)
    expect(await codeOf(set(id, 'active'))).toBe(ENTITLEMENT_STATE.code)
    expect(await as(member).ownEntitlements()).toMatchObject({ recordCount: 0 })
    // Granted again it opens again.
    expect(await grant(course.id, [member.id])).toEqual({ granted: 1 })
    expect(await opens(member, course)).toBe(true)
  })

  it('is the matter of those who run the member, for others than themselves', async () => {
    const { companyId, staff } = shop
    const course = await newCourse()
    const member = await newBuyer(0n)
    expect(await codeOf(grant(course.id, [staff.id]))).toBe(900012)
    expect(await codeOf(grant(uuid(), [member.id]))).toBe(900005)
    expect(await codeOf(grant(course.id, [uuid()]))).toBe(900005)
    expect(await codeOf(grant(course.id, [member.id], { businessType: 32_000 }))).toBe(KIND_NOT_SOLD.code)
    expect(await codeOf(grant(course.id, [member.id], { endsAt: startedAt }))).toBe(900005)
    const sales = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '销售部' })
    const elsewhere = await buildMember(platform.db, { companyId, organizationId: sales, roles: ['admin'] })
    const body = { businessType: 1, itemId: course.id, memberIds: [member.id] }
    expect(await codeOf(as(elsewhere).grantEntitlements({ body }))).toBe(900005)
    await grant(course.id, [member.id])
    const params = { id: await entitlementOf(member.id) }
    expect(await codeOf(as(elsewhere).changeEntitlement({ params, body: { state: 'paused' } }))).toBe(900005)
    expect(await as(elsewhere).entitlements()).toMatchObject({ recordCount: 0 })
    await grant(course.id, [elsewhere.id])
    const own = { id: await entitlementOf(elsewhere.id) }
    expect(await codeOf(as(elsewhere).changeEntitlement({ params: own, body: { state: 'paused' } }))).toBe(900012)
  })
})

describe('seats', () => {
  it('go to as many members as were bought, however many are asked for at once', async () => {
    const course = await newCourse({ original: 10 })
    const buyer = await newBuyer()
    await bought(buyer, [course.id], 3)
    const id = (await as(buyer).ownSeats()).items[0]?.id ?? ''
    const people = [await newBuyer(0n), await newBuyer(0n), await newBuyer(0n), await newBuyer(0n), await newBuyer(0n)]
    const give = (...memberIds: string[]) => as(buyer).giveSeats({ params: { id }, body: { memberIds } })
    const result = await race(platform, 5, (place) => give(people[place]?.id ?? ''), { begin: async () => undefined })
    expect(result).toMatchObject({ accepted: 3, refused: { [SEATS_USED_UP.code]: 2 } })
    const holders = await as(buyer).seatHolders({ params: { id } })
    expect(holders.recordCount).toBe(3)
    expect((await Promise.all(people.map((one) => opens(one, course)))).filter(Boolean)).toHaveLength(3)
    const [holder] = holders.items
    expect(await give(holder?.memberId ?? '')).toEqual({ given: 0, free: 0 })
    expect(await as(buyer).takeSeat({ params: { id, memberId: holder?.memberId ?? '' } })).toEqual({ free: 1 })
    const member = people.find((one) => one.id === holder?.memberId)
    if (member) expect(await opens(member, course)).toBe(false)
    expect(await codeOf(as(buyer).takeSeat({ params: { id, memberId: holder?.memberId ?? '' } }))).toBe(900005)
    expect(await give(holder?.memberId ?? '')).toEqual({ given: 1, free: 0 })
  })

  it('stay with who has started, and are the matter of their buyer alone', async () => {
    const course = await newCourse({ original: 10 })
    const buyer = await newBuyer()
    await bought(buyer, [course.id], 2)
    const id = (await as(buyer).ownSeats()).items[0]?.id ?? ''
    const holder = await newBuyer(0n)
    await as(buyer).giveSeats({ params: { id }, body: { memberIds: [holder.id] } })
    const sectionId = course.sections[0]?.id ?? ''
    await as(holder).startPlayback({ params: { id: course.id, sectionId }, body: {} })
    expect(await codeOf(as(buyer).takeSeat({ params: { id, memberId: holder.id } }))).toBe(SEAT_IN_USE.code)
    expect(await as(buyer).seatHolders({ params: { id } })).toMatchObject({ items: [{ hasStarted: true }] })
    expect(await opens(holder, course)).toBe(true)
    const other = as(await newBuyer(0n))
    const calls = [
      other.seatHolders({ params: { id } }),
      other.giveSeats({ params: { id }, body: { memberIds: [holder.id] } }),
      other.takeSeat({ params: { id, memberId: holder.id } }),
      as(buyer).giveSeats({ params: { id }, body: { memberIds: [uuid()] } }),
    ]
    expect((await refusals(calls)).map(({ errorCode }) => errorCode)).toEqual([900005, 900005, 900005, 900005])
  })

  it('that an administrator takes back are free for somebody else, and given again they are one', async () => {
    const course = await newCourse({ original: 10 })
    const buyer = await newBuyer()
    await bought(buyer, [course.id], 2)
    const params = { id: (await as(buyer).ownSeats()).items[0]?.id ?? '' }
    const [first, second] = [await newBuyer(0n), await newBuyer(0n)]
    const give = (memberId: string) => as(buyer).giveSeats({ params, body: { memberIds: [memberId] } })
    expect(await give(first.id)).toEqual({ given: 1, free: 1 })
    const revoked = { params: { id: await entitlementOf(first.id) }, body: { state: 'revoked' as const } }
    await as(shop.staff).changeEntitlement(revoked)
    expect(await as(buyer).ownSeats()).toMatchObject({ items: [{ usedCount: 0 }] })
    expect(await give(first.id)).toEqual({ given: 1, free: 1 })
    expect(await give(second.id)).toEqual({ given: 1, free: 0 })
    const result = await race(platform, 8, () => as(shop.staff).changeEntitlement(revoked), {
      begin: async () => undefined,
      locked: () => sql`select from entitlements.seats where id = ${params.id} for update`,
    })
    expect(result).toMatchObject({ accepted: 1, refused: { [ENTITLEMENT_STATE.code]: 7 } })
    expect(await as(buyer).ownSeats()).toMatchObject({ items: [{ usedCount: 1 }] })
    expect(await codeOf(as(buyer).takeSeat({ params: { ...params, memberId: first.id } }))).toBe(900005)
  })
})
