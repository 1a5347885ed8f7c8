/** Staff scan participants over HTTP: own codes, devices without network, and what they send afterwards. */
import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { CLASS_CANCELLED, CLASS_MISSING, NO_PARTICIPANT } from '#modules/training/classes/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { CHECK_IN_MISSING, WAY_NOT_OPEN } from '../contract/codes.ts'
import { ownCodeDaysMax, type Scan, scansMax } from '../contract/scanning.ts'
import { attendanceOn, hourMs, minuteMs, type TestCheckIn } from './attendance-on.fixture.ts'
import { badgeCodes } from './own-codes.ts'

const platform = testPlatform({ poolSize: 10 })
const roles = testRoles(platform, {
  owner: ['class-teacher'],
  administrator: ['admin'],
  stranger: ['class-teacher'],
  otherCompany: ['super-admin'],
})
const { as, build, addList, enter } = attendanceOn(platform, () => roles.owner)
const dayMs = 24 * hourMs

const both = () => [roles.member, roles.colleague]
const picked = (member: BuiltMember, rest: Partial<Scan> = {}): Scan => ({
  ...{ id: uuid(), memberId: member.id, code: '', way: 'picked', direction: 'in', at: platform.now },
  ...rest,
})
const clockNow = () => ({ serverTime: platform.now, deviceTime: platform.now, sentAt: platform.now })
const send = (at: TestCheckIn, scans: readonly Scan[], clock = clockNow(), by: BuiltMember = roles.owner) =>
  as(by).sendScans({ ...at.list, body: { scans: [...scans], clock } })
const results = async (at: TestCheckIn, scans: readonly Scan[], clock = clockNow()) =>
  (await send(at, scans, clock)).results.map(({ result }) => result)
const recordOf = async (at: TestCheckIn, member: string) =>
  (await as(roles.owner).attendanceRecords({ ...at.list, query: { search: member } })).items[0]
const codeOf = async (member: BuiltMember, at: TestCheckIn) => {
  const [first] = (await as(member).ownCodes(at.one)).codes
  return { text: first?.text ?? '', short: first?.short ?? '', day: first?.day ?? '' }
}

