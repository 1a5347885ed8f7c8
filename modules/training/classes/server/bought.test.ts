/** Classes with a price: every way in asks whether the place was bought; a purchase enrolls, and a refund frees the place. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { NOT_FOUND } from '#kit/errors.ts'
import { buildCard } from '#modules/commerce/cards/server/cards.fixture.ts'
import { entitlements } from '#modules/commerce/entitlements/contract.ts'
import { tradeOf } from '#modules/commerce/orders/server/trade.fixture.ts'
import { memberCardType, NOT_BOUGHT, prices } from '#modules/commerce/prices/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { testRoles } from '#test/roles.ts'
import { discussionBusinessType } from '../contract/activities.ts'
import { CLASS_FULL, CLASS_NOT_FOR_YOU, ENROLLMENT_ENDED } from '../contract/codes.ts'
import { buildActivity } from './classes.fixture.ts'
import { classesOn, type TestClass } from './classes-on.fixture.ts'
import { classesTables } from './db.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, { owner: ['class-teacher'], administrator: ['super-admin'] })
const { as, build, enroll, stateOf } = classesOn(platform, () => roles.owner)
const trade = tradeOf(platform, () => roles.administrator)
const itemOf = ({ params: { id: itemId } }: TestClass) => ({ businessType: 6, itemId })
const aMember = () =>
  buildMember(platform.db, { companyId: roles.companyId, organizationId: roles.organizationId, now: platform.now })
const codesOf = async (ways: Promise<unknown>[]) => (await refusals(ways)).map(({ errorCode }) => errorCode)
const quote = (member: BuiltMember, one: TestClass, quantity = 1) =>
  platform.client(prices, member).quote({ body: { ...itemOf(one), quantity } })
const taken = async (one: TestClass) => (await as(roles.owner).class(one)).placesTaken

async function soldClass(input: Parameters<typeof build>[0] = {}, price: Parameters<typeof trade.sells>[1] = {}) {
  const one = await build(input)
  await trade.sells(itemOf(one), price)
  return one
}

describe('a class that was not bought', () => {
  it('is closed by every way into it', async () => {
    const member = await aMember()
    const one = await soldClass()
    expect(await as(member).class(one)).toMatchObject({ obstacle: 'unpaid', mustBuy: true, isOpen: false })
    expect(await codesOf([enroll(member, one), as(member).acceptPlace(one)])).toEqual([
      NOT_BOUGHT.code,
      NOT_BOUGHT.code,
    ])
    // On the roster by the own way, without having bought it.
    const inside = await soldClass({ participants: [member.id] })
    const { id } = inside.params
    const activityId = await buildActivity(platform.db, { classId: id, companyId: roles.companyId, title: '须知' })
    const calls = as(member)
    const photo = { params: { id, photoId: uuid() } }
    const ways = [
      calls.classContent(inside),
      calls.shownActivity({ params: { id, activityId } }),
      calls.openActivity({ params: { id, activityId } }),
      calls.classmates({ ...inside, query: {} }),
      calls.classSchedule(inside),
      calls.classCalendar(inside),
      calls.classGroups(inside),
      calls.groupMembers({ params: { id, groupId: uuid() }, query: {} }),
      calls.classSeats(inside),
      calls.classPhotos({ ...inside, query: {} }),
      calls.addPhotos({ ...inside, body: { fileIds: [uuid()], caption: '' } }),
      calls.reportPhoto({ ...photo, body: { reason: '不合适' } }),
      calls.removePhoto(photo),
      calls.classDiary({ ...inside, query: {} }),
    ]
    expect(await codesOf(ways)).toEqual(ways.map(() => NOT_BOUGHT.code))
    expect(await as(roles.owner).classContent(inside)).toMatchObject({ activities: [{ id: activityId }] })
  })

  it('keeps its discussions to those who have bought it, and to its staff', async () => {
    const member = await aMember()
    const one = await soldClass({ participants: [member.id] })
    const place = { classId: one.params.id, companyId: roles.companyId, title: '复盘', kind: 'discussion' as const }
    const businessId = await buildActivity(platform.db, place)
    const about = { businessType: discussionBusinessType, businessId }
    const { id } = await platform.client(topics, roles.owner).addComment({ body: { ...about, content: '请谈谈' } })
    const talk = platform.client(topics, member)
    const ways = [
      () => talk.listComments({ query: about }),
      () => talk.addComment({ body: { ...about, content: '收获' } }),
      () => talk.listReplies({ params: { id }, query: {} }),
      () => talk.addReply({ params: { id }, body: { content: '同意' } }),
      () => talk.likeComment({ params: { id } }),
    ]
    const closed = ways.map(() => NOT_BOUGHT.code)
    expect(await codesOf(ways.map((way) => way()))).toEqual(closed)
    await trade.grants(member, itemOf(one))
    for (const way of ways) await way()
    await trade.takesBack(member, itemOf(one))
    expect(await codesOf(ways.map((way) => way()))).not.toContain(0)
  })

  it('takes no registration from outside, and says so before', async () => {
    const one = await soldClass({ enrollment: { isExternal: true } })
    const outside = as(undefined)
    const body = { fullName: '访客', phone: '13800000001', code: '123456', answers: {} }
    expect((await refusal(outside.registerForClass({ ...one, body }))).errorCode).toBe(NOT_BOUGHT.code)
    expect(['for-sale', 'registration-closed']).toContain((await outside.publicClass(one)).obstacle)
  })

  it('is sold to nobody who could not use it', async () => {
    const [member, other] = [await aMember(), await aMember()]
    const full = await soldClass({ capacity: 1, participants: [other.id], enrollment: { hasWaitingList: false } })
    const over = await soldClass({ enrollmentFrom: platform.now - 200, enrollmentUntil: platform.now - 100 })
    const elsewhere = await soldClass({ organizationIds: [roles.stranger.organizationId] })
    const two = await soldClass({ capacity: 2, enrollment: { hasWaitingList: false } })
    const ways = [quote(member, full), quote(member, over), quote(member, two, 3), quote(roles.otherCompany, two)]
    const codes = [CLASS_FULL.code, ENROLLMENT_ENDED.code, CLASS_FULL.code, NOT_FOUND.code]
    expect(await codesOf(ways)).toEqual(codes)
    expect([NOT_FOUND.code, CLASS_NOT_FOR_YOU.code]).toContain((await refusal(quote(member, elsewhere))).errorCode)
  })

  it('is among those that cost something, not among the free ones', async () => {
    const [priced, free] = [await soldClass(), await build({})]
    const member = await aMember()
    const list = async (isPay: 0 | 1) =>
      (await as(member).classes({ query: { isPay, pageSize: 100 } })).items.map(({ id }) => id)
    expect(await list(1)).toContain(priced.params.id)
    expect(await list(1)).not.toContain(free.params.id)
    expect(await list(0)).toContain(free.params.id)
    expect(await list(0)).not.toContain(priced.params.id)
  })
})

describe('a class that was bought', () => {
  it('enrolls its buyer at once, and gives the place to the next when it is paid back', async () => {
    const [buyer, next] = [await aMember(), await aMember()]
    const one = await soldClass({ capacity: 1, enrollment: { hasWaitingList: true, acceptanceHours: 0 } })
    const bought = await trade.buys(buyer, itemOf(one))
    expect(await as(buyer).class(one)).toMatchObject({ own: 'enrolled', mustBuy: false, isOpen: true })
    await trade.buys(next, itemOf(one))
    expect(await stateOf(next, one)).toBe('waiting')
    await trade.paysBack(buyer, bought)
    expect([await stateOf(buyer, one), await stateOf(next, one)]).toEqual(['withdrawn', 'enrolled'])
    expect((await refusal(enroll(buyer, one))).errorCode).toBe(NOT_BOUGHT.code)
  })

  it('waits for the form of who has to fill in one, and for the decision where there is one', async () => {
    const buyer = await aMember()
    const form = [{ key: 'size', label: '尺码', kind: 'text', isRequired: true, choices: [] }] as never
    const asked = await soldClass({ enrollment: { form } })
    await trade.buys(buyer, itemOf(asked))
    expect(await as(buyer).class(asked)).toMatchObject({ own: null, obstacle: null })
    expect(await enroll(buyer, asked, { size: 'M' })).toEqual({ state: 'enrolled' })
    const reviewed = await soldClass({ enrollment: { isReviewed: true } })
    await trade.buys(buyer, itemOf(reviewed))
    expect(await stateOf(buyer, reviewed)).toBe('pending')
  })

  it('is used by who has opened something in it, and closes to who loses it', async () => {
    const buyer = await aMember()
    const one = await soldClass()
    const { id } = one.params
    const activityId = await buildActivity(platform.db, { classId: id, companyId: roles.companyId, title: '须知' })
    const bought = await trade.buys(buyer, itemOf(one))
    await as(buyer).openActivity({ params: { id, activityId } })
    expect((await refusal(trade.asksBack(buyer, bought))).errorCode).toBe(701_207)
    await trade.takesBack(buyer, itemOf(one))
    expect((await refusal(as(buyer).classContent(one))).errorCode).toBe(NOT_BOUGHT.code)
    expect(await stateOf(buyer, one)).toBe('enrolled')
  })

  it('is either opened or paid back, whichever comes first', async () => {
    const buyer = await aMember()
    const one = await soldClass()
    const { id } = one.params
    const activityId = await buildActivity(platform.db, { classId: id, companyId: roles.companyId, title: '须知' })
    let refundId = ''
    const begin = async () => {
      await trade.takesBack(buyer, itemOf(one))
      await sql`update classes.enrollment set opened_at = null where class_id = ${id}`.execute(
        classesTables(platform.db),
      )
      refundId = await trade.asksBack(buyer, await trade.buys(buyer, itemOf(one)))
    }
    const locked = () => sql`select from entitlements.entitlement where member_id = ${buyer.id} for update`
    const act = (index: number): Promise<unknown> =>
      index === 0 ? trade.agrees(refundId) : as(buyer).openActivity({ params: { id, activityId } })
    for (let round = 0; round < 3; round += 1)
      expect(await race(platform, 2, act, { begin, locked })).toMatchObject({ accepted: 1 })
  })

  it('has no more places than it has, however many buy at once', async () => {
    const one = await soldClass({ capacity: 2, enrollment: { hasWaitingList: false } })
    const buyers = await Promise.all(Array.from({ length: 5 }, aMember))
    await race(platform, 5, (index) => trade.buys(buyers[index] as BuiltMember, itemOf(one)), {
      begin: async () => undefined,
    })
    expect(await taken(one)).toBe(2)
  })

  it('opens by a seat, a grant and a member card, and to who was put on the roster', async () => {
    const { companyId } = roles
    const card = await buildCard(platform.db, { companyId, name: '培训年卡' })
    const one = await soldClass({}, { cardIds: [card.id] })
    const [boss, assignee, granted, holder, named] = (await Promise.all(Array.from({ length: 5 }, aMember))) as [
      BuiltMember,
      BuiltMember,
      BuiltMember,
      BuiltMember,
      BuiltMember,
    ]
    await trade.givesSeat(boss, assignee, itemOf(one))
    await trade.grants(granted, itemOf(one))
    await trade.grants(holder, { businessType: memberCardType, itemId: card.id })
    expect(await Promise.all([assignee, granted].map((member) => stateOf(member, one)))).toEqual([
      'enrolled',
      'enrolled',
    ])
    expect(await enroll(holder, one)).toEqual({ state: 'enrolled' })
    await as(roles.owner).nominate({ ...one, body: { memberIds: [named.id] } })
    expect(await as(named).class(one)).toMatchObject({ own: 'enrolled', mustBuy: false, isOpen: true })
  })

  it('enrolls again who is given again what was taken back', async () => {
    const one = await soldClass()
    const [boss, assignee, granted] = (await Promise.all(Array.from({ length: 3 }, aMember))) as [
      BuiltMember,
      BuiltMember,
      BuiltMember,
    ]
    const states = async () => [await stateOf(assignee, one), await stateOf(granted, one)]
    await trade.givesSeat(boss, assignee, itemOf(one))
    await trade.grants(granted, itemOf(one))
    expect(await states()).toEqual(['enrolled', 'enrolled'])
    const seats = platform.client(entitlements, boss)
    const params = { id: (await seats.ownSeats({ query: {} })).items[0]?.id ?? '' }
    await seats.takeSeat({ params: { ...params, memberId: assignee.id } })
    await trade.takesBack(granted, itemOf(one))
    expect(await states()).not.toContain('enrolled')
    await seats.giveSeats({ params, body: { memberIds: [assignee.id] } })
    await trade.grants(granted, itemOf(one))
    expect(await states()).toEqual(['enrolled', 'enrolled'])
  })

  it('stays open to who came before it had a price', async () => {
    const early = await aMember()
    const one = await build()
    await enroll(early, one)
    platform.now += 1000
    await trade.sells(itemOf(one))
    expect(await as(early).class(one)).toMatchObject({ mustBuy: false, isOpen: true })
    expect((await refusal(enroll(await aMember(), one))).errorCode).toBe(NOT_BOUGHT.code)
  })
})
