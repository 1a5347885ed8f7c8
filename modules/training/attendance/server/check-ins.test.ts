/** Check-in lists over HTTP: how those who run a class make, change and delete them. */
import { describe, expect, it } from 'vitest'
import { buildCompany } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { CLASS_CLOSED, classes } from '#modules/training/classes/contract.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { type CheckInInput, checkInsMax } from '../contract/check-ins.ts'
import {
  CHECK_IN_CHANGED,
  CHECK_IN_IN_USE,
  CHECK_IN_INVALID,
  CHECK_IN_MISSING,
  TOO_MANY_CHECK_INS,
} from '../contract/codes.ts'
import { attendanceOn, hourMs, minuteMs, type TestCheckIn } from './attendance-on.fixture.ts'
import { buildCheckIn, sessionInput } from './check-ins.fixture.ts'

const platform = testPlatform({ poolSize: 5 })
const roles = testRoles(platform, {
  owner: ['class-teacher'],
  administrator: ['admin'],
  stranger: ['class-teacher'],
  otherCompany: ['super-admin'],
})
const { as, build, buildRunning, addList, enter } = attendanceOn(platform, () => roles.owner)

const input = (rest: Partial<CheckInInput> = {}) => sessionInput({ startsAt: platform.now + hourMs, ...rest })
const create = (classId: string, rest: Partial<CheckInInput> = {}) =>
  as(roles.owner).createCheckIn({ params: { id: classId }, body: input(rest) })
const lists = async (classId: string) => (await as(roles.owner).checkIns({ params: { id: classId } })).checkIns
const change = (at: TestCheckIn, rest: Partial<CheckInInput>, revision = 0) =>
  as(roles.owner).changeCheckIn({ ...at.list, body: { ...input(rest), revision } })
const faults = async (call: Promise<unknown>) => {
  const refused = await refusal(call)
  expect(refused).toMatchObject({ status: 422, errorCode: CHECK_IN_INVALID.code })
  return refused.data?.reasons
}
const half = { from: '09:00', to: '12:00' }
const making = {
  ...{ kind: 'in' as const, ways: ['qr' as const], lateAfter: 10, earlyBefore: 0, place: null, opensBefore: 30 },
  ...{ closesAfter: 15, morning: half, afternoon: { from: '13:30', to: '17:00' } },
}

