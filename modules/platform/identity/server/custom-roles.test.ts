import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { holdersOfPermission } from '#modules/platform/identity/server.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { meeting } from '#test/race.ts'
import { customRolesMax } from '../contract/shapes.ts'
import { type BuiltMember, buildCompany, buildMember, buildOrganization } from './members.fixture.ts'

const platform = testPlatform({ poolSize: 4 })
let companyId: string
let research: string
let chief: BuiltMember
let admin: BuiltMember
let branchAdmin: BuiltMember
let lin: BuiltMember
let stranger: BuiltMember

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  research = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '研发中心' })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  admin = await buildMember(platform.db, { companyId, roles: ['admin'] })
  branchAdmin = await buildMember(platform.db, { companyId, organizationId: research, roles: ['admin'] })
  lin = await buildMember(platform.db, { companyId, organizationId: research })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] })
})

const calls = (of: BuiltMember = chief) => platform.client(identity, of)
const copy = (copyOf: string, name = '培训专员', of?: BuiltMember) => calls(of).copyRole({ body: { name, copyOf } })
const grant = (role: string, of?: BuiltMember, memberId = lin.id) =>
  calls(of).grantRole({ body: { memberId, role, organizationId: research } })
const allow = (role: string, permission: string, allowed: boolean, of?: BuiltMember) =>
  calls(of).changePermission({ body: { role, permission, allowed } })
const codesOf = async (of: BuiltMember) => (await calls(of).currentMember()).dataPermission.map(({ code }) => code)
const missing = { status: 422, errorCode: 900005 }
const forbidden = { status: 403, errorCode: 10138 }

