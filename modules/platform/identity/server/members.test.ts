import { beforeEach, describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { assertMembersOfCompany, membersByIds } from './member-lookup.ts'
import { type BuiltMember, buildCompany, buildMember, buildOrganization } from './members.fixture.ts'

const platform = testPlatform()
let companyId: string
let research: string
let team: string
let sales: string
let chief: BuiltMember
let branchAdmin: BuiltMember
let lin: BuiltMember
let zhou: BuiltMember
let stranger: BuiltMember
let numbers = 0

beforeEach(async () => {
  numbers++
  companyId = await buildCompany(platform.db)
  const build = (parentId: string, name: string) => buildOrganization(platform.db, { companyId, parentId, name })
  research = await build(companyId, '研发中心')
  team = await build(research, '平台部')
  sales = await build(companyId, '销售中心')
  chief = await buildMember(platform.db, { companyId, fullName: '总管', roles: ['super-admin'], now: platform.now - 9 })
  branchAdmin = await buildMember(platform.db, {
    companyId,
    organizationId: research,
    fullName: '分管',
    roles: ['admin'],
    now: platform.now - 8,
  })
  lin = await buildMember(platform.db, { companyId, organizationId: team, fullName: '林知远', now: platform.now - 7 })
  zhou = await buildMember(platform.db, { companyId, organizationId: sales, fullName: '周雨桐', now: platform.now - 6 })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] })
})

const calls = (of: BuiltMember = chief) => platform.client(identity, of)
const at = (member: { id: string }) => ({ params: { id: member.id } })
const missing = { status: 422, errorCode: 900005 }
const forbidden = { status: 403, errorCode: 10138 }
const names = async (query: object, of?: BuiltMember) =>
  (await calls(of).listMembers({ query })).items.map((row) => row.memberFullName)
const phoneOf = (index: number) => `137${String(numbers).padStart(4, '0')}${String(index).padStart(4, '0')}`

describe('the list', () => {
  it('[IDENTITY-012] shows the newest first with the fields of the specification', async () => {
    const position = await calls().createPosition({ body: { name: '工程师' } })
    await calls().changeMember({
      ...at(lin),
      body: { sex: 1, positionId: position.id, jobName: '架构师', phone: phoneOf(1), staffNumber: 'YF-7' },
    })
    const page = await calls().listMembers({ query: { page: 1, pageSize: 2 } })
    expect(page.recordCount).toBe(4)
    expect(page.items).toMatchObject([
      { memberFullName: '周雨桐', organizationName: '销售中心', positionName: '', jobName: '' },
      {
        memberFullName: '林知远',
        memberName: lin.name,
        sex: 1,
        positionName: '工程师',
        jobName: '架构师',
        organizationName: '平台部',
        staffNumber: 'YF-7',
        roles: ['learner'],
        lastSignInAt: null,
      },
    ])
  })

  it('finds by name, full name, phone and staff number, down to one character of a Chinese name', async () => {
    await calls().changeMember({ ...at(lin), body: { phone: phoneOf(1), staffNumber: 'YF-007' } })
    for (const keyword of ['林知远', '知远', '林', 'YF-007', 'yf-00', phoneOf(1), phoneOf(1).slice(-4), lin.name])
      expect(await names({ keyword })).toEqual(['林知远'])
    for (const keyword of ['%', '_', '知%', "'", '张三', '\\']) expect(await names({ keyword })).toEqual([])
  })

  it('filters by organization with all below it, role, state and position', async () => {
    const position = await calls().createPosition({ body: { name: '工程师' } })
    await calls().changeMember({ ...at(zhou), body: { positionId: position.id } })
    await calls().changeMembers({ body: { memberIds: [lin.id], enabled: false } })
    expect(await names({ organizationId: research })).toEqual(['林知远', '分管'])
    expect(await names({ organizationId: companyId })).toHaveLength(4)
    expect(await names({ role: 'admin' })).toEqual(['分管'])
    expect(await names({ role: 'learner' })).toHaveLength(4)
    const { role } = await calls().copyRole({ body: { name: '培训专员', copyOf: 'class-teacher' } })
    expect(await names({ role })).toEqual([])
    await calls().grantRole({ body: { memberId: zhou.id, role, organizationId: companyId } })
    expect(await names({ role })).toEqual(['周雨桐'])
    expect(await names({ role }, branchAdmin)).toEqual([])
    expect(await names({ enabled: false })).toEqual(['林知远'])
    expect(await names({ positionId: position.id })).toEqual(['周雨桐'])
    expect(await names({ organizationId: research, enabled: true, keyword: '分管' })).toEqual(['分管'])
  })

  it('is limited to the caller’s grants and company', async () => {
    expect(await names({}, branchAdmin)).toEqual(['林知远', '分管'])
    expect(await names({ organizationId: sales }, branchAdmin)).toEqual([])
    expect(await refusal(calls(stranger).listMembers({ query: { organizationId: sales } }))).toMatchObject(missing)
    expect(await refusal(calls(lin).listMembers())).toMatchObject(forbidden)
    expect(await refusal(calls(stranger).memberDetail(at(lin)))).toMatchObject(missing)
    expect(await refusal(calls(branchAdmin).memberDetail(at(zhou)))).toMatchObject(missing)
  })

  it('shows the details of a member, and whether the caller may change it', async () => {
    expect(await calls().memberDetail(at(lin))).toMatchObject({
      organizationPath: '云帆科技/研发中心/平台部',
      superiorId: null,
      hasPassword: false,
      lockedUntil: null,
      hiredOn: null,
      canManage: true,
    })
    const equal = await buildMember(platform.db, { companyId, organizationId: team, roles: ['super-admin'] })
    expect((await calls(branchAdmin).memberDetail(at(equal))).canManage).toBe(false)
  })
})

