import { beforeEach, describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import type { Role } from '../contract/shapes.ts'
import { type BuiltMember, buildCompany, buildMember, buildOrganization } from './members.fixture.ts'

const platform = testPlatform()
let companyId: string
let research: string
let team: string
let chief: BuiltMember
let branchAdmin: BuiltMember
let lin: BuiltMember
let stranger: BuiltMember

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  research = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '研发中心' })
  team = await buildOrganization(platform.db, { companyId, parentId: research, name: '平台部' })
  chief = await buildMember(platform.db, { companyId, fullName: '总管', roles: ['super-admin'] })
  branchAdmin = await buildMember(platform.db, { companyId, organizationId: research, roles: ['admin'] })
  lin = await buildMember(platform.db, { companyId, organizationId: team })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] })
})

const calls = (of: BuiltMember = chief) => platform.client(identity, of)
const at = (row: { id: string }) => ({ params: { id: row.id } })
const grant = (role: Role, organizationId: string, of?: BuiltMember, memberId = lin.id) =>
  calls(of).grantRole({ body: { memberId, role, organizationId } })
const missing = { status: 422, errorCode: 900005 }
const forbidden = { status: 403, errorCode: 10138 }
const codesOf = async (of: BuiltMember) =>
  (await calls(of).currentMember()).dataPermission.map((entry) => entry.code).toSorted()

describe('granting roles', () => {
  it('[IDENTITY-052] is effective at the next call without a new sign-in, and so is revoking', async () => {
    expect(await refusal(calls(lin).listMembers())).toMatchObject(forbidden)
    const given = await grant('branch-manager', research)
    expect(given).toMatchObject({
      memberId: lin.id,
      role: 'branch-manager',
      organizationName: '研发中心',
      enabled: true,
      grantedByFullName: '总管',
      grantedAt: platform.now,
      canManage: true,
    })
    expect((await calls(lin).listMembers()).recordCount).toBe(2)
    expect((await calls(lin).currentMember()).roles).toEqual(['learner', 'branch-manager'])
    await calls().revokeRole(at(given))
    expect(await refusal(calls(lin).listMembers())).toMatchObject(forbidden)
  })

  it('[SHELL-122] the data permission names the organizations of the grant with all below it', async () => {
    await grant('branch-manager', research)
    const permission = (await calls(lin).currentMember()).dataPermission
    const members = permission.find((entry) => entry.code === 'member.manage')
    expect(members?.organizationIds.toSorted()).toEqual([research, team].toSorted())
    expect(members?.wholeCompany).toBe(false)
    const all = (await calls().currentMember()).dataPermission.find((entry) => entry.code === 'member.manage')
    expect(all).toEqual({ code: 'member.manage', organizationIds: [companyId], wholeCompany: true })
  })

  it('a disabled lecturer keeps the account and the grant, but not the actions', async () => {
    const given = await grant('lecturer', companyId)
    expect(await codesOf(lin)).toEqual(['course.author', 'live.create'])
    const lecturer = () => calls().isLecturerOther({ query: { memberId: lin.id } })
    expect(await lecturer()).toEqual({ flag: true })
    await calls().enableGrant({ ...at(given), body: { enabled: false } })
    expect(await codesOf(lin)).toEqual([])
    expect(await lecturer()).toEqual({ flag: false })
    expect((await calls().listGrants({ query: { memberId: lin.id } })).items).toMatchObject([{ enabled: false }])
    await calls().enableGrant({ ...at(given), body: { enabled: true } })
    expect(await lecturer()).toEqual({ flag: true })
  })

  it('is idempotent: a second time answers the same grant, enabled', async () => {
    const first = await grant('expert', companyId)
    await calls().enableGrant({ ...at(first), body: { enabled: false } })
    const second = await grant('expert', companyId)
    expect(second).toMatchObject({ id: first.id, enabled: true })
  })

  it('an administrator grants only rights that it has in the organization', async () => {
    expect((await grant('lecturer', team, branchAdmin)).canManage).toBe(true)
    expect(await refusal(grant('lecturer', companyId, branchAdmin))).toMatchObject(forbidden)
    expect(await refusal(grant('super-admin', team, branchAdmin))).toMatchObject(forbidden)
    const above = await grant('class-staff', companyId)
    expect(await refusal(calls(branchAdmin).revokeRole(at(above)))).toMatchObject(forbidden)
    expect(await refusal(calls(branchAdmin).enableGrant({ ...at(above), body: { enabled: false } }))).toMatchObject(
      forbidden,
    )
    expect(
      await refusal(calls(lin).grantRole({ body: { memberId: lin.id, role: 'admin', organizationId: team } })),
    ).toMatchObject(forbidden)
  })

  it('is limited to members, organizations and grants of the company; every member is a learner', async () => {
    expect(await refusal(grant('lecturer', stranger.companyId))).toMatchObject(missing)
    expect(await refusal(grant('lecturer', team, chief, stranger.id))).toMatchObject(missing)
    expect(await refusal(grant('learner', team))).toMatchObject(missing)
    const given = await grant('lecturer', team)
    expect(await refusal(calls(stranger).revokeRole(at(given)))).toMatchObject(missing)
    const enable = calls(stranger).enableGrant({ ...at(given), body: { enabled: false } })
    expect(await refusal(enable)).toMatchObject(missing)
    expect((await calls(stranger).listGrants({ query: { memberId: lin.id } })).recordCount).toBe(0)
  })

  it('one super administrator always remains', async () => {
    const [own] = (await calls().listGrants({ query: { role: 'super-admin' } })).items
    const id = own?.id ?? ''
    expect(await refusal(calls().revokeRole(at({ id })))).toMatchObject({ status: 422, errorCode: 20195 })
    const disable = calls().enableGrant({ ...at({ id }), body: { enabled: false } })
    expect(await refusal(disable)).toMatchObject({ status: 422, errorCode: 20195 })
    await grant('super-admin', companyId)
    await calls(lin).revokeRole(at({ id }))
    expect(await refusal(calls().listRoles())).toMatchObject(forbidden)
  })

  it('lists grants, filtered and within the caller’s grants', async () => {
    await grant('lecturer', team)
    await grant('expert', companyId)
    const list = async (query: object, of?: BuiltMember) =>
      (await calls(of).listGrants({ query })).items.map((entry) => entry.role).toSorted()
    expect(await list({})).toEqual(['admin', 'expert', 'lecturer', 'super-admin'])
    expect(await list({ organizationId: research })).toEqual(['admin', 'lecturer'])
    expect(await list({ role: 'expert' })).toEqual(['expert'])
    expect(await list({ keyword: lin.name })).toEqual(['expert', 'lecturer'])
    expect(await list({}, branchAdmin)).toEqual(['admin', 'lecturer'])
    const roles = await calls(branchAdmin).listRoles()
    const of = (role: Role) => roles.items.find((entry) => entry.role === role)
    expect(of('learner')).toMatchObject({ role: 'learner', memberCount: 3, canGrant: false })
    expect(of('lecturer')).toMatchObject({ role: 'lecturer', memberCount: 1, canGrant: true })
    expect(of('super-admin')).toMatchObject({ role: 'super-admin', memberCount: 1, canGrant: false })
  })
})

