/** Meetings of a class over HTTP: they hold rooms and lecturers, warn of what stands against them, and stand in calendars. */

import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { messages } from '#modules/platform/messages/contract.ts'
import { classrooms, ROOM_DISABLED, ROOM_NOT_FOR_YOU, ROOM_TAKEN } from '#modules/training/classrooms/contract.ts'
import { buildBooking, buildRoom } from '#modules/training/classrooms/server/rooms.fixture.ts'
import { lecturers, NOT_A_LECTURER } from '#modules/training/lecturers/contract.ts'
import { buildLecturer } from '#modules/training/lecturers/server/lecturers.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import type { ActivityInput } from '../contract/activities.ts'
import { activityInputOf } from '../contract/activities.ts'
import { NO_PARTICIPANT } from '../contract/codes.ts'
import { classesOn, type TestClass } from './classes-on.fixture.ts'
import { classesTables } from './db.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const platform = testPlatform({ poolSize: 5 })
// Ten in the morning of the company's day: its rooms are open from eight to twenty.
beforeAll(() => {
  platform.now = Math.floor((platform.now - 2 * hourMs) / dayMs) * dayMs + 2 * hourMs
})
const roles = testRoles(platform, {
  owner: ['class-teacher', 'lecturer'],
  stranger: ['class-teacher'],
  otherCompany: ['super-admin'],
})
const { as, build } = classesOn(platform, () => roles.owner)

const meeting = (rest: Partial<ActivityInput> = {}): ActivityInput => ({
  ...{ kind: 'offline', phase: 0, isRequired: true, opensAt: null, dueAt: null, businessType: null, businessId: null },
  ...{ title: '开班仪式', text: '', url: '', venue: '', startsAt: at(0), endsAt: at(2), roomId: null },
  ...{ lecturerIds: [], fileIds: [], ...rest },
})
/** So many hours after ten days from now. */
const at = (hours: number) => platform.now + 10 * dayMs + hours * hourMs
const room = (rest: object = {}) => buildRoom(platform.db, { author: roles.owner, now: platform.now, ...rest })
const lecturer = (rest: object = {}) =>
  buildLecturer(platform.db, { companyId: roles.companyId, now: platform.now, ...rest })

async function write(one: TestClass, activities: readonly ActivityInput[], caller = roles.owner) {
  const { revision } = await as(caller).editedActivities(one)
  return as(caller).changeActivities({
    ...one,
    body: { phases: [{ title: '' }], activities: [...activities], revision },
  })
}
async function written(one: TestClass): Promise<ActivityInput[]> {
  const { activities } = await as(roles.owner).editedActivities(one)
  return activities.map(activityInputOf)
}
/** The ids of rooms that are free while the class meets. */
async function isFree(roomId: string, from = at(0), to = at(2)): Promise<boolean> {
  const query = { from, to, pageSize: 100 }
  const { items } = await platform.client(classrooms, roles.owner).rooms({ query })
  return items.some(({ id }) => id === roomId)
}
const busyWith = async (lecturerId: string) => {
  const query = { ids: [lecturerId], from: at(0), until: at(2) }
  const { items } = await platform.client(lecturers, roles.owner).lecturerChoices({ query })
  return items.flatMap(({ conflicts }) => conflicts.map(({ title }) => title))
}
const publish = async (one: TestClass) => {
  const { revision } = await as(roles.owner).editedClass(one)
  return as(roles.owner).publishClass({ ...one, body: { revision } })
}