describe('creating', () => {
  const input = () => ({ memberName: `new.${numbers}`, fullName: ' 新同学 ', organizationId: team })

  it('creates a member with all fields', async () => {
    const position = await calls().createPosition({ body: { name: '工程师' } })
    const made = await calls(branchAdmin).createMember({
      body: {
        ...input(),
        staffNumber: 'N-1',
        phone: phoneOf(1),
        email: `New${numbers}@Yunfan.example`,
        sex: 2,
        positionId: position.id,
        jobName: '前端',
        personType: 2,
        bio: '你好',
        hiredOn: '2026-02-28',
        superiorId: lin.id,
      },
    })
    expect(made).toMatchObject({
      memberFullName: '新同学',
      email: `new${numbers}@yunfan.example`,
      hiredOn: '2026-02-28',
      superiorFullName: '林知远',
      personType: 2,
      hasPassword: false,
    })
  })

  it('a password that an administrator has set must be replaced at the first sign-in', async () => {
    await calls().createMember({ body: { ...input(), password: 'Given-2026' } })
    const signIn = (password: string, newPassword?: string) =>
      platform.client(identity).createToken({
        body: { grantType: 'password', account: input().memberName, password, newPassword },
      })
    expect(await refusal(signIn('Given-2026'))).toMatchObject({ status: 422, errorCode: 20187 })
    expect(await refusal(signIn('Given-2026', 'Given-2026'))).toMatchObject({ errorCode: 20187 })
    expect(await refusal(signIn('Given-2026', 'weak'))).toMatchObject({ errorCode: 20181 })
    expect(await signIn('Given-2026', 'Mine-2027')).toMatchObject({ token_type: 'Bearer' })
    expect(await signIn('Mine-2027')).toMatchObject({ token_type: 'Bearer' })
    expect(await refusal(signIn('Given-2026'))).toMatchObject({ errorCode: 20170 })
  })

  it('refuses invalid values', async () => {
    const create = (change: object) => refusal(calls().createMember({ body: { ...input(), ...change } }))
    await proves('IDENTITY-023', async () => {
      for (const memberName of ['TheAdmin', 'a-GUEST', 'test1'])
        expect(await create({ memberName })).toMatchObject({ status: 422, errorCode: 20182 })
    })
    expect(await create({ fullName: '名'.repeat(21) })).toMatchObject({ errorCode: 900001 })
    expect(await create({ bio: '长'.repeat(201) })).toMatchObject({ errorCode: 900001 })
    await proves('IDENTITY-021', async () => {
      for (const password of ['abcdef', 'Ab1-x', `Ab1-${'x'.repeat(17)}`])
        expect(await create({ password })).toMatchObject({ status: 422, errorCode: 20181 })
    })
    expect(await create({ hiredOn: '2026-02-30' })).toMatchObject({ errorCode: 900001 })
    expect(await create({ phone: '123' })).toMatchObject({ errorCode: 900001 })
    expect(await create({ memberName: lin.name.toUpperCase() })).toMatchObject({ errorCode: 20183 })
    const made = await calls().createMember({ body: { ...input(), bio: '长'.repeat(200), fullName: '名'.repeat(20) } })
    await proves('IDENTITY-037', () => expect(made.bio).toBe('长'.repeat(200)))
    await proves('IDENTITY-038', () => expect(made.memberFullName).toBe('名'.repeat(20)))
  })

  it('refuses values of another member; staff numbers are unique in a company', async () => {
    const taken = { phone: phoneOf(1), email: `taken${numbers}@yunfan.example`, staffNumber: 'S-1' }
    await calls().changeMember({ ...at(lin), body: taken })
    const create = (change: object) => calls().createMember({ body: { ...input(), ...change } })
    await proves('IDENTITY-040', async () => {
      expect(await refusal(create({ phone: taken.phone }))).toMatchObject({ status: 422, errorCode: 20106 })
    })
    await proves('IDENTITY-041', async () => {
      const refused = await refusal(create({ email: taken.email.toUpperCase() }))
      expect(refused).toMatchObject({ status: 422, errorCode: 20105 })
    })
    expect(await refusal(create({ staffNumber: 'S-1' }))).toMatchObject({ errorCode: 20184 })
    const elsewhere = calls(stranger).createMember({
      body: { ...input(), organizationId: stranger.companyId, staffNumber: 'S-1' },
    })
    expect((await elsewhere).staffNumber).toBe('S-1')
  })

  it('[IDENTITY-056] only in enabled organizations within the caller’s grants, with positions of the company', async () => {
    const create = (of: BuiltMember, change: object) =>
      refusal(calls(of).createMember({ body: { ...input(), ...change } }))
    expect(await create(branchAdmin, { organizationId: sales })).toMatchObject(forbidden)
    expect(await create(stranger, {})).toMatchObject(missing)
    expect(await create(chief, { superiorId: stranger.id })).toMatchObject(missing)
    expect(await create(chief, { positionId: lin.id })).toMatchObject(missing)
    await calls().enableOrganization({ params: { id: sales }, body: { enabled: false } })
    expect(await create(chief, { organizationId: sales })).toMatchObject({ status: 422, errorCode: 20193 })
  })
})

