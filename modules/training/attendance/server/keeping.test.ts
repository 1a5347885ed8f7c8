/** What is kept of attendance, over HTTP: states, corrections, leave, make-ups, the sheet, and what the member sees. */
import { readSheet } from 'read-excel-file/node'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import {
  CLASS_CANCELLED,
  CLASS_CLOSED,
  CLASS_MISSING,
  NO_PARTICIPANT,
  REASON_REQUIRED,
} from '#modules/training/classes/contract.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { CHECK_IN_MISSING, LEAVE_STATE } from '../contract/codes.ts'
import type { AttendanceState } from '../contract/states.ts'
import { attendanceOn, hourMs, minuteMs, type TestCheckIn } from './attendance-on.fixture.ts'
import { attendanceOf } from './standings.ts'

const platform = testPlatform({ poolSize: 5 })
const roles = testRoles(platform, {
  owner: ['class-teacher'],
  administrator: ['admin'],
  stranger: ['class-teacher'],
  otherCompany: ['super-admin'],
})
const { as, build, buildRunning, addList, enter } = attendanceOn(platform, () => roles.owner)

const both = () => [roles.member, roles.colleague]
const stateIn = async (at: TestCheckIn, member: BuiltMember = roles.member) =>
  (await as(member).ownAttendance(at.one)).sessions.find(({ id }) => id === at.id)?.state
const correct = (
  at: TestCheckIn,
  state: AttendanceState | null,
  { members = [roles.member], reason = '补签', minutes = null as number | null } = {},
) =>
  as(roles.owner).correctAttendance({
    ...at.list,
    body: { memberIds: members.map(({ id }) => id), state, minutes, reason },
  })
const ask = (at: TestCheckIn, by: BuiltMember = roles.member, reason = '临时出差', fileIds: string[] = []) =>
  as(by).askLeave({ ...at.one, body: { checkInId: at.id, reason, fileIds } })
const decide = (at: TestCheckIn, ids: string[], decision: 'agree' | 'refuse' = 'agree', reason = '') =>
  as(roles.owner).decideLeave({ ...at.one, body: { ids, decision, reason } })
const newsOf = async (member: BuiltMember) =>
  (await platform.client(messages, member).listNotifications({ query: { pageSize: 50 } })).items.map(({ type }) => type)
const staffAlone = {
  owner: 'accepted',
  administrator: 'accepted',
  colleague: 10_138,
  member: 10_138,
  stranger: 10_138,
  otherCompany: 64_104,
  nobody: 401,
} as const