describe('a meeting', () => {
  it('books nothing as long as its class is a draft, and everything once it is published', async () => {
    const [roomId, lecturerId] = [await room(), await lecturer()]
    const one = await build({ status: 'draft', name: '封闭训练' })
    await write(one, [meeting({ roomId, lecturerIds: [lecturerId] })])
    expect([await isFree(roomId), await busyWith(lecturerId)]).toEqual([true, []])
    await publish(one)
    expect([await isFree(roomId), await busyWith(lecturerId)]).toEqual([false, ['封闭训练 · 开班仪式']])
  })

  it('that finds its room taken is refused with who and when, and nothing of the change is kept', async () => {
    const roomId = await room()
    await buildBooking(platform.db, { roomId, member: roles.colleague, from: at(1), to: at(3), now: platform.now })
    const one = await build()
    const refused = await refusal(write(one, [meeting({ roomId })]))
    expect(refused).toMatchObject({
      ...{ status: 422, errorCode: ROOM_TAKEN.code },
      data: { conflicts: [{ reason: 'taken', by: 'colleague', title: '部门例会' }] },
    })
    expect(await written(one)).toEqual([])
    await write(one, [meeting({ roomId, startsAt: at(3), endsAt: at(4) })])
    expect(await isFree(roomId, at(3), at(4))).toBe(false)
    const draft = await build({ status: 'draft' })
    await write(draft, [meeting({ roomId })])
    expect(await refusal(publish(draft))).toMatchObject({ errorCode: ROOM_TAKEN.code })
  })

  it('moves with its bookings, and changes places with another', async () => {
    const [hall, lab, lecturerId] = [await room(), await room(), await lecturer()]
    const one = await build()
    await write(one, [
      meeting({ title: '上午', roomId: hall, lecturerIds: [lecturerId] }),
      meeting({ title: '下午', roomId: lab }),
    ])
    const [morning, afternoon] = await written(one)
    const swapped = [
      { ...(morning as ActivityInput), roomId: lab, startsAt: at(0), endsAt: at(1) },
      { ...(afternoon as ActivityInput), roomId: hall, startsAt: at(1), endsAt: at(2) },
    ]
    await write(one, swapped)
    expect([await isFree(lab, at(1), at(2)), await isFree(hall, at(0), at(1))]).toEqual([true, true])
    expect([await isFree(lab, at(0), at(1)), await isFree(hall, at(1), at(2))]).toEqual([false, false])
    await write(one, [{ ...(swapped[0] as ActivityInput), roomId: null, lecturerIds: [] }])
    expect([await isFree(lab), await isFree(hall), await busyWith(lecturerId)]).toEqual([true, true, []])
  })

  it('is given up when its class is revoked, and booked again when it is published again', async () => {
    const [roomId, lecturerId] = [await room(), await lecturer()]
    const one = await build()
    await write(one, [meeting({ roomId, lecturerIds: [lecturerId] })])
    await as(roles.owner).revokeClass({ ...one, body: { reason: '改期' } })
    expect([await isFree(roomId), await busyWith(lecturerId)]).toEqual([true, []])
    await publish(one)
    expect([await isFree(roomId), (await busyWith(lecturerId)).length]).toEqual([false, 1])
  })

  it('keeps its class from being published where its room or lecturer was disabled since', async () => {
    const [roomId, lecturerId] = [await room(), await lecturer()]
    const [inRoom, taught] = [await build({ status: 'draft' }), await build({ status: 'draft' })]
    await write(inRoom, [meeting({ roomId })])
    await write(taught, [meeting({ lecturerIds: [lecturerId] })])
    await sql`update classrooms.room set is_enabled = false where id = ${roomId}`.execute(classesTables(platform.db))
    await sql`update lecturers.lecturer set is_enabled = false where id = ${lecturerId}`.execute(
      classesTables(platform.db),
    )
    expect(await refusal(publish(inRoom))).toMatchObject({ errorCode: ROOM_DISABLED.code })
    expect(await refusal(publish(taught))).toMatchObject({ errorCode: NOT_A_LECTURER.code, data: { lecturerId } })
    expect((await as(roles.owner).editedClass(taught)).state).toBe(1)
  })

  it('that is still to come when its class is closed is given up, and one that has been is kept', async () => {
    const roomId = await room()
    const one = await build({ startsAt: platform.now - dayMs, endsAt: platform.now + 20 * dayMs })
    const past = { startsAt: platform.now - 2 * hourMs, endsAt: platform.now - hourMs }
    await write(one, [meeting({ roomId }), meeting({ roomId, ...past })])
    await as(roles.owner).closeClass({ ...one, body: { isConfirmed: true } })
    expect([await isFree(roomId), await isFree(roomId, past.startsAt, past.endsAt)]).toEqual([true, false])
  })

  it.each(['closed', 'revoked'] as const)(
    'that goes on when its class is %s gives up the rest of its time',
    async (end) => {
      const roomId = await room()
      const one = await build({ startsAt: platform.now - dayMs, endsAt: platform.now + 20 * dayMs })
      const past = { startsAt: platform.now - 2 * hourMs, endsAt: platform.now - hourMs }
      const current = { startsAt: platform.now - hourMs, endsAt: platform.now + hourMs }
      await write(one, [meeting({ roomId, ...past }), meeting({ roomId, ...current }), meeting({ roomId })])
      expect(await isFree(roomId, platform.now, current.endsAt)).toBe(false)
      if (end === 'closed') await as(roles.owner).closeClass({ ...one, body: { isConfirmed: true } })
      else await as(roles.owner).revokeClass({ ...one, body: { reason: '改期' } })
      const free = [
        past,
        current,
        { startsAt: platform.now, endsAt: current.endsAt },
        { startsAt: at(0), endsAt: at(2) },
      ]
      expect(await Promise.all(free.map(({ startsAt, endsAt }) => isFree(roomId, startsAt, endsAt)))).toEqual([
        ...[false, false, true, true],
      ])
    },
  )

  it('takes a room that its author may book, and lecturers of the directory who are enabled', async () => {
    const one = await build()
    const foreign = await buildRoom(platform.db, { author: roles.otherCompany, now: platform.now })
    const disabled = await room({ isEnabled: false })
    const off = await lecturer({ isEnabled: false })
    const foreigner = await buildLecturer(platform.db, { companyId: roles.otherCompany.companyId, now: platform.now })
    const cases: readonly (readonly [Partial<ActivityInput>, number])[] = [
      [{ roomId: foreign }, 900_005],
      [{ roomId: roles.member.id }, 900_005],
      [{ roomId: disabled }, ROOM_DISABLED.code],
      [{ lecturerIds: [off] }, NOT_A_LECTURER.code],
      [{ lecturerIds: [foreigner] }, 900_005],
      [{ startsAt: at(2), endsAt: at(2) }, 900_001],
      [{ startsAt: at(2), endsAt: at(1) }, 900_001],
    ]
    const refused = await refusals(cases.map(([rest]) => write(one, [meeting(rest)])))
    expect(refused.map(({ errorCode }) => errorCode)).toEqual(cases.map(([, code]) => code))
    expect(await written(one)).toEqual([])
    const theirs = await build({ teacherIds: [roles.stranger.id] })
    const own = await room({ organizationIds: [roles.member.organizationId] })
    expect(await refusal(write(theirs, [meeting({ roomId: own })], roles.stranger))).toMatchObject({
      errorCode: ROOM_NOT_FOR_YOU.code,
    })
  })

  it('holds its room against all others, however many book at once', async () => {
    const roomId = await room()
    const classes: TestClass[] = []
    for (let count = 0; count < 5; count++) classes.push(await build({ name: `第${count + 1}期` }))
    let next = 0
    const all = await race(platform, 5, () => write(classes[next++] as TestClass, [meeting({ roomId })]), {
      begin: async () => undefined,
    })
    expect(all).toMatchObject({ accepted: 1, refused: { [ROOM_TAKEN.code]: 4 } })
  })
})

