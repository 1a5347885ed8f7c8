/** Booking rooms over HTTP: what is free, what is not, and what repeats. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { buildCompanyElsewhere } from '#test/company-days.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { testRoles } from '#test/roles.ts'
import { bookingTitleLengthMax } from '../contract/bookings.ts'
import {
  ROOM_CLOSED,
  ROOM_DISABLED,
  ROOM_NOT_FOR_YOU,
  ROOM_TAKEN,
  TIME_OVER,
  TOO_FAR_AHEAD,
  TOO_MANY_PEOPLE,
  TOO_MANY_TIMES,
} from '../contract/codes.ts'
import { timesMax } from '../contract/repetition.ts'
import { buildBooking, buildRoom } from './rooms.fixture.ts'
import { dayMs, hourMs, roomsOn } from './rooms-on.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, { administrator: ['admin'], otherCompany: ['super-admin'] })
const { as, at, dayAt, room, book, own } = roomsOn(platform, () => roles.owner)

const daily = (until: string, every = 1) => ({ unit: 'day' as const, every, weekdays: [], until })

describe('a booking', () => {
  it('[TRAINING-045] has a room, a purpose, a time, people and a note, and is in the list of its member', async () => {
    const id = await room({ building: '总部', seats: 12 })
    const wanted = { title: ' 产品评审 ', attendees: 8, note: '需要白板' }
    const booked = await book(roles.member, id, wanted)
    expect(booked).toMatchObject({ state: 'booked', leftOut: [], ids: [booked.seriesId] })
    const [found] = (await own(roles.member)).filter((one) => one.id === booked.seriesId)
    expect(found).toMatchObject({
      ...{
        title: '产品评审',
        attendees: 8,
        note: '需要白板',
        from: at(10),
        to: at(11),
        state: 'booked',
        seriesCount: 1,
      },
      ...{ room: { id, building: '总部' }, member: { fullName: 'member' }, isLinked: false },
      possible: ['change', 'cancel'],
    })
    expect(await as(roles.member).booking({ params: { id: booked.seriesId } })).toEqual(found)
    expect((await own(roles.colleague)).map((one) => one.id)).not.toContain(booked.seriesId)
  })

  it('of the past is in a list of its own, the newest first', async () => {
    const id = await room()
    const past = { roomId: id, member: roles.stranger, now: platform.now }
    const older = await buildBooking(platform.db, { ...past, from: at(9, -3), to: at(10, -3) })
    const newer = await buildBooking(platform.db, { ...past, from: at(9, -2), to: at(10, -2) })
    const coming = (await book(roles.stranger, id)).seriesId
    expect((await own(roles.stranger, 'over')).map((one) => one.id)).toEqual([newer, older])
    expect((await own(roles.stranger, 'over')).flatMap(({ possible }) => possible)).toEqual([])
    expect((await own(roles.stranger)).map((one) => one.id)).toEqual([coming])
    const searched = await as(roles.stranger).ownBookings({ query: { search: '没有这样的' } })
    expect(searched.recordCount).toBe(0)
  })

  it('[TRAINING-044] never overlaps another of its room; the end of one may be the beginning of the next', async () => {
    const id = await room()
    await book(roles.member, id, { from: at(10), to: at(12), title: '面试' })
    const overlaps = [
      [at(10), at(12)],
      [at(9), at(10) + 1],
      [at(12) - 1, at(13)],
      [at(11), at(11.5)],
      [at(9), at(13)],
    ] as const
    for (const [from, to] of overlaps) {
      const refused = await refusal(book(roles.colleague, id, { from, to }))
      expect(refused).toMatchObject({ status: 422, errorCode: ROOM_TAKEN.code })
      const conflicts = [{ from, to, reason: 'taken', title: '面试', by: 'member' }]
      expect(refused.data).toEqual({ conflicts })
    }
    for (const [from, to] of [
      [at(9), at(10)],
      [at(12), at(13)],
    ] as const)
      expect(await book(roles.colleague, id, { from, to })).toMatchObject({ state: 'booked' })
    expect(await book(roles.colleague, await room(), { from: at(10), to: at(12) })).toMatchObject({ state: 'booked' })
  })

  it('made by twenty at once is made by one', async () => {
    await proves('TRAINING-044', async () => {
      const id = await room()
      const locked = () => sql`select from classrooms.room where id = ${id} for update`
      const all = await race(platform, 20, () => book(roles.member, id), { begin: () => Promise.resolve(), locked })
      expect(all).toMatchObject({ accepted: 1, refused: { [ROOM_TAKEN.code]: 19 } })
    })
  })

  it('is kept apart by the database, whatever a program does', async () => {
    const id = await room()
    const one = { roomId: id, member: roles.member, from: at(10), to: at(11), now: platform.now }
    await buildBooking(platform.db, one)
    await buildBooking(platform.db, { ...one, state: 'canceled' })
    await buildBooking(platform.db, { ...one, state: 'refused' })
    const overlap = { constraint: 'booking_overlap' }
    await expect(buildBooking(platform.db, { ...one, from: at(10.5), to: at(12) })).rejects.toMatchObject(overlap)
    await expect(buildBooking(platform.db, { ...one, state: 'pending' })).rejects.toMatchObject(overlap)
  })

  it('lies within the hours of one day', async () => {
    const id = await room({ hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 480, until: 1080 })) })
    expect(await book(roles.member, id, { from: at(8), to: at(18) })).toMatchObject({ state: 'booked' })
    for (const [from, to] of [
      [at(8, 3) - 1, at(9, 3)],
      [at(17, 3), at(18, 3) + 1],
      [at(20, 3), at(21, 3)],
      [at(17, 3), at(9, 4)],
    ] as const) {
      const refused = await refusal(book(roles.member, id, { from, to }))
      const conflicts = [{ from, to, reason: 'closed', title: null, by: null }]
      expect(refused).toMatchObject({ errorCode: ROOM_CLOSED.code, data: { conflicts } })
    }
    for (const [from, to] of [
      [at(9, 3), at(9, 3)],
      [at(10, 3), at(9, 3)],
      [at(9, 3), at(9, 4) + 1],
    ] as const)
      expect(await refusal(book(roles.member, id, { from, to }))).toMatchObject({ errorCode: 900_001 })
    const open = await room({ hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 0, until: 1440 })) })
    expect(await book(roles.member, open, { from: at(0), to: at(24) })).toMatchObject({ state: 'booked' })
    expect(await book(roles.member, open, { from: at(23, 3), to: at(24, 3) })).toMatchObject({ state: 'booked' })
  })

  it('is not over, and not too far ahead', async () => {
    const id = await room({ aheadDays: 10 })
    platform.now = at(10)
    const member = { ...roles.member, token: await buildSession(platform.db, roles.member, platform.now) }
    const past = await refusal(book(member, id, { from: at(9), to: at(10) }))
    expect(past).toMatchObject({ errorCode: TIME_OVER.code })
    expect(await book(member, id, { from: at(9), to: at(10) + 1 })).toMatchObject({ state: 'booked' })
    const until = at(10) + 10 * dayMs
    expect(await book(member, id, { from: until - 1, to: until + hourMs })).toMatchObject({ state: 'booked' })
    const far = await refusal(book(member, id, { from: until, to: until + hourMs }))
    expect(far).toMatchObject({ errorCode: TOO_FAR_AHEAD.code, data: { until } })
  })

  it('is for as many people as there are seats', async () => {
    const id = await room({ seats: 6 })
    expect(await book(roles.member, id, { attendees: 6 })).toMatchObject({ state: 'booked' })
    const many = await refusal(book(roles.member, id, { attendees: 7, from: at(14), to: at(15) }))
    expect(many).toMatchObject({ errorCode: TOO_MANY_PEOPLE.code, data: { seats: 6 } })
    expect(await refusal(book(roles.member, id, { attendees: 0 }))).toMatchObject({ errorCode: 900_001 })
  })

  it('is of a room that is meant for the member, and enabled', async () => {
    const id = await room({ organizationIds: [roles.organizationId] })
    expect(await refusal(book(roles.stranger, id))).toMatchObject({ errorCode: ROOM_NOT_FOR_YOU.code })
    expect(await book(roles.member, id)).toMatchObject({ state: 'booked' })
    const closed = await room({ isEnabled: false })
    expect(await refusal(book(roles.member, closed))).toMatchObject({ errorCode: ROOM_DISABLED.code })
    expect(await refusal(book(roles.otherCompany, id))).toMatchObject({ errorCode: 900_005 })
    const names = (await as(roles.stranger).rooms({ query: { pageSize: 100 } })).items.map((one) => one.id)
    expect(names).not.toContain(id)
    expect(names).not.toContain(closed)
  })

  it('has a purpose of bounded length', async () => {
    const id = await room()
    let hour = 8
    const titled = (length: number) =>
      book(roles.member, id, { title: '会'.repeat(length), from: at(hour++), to: at(hour) })
    await bounds(bookingTitleLengthMax, titled, { refused: 900_001, path: 'title' })
    await bounds(1, titled, { refused: 900_001, beyond: 0 })
  })
})

describe('a repetition', () => {
  it('is booked as a whole', async () => {
    const id = await room()
    const booked = await book(roles.member, id, { repetition: daily(dayAt(5)) })
    expect(booked.ids).toHaveLength(4)
    const times = (await own(roles.member)).filter((one) => one.seriesId === booked.seriesId)
    expect(times.map(({ from, to }) => [from, to])).toEqual([2, 3, 4, 5].map((day) => [at(10, day), at(11, day)]))
    expect(times[0]?.seriesCount).toBe(4)
  })

  it('with a conflict is booked not at all, or without the times in conflict', async () => {
    const id = await room()
    await book(roles.colleague, id, { from: at(10, 3), to: at(11, 3), title: '体检' })
    const repetition = daily(dayAt(4))
    const conflicts = [{ from: at(10, 3), to: at(11, 3), reason: 'taken', title: '体检', by: 'colleague' }]
    const refused = await refusal(book(roles.member, id, { repetition }))
    expect(refused).toMatchObject({ errorCode: ROOM_TAKEN.code, data: { conflicts } })
    expect((await own(roles.member)).filter((one) => one.room.id === id)).toEqual([])
    const booked = await book(roles.member, id, { repetition, leavesOutConflicts: true })
    expect(booked.leftOut).toEqual(conflicts)
    expect(booked.ids).toHaveLength(2)
    const nothing = await refusal(book(roles.member, id, { leavesOutConflicts: true }))
    expect(nothing).toMatchObject({ errorCode: ROOM_TAKEN.code })
  })

  it('leaves out days on which the room is closed', async () => {
    const weekday = new Date(at(12, 3)).getUTCDay() || 7
    const hours = [1, 2, 3, 4, 5, 6, 7].filter((one) => one !== weekday)
    const id = await room({ hours: hours.map((one) => ({ weekday: one, from: 480, until: 1200 })) })
    const repetition = daily(dayAt(4))
    const refused = await refusal(book(roles.member, id, { repetition }))
    expect(refused).toMatchObject({ errorCode: ROOM_CLOSED.code, data: { conflicts: [{ from: at(10, 3) }] } })
    expect(await book(roles.member, id, { repetition, leavesOutConflicts: true })).toMatchObject({
      leftOut: [{ from: at(10, 3), reason: 'closed' }],
    })
  })

  it('of two at once is booked by one, and no time of it by the other', async () => {
    const id = await room()
    const locked = () => sql`select from classrooms.room where id = ${id} for update`
    const repetition = daily(dayAt(12))
    const wanted = (index: number) => book(roles.member, id, { repetition, title: `第 ${index + 1} 组` })
    const both = await race(platform, 8, wanted, { begin: () => Promise.resolve(), locked })
    expect(both).toMatchObject({ accepted: 1, refused: { [ROOM_TAKEN.code]: 7 } })
    expect((await own(roles.member)).filter((one) => one.room.id === id)).toHaveLength(11)
  })

  it('has at most so many times, and one at least', async () => {
    const id = await room({ aheadDays: 730 })
    const until = (count: number) => daily(dayAt(count + 1))
    const wanted = (count: number) => book(roles.member, id, { repetition: until(count) })
    const many = await refusal(wanted(timesMax + 1))
    expect(many).toMatchObject({ errorCode: TOO_MANY_TIMES.code, data: { max: timesMax } })
    expect((await wanted(timesMax)).ids).toHaveLength(timesMax)
    expect(await refusal(wanted(0))).toMatchObject({ errorCode: 900_001 })
  })

  it('keeps its time of day when clocks change', async () => {
    const member = await buildCompanyElsewhere(platform)
    const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 480, until: 1200 }))
    const input = { author: member, now: platform.now, hours: everyDay, aheadDays: 730 }
    const id = await buildRoom(platform.db, input)
    // In Los Angeles clocks go forward on 14 March 2027: nine o'clock is 17:00 UTC before, and 16:00 after.
    const [from, to] = [Date.UTC(2027, 2, 13, 17), Date.UTC(2027, 2, 13, 18)]
    platform.now = Date.UTC(2027, 2, 1)
    const token = await buildSession(platform.db, member, platform.now)
    await book({ ...member, token }, id, { from, to, repetition: daily('2027-03-15') })
    const times = await as({ ...member, token }).ownBookings({ query: {} })
    expect(times.items.map((one) => one.from)).toEqual([from, Date.UTC(2027, 2, 14, 16), Date.UTC(2027, 2, 15, 16)])
  })
})

describe('the rooms and their calendar', () => {
  it('are found by words, seats, and the time at which they are free', async () => {
    const id = await room({ building: '创新楼', seats: 40, equipment: ['投影仪', '录播'] })
    const small = await room({ building: '创新楼', seats: 4 })
    const found = async (query: object) => (await as(roles.member).rooms({ query })).items.map((one) => one.id)
    expect((await found({ search: '创新楼' })).sort()).toEqual([id, small].sort())
    expect(await found({ search: '录播 创新楼' })).toEqual([id])
    expect(await found({ search: '创新楼', seats: 5 })).toEqual([id])
    expect(await found({ search: '创新楼', seats: 40 })).toEqual([id])
    expect(await found({ search: '创新楼', seats: 41 })).toEqual([])
    await book(roles.member, id)
    expect(await found({ search: '创新楼', from: at(10.5), to: at(12) })).toEqual([small])
    expect((await found({ search: '创新楼', from: at(11), to: at(12) })).sort()).toEqual([id, small].sort())
    expect(await found({ search: '创新楼', from: at(19), to: at(21) })).toEqual([])
    expect(await refusal(found({ from: at(10) }))).toMatchObject({ errorCode: 900_001 })
  })

  it('say when rooms are open and busy, who has booked them, and what for', async () => {
    const id = await room({ building: '日程楼' })
    const { seriesId } = await book(roles.member, id, { title: '周会' })
    const schedule = async (member = roles.colleague) =>
      (await as(member).schedule({ query: { roomId: id, from: at(0), to: at(24, 3) } })).items[0]
    expect(await schedule()).toMatchObject({
      room: { id, building: '日程楼' },
      open: [
        { from: at(8), to: at(20) },
        { from: at(8, 3), to: at(20, 3) },
      ],
      busy: [{ id: seriesId, from: at(10), to: at(11), title: '周会', by: 'member', isPending: false, isOpen: false }],
    })
    expect((await schedule(roles.member))?.busy[0]?.isOpen).toBe(true)
    expect((await schedule(roles.owner))?.busy[0]?.isOpen).toBe(true)
    expect(await schedule(roles.otherCompany)).toBeUndefined()
    await as(roles.member).cancelBooking({ params: { id: seriesId }, body: { isWithLater: false, reason: '' } })
    expect((await schedule())?.busy).toEqual([])
    const days = (count: number) => as(roles.member).schedule({ query: { from: at(0), to: at(0) + count * dayMs } })
    expect((await days(14)).items.length).toBeGreaterThan(0)
    expect(await refusal(days(14.5))).toMatchObject({ errorCode: 900_001 })
    expect(await refusal(days(0))).toMatchObject({ errorCode: 900_001 })
  })
})
