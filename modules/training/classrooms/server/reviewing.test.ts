/** Bookings that somebody decides about, that are moved, and that are given up, over HTTP. */
import { beforeAll, describe, expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { buildStep, buildTemplate } from '#modules/platform/approvals/server/templates.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import {
  BOOKING_CHANGED,
  BOOKING_REASON_NEEDED,
  BOOKING_STATE,
  ROOM_CLOSED,
  ROOM_DISABLED,
  ROOM_NOT_FOR_YOU,
  ROOM_TAKEN,
  TIME_OVER,
  TOO_FAR_AHEAD,
  TOO_MANY_PEOPLE,
} from '../contract/codes.ts'
import { bookingApproval } from '../contract.ts'
import { buildBooking } from './rooms.fixture.ts'
import { roomsOn } from './rooms-on.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, { administrator: ['admin'], otherCompany: ['super-admin'] })
const { as, at, dayAt, room, book, own, newsOf } = roomsOn(platform, () => roles.owner)

const one = (id: string) => ({ params: { id } })
const stateOf = async (id: string, member = roles.member) => (await as(member).booking(one(id))).state
const cancel = (member: BuiltMember | undefined, id: string, reason = '', isWithLater = false) =>
  as(member).cancelBooking({ ...one(id), body: { isWithLater, reason } })
const decide = (member: BuiltMember | undefined, seriesIds: string[], decision: 'accept' | 'refuse', reason = '') =>
  as(member).decideBookings({ body: { seriesIds, decision, reason } })
const daily = (until: string) => ({ unit: 'day' as const, every: 1, weekdays: [], until })

async function change(member: BuiltMember | undefined, id: string, rest: object) {
  const found = await as(roles.owner).booking(one(id))
  const { title, attendees, note, from, to, revision } = found
  const body = { title, attendees, note, from, to, roomId: found.room.id, revision, ...rest }
  return as(member).changeBooking({ ...one(id), body })
}