describe('what stands against a meeting', () => {
  it('is said before it is saved: the room, lecturers, and participants who are in another class', async () => {
    const [roomId, lecturerId] = [await room(), await lecturer()]
    const people = { participants: [roles.member.id, roles.colleague.id] }
    const other = await build({ name: '销售训练营', participants: [roles.member.id] })
    await write(other, [meeting({ title: '拜访演练', roomId, lecturerIds: [lecturerId] })])
    const one = await build(people)
    const asked = { from: at(1), to: at(3), roomId, lecturerIds: [lecturerId] }
    const conflicts = await as(roles.owner).meetingConflicts({ ...one, query: asked })
    expect(conflicts).toMatchObject({
      room: [{ title: '销售训练营 · 拜访演练', by: 'owner', from: at(0), to: at(2) }],
      lecturers: [{ fullName: '顾明', reason: 'booked', title: '销售训练营 · 拜访演练' }],
      participants: { count: 1, shown: [{ fullName: 'member', className: '销售训练营', title: '拜访演练' }] },
    })
    const none = { room: [], lecturers: [], participants: { count: 0, shown: [] } }
    const later = { ...asked, from: at(2), to: at(3) }
    expect(await as(roles.owner).meetingConflicts({ ...one, query: later })).toEqual(none)
    expect(await as(roles.owner).meetingConflicts({ ...one, query: { ...asked, to: at(1) } })).toEqual(none)
    const [own] = await written(other)
    const itself = { ...asked, activityId: own?.id ?? '' }
    expect(await as(roles.owner).meetingConflicts({ ...other, query: itself })).toEqual(none)
    // A warning is no refusal.
    await write(one, [meeting({ lecturerIds: [lecturerId] })])
    await as(roles.owner).revokeClass({ ...other, body: { reason: '取消' } })
    expect(await as(roles.owner).meetingConflicts({ ...one, query: { from: at(1), to: at(3), roomId } })).toEqual(none)
  })

  it('is for those who run the class', async () => {
    const one = await build({ participants: [roles.member.id] })
    const query = { from: at(0), to: at(1) }
    await expectRoles(roles, {
      meetingConflicts: {
        ...{ owner: 'accepted', administrator: 10138, member: 10138, colleague: 10138 },
        ...{ stranger: 10138, otherCompany: 64104, nobody: 401 },
        call: (caller) => as(caller).meetingConflicts({ ...one, query }),
      },
    })
  })
})

