/** Rooms for other parts of the platform, the calendar of a member, the export of a month, and what is kept of a person. */
import { readSheet } from 'read-excel-file/node'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { messages } from '#modules/platform/messages/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { codeOf } from '#test/outcomes.ts'
import { testRoles } from '#test/roles.ts'
import { BOOKING_STATE, ROOM_DISABLED, ROOM_TAKEN } from '../contract/codes.ts'
import { bookRoom, freeRooms, releaseRooms } from './linked-bookings.ts'
import { classroomsData } from './personal-data.ts'
import { dayMs, roomsOn } from './rooms-on.fixture.ts'

const platform = testPlatform({ poolSize: 2 })
const roles = testRoles(platform, { administrator: ['admin'], otherCompany: ['super-admin'] })
const { as, at, room, book, own } = roomsOn(platform, () => roles.owner)

const plan = (refId: string, roomId: string, time: { from: number; to: number }, companyId = roles.companyId) =>
  bookRoom(platform.db, {
    ...{ companyId, refKind: 'class-activity', refId, roomId, ...time },
    ...{ title: '新任经理训练营', byMemberId: roles.owner.id, now: platform.now },
  })
const codeFrom = async (work: Promise<unknown>) => work.then(() => undefined, codeOf)

describe('a class', () => {
  it('books a room over days and at any hour, and one at a time', async () => {
    const [id, other, refId] = [await room(), await room(), uuid()]
    await plan(refId, id, { from: at(9), to: at(17, 4) })
    expect(await refusal(book(roles.member, id))).toMatchObject({ errorCode: ROOM_TAKEN.code })
    expect(await codeFrom(plan(uuid(), id, { from: at(16, 4), to: at(22, 4) }))).toBe(ROOM_TAKEN.code)
    await plan(refId, other, { from: at(21), to: at(23) })
    expect(await book(roles.member, id)).toMatchObject({ state: 'booked' })
    expect(await codeFrom(plan(refId, id, { from: at(10), to: at(11) }))).toBe(ROOM_TAKEN.code)
    await releaseRooms(platform.db, { companyId: roles.companyId, refKind: 'class-activity', refId })
    await plan(uuid(), other, { from: at(21), to: at(23) })
  })

  it('books an enabled room of its company', async () => {
    const time = { from: at(9), to: at(10) }
    expect(await codeFrom(plan(uuid(), await room({ isEnabled: false }), time))).toBe(ROOM_DISABLED.code)
    expect(await codeFrom(plan(uuid(), await room(), time, roles.otherCompany.companyId))).toBe(900_005)
  })

  it('changes its bookings itself', async () => {
    const id = await room()
    const booked = await plan(uuid(), id, { from: at(9), to: at(10) })
    const params = { id: booked.id }
    expect(await as(roles.owner).booking({ params })).toMatchObject({ isLinked: true, possible: [] })
    const body = { isWithLater: false, reason: '检修' }
    expect(await refusal(as(roles.owner).cancelBooking({ params, body }))).toMatchObject({
      errorCode: BOOKING_STATE.code,
    })
  })

  it('finds the rooms that are free', async () => {
    const [id, small] = [await room({ seats: 30 }), await room({ seats: 29 })]
    const free = async (from: number, to: number) =>
      (await freeRooms(platform.db, { companyId: roles.companyId, from, to, seats: 30 })).map((one) => one.id)
    expect(await free(at(10, 9), at(11, 9))).toContain(id)
    expect(await free(at(10, 9), at(11, 9))).not.toContain(small)
    await plan(uuid(), id, { from: at(10, 9), to: at(11, 9) })
    expect(await free(at(10.5, 9), at(12, 9))).not.toContain(id)
    expect(await free(at(11, 9), at(12, 9))).toContain(id)
  })
})

describe('the bookings of a member', () => {
  it('are in the own calendar, with their place', async () => {
    const id = await room({ building: '总部', name: '308 会议室' })
    const { seriesId } = await book(roles.colleague, id, { title: '复盘' })
    const days = { from: at(0), to: at(0) + 2 * dayMs }
    const entries = async () => (await platform.client(messages, roles.colleague).calendar({ query: days })).items
    expect((await entries()).find((one) => one.id === `classroom-booking:${seriesId}`)).toMatchObject({
      startsAt: at(10),
      endsAt: at(11),
    })
    await as(roles.colleague).cancelBooking({ params: { id: seriesId }, body: { isWithLater: false, reason: '' } })
    expect((await entries()).map((one) => one.id)).not.toContain(`classroom-booking:${seriesId}`)
  })

  it('are handed out, and erased with the person', async () => {
    const id = await room({ managerIds: [roles.stranger.id] })
    await book(roles.stranger, id, { title: '个人面谈' })
    const owner = { companyId: roles.companyId, memberId: roles.stranger.id, now: platform.now }
    const [bookings, rooms] = await classroomsData.collect(platform.db, owner)
    expect(bookings?.rows).toMatchObject([{ title: '个人面谈', state: 'booked' }])
    expect(rooms?.rows).toHaveLength(1)
    await classroomsData.erase(platform.db, owner)
    expect((await classroomsData.collect(platform.db, owner)).flatMap(({ rows }) => rows)).toEqual([])
    expect(await book(roles.member, id)).toMatchObject({ state: 'booked' })
    expect(await own(roles.stranger)).toEqual([])
  })
})

describe('the export of a month', () => {
  it('has the bookings of managed rooms that begin or end in it', async () => {
    const id = await room({ building: '导出楼', name: '甲 101' })
    const { seriesId } = await book(roles.member, id, { title: '=1+1', attendees: 3 })
    await as(roles.member).cancelBooking({ params: { id: seriesId }, body: { isWithLater: false, reason: '改期' } })
    const month = new Date(at(12)).toISOString().slice(0, 7)
    const file = async (query: { month: string; roomId?: string }, member = roles.owner) => {
      const answer = (await as(member).exportBookings({ query })) as unknown as { rawPayload: Buffer }
      return (await readSheet(answer.rawPayload)).slice(1)
    }
    const [row, ...others] = await file({ month, roomId: id })
    expect(row).toEqual([
      ...['导出楼', '甲 101', expect.stringContaining('10:00'), expect.stringContaining('11:00'), 1, '=1+1', 'member'],
      ...['研发部', 3, '已取消', null, '改期'],
    ])
    expect(others).toEqual([])
    expect(await file({ month, roomId: id }, roles.member)).toEqual([])
    expect(await file({ month: '2031-01', roomId: id })).toEqual([])
    expect(await refusal(as(roles.owner).exportBookings({ query: { month: '2026-13' } }))).toMatchObject({
      errorCode: 900_001,
    })
  })
})