describe('a reviewed room', () => {
  it('is booked when one of its managers has accepted', async () => {
    const id = await room({ isReviewed: true })
    const { seriesId, state } = await book(roles.member, id)
    expect(state).toBe('pending')
    expect(await newsOf(roles.owner)).toContain('classroom.requested')
    const todos = (await platform.client(messages, roles.owner).findMyUnfinished({})).items
    expect(todos.map(({ kind, businessId }) => [kind, businessId])).toContainEqual(['classroom.decide', id])
    expect(await refusal(book(roles.colleague, id))).toMatchObject({ errorCode: ROOM_TAKEN.code })
    const waiting = await as(roles.owner).managedBookings({ query: { roomId: id, state: 'pending' } })
    expect(waiting.items).toMatchObject([{ id: seriesId, possible: ['change', 'cancel', 'decide'] }])
    expect(await decide(roles.owner, [seriesId], 'accept')).toEqual({ decided: 1 })
    expect(await stateOf(seriesId)).toBe('booked')
    expect(await newsOf(roles.member)).toContain('classroom.accepted')
    expect(await decide(roles.owner, [seriesId], 'refuse', '晚了')).toEqual({ decided: 0 })
    expect(await stateOf(seriesId)).toBe('booked')
  })

  it('is free again when it was refused, for a reason', async () => {
    const id = await room({ isReviewed: true })
    const { seriesId } = await book(roles.member, id, { repetition: daily(dayAt(4)) })
    const silent = await refusal(decide(roles.owner, [seriesId], 'refuse', '  '))
    expect(silent).toMatchObject({ errorCode: BOOKING_REASON_NEEDED.code })
    expect(await decide(roles.owner, [seriesId], 'refuse', '设备检修')).toEqual({ decided: 3 })
    const found = await as(roles.member).booking(one(seriesId))
    expect(found).toMatchObject({ state: 'refused', reason: '设备检修', decidedBy: 'owner', possible: [] })
    expect(await newsOf(roles.member)).toContain('classroom.refused')
    expect(await book(roles.colleague, id)).toMatchObject({ state: 'pending' })
  })

  it('is booked at once by those who manage it, and nobody decides about the own booking', async () => {
    const id = await room({ isReviewed: true })
    expect(await book(roles.owner, id)).toMatchObject({ state: 'booked' })
    expect(await book(roles.administrator, id, { from: at(14), to: at(15) })).toMatchObject({ state: 'booked' })
    const waiting = { roomId: id, member: roles.owner, from: at(16), to: at(17), now: platform.now }
    const pending = await buildBooking(platform.db, { ...waiting, state: 'pending' })
    expect(await decide(roles.owner, [pending], 'accept')).toEqual({ decided: 0 })
    expect(await decide(roles.administrator, [pending], 'accept')).toEqual({ decided: 1 })
  })

  it('is decided about by those who manage it, and by nobody else', async () => {
    const id = await room({ isReviewed: true })
    const { seriesId } = await book(roles.member, id)
    for (const other of [roles.member, roles.colleague, roles.stranger, roles.otherCompany])
      expect(await decide(other, [seriesId], 'accept')).toEqual({ decided: 0 })
    expect(await stateOf(seriesId)).toBe('pending')
    const seen = { owner: 'accepted', administrator: 'accepted', member: 'accepted', nobody: 401 } as const
    await expectRoles(roles, {
      booking: {
        ...{ ...seen, colleague: 900_005, stranger: 900_005, otherCompany: 900_005 },
        call: (caller) => as(caller).booking(one(seriesId)),
      },
    })
    expect((await as(roles.member).managedBookings({ query: { roomId: id } })).recordCount).toBe(0)
    expect((await as(roles.member).ownBookings({})).isRoomManager).toBe(false)
    expect((await as(roles.owner).ownBookings({})).isRoomManager).toBe(true)
    expect((await as(roles.administrator).ownBookings({})).isRoomManager).toBe(true)
  })

  it('asks those who administer it where it names no managers', async () => {
    const id = await room({ isReviewed: true, managerIds: [] })
    await book(roles.member, id)
    expect(await newsOf(roles.administrator)).toContain('classroom.requested')
    const kinds = async (member: BuiltMember) =>
      (await platform.client(messages, member).findMyUnfinished({})).items.filter((todo) => todo.businessId === id)
    expect(await kinds(roles.administrator)).toHaveLength(1)
    expect(await kinds(roles.owner)).toHaveLength(0)
  })
})

