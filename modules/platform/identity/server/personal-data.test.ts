import { beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '#kit/caller.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { assertNotLastSuperAdmin, confirmOneself } from '#modules/platform/identity/server.ts'
import { personalData } from '#server/personal-data.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { type BuiltMember, buildCompany, buildMember } from './members.fixture.ts'

const platform = testPlatform()
let phoneCount = 0
let companyId: string
let chief: BuiltMember
let lin: BuiltMember
let zhou: BuiltMember

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, fullName: '总管', roles: ['super-admin'] })
  lin = await buildMember(platform.db, { companyId, fullName: '林知远', roles: ['lecturer'] })
  zhou = await buildMember(platform.db, { companyId, fullName: '周雨桐' })
})

const calls = (of: BuiltMember) => platform.client(identity, of)
const owner = () => ({ companyId, memberId: lin.id, now: platform.now })
const part = () => {
  const found = personalData.all().find((one) => one.module === 'identity')
  if (!found) throw new Error('identity is not registered')
  return found
}
const callerOf = (member: BuiltMember): Caller => ({
  memberId: member.id,
  companyId,
  organizationId: companyId,
  sessionId: '',
  roles: [],
  permissions: new Map(),
})

/** Answers the phone: no two members of a database have the same. */
async function fillIn() {
  phoneCount += 1
  const phone = `1390000111${phoneCount}`
  await calls(chief).changeMember({
    params: { id: lin.id },
    body: { phone, email: `lin${phoneCount}@example.com`, staffNumber: 'YF-7', superiorId: chief.id },
  })
  await calls(chief).changeMember({ params: { id: zhou.id }, body: { superiorId: lin.id } })
  await calls(lin).saveProfile({ body: { bio: '读书，写代码' } })
  await calls(lin).collectMemberInfo({ body: { fullName: '林知远', city: '杭州' } })
  return phone
}

describe('personal data of identity', () => {
  it('exports the stored data of the member, without secrets', async () => {
    const phone = await fillIn()
    const records = await part().collect(platform.db, owner())
    const rowsOf = (name: string) => records.find((record) => record.name === name)?.rows
    expect(rowsOf('profile')).toMatchObject([{ full_name: '林知远', phone, superior: '总管' }])
    expect(rowsOf('information-form')).toMatchObject([{ city: '杭州' }])
    expect(rowsOf('roles')).toMatchObject([{ role: 'lecturer' }])
    expect(rowsOf('sessions')).toHaveLength(1)
    expect(JSON.stringify(records)).not.toMatch(/hash/)
  })

  it('erases the member: the row stays without a name or sign-in, and erasing twice is harmless', async () => {
    await fillIn()
    await part().erase(platform.db, owner())
    await part().erase(platform.db, owner())
    expect(await refusal(calls(lin).currentMember())).toMatchObject({ status: 401 })
    const left = await calls(zhou).otherDetail({ query: { memberId: lin.id } })
    expect(left).toMatchObject({ memberFullName: '已注销用户', bio: '', headPortrait: 'avatars/0-1.png' })
    expect(left.memberName).toMatch(/^erased\.[0-9a-f]{12}$/)
    const records = await part().collect(platform.db, owner())
    expect(records.filter((record) => record.rows.length > 0).map((record) => record.name)).toEqual(['profile'])
    expect(records[0]?.rows[0]).toMatchObject({ phone: null, email: null, staff_number: null })
    const superiors = await calls(zhou).memberSuperiors({ query: {} })
    expect(superiors.items.map((member) => member.id)).toEqual([chief.id])
  })

  it('an administrator cannot list, change or enable an erased member', async () => {
    await part().erase(platform.db, owner())
    const list = await calls(chief).listMembers({ query: {} })
    expect(list.items.map((member) => member.id).toSorted()).toEqual([chief.id, zhou.id].toSorted())
    const enable = calls(chief).changeMembers({ body: { memberIds: [lin.id], enabled: true } })
    expect(await refusal(enable)).toMatchObject({ errorCode: 900005 })
  })
})

describe('before something that can not be undone', () => {
  it('the caller must enter the password again; wrong ones count', async () => {
    await calls(lin).changePassword({ body: { newPassword: 'right-1234' } })
    const confirm = (password?: string) =>
      confirmOneself(platform.db, callerOf(lin), { ...(password && { password }) }, platform.now)
    await confirm('right-1234')
    await expect(confirm('wrong-1234')).rejects.toMatchObject({ error: { code: 20188 }, keepWrites: true })
    await expect(confirm()).rejects.toMatchObject({ error: { code: 20188 } })
  })

  it('the last super administrator stays', async () => {
    await assertNotLastSuperAdmin(platform.db, companyId, lin.id)
    await expect(assertNotLastSuperAdmin(platform.db, companyId, chief.id)).rejects.toMatchObject({
      error: { code: 20195 },
    })
    await calls(chief).grantRole({ body: { memberId: zhou.id, role: 'super-admin', organizationId: companyId } })
    await assertNotLastSuperAdmin(platform.db, companyId, chief.id)
  })
})
