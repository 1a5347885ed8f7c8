/** Checking in by the code in the room over HTTP, and what hostile phones try. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type BuiltMember, buildMember, buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { CLASS_CANCELLED, CLASS_CLOSED, classes, NO_PARTICIPANT } from '#modules/training/classes/contract.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { checkInPath, claimValidMs, codeEveryMs, codeValidMs, codeWordTriesMax } from '../contract/checking-in.ts'
import {
  ALREADY_CHECKED_IN,
  CHECK_IN_CLOSED,
  CHECK_IN_MISSING,
  CHECK_IN_NOT_OPEN,
  CODE_WORD_WRONG,
  DEVICE_USED,
  NOT_CHECKED_IN,
  OUTSIDE_PLACE,
  PLACE_NEEDED,
  QR_EXPIRED,
  WAY_NOT_OPEN,
} from '../contract/codes.ts'
import { attendanceOn, deviceOf, hourMs, minuteMs, type TestCheckIn } from './attendance-on.fixture.ts'

const platform = testPlatform({ poolSize: 10 })
const roles = testRoles(platform, {
  owner: ['class-teacher'],
  administrator: ['admin'],
  stranger: ['class-teacher'],
  otherCompany: ['super-admin'],
})
const { as, build, addList, buildRunning, shownCode, claim, enter } = attendanceOn(platform, () => roles.owner)

const expired = { status: 422, errorCode: QR_EXPIRED.code }
const both = () => [roles.member, roles.colleague]
const cameTo = async ({ list }: TestCheckIn) =>
  (await as(roles.owner).attendanceRecords({ ...list, query: {} })).figures.checkedIn
const body = (member: BuiltMember, claimed: string, rest: object = {}) => ({
  ...{ claim: claimed, deviceKey: deviceOf(member), codeWord: '', place: null, ...rest },
})
const complete = (member: BuiltMember, at: TestCheckIn, claimed: string, rest: object = {}) =>
  as(member).checkIn({ ...at.sign, body: body(member, claimed, rest) })

describe('the screen in the room', () => {
  it('[TRAINING-008] shows a code of type 8 with signId and timeStamp, in an address that is not shortened', async () => {
    const at = await build(both())
    const { code } = await as(roles.owner).checkInDisplay({ ...at.list, query: {} })
    const { now } = platform
    const timeStamp = now - (now % codeEveryMs)
    expect(code).toMatchObject({
      businessType: 8,
      signId: at.id,
      timeStamp,
      changesInMs: timeStamp + codeEveryMs - now,
    })
    expect(checkInPath(at.id, { timeStamp, mac: code?.mac ?? '' })).toBe(
      `/check-in/${at.id}?t=${timeStamp}&m=${code?.mac}`,
    )
  })

  it('shows another code every 15 seconds, the same on every screen, and another for leaving', async () => {
    const at = await build(both(), { kind: 'in-out' })
    platform.now += codeEveryMs - (platform.now % codeEveryMs)
    const first = await shownCode(at)
    platform.now += codeEveryMs - 1
    expect(await shownCode(at)).toEqual(first)
    expect((await shownCode(at, 'out')).mac).not.toBe(first.mac)
    platform.now += 1
    const next = await shownCode(at)
    expect(next.timeStamp).toBe(first.timeStamp + codeEveryMs)
    expect(next.mac).not.toBe(first.mac)
  })

  it('counts who comes, the last first, and shows no code before and after', async () => {
    const at = await build(both())
    const show = () => as(roles.owner).checkInDisplay({ ...at.list, query: {} })
    await enter(roles.member, at)
    platform.now += minuteMs
    await enter(roles.colleague, at)
    expect(await show()).toMatchObject({
      figures: { participants: 2, checkedIn: 2 },
      latest: [{ fullName: 'colleague', direction: 'in' }, { fullName: 'member' }],
    })
    const { opensAt, closesAt } = await show()
    for (const outside of [opensAt - 1, closesAt]) {
      platform.now = outside
      expect((await show()).code).toBeNull()
    }
  })

  it('is for those who run the class', async () => {
    const at = await build(both(), {}, { managerIds: [] })
    await expectRoles(roles, {
      display: {
        ...{ owner: 'accepted', administrator: 'accepted', colleague: 10_138, member: 10_138, stranger: 10_138 },
        ...{ otherCompany: 64_104, nobody: 401 },
        call: (caller) => as(caller).checkInDisplay({ ...at.list, query: {} }),
      },
    })
    const scanned = await addList(at.classId, { ways: ['scan'] })
    const wrong = await refusal(as(roles.owner).checkInDisplay({ ...scanned.list, query: {} }))
    expect(wrong).toMatchObject({ errorCode: WAY_NOT_OPEN.code })
    const foreign = await build(both())
    const mixed = { params: { id: at.classId, checkInId: foreign.id } }
    expect(await refusal(as(roles.owner).checkInDisplay({ ...mixed, query: {} }))).toMatchObject({
      errorCode: CHECK_IN_MISSING.code,
    })
  })
})

describe('a check-in', () => {
  it('is made by whoever takes part and scans the code', async () => {
    const at = await build(both())
    const claimed = await claim(roles.member, at, await shownCode(at))
    expect(claimed).toMatchObject({ classId: at.classId, direction: 'in', needsCodeWord: false, needsPlace: false })
    expect(await cameTo(at)).toBe(0)
    platform.now += 30_000
    const { now } = platform
    expect(await complete(roles.member, at, claimed.claim)).toEqual({
      ...{ at: now, direction: 'in', state: 'present', minutes: 30 },
    })
    expect(await cameTo(at)).toBe(1)
  })

  it('has a window by the clock of the server; a refusal leaves nothing behind', async () => {
    const at = await build(both())
    const { opensAt, closesAt } = await as(roles.owner).checkInDisplay({ ...at.list, query: {} })
    const code = await shownCode(at)
    await proves(['TRAINING-032', 'TRAINING-076'], async () => {
      platform.now = opensAt - 1
      const early = await refusal(claim(roles.member, at, code))
      expect(early).toMatchObject({ status: 422, errorCode: CHECK_IN_NOT_OPEN.code, data: { opensAt } })
      expect(early.message).toContain('签到未开始')
    })
    expect(await refusal(complete(roles.member, at, 'x'))).toMatchObject({ errorCode: CHECK_IN_NOT_OPEN.code })
    platform.now = opensAt
    expect(await claim(roles.member, at, await shownCode(at))).toMatchObject({ direction: 'in' })
    platform.now = closesAt - 1
    const claimed = await claim(roles.colleague, at, await shownCode(at))
    await proves(['TRAINING-033', 'TRAINING-077'], async () => {
      platform.now = closesAt
      const late = await refusal(complete(roles.colleague, at, claimed.claim))
      expect(late).toMatchObject({ status: 422, errorCode: CHECK_IN_CLOSED.code, data: { closesAt } })
      expect(late.message).toContain('签到已结束')
    })
    expect(await refusal(claim(roles.colleague, at, code))).toMatchObject({ errorCode: CHECK_IN_CLOSED.code })
    expect(await cameTo(at)).toBe(0)
  })

  it('is made once', async () => {
    const at = await build(both())
    const first = await enter(roles.member, at)
    platform.now += codeEveryMs
    await proves(['TRAINING-034', 'TRAINING-078'], async () => {
      const again = await refusal(claim(roles.member, at, await shownCode(at)))
      expect(again).toMatchObject({ status: 422, errorCode: ALREADY_CHECKED_IN.code, data: { at: first.at } })
      expect(again.message).toContain('您已签到')
    })
    const other = await refusal(claim(roles.member, at, await shownCode(at), deviceOf(roles.member, 'tablet')))
    expect(other).toMatchObject({ errorCode: ALREADY_CHECKED_IN.code })
    expect(await cameTo(at)).toBe(1)
  })

  it('of one member made many times at once counts once', async () => {
    const at = await build(both())
    const { claim: claimed } = await claim(roles.member, at, await shownCode(at))
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => complete(roles.member, at, claimed)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await cameTo(at)).toBe(1)
  })

  it('of many members with the same code at once counts each', async () => {
    const { companyId, organizationId } = roles.member
    const members: BuiltMember[] = []
    for (let count = 0; count < 12; count++) members.push(await buildMember(platform.db, { companyId, organizationId }))
    const at = await build(members)
    const code = await shownCode(at)
    await Promise.all(members.map(async (member) => complete(member, at, (await claim(member, at, code)).claim)))
    expect(await cameTo(at)).toBe(12)
  })

  it('is refused to who takes no part, and for a class that is revoked, closed or of another company', async () => {
    const at = await build([roles.member])
    const code = await shownCode(at)
    expect(await refusal(claim(roles.colleague, at, code))).toMatchObject({ errorCode: NO_PARTICIPANT.code })
    expect(await refusal(claim(roles.owner, at, code))).toMatchObject({ errorCode: NO_PARTICIPANT.code })
    expect(await refusal(claim(roles.otherCompany, at, code))).toMatchObject({ errorCode: CHECK_IN_MISSING.code })
    expect(await refusal(claim(undefined, at, code))).toMatchObject({ status: 401 })
    for (const [member, refused] of [
      [roles.colleague, NO_PARTICIPANT],
      [roles.otherCompany, CHECK_IN_MISSING],
    ] as const)
      expect(await refusal(complete(member, at, 'x'))).toMatchObject({ errorCode: refused.code })
    const forged = { timeStamp: platform.now, mac: 'x'.repeat(43) }
    const draft = await build([roles.member], {}, { status: 'draft' })
    expect(await refusal(claim(roles.member, draft, forged))).toMatchObject({ errorCode: CHECK_IN_MISSING.code })
    for (const [ofClass, refused] of [
      [{ status: 'off-shelf' }, CLASS_CANCELLED],
      [{ closedAt: platform.now }, CLASS_CLOSED],
    ] as const) {
      const over = await build([roles.member], {}, ofClass)
      expect(await refusal(claim(roles.member, over, forged))).toMatchObject({ errorCode: refused.code })
      expect(await refusal(complete(roles.member, over, 'x'))).toMatchObject({ errorCode: refused.code })
      const shown = as(roles.owner).checkInDisplay({ ...over.list, query: {} })
      expect(await refusal(shown)).toMatchObject({ errorCode: refused.code })
    }
  })
})

describe('a code', () => {
  it('is refused from 20 seconds after it was shown', async () => {
    const at = await build(both())
    const code = await shownCode(at)
    await proves(['TRAINING-035', 'TRAINING-036', 'TRAINING-079'], async () => {
      platform.now = code.timeStamp + codeValidMs - 1
      expect(await claim(roles.member, at, code)).toMatchObject({ direction: 'in' })
      platform.now = code.timeStamp + codeValidMs
      const late = await refusal(claim(roles.colleague, at, code))
      expect(late).toMatchObject(expired)
      expect(late.message).toContain('二维码已过期')
    })
  })

  it('cannot be made up, changed, or taken from the future, another list or leaving', async () => {
    const classId = await buildRunning(both())
    const at = await addList(classId, { kind: 'in-out' })
    const other = await addList(classId)
    const code = await shownCode(at)
    const { now } = platform
    for (const wrong of [
      { ...code, mac: `${code.mac.slice(0, -2)}${code.mac.endsWith('AA') ? 'BB' : 'AA'}` },
      { ...code, mac: 'A' },
      { ...code, timeStamp: code.timeStamp + 1 },
      { ...code, timeStamp: now + 1 },
      { ...code, timeStamp: 0 },
      await shownCode(other),
    ])
      expect(await refusal(claim(roles.member, at, wrong))).toMatchObject(expired)
    const leaving = await refusal(claim(roles.member, at, await shownCode(at, 'out')))
    expect(leaving).toMatchObject({ errorCode: NOT_CHECKED_IN.code })
    for (const bad of [
      { ...code, mac: '' },
      { ...code, timeStamp: -1 },
      { ...code, timeStamp: '1' },
      { ...code, mac: `${code.mac}'` },
    ])
      expect(await refusal(claim(roles.member, at, bad as typeof code))).toMatchObject({ errorCode: 900_001 })
  })

  it('opens a check-in for two minutes, for the member, session, device and list that scanned it', async () => {
    const classId = await buildRunning(both())
    const at = await addList(classId)
    const other = await addList(classId)
    const { claim: claimed } = await claim(roles.member, at, await shownCode(at))
    await claim(roles.colleague, at, await shownCode(at))
    await claim(roles.member, other, await shownCode(other))
    const anotherSession = { ...roles.member, token: await buildSession(platform.db, roles.member, platform.now) }
    const tablet = { deviceKey: deviceOf(roles.member, 'tablet') }
    for (const forwarded of await refusals([
      complete(roles.colleague, at, claimed),
      complete(roles.member, other, claimed),
      complete(anotherSession, at, claimed),
      complete(roles.member, at, claimed, tablet),
      complete(roles.member, at, `${claimed.slice(0, -2)}xx`),
    ]))
      expect(forwarded).toMatchObject(expired)
    platform.now += claimValidMs
    expect(await refusal(complete(roles.member, at, claimed))).toMatchObject(expired)
    platform.now -= 1
    expect(await complete(roles.member, at, claimed)).toMatchObject({ direction: 'in' })
    expect(await refusal(complete(roles.member, at, claimed))).toMatchObject({ errorCode: ALREADY_CHECKED_IN.code })
  })

  it('that was scanned on a second device takes the check-in there', async () => {
    const at = await build(both())
    const code = await shownCode(at)
    const { claim: first } = await claim(roles.member, at, code)
    const tablet = deviceOf(roles.member, 'tablet')
    const { claim: second } = await claim(roles.member, at, code, tablet)
    expect(await refusal(complete(roles.member, at, first))).toMatchObject(expired)
    expect(await complete(roles.member, at, second, { deviceKey: tablet })).toMatchObject({ direction: 'in' })
  })

  it('checks in one member on a device, also of two at once', async () => {
    const at = await build(both())
    const code = await shownCode(at)
    const deviceKey = deviceOf(roles.member)
    const claims = [await claim(roles.member, at, code), await claim(roles.colleague, at, code, deviceKey)]
    const tries = await Promise.allSettled(
      both().map((member, index) => complete(member, at, claims[index]?.claim ?? '', { deviceKey })),
    )
    const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toMatchObject([{ errorCode: DEVICE_USED.code }])
    expect(await cameTo(at)).toBe(1)
    const later = await build(both())
    await enter(roles.member, later)
    const borrowed = await refusal(claim(roles.colleague, later, await shownCode(later), deviceKey))
    expect(borrowed).toMatchObject({ status: 422, errorCode: DEVICE_USED.code })
  })
})

describe('a code word', () => {
  it('is typed after scanning, as it is heard, and guessed five times at most', async () => {
    const at = await build(both(), { codeWord: '春风 Ab' })
    const { claim: claimed, needsCodeWord } = await claim(roles.member, at, await shownCode(at))
    expect(needsCodeWord).toBe(true)
    const wrong = await refusal(complete(roles.member, at, claimed, { codeWord: '秋风' }))
    expect(wrong).toMatchObject({ errorCode: CODE_WORD_WRONG.code, data: { left: codeWordTriesMax - 1 } })
    expect(await complete(roles.member, at, claimed, { codeWord: ' 春风 ａB ' })).toMatchObject({ direction: 'in' })

    const guessed = await claim(roles.colleague, at, await shownCode(at))
    for (let left = codeWordTriesMax - 1; left >= 0; left--) {
      const refused = await refusal(complete(roles.colleague, at, guessed.claim, { codeWord: `${left}` }))
      expect(refused).toMatchObject({ errorCode: CODE_WORD_WRONG.code, data: { left } })
    }
    // A second scan gives no new tries.
    const again = await claim(roles.colleague, at, await shownCode(at))
    const right = await refusal(complete(roles.colleague, at, again.claim, { codeWord: '春风 Ab' }))
    expect(right).toMatchObject({ errorCode: CODE_WORD_WRONG.code, data: { left: 0 } })
  })

  it('is guessed five times at most by a script that tries many words at once', async () => {
    const at = await build(both(), { codeWord: '春风' })
    const { claim: claimed } = await claim(roles.member, at, await shownCode(at))
    const words = [...Array.from({ length: platform.poolSize - 1 }, (_, index) => `${index}`), '春风']
    const guess = (index: number) => complete(roles.member, at, claimed, { codeWord: words[index] })
    const { accepted, refused } = await race(platform, words.length, guess, {
      begin: async () => undefined,
      locked: () => sql`select from attendance.claim
        where check_in_id = ${at.id} and member_id = ${roles.member.id} for update`,
    })
    // Whichever comes first: the right word counts only where fewer than five others were compared before it.
    const wrong = refused[CODE_WORD_WRONG.code] ?? 0
    expect(wrong).toBeLessThan(accepted === 1 ? codeWordTriesMax : words.length + 1)
    expect(await cameTo(at)).toBe(accepted)
  })
})

describe('a place', () => {
  const place = { latitude: 39.9087, longitude: 116.3975, radius: 100 }
  /** A degree of latitude is 111 km. */
  const north = (meters: number, accuracy = 10) => ({
    place: { latitude: place.latitude + meters / 111_195, longitude: place.longitude, accuracy },
  })

  it('is compared with the inaccuracy that the device admits', async () => {
    const at = await build(both(), { place })
    const { claim: claimed, needsPlace } = await claim(roles.member, at, await shownCode(at))
    expect(needsPlace).toBe(true)
    for (const none of [{ place: null }, north(0, 201)])
      expect(await refusal(complete(roles.member, at, claimed, none))).toMatchObject({ errorCode: PLACE_NEEDED.code })
    const far = await refusal(complete(roles.member, at, claimed, north(112)))
    expect(far).toMatchObject({ errorCode: OUTSIDE_PLACE.code, data: { distance: 112, radius: 100 } })
    expect(await complete(roles.member, at, claimed, north(108))).toMatchObject({ direction: 'in' })
  })

  it('that looks forged is shown to staff', async () => {
    const at = await build(both(), { place })
    const enterFrom = async (member: BuiltMember, from: object) =>
      complete(member, at, (await claim(member, at, await shownCode(at))).claim, from)
    await enterFrom(roles.member, { place: { ...north(0, 0).place } })
    await enterFrom(roles.colleague, north(0, 30))
    const { items } = await as(roles.owner).attendanceRecords({ ...at.list, query: { state: 'flagged' } })
    expect(items.map(({ member, flags, distance, accuracy }) => [member.fullName, flags, distance, accuracy])).toEqual([
      ['colleague', ['center', 'shared'], 0, 30],
      ['member', ['exact', 'center', 'shared'], 0, 0],
    ])
  })
})