describe('changing', () => {
  it('changes the fields in the input and deletes those that are null', async () => {
    await calls().changeMember({ ...at(lin), body: { staffNumber: 'C-1', jobName: '架构师', hiredOn: '2020-05-06' } })
    const changed = await calls().changeMember({
      ...at(lin),
      body: { memberName: `renamed.${numbers}`, staffNumber: null, organizationId: sales },
    })
    expect(changed).toMatchObject({
      memberName: `renamed.${numbers}`,
      staffNumber: '',
      jobName: '架构师',
      hiredOn: '2020-05-06',
      organizationName: '销售中心',
    })
    expect((await calls(lin).currentMember()).organization.id).toBe(sales)
  })

  it('refuses values that are taken, invalid, or unknown', async () => {
    const taken = { phone: phoneOf(1), email: `c${numbers}@yunfan.example`, staffNumber: 'C-1' }
    await calls().changeMember({ ...at(lin), body: taken })
    const change = (body: object) => refusal(calls().changeMember({ ...at(zhou), body }))
    expect(await change({ phone: taken.phone })).toMatchObject({ status: 422, errorCode: 20106 })
    expect(await change({ email: taken.email })).toMatchObject({ errorCode: 20105 })
    expect(await change({ staffNumber: 'C-1' })).toMatchObject({ errorCode: 20184 })
    expect(await change({ memberName: lin.name })).toMatchObject({ errorCode: 20183 })
    expect(await change({ memberName: 'xtestx' })).toMatchObject({ errorCode: 20182 })
    expect(await change({ organizationId: stranger.companyId })).toMatchObject(missing)
    expect(await refusal(calls(stranger).changeMember({ ...at(zhou), body: { bio: 'x' } }))).toMatchObject(missing)
    await calls().enableOrganization({ params: { id: team }, body: { enabled: false } })
    expect(await change({ organizationId: team })).toMatchObject({ errorCode: 20193 })
  })

  it('refuses a cycle of superiors', async () => {
    const superior = (of: BuiltMember, superiorId: string | null) =>
      calls().changeMember({ ...at(of), body: { superiorId } })
    await superior(lin, zhou.id)
    await superior(zhou, branchAdmin.id)
    expect(await refusal(superior(branchAdmin, lin.id))).toMatchObject({ status: 422, errorCode: 20196 })
    expect(await refusal(superior(lin, lin.id))).toMatchObject({ errorCode: 20196 })
    await superior(zhou, null)
    expect((await superior(branchAdmin, lin.id)).superiorFullName).toBe('林知远')
  })

  it('changes many at once, all or none', async () => {
    const position = await calls().createPosition({ body: { name: '销售代表' } })
    const memberIds = [lin.id, zhou.id]
    const body = { memberIds, organizationId: sales, positionId: position.id, superiorId: chief.id }
    expect(await calls().changeMembers({ body })).toEqual({ changedCount: 2 })
    expect(await names({ organizationId: sales, positionId: position.id })).toHaveLength(2)
    const withStranger = { memberIds: [lin.id, stranger.id], enabled: false }
    expect(await refusal(calls().changeMembers({ body: withStranger }))).toMatchObject(missing)
    expect((await calls().memberDetail(at(lin))).enabled).toBe(true)
    const circle = { memberIds: [zhou.id, lin.id], superiorId: zhou.id }
    expect(await refusal(calls().changeMembers({ body: circle }))).toMatchObject({ status: 422, errorCode: 20196 })
    await calls().enableOrganization({ params: { id: team }, body: { enabled: false } })
    const into = { memberIds, organizationId: team }
    expect(await refusal(calls().changeMembers({ body: into }))).toMatchObject({ status: 422, errorCode: 20193 })
  })

  it('a disabled member is signed out, and may be enabled again', async () => {
    await calls().changeMembers({ body: { memberIds: [lin.id], enabled: false } })
    expect(await refusal(calls(lin).currentMember())).toMatchObject({ status: 401 })
    await calls().changeMembers({ body: { memberIds: [lin.id], enabled: true } })
    expect((await calls().memberDetail(at(lin))).enabled).toBe(true)
  })

  it('one super administrator always remains', async () => {
    const disable = (of: BuiltMember, memberIds: string[]) =>
      calls(of).changeMembers({ body: { memberIds, enabled: false } })
    expect(await refusal(disable(chief, [chief.id]))).toMatchObject({ status: 422, errorCode: 20195 })
    const second = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    expect(await disable(second, [chief.id])).toEqual({ changedCount: 1 })
  })
})

