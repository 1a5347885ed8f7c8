/** The directory over HTTP as every member reads it, and what the platform says of who is a lecturer. */
import { describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { lecturers } from '../contract.ts'
import { buildLecturer, buildTeaching } from './lecturers.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'], administrator: ['admin'], otherCompany: ['super-admin'] })
const as = (member: BuiltMember | undefined) => platform.client(lecturers, member)
const hourMs = 3_600_000
const build = (rest: object = {}) =>
  buildLecturer(platform.db, { companyId: roles.companyId, now: platform.now, ...rest })
const newMember = (fullName: string) =>
  buildMember(platform.db, { companyId: roles.companyId, organizationId: roles.organizationId, fullName })

describe('the directory', () => {
  it('lists enabled lecturers, the highest level first, and finds them by words', async () => {
    const mark = '谈判方向'
    await build({ fullName: '初老师', level: 1, subjects: [mark] })
    await build({ fullName: '高老师', level: 4, subjects: [mark], employer: '海河学院' })
    await build({ fullName: '停老师', level: 5, subjects: [mark], isEnabled: false })
    const member = await newMember('内老师')
    await build({ memberId: member.id, level: 3, subjects: [mark] })
    const names = async (query: object, by = roles.member) =>
      (await as(by).lecturers({ query: { search: mark, ...query } })).items.map(({ fullName }) => fullName)
    expect(await names({})).toEqual(['高老师', '内老师', '初老师'])
    expect(await names({ kind: 'internal' })).toEqual(['内老师'])
    expect(await names({ level: 1 })).toEqual(['初老师'])
    expect(await names({ search: `海河 ${mark}` })).toEqual(['高老师'])
    expect(await names({ search: `${mark}%` })).toEqual([])
    expect(await names({}, roles.otherCompany)).toEqual([])
  })

  it('shows a profile without fee, contract, address and remark', async () => {
    const secret = '只有管理员能看'
    const id = await build({
      ...{ introduction: '二十年实战', feeHundredths: '987654', phone: '13900001111', email: 'secret@example.com' },
      ...{ remark: secret, contractUntil: '2031-05-06' },
    })
    const { now } = platform
    const teach = (from: number, to: number) =>
      buildTeaching(platform.db, { companyId: roles.companyId, lecturerIds: [id], from, to })
    await teach(now - 3 * hourMs, now - hourMs)
    await teach(now + hourMs, now + 2 * hourMs)
    const profile = await as(roles.member).lecturer({ params: { id } })
    expect(profile).toMatchObject({
      ...{ fullName: '顾明', affiliation: '明德咨询', introduction: '二十年实战', memberId: null },
      totals: { sessionsTaught: 1, minutesTaught: 120, upcoming: 1 },
    })
    const listed = await as(roles.member).lecturers({ query: { pageSize: 100 } })
    for (const hidden of ['987654', '13900001111', 'secret@example.com', secret, '2031-05-06', '目标与辅导'])
      expect(JSON.stringify([profile, listed])).not.toContain(hidden)
  })

  it('knows an enabled lecturer by the member, for the homepage', async () => {
    const [teaching, disabled] = [await newMember('页老师'), await newMember('停老师')]
    const id = await build({ memberId: teaching.id, level: 4 })
    await build({ memberId: disabled.id, isEnabled: false })
    const found = async (memberId: string, by = roles.member) =>
      (await as(by).lecturerOfMember({ query: { memberId } })).lecturer
    expect(await found(teaching.id)).toMatchObject({ id, fullName: '页老师', level: 4 })
    expect([await found(disabled.id), await found(roles.stranger.id)]).toEqual([null, null])
    expect(await found(teaching.id, roles.otherCompany)).toBeNull()
  })

  it('is read by every member of the company, and by nobody else', async () => {
    const params = { id: await build() }
    await expectRoles(roles, {
      profile: {
        ...{ owner: 'accepted', administrator: 'accepted', member: 'accepted', colleague: 'accepted' },
        ...{ stranger: 'accepted', otherCompany: 900_005, nobody: 401 },
        call: (caller) => as(caller).lecturer({ params }),
      },
    })
  })

  it('does not know a disabled lecturer, nor one whose account is disabled', async () => {
    const member = await newMember('离老师')
    const [disabled, left] = [await build({ isEnabled: false }), await build({ memberId: member.id })]
    const chief = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'] })
    const profile = (id: string) => as(roles.member).lecturer({ params: { id } })
    expect(await refusal(profile(disabled))).toMatchObject({ errorCode: 900_005 })
    expect(await profile(left)).toMatchObject({ fullName: '离老师' })
    await platform.client(identity, chief).changeMembers({ body: { memberIds: [member.id], enabled: false } })
    expect(await refusal(profile(left))).toMatchObject({ errorCode: 900_005 })
  })
})

describe('whether a member is a lecturer', () => {
  const flagOf = async (member: BuiltMember) => {
    const calls = platform.client(identity, roles.member)
    const query = { memberId: member.id }
    const { flag } = await calls.isLecturerOther({ query })
    expect((await calls.memberIdentity({ query })).lecturer).toBe(flag)
    return flag
  }

  it('is what the directory says, and where it says nothing, what the role says', async () => {
    const { companyId } = roles
    const [plain, byRole] = [await newMember('甲'), await buildMember(platform.db, { companyId, roles: ['lecturer'] })]
    expect([await flagOf(plain), await flagOf(byRole)]).toEqual([false, true])
    const ids = [await build({ memberId: plain.id }), await build({ memberId: byRole.id })]
    expect([await flagOf(plain), await flagOf(byRole)]).toEqual([true, true])
    const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    for (const id of ids) await as(chief).enableLecturer({ params: { id }, body: { isEnabled: false } })
    expect([await flagOf(plain), await flagOf(byRole)]).toEqual([false, false])
  })
})