describe('a list', () => {
  it('is made, changed once by each reading, and deleted while nobody is on it', async () => {
    const classId = await buildRunning([roles.member])
    const { id } = await create(classId, { place: { latitude: 39.9, longitude: 116.4, radius: 50 }, codeWord: '春风' })
    expect(await lists(classId)).toMatchObject([
      { id, title: '第一天上午', codeWord: '春风', place: { radius: 50 }, figures: { participants: 1, checkedIn: 0 } },
    ])
    const params = { id: classId, checkInId: id }
    const body = { ...input({ title: '第一天下午', kind: 'in-out' }), revision: 0 }
    expect(await as(roles.owner).changeCheckIn({ params, body })).toEqual({ id, revision: 1 })
    const late = await refusal(as(roles.owner).changeCheckIn({ params, body }))
    expect(late).toMatchObject({ errorCode: CHECK_IN_CHANGED.code, data: { revision: 1 } })
    expect(await lists(classId)).toMatchObject([{ title: '第一天下午', kind: 'in-out', place: null, codeWord: '' }])
    await as(roles.owner).deleteCheckIn({ params })
    expect(await lists(classId)).toEqual([])
    const gone = await refusal(as(roles.owner).changeCheckIn({ params, body }))
    expect(gone).toMatchObject({ errorCode: CHECK_IN_MISSING.code })
    expect(await refusal(as(roles.owner).deleteCheckIn({ params }))).toMatchObject({ errorCode: CHECK_IN_MISSING.code })

    const used = await addList(classId)
    await enter(roles.member, used)
    expect(await refusal(as(roles.owner).deleteCheckIn(used.list))).toMatchObject({ errorCode: CHECK_IN_IN_USE.code })
  })

  it('has times that fit together, and names what belongs to the class', async () => {
    const classId = await buildRunning([roles.member])
    const { now } = platform
    const [startsAt, endsAt] = [now + hourMs, now + 2 * hourMs]
    const times = { startsAt, endsAt, opensAt: now, closesAt: endsAt }
    expect(await faults(create(classId, { ...times, endsAt: startsAt }))).toEqual(['session-times'])
    expect(await faults(create(classId, { ...times, opensAt: endsAt, closesAt: endsAt }))).toEqual([
      ...['window-times', 'session-outside-window'],
    ])
    expect(await faults(create(classId, { ...times, closesAt: startsAt }))).toEqual(['session-outside-window'])
    await create(classId, { ...times, closesAt: startsAt + 1 })
    const inOut = { ...times, kind: 'in-out' as const }
    expect(await faults(create(classId, { ...inOut, closesAt: endsAt - 1 }))).toEqual(['session-outside-window'])
    await create(classId, inOut)
    const place = { latitude: 0, longitude: 0, radius: 50 }
    const scanned = { ...times, ways: ['scan' as const], codeWord: '春风', place }
    expect(await faults(create(classId, scanned))).toEqual(['word-without-qr', 'place-without-qr'])
    const foreign = await build([])
    expect(await faults(create(classId, { ...times, activityId: foreign.id }))).toEqual(['activity-unknown'])
    for (const makesUpFor of [foreign.id, roles.member.id])
      expect(await faults(create(classId, { ...times, makesUpFor }))).toEqual(['make-up-unknown'])
  })

  it('makes up for an earlier one of the class that makes up for none', async () => {
    const missed = await build([roles.member])
    const later = { startsAt: platform.now + hourMs, makesUpFor: missed.id }
    const { id } = await create(missed.classId, later)
    const again = { startsAt: platform.now + 2 * hourMs, makesUpFor: id }
    expect(await faults(create(missed.classId, again))).toEqual(['make-up-unknown'])
    expect(await faults(create(missed.classId, { ...later, startsAt: platform.now }))).toEqual(['make-up-unknown'])
    const itself = {
      params: { id: missed.classId, checkInId: id },
      body: { ...input({ ...later, makesUpFor: id }), revision: 0 },
    }
    expect(await faults(as(roles.owner).changeCheckIn(itself))).toEqual(['make-up-unknown'])
  })

  it('takes values within its limits', async () => {
    const classId = await buildRunning([])
    const place = { latitude: 90, longitude: -180, radius: 5000 }
    for (const good of [{ place }, { place: { ...place, radius: 50 } }, { title: '题'.repeat(60) }, { lateAfter: 600 }])
      expect(await create(classId, good)).toMatchObject({ revision: 0 })
    for (const bad of [
      ...[
        { place: { ...place, radius: 49 } },
        { place: { ...place, radius: 5001 } },
        { place: { ...place, latitude: 91 } },
      ],
      ...[{ title: '题'.repeat(61) }, { title: ' ' }, { lateAfter: 601 }, { lateAfter: -1 }, { ways: [] }],
      ...[{ ways: ['qr' as const, 'qr' as const] }, { codeWord: 'x'.repeat(21) }, { kind: 'out' as never }],
    ])
      expect(await refusal(create(classId, bad))).toMatchObject({ status: 422, errorCode: 900_001 })
  })

  it('is one of 200 at most in a class', async () => {
    const classId = await buildRunning([])
    const { companyId } = roles.owner
    for (let count = 0; count < checkInsMax - 1; count++)
      await buildCheckIn(platform.db, { classId, companyId, startsAt: platform.now })
    const tries = await Promise.allSettled([create(classId), create(classId)])
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refusal(create(classId))).toMatchObject({
      errorCode: TOO_MANY_CHECK_INS.code,
      data: { max: checkInsMax },
    })
  })

  it('is made and seen by those who run the class', async () => {
    const at = await build([roles.member])
    const staff = {
      owner: 'accepted',
      administrator: 'accepted',
      colleague: 10_138,
      member: 10_138,
      stranger: 10_138,
      otherCompany: 64_104,
      nobody: 401,
    } as const
    await proves('TRAINING-014', () =>
      expectRoles(roles, {
        checkIns: { ...staff, call: (caller) => as(caller).checkIns(at.one) },
        createCheckIn: { ...staff, call: (caller) => as(caller).createCheckIn({ ...at.one, body: input() }) },
        createCheckIns: {
          ...staff,
          call: (caller) => as(caller).createCheckIns({ ...at.one, body: { ...making, per: 'activity' } }),
        },
        changeCheckIn: {
          ...staff,
          async call(caller) {
            const one = await addList(at.classId)
            await as(caller).changeCheckIn({ ...one.list, body: { ...input(), revision: 0 } })
          },
        },
        deleteCheckIn: {
          ...staff,
          async call(caller) {
            const one = await addList(at.classId)
            await as(caller).deleteCheckIn(one.list)
          },
        },
      }),
    )
  })

  it('[TRAINING-016] of a closed class stays as it is, whatever call changes it', async () => {
    const at = await build([roles.member], {}, { closedAt: platform.now })
    const memberIds = [roles.member.id]
    const clock = { serverTime: platform.now, deviceTime: platform.now, sentAt: platform.now }
    const scan = { id: at.id, memberId: roles.member.id, code: '', way: 'picked', direction: 'in', at: 1 } as const
    const leave = { checkInId: at.id, reason: '出差', fileIds: [] }
    const staff = as(roles.owner)
    for (const refused of await refusals([
      create(at.classId),
      staff.createCheckIns({ ...at.one, body: { ...making, per: 'activity' } }),
      change(at, { title: '改' }),
      staff.deleteCheckIn(at.list),
      staff.correctAttendance({ ...at.list, body: { memberIds, state: 'present', minutes: null, reason: '补签' } }),
      staff.decideLeave({ ...at.one, body: { ids: [at.id], decision: 'agree', reason: '' } }),
      staff.sendScans({ ...at.list, body: { scans: [scan], clock } }),
      staff.scanData(at.list),
      as(roles.member).askLeave({ ...at.one, body: leave }),
      as(roles.member).withdrawLeave({ params: { id: at.classId, leaveId: at.id } }),
    ]))
      expect(refused).toMatchObject({ status: 422, errorCode: CLASS_CLOSED.code })
    expect(await lists(at.classId)).toMatchObject([{ title: '第一天上午', figures: { checkedIn: 0 } }])
  })
})