describe('the state of a participant', () => {
  it('follows from when somebody came: the minute that is allowed is not late', async () => {
    const classId = await buildRunning(both())
    const { now } = platform
    const at = await addList(classId, { startsAt: now - 10 * minuteMs, lateAfter: 10 })
    await enter(roles.member, at)
    platform.now = now + 1
    await enter(roles.colleague, at)
    expect([await stateIn(at), await stateIn(at, roles.colleague)]).toEqual(['present', 'late'])
  })

  it('of who does not come is open until the check-in closes, and absent then', async () => {
    const at = await build(both())
    const { checkIns } = await as(roles.owner).checkIns(at.one)
    const closesAt = checkIns[0]?.closesAt ?? 0
    platform.now = closesAt - 1
    expect(await stateIn(at)).toBeNull()
    platform.now = closesAt
    expect(await stateIn(at)).toBe('absent')
  })

  it('of who leaves before the end, or never checks out, is early; whoever leaves in time was present', async () => {
    const { companyId, organizationId } = roles.member
    const third = await buildMember(platform.db, { companyId, organizationId })
    const { now } = platform
    const times = { startsAt: now, endsAt: now + 30 * minuteMs, closesAt: now + 40 * minuteMs, earlyBefore: 10 }
    const at = await build([...both(), third], { kind: 'in-out', ...times })
    for (const member of [...both(), third]) await enter(member, at)
    platform.now = now + 20 * minuteMs - 1
    await enter(roles.colleague, at, 'out')
    expect(await stateIn(at, roles.colleague)).toBe('present')
    platform.now = now + 20 * minuteMs
    await enter(roles.member, at, 'out')
    platform.now = now + 40 * minuteMs
    const states = [await stateIn(at), await stateIn(at, roles.colleague), await stateIn(at, third)]
    expect(states).toEqual(['present', 'early', 'early'])
    const { items, figures } = await as(roles.owner).attendanceRecords({ ...at.list, query: { state: 'early' } })
    expect(items.map(({ minutes }) => minutes).toSorted()).toEqual([0, 19])
    expect(figures).toMatchObject({ present: 1, early: 2, absent: 0 })
  })

  it('changes when the times of the session are changed', async () => {
    const { now } = platform
    const at = await build(both(), { kind: 'in-out', startsAt: now, endsAt: now + 30 * minuteMs })
    await enter(roles.member, at)
    platform.now = now + 20 * minuteMs
    await enter(roles.member, at, 'out')
    const minutes = async () => (await as(roles.member).ownAttendance(at.one)).sessions[0]?.minutes
    expect(await minutes()).toBe(20)
    const [list] = (await as(roles.owner).checkIns(at.one)).checkIns
    if (!list) throw new Error('there is a list')
    const { id: _, activityName: __, figures: ___, ...body } = list
    await as(roles.owner).changeCheckIn({ ...at.list, body: { ...body, startsAt: now + 5 * minuteMs } })
    expect(await minutes()).toBe(15)
  })

  it('is made up for at a later session, which does not count by itself', async () => {
    const classId = await buildRunning(both())
    const { now } = platform
    const missed = await addList(classId, { startsAt: now - hourMs, endsAt: now - minuteMs, closesAt: now - minuteMs })
    const later = await addList(classId, { makesUpFor: missed.id })
    expect(await stateIn(missed)).toBe('absent')
    await enter(roles.member, later)
    expect(await stateIn(missed)).toBe('made-up')
    expect((await as(roles.member).ownAttendance(missed.one)).figures).toMatchObject({
      ...{ lists: 1, madeUp: 1, absent: 0, percent: 100, minutes: 59, plannedMinutes: 59 },
    })
    expect((await as(roles.colleague).ownAttendance(missed.one)).figures).toMatchObject({ absent: 1, percent: 0 })
    await correct(later, 'absent')
    expect(await stateIn(missed)).toBe('absent')
  })
})