describe('a role made by copying one', () => {
  it('carries the permissions as they are then, and is changed on its own', async () => {
    await allow('class-teacher', 'course.author', true)
    const { role } = await copy('class-teacher')
    await allow('class-teacher', 'live.create', false)
    await grant(role)
    expect((await codesOf(lin)).toSorted()).toEqual([
      ...['class.run', 'course.author', 'course.progress', 'live.create', 'lottery.run', 'push.manage'],
    ])
    await allow(role, 'live.create', false)
    await allow(role, 'comment.manage', true)
    expect((await codesOf(lin)).toSorted()).toEqual([
      ...['class.run', 'comment.manage', 'course.author', 'course.progress', 'lottery.run', 'push.manage'],
    ])
    const where = { companyId, permission: 'comment.manage', organizationId: research } as const
    expect(await holdersOfPermission(platform.db, where)).toContain(lin.id)
  })

  it('stands in the lists by its name, and makes nobody a lecturer', async () => {
    const { role } = await copy('lecturer', '兼职讲师')
    expect(await grant(role)).toMatchObject({ role, roleName: '兼职讲师', canManage: true })
    expect((await calls(lin).currentMember()).roles).toEqual(['learner'])
    const { items } = await calls().listMembers({ query: { keyword: lin.name } })
    expect(items).toMatchObject([{ roles: ['learner'], customRoles: ['兼职讲师'] }])
    expect((await calls().listGrants({ query: { role } })).items).toMatchObject([{ memberId: lin.id }])
    const listed = (await calls().listRoles()).items.find((each) => each.role === role)
    expect(listed).toEqual({
      ...{ role, name: '兼职讲师', memberCount: 1, permissionCount: 2 },
      ...{ canGrant: true, canCopy: true, canChange: true },
    })
    expect((await calls().permissionMatrix()).roles).toContain(role)
    expect(await calls().isLecturerOther({ query: { memberId: lin.id } })).toEqual({ flag: false })
  })

  it('is made, changed and deleted by those who hold each of its permissions in the whole company', async () => {
    expect(await refusal(copy('super-admin', '副总管', admin))).toMatchObject(forbidden)
    expect(await refusal(copy('lecturer', '讲师二', branchAdmin))).toMatchObject(forbidden)
    const { role } = await copy('super-admin', '副总管')
    expect(await refusal(calls(admin).renameRole({ params: { id: role }, body: { name: '副手' } }))).toMatchObject(
      forbidden,
    )
    expect(await refusal(calls(admin).deleteRole({ params: { id: role } }))).toMatchObject(forbidden)
    expect(await refusal(grant(role, admin))).toMatchObject(forbidden)
    expect(await refusal(calls(lin).listRoles())).toMatchObject(forbidden)
  })

  it('is granted by whoever holds its permissions there, but to nobody’s own person', async () => {
    const { role } = await copy('lecturer')
    expect(await grant(role, branchAdmin)).toMatchObject({ roleName: '培训专员' })
    expect(await refusal(grant(role, admin, admin.id))).toMatchObject({ errorCode: 900012 })
  })

  it('has a name of its own in the company, whatever the case of its letters', async () => {
    const { role } = await copy('lecturer', 'Trainer')
    expect(await refusal(copy('admin', 'TRAINER'))).toMatchObject({ status: 422, errorCode: 20219 })
    const second = await copy('admin', 'Coach')
    const rename = (id: string, name: string) => calls().renameRole({ params: { id }, body: { name } })
    expect(await refusal(rename(second.role, 'trainer'))).toMatchObject({ errorCode: 20219 })
    expect(await rename(role, 'TRAINER')).toMatchObject({ name: 'TRAINER' })
    expect(await calls(stranger).copyRole({ body: { name: 'Trainer', copyOf: 'lecturer' } })).toMatchObject({
      name: 'Trainer',
    })
  })

  it('does not look like a built-in role, in either language or by its code', async () => {
    for (const name of ['超级管理员', '讲师', 'Branch Manager', 'ＬＥＣＴＵＲＥＲ', 'Lесturer', 'Super-Admin'])
      expect(await refusal(copy('expert', name))).toMatchObject({ status: 422, errorCode: 20219 })
    const { role } = await copy('lecturer', '兼职讲师')
    const rename = calls().renameRole({ params: { id: role }, body: { name: '管理员' } })
    expect(await refusal(rename)).toMatchObject({ errorCode: 20219 })
  })

  it('belongs to its company', async () => {
    const { role } = await copy('lecturer')
    const theirs = calls(stranger)
    expect(await refusal(theirs.copyRole({ body: { name: '盗用', copyOf: role } }))).toMatchObject(missing)
    expect(await refusal(theirs.renameRole({ params: { id: role }, body: { name: '盗用' } }))).toMatchObject(missing)
    expect(await refusal(theirs.deleteRole({ params: { id: role } }))).toMatchObject(missing)
    const change = { role, permission: 'live.create', allowed: false }
    expect(await refusal(theirs.changePermission({ body: change }))).toMatchObject(missing)
    const body = { memberId: stranger.id, role, organizationId: stranger.companyId }
    const other = await buildMember(platform.db, { companyId: stranger.companyId })
    expect(await refusal(theirs.grantRole({ body: { ...body, memberId: other.id } }))).toMatchObject(missing)
  })

  it('is deleted only when nobody holds it, disabled or not', async () => {
    const { role } = await copy('lecturer')
    const given = await grant(role)
    await calls().enableGrant({ params: { id: given.id }, body: { enabled: false } })
    const remove = () => calls().deleteRole({ params: { id: role } })
    expect(await refusal(remove())).toMatchObject({ status: 422, errorCode: 20220 })
    await calls().revokeRole({ params: { id: given.id } })
    await remove()
    expect(await refusal(grant(role))).toMatchObject(missing)
    expect((await calls().listRoles()).items.some((each) => each.role === role)).toBe(false)
  })

  it('one is made after the other, up to the most that there may be', async () => {
    for (let made = 1; made < customRolesMax; made += 1) await copy('expert', `角色${made}`)
    const [first, second] = await Promise.allSettled([copy('expert', '最后'), copy('expert', '再一个')])
    const reasons = [first, second].flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(reasons).toMatchObject([{ errorCode: 20221 }])
  })

  it('is copied, renamed and granted at one moment, and nobody waits for who waits for them', async () => {
    const { role } = await copy('lecturer')
    const locked = sql`select from identity.company where id = ${companyId}::uuid for no key update`
    const rename = (name: string) => calls().renameRole({ params: { id: role }, body: { name } })
    const outcomes = await meeting(platform, 2, locked, () =>
      Promise.allSettled([rename('督导'), copy(role, '巡课'), grant(role)]),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  })

  it('is not granted while it is being deleted', async () => {
    const { role } = await copy('lecturer')
    const locked = sql`select from identity.custom_role where id = ${role}::uuid for update`
    const outcomes = await meeting(platform, 2, locked, () =>
      Promise.allSettled([calls().deleteRole({ params: { id: role } }), grant(role)]),
    )
    const [deleted, granted] = outcomes.map((each) =>
      each.status === 'fulfilled' ? 'done' : (each.reason as { errorCode?: number }).errorCode,
    )
    expect([
      ['done', 900005],
      [20220, 'done'],
    ]).toContainEqual([deleted, granted])
  })
})