describe('several lists', () => {
  it('are made for the half days of the class by the clock of the company, those that are missing', async () => {
    const companyId = await buildCompany(platform.db)
    expect(companyId).not.toBe('')
    // From 1 March 2027, 10:00, to 2 March, 12:30 in Shanghai.
    const startsAt = Date.UTC(2027, 2, 1, 2)
    const classId = await buildRunning([], { startsAt, endsAt: Date.UTC(2027, 2, 2, 4, 30) })
    const make = (rest: object = {}) =>
      as(roles.owner).createCheckIns({ params: { id: classId }, body: { ...making, per: 'half-day', ...rest } })
    expect(await make()).toEqual({ created: 3, left: 0 })
    const made = await lists(classId)
    expect(made.map(({ title }) => title)).toEqual(['3月1日上午', '3月1日下午', '3月2日上午'])
    const [first] = made
    expect(first).toMatchObject({
      ...{ startsAt: Date.UTC(2027, 2, 1, 1), endsAt: Date.UTC(2027, 2, 1, 4) },
      ...{ opensAt: Date.UTC(2027, 2, 1, 0, 30), closesAt: Date.UTC(2027, 2, 1, 4, 15) },
    })
    expect(await make()).toEqual({ created: 0, left: 3 })
    const wrong = { from: '12:00', to: '09:00' }
    for (const bad of [{ morning: wrong }, { morning: null, afternoon: null }])
      expect(await faults(make(bad))).toEqual(['session-times'])
    const place = { latitude: 0, longitude: 0, radius: 50 }
    const other = await buildRunning([], { startsAt, endsAt: startsAt + hourMs })
    const scanned = { ...making, per: 'half-day' as const, ways: ['scan' as const], place }
    const refused = as(roles.owner).createCheckIns({ params: { id: other }, body: scanned })
    expect(await faults(refused)).toEqual(['place-without-qr'])
    const long = await buildRunning([], { startsAt, endsAt: startsAt + 110 * 24 * hourMs })
    const many = as(roles.owner).createCheckIns({ params: { id: long }, body: { ...making, per: 'half-day' } })
    expect(await refusal(many)).toMatchObject({ errorCode: TOO_MANY_CHECK_INS.code })
  })

  it('are made for the offline activities that have times', async () => {
    const classId = await buildRunning([])
    const params = { id: classId }
    const teacher = platform.client(classes, roles.owner)
    const meeting = (title: string, startsAt: number | null) => ({
      ...{ phase: 0, isRequired: true, opensAt: null, dueAt: null, kind: 'offline' as const, businessType: null },
      ...{ businessId: null, title, text: '', url: '', venue: '301', fileIds: [], roomId: null, lecturerIds: [] },
      ...{ startsAt, endsAt: startsAt && startsAt + hourMs },
    })
    const { now } = platform
    const { revision } = await teacher.editedActivities({ params })
    const activities = [meeting('开班仪式', now + hourMs), meeting('参观', null), meeting('结业', now + 5 * hourMs)]
    await teacher.changeActivities({ params, body: { phases: [{ title: '一' }], activities, revision } })
    const make = () => as(roles.owner).createCheckIns({ params, body: { ...making, per: 'activity' } })
    expect(await make()).toEqual({ created: 2, left: 0 })
    expect(await lists(classId)).toMatchObject([
      { title: '开班仪式', activityName: '开班仪式', startsAt: now + hourMs, opensAt: now + 30 * minuteMs },
      { title: '结业', activityName: '结业' },
    ])
    expect(await make()).toEqual({ created: 0, left: 2 })
  })

  it('made at once are made once', async () => {
    const params = { id: await buildRunning([]) }
    const make = () => as(roles.owner).createCheckIns({ params, body: { ...making, per: 'half-day' } })
    const made = await Promise.all([make(), make(), make()])
    const created = made.map((one) => one.created).filter((count) => count > 0)
    expect(created).toHaveLength(1)
    expect(await lists(params.id)).toHaveLength(created[0] ?? 0)
  })
})