describe('a correction', () => {
  it('is written with a reason, kept in the journal, heard by the member, and taken back', async () => {
    const at = await build(both())
    expect(await refusal(correct(at, 'present', { reason: ' ' }))).toMatchObject({ errorCode: REASON_REQUIRED.code })
    const { companyId, organizationId } = roles.member
    const outside = await buildMember(platform.db, { companyId, organizationId })
    const members = [roles.member, roles.colleague, outside, roles.otherCompany]
    expect(await correct(at, 'present', { members, minutes: 25 })).toEqual({ corrected: 2, left: 2 })
    expect((await as(roles.member).ownAttendance(at.one)).sessions).toMatchObject([
      { state: 'present', minutes: 25, correction: '补签', firstInAt: null },
    ])
    expect(await newsOf(roles.member)).toContain('attendance.corrected')
    platform.now += 1
    await correct(at, null, { reason: '误操作' })
    expect(await stateIn(at)).toBeNull()
    const { items } = await as(roles.owner).corrections({ ...at.one, query: { memberId: roles.member.id } })
    expect(items).toMatchObject([
      { before: 'present', after: null, reason: '误操作', by: 'owner', checkIn: { id: at.id } },
      { before: null, after: 'present', minutes: 25, member: { fullName: 'member' } },
    ])
    const query = { checkInId: at.id, pageSize: 1 }
    expect(await as(roles.owner).corrections({ ...at.one, query })).toMatchObject({ recordCount: 3 })
    await enter(roles.member, at)
    expect(await stateIn(at)).toBe('present')
  })

  it('is not made of oneself, nor by who does not run the class', async () => {
    const at = await build([roles.member, roles.owner, roles.administrator])
    const own = await refusal(correct(at, 'present', { members: [roles.owner] }))
    expect(own).toMatchObject({ errorCode: 900_012 })
    const body = { memberIds: [roles.member.id], state: 'late' as const, minutes: null, reason: '补签' }
    await proves('TRAINING-014', () =>
      expectRoles(roles, {
        correct: { ...staffAlone, call: (caller) => as(caller).correctAttendance({ ...at.list, body }) },
        journal: { ...staffAlone, call: (caller) => as(caller).corrections({ ...at.one, query: {} }) },
        records: { ...staffAlone, call: (caller) => as(caller).attendanceRecords({ ...at.list, query: {} }) },
        sheet: { ...staffAlone, call: (caller) => as(caller).attendanceSheet({ ...at.one, query: {} }) },
        export: { ...staffAlone, call: (caller) => as(caller).exportAttendance({ ...at.one, query: {} }) },
        leave: { ...staffAlone, call: (caller) => as(caller).askedLeave({ ...at.one, query: {} }) },
        own: {
          ...{ owner: 'accepted', administrator: 'accepted', member: 'accepted', colleague: NO_PARTICIPANT.code },
          ...{ stranger: NO_PARTICIPANT.code, otherCompany: 64_104, nobody: 401 },
          call: (caller) => as(caller).ownAttendance(at.one),
        },
      }),
    )
  })

  it('takes values within its limits', async () => {
    const at = await build(both())
    await correct(at, 'late', { minutes: 1440 })
    for (const bad of [
      correct(at, 'late', { minutes: 1441 }),
      correct(at, 'late', { minutes: -1 }),
      correct(at, 'gone' as AttendanceState),
      correct(at, 'late', { members: [] }),
      correct(at, 'late', { reason: 'x'.repeat(301) }),
    ])
      expect(await refusal(bad)).toMatchObject({ errorCode: 900_001 })
    const other = await build(both())
    const mixed = { ...at, list: { params: { id: at.classId, checkInId: other.id } } }
    for (const refused of await refusals([
      correct(mixed, 'late'),
      as(roles.owner).attendanceRecords({ ...mixed.list, query: {} }),
      as(roles.owner).exportAttendance({ ...at.one, query: { checkInId: other.id } }),
      as(roles.owner).deleteCheckIn(mixed.list),
    ]))
      expect(refused).toMatchObject({ errorCode: CHECK_IN_MISSING.code })
  })
})