describe('an own code', () => {
  it('is scanned, or typed in short, on the day of the session; staff can compare it without network', async () => {
    const at = await build(both())
    const mine = await codeOf(roles.member, at)
    const { members } = await as(roles.owner).scanData(at.list)
    const data = members.find(({ memberId }) => memberId === roles.member.id)
    expect(data).toMatchObject({ fullName: 'member', short: mine.short, at: null, isInside: false })
    expect(data?.codeHash).toBe(createHash('sha256').update(mine.text).digest('hex'))
    const theirs = await codeOf(roles.colleague, at)
    const tries = [
      picked(roles.member, { way: 'scan', code: theirs.text }),
      picked(roles.member, { way: 'scan', code: mine.text.replace(mine.day, '2020-01-01') }),
      picked(roles.member, { way: 'typed', code: '' }),
      picked(roles.member, { way: 'typed', code: '春风春风春风' }),
      picked(roles.member, { way: 'typed', code: ` ${mine.short.slice(0, 3).toLowerCase()}-${mine.short.slice(3)} ` }),
      picked(roles.colleague, { way: 'scan', code: theirs.text }),
    ]
    expect(await results(at, tries)).toEqual([
      ...['wrong-code', 'wrong-code', 'wrong-code', 'wrong-code'],
      ...['taken', 'taken'],
    ])
    expect(await recordOf(at, 'member')).toMatchObject({ source: 'typed', state: 'present' })
    expect(await recordOf(at, 'colleague')).toMatchObject({ source: 'scan' })
  })

  it('is good for its day and its class', async () => {
    const at = await build(both())
    const other = await build(both())
    const tomorrow = await addList(at.classId, {
      startsAt: platform.now + dayMs,
      endsAt: platform.now + dayMs + hourMs,
    })
    const { codes } = await as(roles.member).ownCodes(at.one)
    expect(codes).toHaveLength(2)
    const [today, next] = codes.map(({ text }) => picked(roles.member, { way: 'scan', code: text }))
    if (!today || !next) throw new Error('there are two codes')
    expect(await results(at, [next])).toEqual(['wrong-code'])
    expect(await results(other, [today])).toEqual(['wrong-code'])
    expect(await results(tomorrow, [next])).toEqual(['taken'])
  })

  it('is there for the coming days with scanning, 14 at most', async () => {
    const at = await build(both(), { ways: ['qr'] })
    expect((await as(roles.member).ownCodes(at.one)).codes).toEqual([])
    for (let day = -1; day <= ownCodeDaysMax; day++) {
      const startsAt = platform.now + day * dayMs
      await addList(at.classId, { startsAt })
    }
    const { codes } = await as(roles.member).ownCodes(at.one)
    expect(codes).toHaveLength(ownCodeDaysMax)
    expect(codes[0]?.from).toBeLessThanOrEqual(platform.now)
    expect(codes[0]?.to).toBeGreaterThan(platform.now)
    expect(new Set(codes.map(({ text }) => text)).size).toBe(ownCodeDaysMax)
  })

  it('is for participants', async () => {
    const at = await build([roles.member])
    expect(await refusal(as(roles.colleague).ownCodes(at.one))).toMatchObject({ errorCode: NO_PARTICIPANT.code })
    expect(await refusal(as(roles.owner).ownCodes(at.one))).toMatchObject({ errorCode: NO_PARTICIPANT.code })
    expect(await refusal(as(roles.otherCompany).ownCodes(at.one))).toMatchObject({ errorCode: CLASS_MISSING.code })
    const revoked = await build([roles.member], {}, { status: 'off-shelf' })
    expect(await refusal(as(roles.member).ownCodes(revoked.one))).toMatchObject({ errorCode: CLASS_CANCELLED.code })
  })
})

describe('a name badge', () => {
  it('is scanned on any day of the class, and is that of one member in one class', async () => {
    const at = await build(both())
    const { companyId } = roles.member
    const of = { companyId, classId: at.classId, memberIds: [roles.member.id] }
    const text = (await badgeCodes.codes(platform.db, of)).get(roles.member.id) ?? ''
    const data = (await as(roles.owner).scanData(at.list)).members.find(({ memberId }) => memberId === roles.member.id)
    expect(data?.badgeHash).toBe(createHash('sha256').update(text).digest('hex'))
    const other = await build(both(), { startsAt: platform.now + dayMs })
    expect(await results(other, [picked(roles.member, { way: 'scan', code: text })])).toEqual(['wrong-code'])
    const scans = [roles.colleague, roles.member].map((member) => picked(member, { way: 'scan', code: text }))
    expect(await results(at, scans)).toEqual(['wrong-code', 'taken'])
    const nextDay = await addList(at.classId, { startsAt: platform.now + dayMs })
    expect(await results(nextDay, [picked(roles.member, { way: 'scan', code: text })])).toEqual(['taken'])
  })
})