describe('coming and leaving', () => {
  it('takes turns, and counts the minutes between', async () => {
    const at = await build(both(), { kind: 'in-out', startsAt: platform.now })
    expect(await enter(roles.member, at)).toMatchObject({ state: 'present', minutes: 0 })
    platform.now += 10 * minuteMs
    expect(await enter(roles.member, at, 'out')).toMatchObject({ direction: 'out', minutes: 10 })
    const left = platform.now
    platform.now += codeEveryMs
    const again = await refusal(claim(roles.member, at, await shownCode(at, 'out')))
    expect(again).toMatchObject({ errorCode: ALREADY_CHECKED_IN.code, data: { at: left } })
    platform.now = left + 5 * minuteMs
    await enter(roles.member, at)
    platform.now += 10 * minuteMs
    expect(await enter(roles.member, at, 'out')).toMatchObject({ minutes: 20 })
    const { items } = await as(roles.owner).attendanceRecords({ ...at.list, query: { search: 'member' } })
    expect(items).toMatchObject([{ minutes: 20, isInside: false, lastOutAt: platform.now, source: 'qr' }])
  })

  it('has no leaving any more where the list has become one without it', async () => {
    const at = await build(both(), { kind: 'in-out' })
    await enter(roles.member, at)
    const { claim: claimed } = await claim(roles.member, at, await shownCode(at, 'out'))
    const [list] = (await as(roles.owner).checkIns(at.one)).checkIns
    if (!list) throw new Error('there is a list')
    const { id: _, activityName: __, figures: ___, ...body } = list
    await as(roles.owner).changeCheckIn({ ...at.list, body: { ...body, kind: 'in' } })
    expect(await refusal(complete(roles.member, at, claimed))).toMatchObject({ errorCode: NOT_CHECKED_IN.code })
    expect(await cameTo(at)).toBe(1)
  })

  it('finishes the meeting of the class to which the list belongs', async () => {
    const classId = await buildRunning(both())
    const teacher = platform.client(classes, roles.owner)
    const params = { id: classId }
    const { revision } = await teacher.editedActivities({ params })
    await teacher.changeActivities({
      params,
      body: { phases: [{ title: '第一天' }], activities: [meeting()], revision },
    })
    const [{ id: activityId } = { id: '' }] = (await teacher.editedActivities({ params })).activities
    const at = await addList(classId, { activityId })
    const finished = async () =>
      (await platform.client(classes, roles.member).classContent({ params })).requiredFinished
    expect(await finished()).toBe(0)
    await enter(roles.member, at)
    expect(await finished()).toBe(1)
  })
})

function meeting() {
  return {
    ...{ phase: 0, isRequired: true, opensAt: null, dueAt: null, kind: 'offline' as const, businessType: null },
    ...{ businessId: null, title: '开班仪式', text: '', url: '', venue: '301 教室' },
    ...{ startsAt: platform.now, endsAt: platform.now + hourMs, fileIds: [], roomId: null, lecturerIds: [] },
  }
}
