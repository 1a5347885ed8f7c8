/** Rooms over HTTP as those see them who manage them. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { ROOM_CHANGED, ROOM_HAS_BOOKINGS, ROOM_NAME_USED } from '../contract/codes.ts'
import {
  aheadDaysMax,
  newRoom,
  type RoomInput,
  roomManagersMax,
  roomNameLengthMax,
  seatsMax,
} from '../contract/rooms.ts'
import { roomsOn } from './rooms-on.fixture.ts'

const platform = testPlatform({ poolSize: 4 })
const roles = testRoles(platform, { administrator: ['admin'], stranger: ['admin'], otherCompany: ['super-admin'] })
const { as, room, book } = roomsOn(platform, () => roles.owner)

let number = 0
const input = (rest: Partial<RoomInput> = {}): RoomInput => ({
  ...newRoom,
  name: `第 ${++number} 会议室`,
  organizationId: roles.organizationId,
  ...rest,
})
const create = (rest: Partial<RoomInput> = {}, by: BuiltMember | undefined = roles.administrator) =>
  as(by).createRoom({ body: input(rest) })
const change = (
  id: string,
  rest: Partial<RoomInput> & { revision?: number },
  by: BuiltMember | undefined = roles.administrator,
) => as(by).changeRoom({ params: { id }, body: { ...input(rest), revision: 0, ...rest } })
const managed = async (id: string, by = roles.administrator) =>
  (await as(by).managedRooms({ query: { pageSize: 100 } })).items.find((one) => one.id === id)

describe('a room', () => {
  it('is added with all that is known of it, changed, and found by its members', async () => {
    const hours = [
      { weekday: 6, from: 540, until: 720 },
      { weekday: 1, from: 480, until: 1440 },
    ]
    const fields = {
      ...{ name: '报告厅', building: '总部大楼', seats: 120, equipment: ['投影仪', '音响'], note: '钥匙在前台', hours },
      ...{ isReviewed: true, aheadDays: 60, managerIds: [roles.owner.id], organizationIds: [roles.organizationId] },
    }
    const { id } = await create(fields)
    const expected = { ...fields, hours: hours.toReversed(), isEnabled: true, organizationName: '研发部', revision: 0 }
    expect(await managed(id)).toMatchObject({ ...expected, managers: [{ fullName: 'owner' }], comingBookings: 0 })
    expect(await change(id, { ...fields, seats: 100, isEnabled: false })).toEqual({ id, revision: 1 })
    expect(await managed(id)).toMatchObject({ seats: 100, isEnabled: false, revision: 1 })
    const late = await refusal(change(id, { revision: 0 }))
    expect(late).toMatchObject({ errorCode: ROOM_CHANGED.code, data: { revision: 1 } })
    const disabled = await as(roles.administrator).managedRooms({ query: { isEnabled: false, search: '报告厅' } })
    expect(disabled.items.map((one) => one.id)).toEqual([id])
  })

  it('has a name that its building has once', async () => {
    const name = '贵宾室'
    const { id } = await create({ name, building: '东楼' })
    await create({ name, building: '西楼' })
    expect(await refusal(create({ name, building: '东楼' }))).toMatchObject({ errorCode: ROOM_NAME_USED.code })
    const other = await create({ building: '东楼' })
    const renamed = await refusal(change(other.id, { name, building: '东楼' }))
    expect(renamed).toMatchObject({ errorCode: ROOM_NAME_USED.code })
    expect(await change(id, { name, building: '东楼', seats: 3 })).toMatchObject({ revision: 1 })
    const both = await race(platform, 4, () => create({ name, building: '南楼' }), { begin: () => Promise.resolve() })
    expect(both).toMatchObject({ accepted: 1, refused: { [ROOM_NAME_USED.code]: 3 } })
  })

  it('has bounds', async () => {
    await bounds(seatsMax, (seats) => create({ seats }), { refused: 900_001, path: 'seats' })
    await bounds(1, (seats) => create({ seats }), { refused: 900_001, path: 'seats', beyond: 0 })
    await bounds(aheadDaysMax, (aheadDays) => create({ aheadDays }), { refused: 900_001, path: 'aheadDays' })
    const named = (length: number) => create({ name: `${++number}`.padEnd(length, '室') })
    await bounds(roomNameLengthMax, named, { refused: 900_001, path: 'name' })
    const people = await Promise.all(
      Array.from({ length: roomManagersMax + 1 }, () => buildMember(platform.db, { companyId: roles.companyId })),
    )
    const managers = (count: number) => create({ managerIds: people.slice(0, count).map(({ id }) => id) })
    await bounds(roomManagersMax, managers, { refused: 900_001, path: 'managerIds' })
  })

  it('is open once a weekday, and closes after it opens', async () => {
    for (const hours of [
      [
        { weekday: 1, from: 480, until: 600 },
        { weekday: 1, from: 660, until: 720 },
      ],
      [{ weekday: 1, from: 600, until: 600 }],
      [{ weekday: 8, from: 480, until: 600 }],
      [{ weekday: 1, from: 480, until: 1441 }],
    ])
      expect(await refusal(create({ hours }))).toMatchObject({ errorCode: 900_001 })
    expect(await create({ hours: [{ weekday: 1, from: 0, until: 1440 }] })).toMatchObject({ id: expect.any(String) })
  })

  it('names people, organizations and files of its company alone', async () => {
    for (const rest of [
      { managerIds: [roles.otherCompany.id] },
      { organizationIds: [roles.otherCompany.companyId] },
      { organizationId: roles.otherCompany.companyId },
      { pictureFileId: roles.member.id },
    ])
      expect(await refusal(create(rest))).toMatchObject({ errorCode: 900_005 })
  })

  it('is deleted only where nobody has ever booked it', async () => {
    const id = await room()
    await book(roles.member, id)
    const remove = (one: string) => as(roles.administrator).deleteRoom({ params: { id: one } })
    expect(await refusal(remove(id))).toMatchObject({ errorCode: ROOM_HAS_BOOKINGS.code })
    expect((await managed(id))?.comingBookings).toBe(1)
    const unused = await room()
    await remove(unused)
    expect(await refusal(remove(unused))).toMatchObject({ errorCode: 900_005 })
  })
})

describe('who manages rooms', () => {
  let id = ''
  beforeAll(async () => {
    id = await room()
  })

  it('is decided by the organization', async () => {
    const state = async () => await managed(id)
    const byPermission = {
      owner: 10_138,
      administrator: 'accepted',
      member: 10_138,
      colleague: 10_138,
      stranger: 10_138,
      otherCompany: 900_005,
      nobody: 401,
    } as const
    await expectRoles(roles, {
      create: { ...byPermission, call: (caller) => as(caller).createRoom({ body: input() }) },
      change: {
        ...{ ...byPermission, state },
        call: async (caller) => {
          const revision = (await managed(id))?.revision ?? 0
          return as(caller).changeRoom({ params: { id }, body: { ...input(), revision } })
        },
      },
      delete: { ...byPermission, state, call: (caller) => as(caller).deleteRoom({ params: { id } }) },
    })
  })

  it('moves a room to no organization that is not theirs', async () => {
    const one = await room()
    const moved = await refusal(change(one, { organizationId: roles.stranger.organizationId }))
    expect(moved).toMatchObject({ status: 403, errorCode: 10_138 })
    expect((await as(roles.stranger).managedRooms({ query: { pageSize: 100 } })).items).toEqual([])
  })
})