describe('nobody can extend the own rights', () => {
  it('an administrator of a branch cannot take over a member with more rights', async () => {
    const boss = await buildMember(platform.db, { companyId, organizationId: team })
    await calls().grantRole({ body: { memberId: boss.id, role: 'super-admin', organizationId: companyId } })
    const admin = calls(branchAdmin)
    expect(await refusal(admin.resetMemberPassword({ ...at(boss), body: {} }))).toMatchObject(forbidden)
    expect(await refusal(admin.changeMember({ ...at(boss), body: { phone: phoneOf(9) } }))).toMatchObject(forbidden)
    const disable = admin.changeMembers({ body: { memberIds: [boss.id], enabled: false } })
    expect(await refusal(disable)).toMatchObject(forbidden)
    expect(await refusal(admin.unlockMember(at(boss)))).toMatchObject(forbidden)
    expect(await refusal(admin.resetMemberPassword({ ...at(zhou), body: {} }))).toMatchObject(forbidden)
    expect(await refusal(calls(stranger).resetMemberPassword({ ...at(lin), body: {} }))).toMatchObject(missing)
    expect(await refusal(calls(stranger).unlockMember(at(lin)))).toMatchObject(missing)
  })
})

describe('passwords', () => {
  it('a reset generates a password that works once, and ends the sessions and the lock', async () => {
    const signIn = (password: string, newPassword?: string) =>
      platform.client(identity).createToken({
        body: { grantType: 'password', account: lin.name, password, newPassword },
      })
    for (let guess = 0; guess < 5; guess++) await refusal(signIn('wrong-1'))
    expect((await calls().memberDetail(at(lin))).lockedUntil).toBe(platform.now + 3_600_000)
    const { temporaryPassword } = await calls().resetMemberPassword({ ...at(lin), body: {} })
    expect(temporaryPassword).toMatch(/^[a-z]{4}-[2-9]{4}$/)
    expect(await refusal(calls(lin).currentMember())).toMatchObject({ status: 401 })
    expect(await signIn(temporaryPassword, 'Mine-2027')).toMatchObject({ token_type: 'Bearer' })
    const given = await calls().resetMemberPassword({ ...at(lin), body: { password: 'Given-2028' } })
    expect(given).toEqual({ temporaryPassword: 'Given-2028' })
    const weak = calls().resetMemberPassword({ ...at(lin), body: { password: 'weak' } })
    expect(await refusal(weak)).toMatchObject({ status: 422, errorCode: 20181 })
  })

  it('[IDENTITY-026] an administrator ends a lock', async () => {
    const signIn = () =>
      platform.client(identity).createToken({
        body: { grantType: 'password', account: zhou.name, password: 'wrong-1' },
      })
    for (let guess = 0; guess < 5; guess++) await refusal(signIn())
    await calls().unlockMember(at(zhou))
    expect((await calls().memberDetail(at(zhou))).lockedUntil).toBe(null)
    expect(await refusal(signIn())).toMatchObject({ errorCode: 20170 })
  })
})