describe('a change', () => {
  it('moves a booking to another time and room, where nobody else is', async () => {
    const [id, other] = [await room(), await room({ seats: 4 })]
    const { seriesId } = await book(roles.member, id)
    await book(roles.colleague, id, { from: at(14), to: at(15) })
    const taken = await refusal(change(roles.member, seriesId, { from: at(13), to: at(14) + 1 }))
    expect(taken).toMatchObject({ errorCode: ROOM_TAKEN.code, data: { conflicts: [{ by: 'colleague' }] } })
    expect(await change(roles.member, seriesId, { from: at(10.5), to: at(14) })).toMatchObject({
      state: 'booked',
      revision: 1,
    })
    const many = await refusal(change(roles.member, seriesId, { roomId: other, attendees: 5 }))
    expect(many).toMatchObject({ errorCode: TOO_MANY_PEOPLE.code })
    await change(roles.member, seriesId, { roomId: other, attendees: 4, title: '小组会' })
    expect(await as(roles.member).booking(one(seriesId))).toMatchObject({ title: '小组会', room: { id: other } })
    expect(await book(roles.stranger, id, { from: at(11), to: at(12) })).toMatchObject({ state: 'booked' })
    const late = await refusal(change(roles.member, seriesId, { revision: 0 }))
    expect(late).toMatchObject({ errorCode: BOOKING_CHANGED.code, data: { revision: 2 } })
    const elsewhere = await room({ organizationIds: [roles.stranger.organizationId] })
    const closed = await refusal(change(roles.member, seriesId, { roomId: elsewhere }))
    expect(closed).toMatchObject({ errorCode: ROOM_NOT_FOR_YOU.code })
  })

  it('keeps to what a room allows', async () => {
    const id = await room({ aheadDays: 20 })
    const { seriesId } = await book(roles.member, id)
    const far = { from: at(10, 25), to: at(11, 25) }
    for (const [rest, code] of [
      [{ from: at(21), to: at(22) }, ROOM_CLOSED],
      [far, TOO_FAR_AHEAD],
      [{ roomId: await room({ isEnabled: false }) }, ROOM_DISABLED],
    ] as const)
      expect(await refusal(change(roles.member, seriesId, rest))).toMatchObject({ errorCode: code.code })
    for (const other of [roles.colleague, roles.otherCompany])
      expect(await refusal(change(other, seriesId, { title: '占用' }))).toMatchObject({ errorCode: 900_005 })
    expect(await refusal(change(roles.member, seriesId, { from: at(11), to: at(11) }))).toMatchObject({
      errorCode: 900_001,
    })
  })

  it('into a reviewed room or time is decided again; other words are not', async () => {
    const id = await room({ isReviewed: true })
    const { seriesId } = await book(roles.member, id)
    await decide(roles.owner, [seriesId], 'accept')
    expect(await change(roles.member, seriesId, { note: '加一张桌子' })).toMatchObject({ state: 'booked' })
    expect(await change(roles.member, seriesId, { to: at(12) })).toMatchObject({ state: 'pending' })
    expect(await change(roles.owner, seriesId, { to: at(13) })).toMatchObject({ state: 'booked' })
    expect(await newsOf(roles.member)).toContain('classroom.moved')
  })

  it('of one time leaves its series, and lets the others be', async () => {
    const id = await room()
    const { seriesId, ids } = await book(roles.member, id, { repetition: daily(dayAt(4)) })
    await change(roles.member, ids[1] ?? '', { from: at(15, 3), to: at(16, 3) })
    expect((await as(roles.member).booking(one(seriesId))).seriesCount).toBe(2)
    expect((await as(roles.member).booking(one(ids[1] ?? ''))).seriesCount).toBe(1)
    expect(await cancel(roles.member, seriesId, '', true)).toEqual({ canceled: 2 })
    expect(await stateOf(ids[1] ?? '')).toBe('booked')
  })

  it('of two bookings into one time is made by one', async () => {
    const id = await room()
    const hours = [8, 9, 10, 11, 13, 14, 15, 16]
    const booked = await Promise.all(hours.map((hour) => book(roles.member, id, { from: at(hour), to: at(hour + 1) })))
    const wanted = { from: at(18), to: at(19) }
    const move = (index: number) => change(roles.member, booked[index]?.seriesId ?? '', wanted)
    const all = await race(platform, 8, move, { begin: () => Promise.resolve() })
    expect(all).toMatchObject({ accepted: 1, refused: { [ROOM_TAKEN.code]: 7 } })
  })
})

