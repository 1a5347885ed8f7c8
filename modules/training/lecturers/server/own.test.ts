/** What lecturers do themselves, over HTTP: profile, availability and log; whoever is none is refused with 60201. */
import { describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { calendarSource } from '#modules/platform/messages/server.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { testRoles } from '#test/roles.ts'
import { LECTURER_CHANGED, NOT_A_LECTURER } from '../contract/codes.ts'
import { lecturers } from '../contract.ts'
import { buildLecturer, buildTeaching } from './lecturers.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform)
const as = (member: BuiltMember) => platform.client(lecturers, member)
const hourMs = 3_600_000
const newMember = (byRole: readonly 'lecturer'[] = []) =>
  buildMember(platform.db, { companyId: roles.companyId, fullName: '许老师', roles: byRole })
const enter = (member: BuiltMember, rest: object = {}) =>
  buildLecturer(platform.db, { companyId: roles.companyId, memberId: member.id, now: platform.now, ...rest })
const profile = (revision: number, rest: object = {}) => ({
  body: { subjects: ['沟通'], introduction: '十年经验', pictureFileId: null, revision, ...rest },
})
const hours = (revision: number) => ({
  body: { weekly: [{ weekday: 1 as const, from: '09:00', until: '17:00' }], daysOff: [], revision },
})
/** How each call of lecturers is refused. */
const refusals = (member: BuiltMember) =>
  Promise.all([
    refusal(as(member).ownLecturer()),
    refusal(as(member).changeOwnProfile(profile(0))),
    refusal(as(member).changeOwnAvailability(hours(0))),
    refusal(as(member).ownTeachingLog({})),
    refusal(as(member).ownEvaluations({})),
  ])

describe('a lecturer', () => {
  it('reads and writes the own profile and availability, and not level and fee', async () => {
    const member = await newMember()
    const id = await enter(member, { level: 3, feeHundredths: '123456', remark: '续约前面谈' })
    const own = await as(member).ownLecturer()
    expect(own).toMatchObject({ id, fullName: '许老师', level: 3, introduction: '', revision: 0 })
    expect(JSON.stringify(own)).not.toMatch(/123456|续约/)
    expect(await as(member).changeOwnProfile(profile(0))).toEqual({ id, revision: 1 })
    expect(await as(member).changeOwnAvailability(hours(1))).toEqual({ id, revision: 2 })
    expect(await as(member).ownLecturer()).toMatchObject({
      ...{ subjects: ['沟通'], introduction: '十年经验', availability: { weekly: [{ weekday: 1 }], daysOff: [] } },
      ...{ level: 3, revision: 2 },
    })
    const late = { errorCode: LECTURER_CHANGED.code, data: { revision: 2 } }
    expect(await refusal(as(member).changeOwnProfile(profile(1)))).toMatchObject(late)
    expect(await refusal(as(member).changeOwnAvailability(hours(1)))).toMatchObject(late)
    const picture = as(member).changeOwnProfile(profile(2, { pictureFileId: roles.member.id }))
    expect(await refusal(picture)).toMatchObject({ errorCode: 900_005 })
    const more = as(member).changeOwnProfile(profile(2, { level: 5 }))
    expect(await refusal(more)).toMatchObject({ errorCode: 900_001 })
  })

  it('by role alone enters the directory with the first change', async () => {
    const member = await newMember(['lecturer'])
    expect(await as(member).ownLecturer()).toMatchObject({ id: null, fullName: '许老师', level: null, revision: 0 })
    expect(await as(member).ownTeachingLog({})).toMatchObject({ recordCount: 0 })
    expect(await as(member).ownTeaching()).toEqual({ isLecturer: true, upcoming: 0, next: null })
    const { id } = await as(member).changeOwnAvailability(hours(0))
    expect(await as(member).ownLecturer()).toMatchObject({
      id,
      availability: { weekly: [{ weekday: 1 }] },
      revision: 1,
    })
    expect(await as(roles.member).lecturer({ params: { id } })).toMatchObject({ fullName: '许老师', kind: 'internal' })
  })

  it('reads what comes next, and what was taught', async () => {
    const member = await newMember()
    const id = await enter(member)
    const { now } = platform
    const teach = (title: string, from: number, to: number) =>
      buildTeaching(platform.db, {
        companyId: roles.companyId,
        lecturerIds: [id],
        from,
        to,
        title,
        link: `/x/${title}`,
      })
    await teach('第三课', now + 5 * hourMs, now + 6 * hourMs)
    await teach('第一课', now - 9 * hourMs, now - 8 * hourMs)
    await teach('第二课', now - hourMs, now + hourMs)
    expect(await as(member).ownTeaching()).toEqual({
      ...{ isLecturer: true, upcoming: 2 },
      next: { title: '第二课', link: '/x/第二课', startsAt: now - hourMs },
    })
    const titles = async (query: object) => (await as(member).ownTeachingLog({ query })).items.map(({ title }) => title)
    expect(await titles({})).toEqual(['第三课', '第二课', '第一课'])
    expect(await titles({ from: now })).toEqual(['第三课', '第二课'])
    expect(await titles({ until: now })).toEqual(['第二课', '第一课'])
    // Whatever ends as the time begins, or begins as it ends, does not lie in it.
    expect(await titles({ from: now + hourMs, until: now + 5 * hourMs })).toEqual([])
    const window = { companyId: roles.companyId, from: now, to: now + 24 * hourMs }
    const calendar = async (memberId: string) =>
      (await Promise.all(calendarSource.all().map((one) => one.entries(platform.db, { ...window, memberId })))).flat()
    expect((await calendar(member.id)).map(({ title, link }) => [title.cn, link])).toEqual([
      ['授课：第二课', '/x/第二课'],
      ['授课：第三课', '/x/第三课'],
    ])
    expect(await calendar(roles.member.id)).toEqual([])
    expect((await as(member).ownTeachingLog({ query: { until: now - 100 * hourMs } })).totals).toEqual({
      ...{ sessionsTaught: 1, minutesTaught: 60, upcoming: 2 },
    })
  })
})

describe('whoever is no lecturer', () => {
  it('gets 60201 on every call of lecturers, and so does a disabled one', async () => {
    const [plain, disabled] = [await newMember(), await newMember(['lecturer'])]
    await enter(disabled, { isEnabled: false })
    await proves('TRAINING-042', async () => {
      for (const member of [plain, disabled])
        expect((await refusals(member)).map(({ status, errorCode }) => [status, errorCode])).toEqual(
          Array.from({ length: 5 }, () => [422, NOT_A_LECTURER.code]),
        )
    })
    await proves('IDENTITY-053', async () => {
      // The account stays: the member signs in and reads as everybody else.
      expect(await platform.client(identity, disabled).currentMember()).toMatchObject({ id: disabled.id })
      expect(await refusal(as(disabled).ownLecturer())).toMatchObject({ errorCode: NOT_A_LECTURER.code })
    })
    expect(await as(disabled).ownTeaching()).toEqual({ isLecturer: false, upcoming: 0, next: null })
  })
})