describe('the schedule of a class', () => {
  it('says when, where and who teaches, to participants and staff', async () => {
    const [roomId, lecturerId] = [await room({ building: '一号楼', name: '阶梯教室' }), await lecturer()]
    const one = await build({ participants: [roles.member.id], venue: '总部' })
    await write(one, [
      meeting({ title: '第二课', startsAt: at(3), endsAt: at(4) }),
      meeting({ title: '第一课', roomId, lecturerIds: [lecturerId], venue: '东门进' }),
      meeting({ title: '待定', startsAt: null, endsAt: null }),
    ])
    const schedule = await as(roles.member).classSchedule(one)
    expect(schedule).toMatchObject([
      { name: '第一课', startsAt: at(0), place: '一号楼 阶梯教室 · 东门进', lecturers: [{ fullName: '顾明' }] },
      { name: '第二课', place: '总部', lecturers: [] },
    ])
    await expectRoles(roles, {
      classSchedule: {
        ...{ owner: 'accepted', administrator: NO_PARTICIPANT.code, member: 'accepted' },
        ...{ colleague: NO_PARTICIPANT.code, stranger: NO_PARTICIPANT.code, otherCompany: 64104, nobody: 401 },
        call: (caller) => as(caller).classSchedule(one),
      },
      classCalendar: {
        ...{ owner: 'accepted', administrator: NO_PARTICIPANT.code, member: 'accepted' },
        ...{ colleague: NO_PARTICIPANT.code, stranger: NO_PARTICIPANT.code, otherCompany: 64104, nobody: 401 },
        call: (caller) => as(caller).classCalendar(one),
      },
    })
  })

  it('is a file for calendar programs, whose texts break out of no line', async () => {
    const one = await build({ participants: [roles.member.id], name: '安全;培训' })
    await write(one, [meeting({ venue: 'A, B\r\nATTACH:https://example.com' })])
    const answer = (await as(roles.member).classCalendar(one)) as { body: string; headers: Record<string, string> }
    expect(answer.headers['content-type']).toContain('text/calendar')
    const lines = answer.body.replaceAll('\r\n ', '').split('\r\n')
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
    expect(lines).toContain('LOCATION:A\\, B\\nATTACH:https://example.com')
    expect(lines.find((line) => line.startsWith('SUMMARY:'))).toContain('安全\\;培训')
    expect(lines.some((line) => line.startsWith('ATTACH'))).toBe(false)
  })

  it('stands in the calendar of participants and staff, with the class itself', async () => {
    const roomId = await room({ building: '', name: '二层会议室' })
    const one = await build({ participants: [roles.member.id], name: '日历班', teacherIds: [roles.stranger.id] })
    await write(one, [meeting({ roomId })])
    const calendarOf = async (member: typeof roles.member) => {
      const query = { from: platform.now, to: platform.now + 30 * dayMs }
      const { items } = await platform.client(messages, member).calendar({ query })
      return items.filter(({ link }) => link?.endsWith(one.params.id))
    }
    expect(await calendarOf(roles.member)).toMatchObject([
      { title: '培训班：日历班', allDay: true },
      { title: '日历班 · 开班仪式', startsAt: at(0), endsAt: at(2), place: '二层会议室' },
    ])
    expect(await calendarOf(roles.stranger)).toHaveLength(2)
    expect(await calendarOf(roles.colleague)).toEqual([])
    expect(await calendarOf(roles.otherCompany)).toEqual([])
    await as(roles.owner).revokeClass({ ...one, body: { reason: '改期' } })
    expect(await calendarOf(roles.member)).toEqual([])
  })
})