describe('leave', () => {
  it('is asked for with a reason and files, agreed to, and heard', async () => {
    const at = await build(both())
    const { companyId, id: ownerId } = roles.member
    const file = await buildFile(platform.db, { companyId, ownerId, kind: 'attachment', name: '证明.png' })
    const fileIds = [file.id]
    expect(await refusal(ask(at, roles.member, ' '))).toMatchObject({ errorCode: REASON_REQUIRED.code })
    expect(await refusal(ask(at, roles.colleague, '出差', fileIds))).toMatchObject({ errorCode: 900_005 })
    const { id } = await ask(at, roles.member, '临时出差', fileIds)
    expect(await newsOf(roles.owner)).toContain('attendance.leave-asked')
    const twice = await refusal(ask(at))
    expect(twice).toMatchObject({ errorCode: LEAVE_STATE.code, data: { state: 'pending' } })
    const { items } = await as(roles.owner).askedLeave({ ...at.one, query: { state: 'pending' } })
    expect(items).toMatchObject([
      { id, reason: '临时出差', member: { fullName: 'member' }, checkIn: { id: at.id }, files: [{ name: '证明.png' }] },
    ])
    expect(items[0]?.files[0]?.url).toContain(file.id)
    const open = async () =>
      (await platform.client(messages, roles.owner).findMyUnfinished({ query: { pageSize: 100 } })).items.filter(
        ({ kind, businessId }) => kind === 'attendance.decide-leave' && businessId === at.classId,
      )
    expect(await open()).toHaveLength(1)
    expect(await decide(at, [id])).toEqual({ decided: 1, left: 0 })
    expect(await decide(at, [id], 'refuse', '人手不足')).toEqual({ decided: 0, left: 1 })
    expect(await open()).toHaveLength(0)
    expect(await stateIn(at)).toBe('leave')
    expect((await as(roles.member).ownAttendance(at.one)).figures).toMatchObject({ leave: 1, absent: 0, percent: 0 })
    expect(await newsOf(roles.member)).toContain('attendance.leave-agreed')
    // Whoever comes all the same was there.
    await enter(roles.member, at)
    expect(await stateIn(at)).toBe('present')
  })

  it('is refused with a reason, asked for again, and withdrawn before the session begins', async () => {
    const at = await build(both())
    const { id } = await ask(at)
    await proves(['TRAINING-037', 'TRAINING-038'], async () => {
      const silent = [ask(await build(both()), roles.member, ' '), decide(at, [id], 'refuse')]
      for (const refused of await refusals(silent))
        expect(refused).toMatchObject({ status: 422, errorCode: REASON_REQUIRED.code })
    })
    await decide(at, [id], 'refuse', '人手不足')
    const params = (leaveId: string) => ({ params: { id: at.classId, leaveId } })
    const refused = await refusal(as(roles.member).withdrawLeave(params(id)))
    expect(refused).toMatchObject({ errorCode: LEAVE_STATE.code, data: { state: 'refused' } })
    const { id: again } = await ask(at)
    expect(await refusal(as(roles.colleague).withdrawLeave(params(again)))).toMatchObject({ errorCode: 900_005 })
    const { startsAt = 0, endsAt = 0 } = (await as(roles.member).ownAttendance(at.one)).sessions[0] ?? {}
    platform.now = startsAt
    expect(await refusal(as(roles.member).withdrawLeave(params(again)))).toMatchObject({ errorCode: LEAVE_STATE.code })
    platform.now = startsAt - 1
    await as(roles.member).withdrawLeave(params(again))
    expect((await as(roles.member).ownAttendance(at.one)).sessions).toMatchObject([
      { leave: { state: 'withdrawn' }, mayAskLeave: true },
    ])
    platform.now = endsAt - 1
    await ask(at)
    platform.now = endsAt
    expect(await refusal(ask(at, roles.colleague))).toMatchObject({
      errorCode: LEAVE_STATE.code,
      data: { state: null },
    })
  })

  it('of one member asked for at once is one request', async () => {
    const at = await build(both())
    const tries = await Promise.allSettled([ask(at), ask(at), ask(at)])
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is decided by somebody else of those who run the class, and asked for by participants', async () => {
    const at = await build([roles.member, roles.owner])
    const own = await ask(at, roles.owner)
    expect(await refusal(decide(at, [own.id]))).toMatchObject({ errorCode: 900_012 })
    expect(await refusal(decide(at, [own.id, uuid()]))).toMatchObject({ errorCode: 900_005 })
    const body = { ids: [own.id], decision: 'agree' as const, reason: '' }
    await expectRoles(roles, {
      decide: { ...staffAlone, owner: 900_012, call: (caller) => as(caller).decideLeave({ ...at.one, body }) },
    })
    const other = await build(both())
    const refused = await refusals([
      ask(at, roles.colleague),
      ask(at, roles.administrator),
      ask({ ...at, id: other.id }),
      ask(at, roles.otherCompany),
      as(roles.administrator).withdrawLeave({ params: { id: at.classId, leaveId: own.id } }),
      as(roles.member).withdrawLeave({ params: { id: uuid(), leaveId: own.id } }),
    ])
    const expected = [NO_PARTICIPANT, NO_PARTICIPANT, CHECK_IN_MISSING, CLASS_MISSING, NO_PARTICIPANT, CLASS_MISSING]
    expect(refused.map(({ errorCode }) => errorCode)).toEqual(expected.map(({ code }) => code))
    const revoked = await build(both(), {}, { status: 'off-shelf' })
    for (const late of await refusals([
      ask(revoked),
      as(roles.member).ownAttendance(revoked.one),
      as(roles.member).withdrawLeave({ params: { id: revoked.classId, leaveId: own.id } }),
    ]))
      expect(late).toMatchObject({ errorCode: CLASS_CANCELLED.code })
    const closed = await build(both(), {}, { closedAt: platform.now })
    expect(await refusal(ask(closed))).toMatchObject({ errorCode: CLASS_CLOSED.code })
    // No check-in of a class outlasts it.
    expect((await as(roles.member).ownAttendance(closed.one)).sessions).toMatchObject([
      { mayAskLeave: false, closesAt: platform.now },
    ])
  })
})