describe('the permission matrix', () => {
  it('[IDENTITY-018] shows every role with every permission, and marks differences from the default', async () => {
    const matrix = await calls().permissionMatrix()
    expect(matrix.cells).toHaveLength(matrix.roles.length * matrix.permissions.length)
    const cell = (role: string, permission: string) =>
      matrix.cells.find((entry) => entry.role === role && entry.permission === permission)
    expect(cell('lecturer', 'course.author')).toMatchObject({ allowed: true, defaultAllowed: true, canChange: true })
    expect(cell('super-admin', 'course.author')).toMatchObject({ allowed: true, canChange: false })
  })

  it('[IDENTITY-052] changes are effective at the next call, for this company only', async () => {
    await grant('expert', companyId)
    expect(await codesOf(lin)).toEqual([])
    const change = (allowed: boolean) =>
      calls().changePermission({ body: { role: 'expert', permission: 'course.author', allowed } })
    expect(await change(true)).toMatchObject({ allowed: true, defaultAllowed: false })
    expect(await codesOf(lin)).toEqual(['course.author'])
    const other = await buildMember(platform.db, { companyId: stranger.companyId, roles: ['expert'] })
    expect(await codesOf(other)).toEqual([])
    await change(false)
    expect(await codesOf(lin)).toEqual([])
  })

  it('needs a grant for the whole company, and never exceeds the caller’s rights', async () => {
    const change = (of: BuiltMember, role: Role, permission: string) =>
      refusal(calls(of).changePermission({ body: { role, permission, allowed: true } }))
    expect(await change(branchAdmin, 'expert', 'course.author')).toMatchObject(forbidden)
    expect(await change(chief, 'super-admin', 'course.author')).toMatchObject(forbidden)
    expect(await change(chief, 'expert', 'no.such.permission')).toMatchObject(missing)
    const admin = await buildMember(platform.db, { companyId, roles: ['admin'] })
    expect(await change(admin, 'expert', 'settings.manage')).toMatchObject(forbidden)
    expect(await change(lin, 'expert', 'course.author')).toMatchObject(forbidden)
  })
})