describe('a booking is canceled', () => {
  it('by its member, alone or with the later ones of its series', async () => {
    const id = await room()
    const { ids } = await book(roles.member, id, { repetition: daily(dayAt(5)) })
    expect(await cancel(roles.member, ids[1] ?? '', '', true)).toEqual({ canceled: 3 })
    expect(await Promise.all(ids.map((each) => stateOf(each)))).toEqual(['booked', 'canceled', 'canceled', 'canceled'])
    expect(await refusal(cancel(roles.member, ids[1] ?? ''))).toMatchObject({ errorCode: BOOKING_STATE.code })
    expect(await book(roles.colleague, id, { from: at(10, 3), to: at(11, 3) })).toMatchObject({ state: 'booked' })
  })

  it('by who manages the room, for a reason that the member reads', async () => {
    const id = await room()
    const { seriesId } = await book(roles.member, id)
    const silent = await refusal(cancel(roles.owner, seriesId, ' '))
    expect(silent).toMatchObject({ errorCode: BOOKING_REASON_NEEDED.code })
    const byOthers = { colleague: 900_005, stranger: 900_005, otherCompany: 900_005, nobody: 401 } as const
    await expectRoles(roles, {
      cancel: {
        ...{ ...byOthers, member: 'accepted', administrator: 'accepted', owner: 'accepted' },
        call: async (caller) => {
          const again = await book(roles.member, await room())
          return cancel(caller, again.seriesId, '消防演练')
        },
      },
    })
    await cancel(roles.owner, seriesId, '消防演练')
    expect(await as(roles.member).booking(one(seriesId))).toMatchObject({ state: 'canceled', reason: '消防演练' })
    expect(await newsOf(roles.member)).toContain('classroom.canceled')
  })

  it('before it is over', async () => {
    const past = { roomId: await room(), member: roles.member, from: at(9, -2), to: at(10, -2), now: platform.now }
    const id = await buildBooking(platform.db, past)
    expect(await refusal(cancel(roles.member, id))).toMatchObject({ errorCode: TIME_OVER.code })
    expect(await refusal(change(roles.member, id, { title: '改名' }))).toMatchObject({ errorCode: TIME_OVER.code })
  })
})

// The last: where approval is switched on, it stays so.
describe('a reviewed room with approvers', () => {
  let approver: BuiltMember
  const waiting = async () => (await platform.client(approvals, approver).waitingTasks({})).items
  beforeAll(async () => {
    const { companyId } = roles
    approver = await buildMember(platform.db, { companyId, organizationId: companyId, roles: ['super-admin'] })
    const place = { companyId, businessType: bookingApproval, now: platform.now }
    await buildTemplate(platform.db, place, [buildStep([approver.id])])
  })

  it('leaves the decision to them: for all times of the booking', async () => {
    const id = await room({ isReviewed: true })
    const { seriesId, ids } = await book(roles.member, id, { repetition: daily(dayAt(4)) })
    expect(await as(roles.member).booking(one(seriesId))).toMatchObject({ isInApproval: true, possible: ['cancel'] })
    expect(await decide(roles.owner, [seriesId], 'accept')).toEqual({ decided: 0 })
    expect(await refusal(cancel(roles.owner, seriesId, '检修'))).toMatchObject({ errorCode: BOOKING_STATE.code })
    const moved = await refusal(change(roles.member, seriesId, { title: '改名' }))
    expect(moved).toMatchObject({ errorCode: BOOKING_STATE.code, data: { state: 'pending' } })
    const [task] = await waiting()
    await platform.client(approvals, approver).agree({ params: { id: task?.taskId ?? '' }, body: {} })
    for (const each of ids) expect(await stateOf(each)).toBe('booked')
    expect(await cancel(roles.member, seriesId)).toEqual({ canceled: 1 })
  })

  it('is withdrawn with the last of its times', async () => {
    const id = await room({ isReviewed: true })
    const { seriesId, ids } = await book(roles.member, id, { repetition: daily(dayAt(4)) })
    expect(await cancel(roles.member, ids[2] ?? '')).toEqual({ canceled: 1 })
    expect(await waiting()).toHaveLength(1)
    expect(await stateOf(seriesId)).toBe('pending')
    expect(await cancel(roles.member, seriesId, '', true)).toEqual({ canceled: 2 })
    expect(await waiting()).toHaveLength(0)
    for (const each of ids) expect(await stateOf(each)).toBe('canceled')
    expect(await book(roles.colleague, id)).toMatchObject({ state: 'pending' })
    const [task] = await waiting()
    const opinion = { opinion: '预算不足' }
    await platform.client(approvals, approver).refuse({ params: { id: task?.taskId ?? '' }, body: opinion })
    expect((await own(roles.colleague)).find((each) => each.room.id === id)).toMatchObject({
      state: 'refused',
      reason: '预算不足',
    })
  })
})