describe('the sign-in log', () => {
  it('is filtered, and limited to the caller’s grants and company', async () => {
    const attempt = (member: BuiltMember) =>
      refusal(
        platform.client(identity).createToken({
          body: { grantType: 'password', account: member.name, password: 'wrong-1' },
        }),
      )
    await attempt(lin)
    platform.now += 1000
    await attempt(zhou)
    const log = async (query: object, of?: BuiltMember) =>
      (await calls(of).signInLog({ query })).items.map((entry) => entry.memberFullName)
    expect(await log({})).toEqual(['周雨桐', '林知远'])
    expect(await log({ keyword: '林知' })).toEqual(['林知远'])
    expect(await log({ method: 'sms' })).toEqual([])
    expect(await log({ method: 'password', succeeded: false })).toHaveLength(2)
    expect(await log({ succeeded: true })).toEqual([])
    expect(await log({ from: platform.now })).toEqual(['周雨桐'])
    expect(await log({ to: platform.now - 1 })).toEqual(['林知远'])
    expect(await log({}, branchAdmin)).toEqual(['林知远'])
    expect(await log({}, stranger)).toEqual([])
    expect(await refusal(calls(lin).signInLog())).toMatchObject(forbidden)
  })
})

describe('for other modules', () => {
  it('[IDENTITY-057] only members of the own company can be chosen', async () => {
    const known = await membersByIds(platform.db, companyId, [lin.id, stranger.id, lin.id])
    expect([...known.values()]).toEqual([
      {
        id: lin.id,
        name: lin.name,
        fullName: '林知远',
        avatarPath: 'avatars/0-1.png',
        organizationId: team,
        organizationName: '平台部',
        phone: null,
        email: null,
        language: 'cn',
        enabled: true,
      },
    ])
    expect(await membersByIds(platform.db, companyId, [])).toEqual(new Map())
    await assertMembersOfCompany(platform.db, companyId, [lin.id, zhou.id, lin.id])
    const foreign = assertMembersOfCompany(platform.db, companyId, [lin.id, stranger.id])
    await expect(foreign).rejects.toMatchObject({ error: { code: 900005 } })
  })
})