describe('the sheet', () => {
  it('has participants by name, sessions by time, and figures; make-ups stand beside', async () => {
    const classId = await buildRunning(both())
    const { now } = platform
    const over = { startsAt: now - 2 * hourMs, endsAt: now - hourMs, closesAt: now - hourMs, opensAt: now - 3 * hourMs }
    const first = await addList(classId, { title: '第一场', ...over })
    const second = await addList(classId, { title: '第二场' })
    await addList(classId, {
      title: '第三场',
      startsAt: now + hourMs,
      endsAt: now + 2 * hourMs,
      closesAt: now + 2 * hourMs,
    })
    await correct(first, 'late')
    await enter(roles.member, second)
    const sheet = await as(roles.owner).attendanceSheet({ ...first.one, query: {} })
    expect(sheet).toMatchObject({
      ...{
        recordCount: 2,
        lists: [{ title: '第一场', isOver: true }, { title: '第二场' }, { title: '第三场', isOver: false }],
      },
      items: [
        {
          member: { fullName: 'colleague' },
          states: ['absent', null, null],
          figures: { absent: 1, percent: 0, over: 1 },
        },
        {
          member: { fullName: 'member' },
          states: ['late', 'present', null],
          figures: { lists: 3, late: 1, percent: 66 },
        },
      ],
    })
    expect((await as(roles.owner).attendanceSheet({ ...first.one, query: { search: 'coll' } })).recordCount).toBe(1)
    const of = { classId, companyId: roles.companyId, now }
    const attended = await attendanceOf(platform.db, of, [roles.member.id, roles.stranger.id])
    expect(attended(roles.member.id)).toMatchObject({ lists: 3, late: 1, present: 1, percent: 66, minutes: 90 })
    expect(attended(roles.stranger.id)).toMatchObject({ lists: 0, percent: 0 })
  })

  it('is exported, and so is a session; a name is never a formula', async () => {
    const { companyId, organizationId } = roles.member
    const hostile = await buildMember(platform.db, { companyId, organizationId, fullName: '=1+1' })
    const at = await build([hostile, roles.member])
    await enter(hostile, at)
    const rowsOf = async (query: { checkInId?: string }) => {
      const answer = (await as(roles.owner).exportAttendance({ ...at.one, query })) as { rawPayload: Buffer }
      return readSheet(answer.rawPayload)
    }
    const [heading, ...rows] = await rowsOf({})
    expect(heading?.slice(0, 3)).toEqual(['姓名', '部门', '第一天上午'])
    expect(rows).toHaveLength(2)
    expect(rows.map((row) => row[2])).toContain('出勤')
    expect(String(rows.map((row) => row[0]).find((name) => String(name).includes('1+1')))).toMatch(/1\+1$/)
    const [, ...session] = await rowsOf({ checkInId: at.id })
    expect(session.map((row) => row[2])).toEqual(expect.arrayContaining(['出勤', '未到']))
  })
})