describe('scans', () => {
  it('are taken once, however often and by however many devices they are sent', async () => {
    const at = await build(both())
    const scans = [picked(roles.member), picked(roles.colleague)]
    const sent = await Promise.all(Array.from({ length: 6 }, () => results(at, scans)))
    expect(sent.flat().filter((result) => result === 'taken')).toHaveLength(2)
    expect(sent.flat().filter((result) => result === 'known')).toHaveLength(10)
    expect(await results(at, [picked(roles.member)])).toEqual(['already'])
    const [twice] = [picked(roles.colleague)]
    expect(await results(at, [twice, twice, scans[0] as Scan])).toEqual(['already', 'already', 'known'])
  })

  it('whose id another scan has are no second one, and stop nobody else of their list', async () => {
    const at = await build(both())
    const first = picked(roles.member)
    expect(await results(at, [first])).toEqual(['taken'])
    const again = { ...picked(roles.colleague), id: first.id }
    expect(await results(at, [again, picked(roles.colleague)])).toEqual(['known', 'taken'])
  })

  it('and the code in the room at once count a member once', async () => {
    const at = await build(both(), { kind: 'in-out' })
    const tries = await Promise.allSettled([enter(roles.member, at), send(at, [picked(roles.member)])])
    expect(tries.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    const { figures } = await as(roles.owner).attendanceRecords({ ...at.list, query: {} })
    expect(figures).toMatchObject({ checkedIn: 1, inside: 1 })
  })

  it('have the time of the server, whatever the clock of the device says', async () => {
    const at = await build(both())
    const { now } = platform
    const ahead = 5 * hourMs
    platform.now = now + 30 * minuteMs
    const clock = { serverTime: now, deviceTime: now + ahead, sentAt: now + 30 * minuteMs + ahead }
    const { results: answered } = await send(at, [picked(roles.member, { at: now + minuteMs + ahead })], clock)
    expect(answered).toMatchObject([{ result: 'taken', at: now + minuteMs, flags: [] }])
    expect(await recordOf(at, 'member')).toMatchObject({ firstInAt: now + minuteMs, state: 'present', flags: [] })
  })

  it('of a clock that was changed are marked; none lies in the future', async () => {
    const at = await build(both())
    const { now } = platform
    const moved = { serverTime: now, deviceTime: now, sentAt: now + 61_000 }
    const { results: answered } = await send(at, [picked(roles.member, { at: now + hourMs })], moved)
    expect(answered).toMatchObject([{ result: 'taken', at: now, flags: ['clock'] }])
    const near = { serverTime: now, deviceTime: now, sentAt: now + 60_000 }
    expect((await send(at, [picked(roles.colleague)], near)).results).toMatchObject([{ flags: [] }])
    const { items } = await as(roles.owner).attendanceRecords({ ...at.list, query: { state: 'flagged' } })
    expect(items.map(({ member }) => member.fullName)).toEqual(['member'])
  })

  it('made in time and sent after the check-in have their honest time, and are marked', async () => {
    const at = await build(both())
    const { now } = platform
    const { closesAt } = await as(roles.owner).scanData(at.list)
    platform.now = closesAt - 1
    const clock = { serverTime: now, deviceTime: now, sentAt: closesAt - 1 }
    const inTime = await send(at, [picked(roles.colleague, { at: now + minuteMs })], clock)
    expect(inTime.results).toMatchObject([{ result: 'taken', at: now + minuteMs, flags: [] }])
    platform.now = closesAt
    // A clock that was set back for the scan and forward again for the sending looks like this one.
    const later = await send(at, [picked(roles.member, { at: now + minuteMs })], { ...clock, sentAt: closesAt })
    expect(later.results).toMatchObject([{ result: 'taken', at: now + minuteMs, flags: ['arrived-after'] }])
    expect(await recordOf(at, 'member')).toMatchObject({
      ...{ firstInAt: now + minuteMs, state: 'present', flags: ['arrived-after'] },
    })
    platform.now = now
  })

  it('before and after the check-in are kept and marked', async () => {
    const at = await build(both())
    const { opensAt, closesAt } = await as(roles.owner).scanData(at.list)
    platform.now = closesAt
    const scans = [picked(roles.member, { at: opensAt - 1 }), picked(roles.colleague, { at: closesAt })]
    expect((await send(at, scans)).results).toMatchObject([
      { result: 'taken', flags: ['before'] },
      { result: 'taken', flags: ['after'] },
    ])
    expect(await recordOf(at, 'member')).toMatchObject({ state: 'present' })
    expect(await recordOf(at, 'colleague')).toMatchObject({ state: 'late' })
  })

  it('that come late count from when they were made', async () => {
    const at = await build(both(), { startsAt: platform.now - 20 * minuteMs })
    await enter(roles.member, at)
    expect(await recordOf(at, 'member')).toMatchObject({ state: 'late', source: 'qr' })
    const early = picked(roles.member, { at: platform.now - 25 * minuteMs })
    expect(await results(at, [early])).toEqual(['taken'])
    expect(await recordOf(at, 'member')).toMatchObject({ state: 'present', source: 'picked', firstInAt: early.at })
  })

  it('of coming and leaving are put into their order', async () => {
    const startsAt = platform.now - 30 * minuteMs
    const at = await build(both(), {
      kind: 'in-out',
      startsAt,
      endsAt: platform.now + minuteMs,
      closesAt: platform.now + hourMs,
    })
    const pass = (direction: 'in' | 'out', minute: number) =>
      picked(roles.member, { direction, at: startsAt + minute * minuteMs })
    expect(await results(at, [pass('out', 3)])).toEqual(['not-inside'])
    expect(await results(at, [pass('in', 20), pass('in', 25), pass('out', 28)])).toEqual(['taken', 'already', 'taken'])
    expect(await results(at, [pass('in', 2), pass('out', 12), pass('out', 29)])).toEqual(['taken', 'taken', 'already'])
    expect(await recordOf(at, 'member')).toMatchObject({
      minutes: 18,
      isInside: false,
      firstInAt: startsAt + 2 * minuteMs,
    })
  })

  it('of strangers, of oneself and of who has left the class are answered, and the others are taken', async () => {
    const staff = await build([roles.member, roles.owner])
    const scans = [
      ...[picked(roles.colleague), picked(roles.otherCompany), picked(roles.owner), picked(roles.member)],
      picked({ ...roles.member, id: uuid() }),
    ]
    const expected = ['no-participant', 'no-participant', 'own', 'taken', 'no-participant']
    expect(await results(staff, scans)).toEqual(expected)
    const { figures } = await as(roles.owner).attendanceRecords({ ...staff.list, query: {} })
    expect(figures).toMatchObject({ participants: 2, checkedIn: 1 })
  })

  it('are sent 500 at most, by those who run the class', async () => {
    const { companyId, organizationId } = roles.member
    const member = await buildMember(platform.db, { companyId, organizationId })
    const at = await build([member])
    const many = Array.from({ length: scansMax + 1 }, () => picked(member))
    expect(await refusal(send(at, many))).toMatchObject({ status: 422, errorCode: 900_001 })
    expect(new Set((await results(at, many.slice(1))).slice(1))).toEqual(new Set(['already']))
    expect(await refusal(send(at, []))).toMatchObject({ errorCode: 900_001 })
    const staff = {
      owner: 'accepted',
      administrator: 'accepted',
      colleague: 10_138,
      member: 10_138,
      stranger: 10_138,
      otherCompany: 64_104,
      nobody: 401,
    } as const
    await expectRoles(roles, {
      scanData: { ...staff, call: (caller) => as(caller).scanData(at.list) },
      sendScans: {
        ...staff,
        call: (caller) => as(caller).sendScans({ ...at.list, body: { scans: [picked(member)], clock: clockNow() } }),
      },
    })
  })

  it('need a list that is scanned, of the class, while it is not revoked', async () => {
    const at = await build(both(), { ways: ['qr'] })
    const other = await build(both())
    const revoked = await build(both(), {}, { status: 'off-shelf' })
    const mixed = { ...at, list: { params: { id: at.classId, checkInId: other.id } } }
    for (const [list, code] of [
      [at, WAY_NOT_OPEN],
      [mixed, CHECK_IN_MISSING],
      [revoked, CLASS_CANCELLED],
    ] as const) {
      expect(await refusal(send(list, [picked(roles.member)]))).toMatchObject({ errorCode: code.code })
      expect(await refusal(as(roles.owner).scanData(list.list))).toMatchObject({ errorCode: code.code })
    }
  })
})