describe('participants', () => {
  it('hear of a check-in a quarter of an hour before it opens, once, also when it moves', async () => {
    // The queue has the clock of the database: what is due here has to be past there, and all that waits runs at once.
    platform.now -= 2 * hourMs
    const { now } = platform
    const classId = await buildRunning([roles.member])
    const times = {
      opensAt: now + 20 * minuteMs,
      startsAt: now + hourMs,
      endsAt: now + 2 * hourMs,
      closesAt: now + 2 * hourMs,
    }
    const { id } = await create(classId, times)
    const moveTo = (minute: number, revision: number) =>
      as(roles.owner).changeCheckIn({
        params: { id: classId, checkInId: id },
        body: { ...input({ ...times, opensAt: now + minute * minuteMs }), revision },
      })
    const remindersAt = async (minute: number) => {
      platform.now = now + minute * minuteMs
      await platform.runJobs()
      await platform.runJobs()
      const { items } = await platform.client(messages, roles.member).listNotifications({ query: {} })
      return items.filter(({ type }) => type === 'attendance.opens-soon').length
    }
    await moveTo(25, 0)
    expect(await remindersAt(5)).toBe(0)
    await moveTo(30, 1)
    expect(await remindersAt(15)).toBe(1)
    await moveTo(50, 2)
    expect(await remindersAt(35)).toBe(1)
  })
})
