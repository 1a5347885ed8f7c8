import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  activeMemberIds,
  audienceSql,
  holdersOfPermission,
  holdersOfRole,
  membersByIds,
  superiorChain,
  superiorsOf,
} from '#modules/platform/identity/server.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { identityTables } from './db.ts'
import { type BuiltMember, buildCompany, buildMember, buildOrganization } from './members.fixture.ts'

const platform = testPlatform()
let companyId: string
let research: string
let team: string
let chief: BuiltMember
let head: BuiltMember
let lin: BuiltMember
let stranger: BuiltMember

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  research = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '研发中心' })
  team = await buildOrganization(platform.db, { companyId, parentId: research, name: '平台部' })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  head = await buildMember(platform.db, { companyId, organizationId: research })
  lin = await buildMember(platform.db, { companyId, organizationId: team })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['approver'] })
})

const calls = () => platform.client(identity, chief)
const setSuperior = (of: BuiltMember, superiorId: string) =>
  calls().changeMember({ params: { id: of.id }, body: { superiorId } })
const disable = (of: BuiltMember) => calls().changeMembers({ body: { memberIds: [of.id], enabled: false } })
const grant = (of: BuiltMember, organizationId: string, by = chief) =>
  platform.client(identity, by).grantRole({ body: { memberId: of.id, role: 'approver', organizationId } })

describe('superiors for other modules', () => {
  it('the first enabled superior comes first, then the next one', async () => {
    await setSuperior(lin, head.id)
    await setSuperior(head, chief.id)
    expect(await superiorsOf(platform.db, companyId, [lin.id, head.id, chief.id])).toEqual(
      new Map([
        [lin.id, head.id],
        [head.id, chief.id],
      ]),
    )
    expect(await superiorChain(platform.db, companyId, lin.id)).toEqual([head.id, chief.id])
    await disable(head)
    expect(await superiorsOf(platform.db, companyId, [lin.id])).toEqual(new Map([[lin.id, chief.id]]))
    expect(await superiorChain(platform.db, stranger.companyId, lin.id)).toEqual([])
  })
})

describe('holders of a role', () => {
  it('have grants on the organization or above it; grants on the organization come first', async () => {
    const another = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    await grant(chief, companyId, another)
    await grant(head, research)
    const holders = (organizationId: string) =>
      holdersOfRole(platform.db, { companyId, role: 'approver', organizationId })
    expect(await holders(team)).toEqual([head.id, chief.id])
    expect(await holders(companyId)).toEqual([chief.id])
    await disable(head)
    expect(await holders(team)).toEqual([chief.id])
    const elsewhere = { companyId, role: 'approver', organizationId: stranger.companyId } as const
    expect(await holdersOfRole(platform.db, elsewhere)).toEqual([])
  })

  it('a permission belongs to the roles in the company’s matrix', async () => {
    await grant(head, research)
    const holders = () =>
      holdersOfPermission(platform.db, { companyId, permission: 'course.progress', organizationId: team })
    expect(await holders()).toEqual([chief.id])
    await calls().changePermission({ body: { role: 'approver', permission: 'course.progress', allowed: true } })
    expect(await holders()).toEqual([head.id, chief.id])
  })
})

describe('members for other modules', () => {
  it('have a language for messages, until they are disabled', async () => {
    await platform.client(identity, lin).saveProfile({ body: { language: 'en' } })
    const known = await membersByIds(platform.db, companyId, [lin.id, head.id, stranger.id])
    expect(known.get(lin.id)).toMatchObject({ language: 'en', enabled: true, organizationName: '平台部' })
    expect(known.get(head.id)).toMatchObject({ language: 'cn' })
    expect(known.has(stranger.id)).toBe(false)
    await disable(head)
    expect(await activeMemberIds(platform.db, companyId, [head.id, lin.id, stranger.id, lin.id])).toEqual([lin.id])
  })

  it('the first sign-in sets the language, and the profile can change it', async () => {
    await calls().resetMemberPassword({ params: { id: lin.id }, body: { password: 'first-1234' } })
    const signIn = (password: string, newPassword?: string) =>
      platform
        .client(identity)
        .createToken(
          { body: { grantType: 'password', account: lin.name, password, newPassword } },
          { headers: { 'accept-language': 'en' } },
        )
    const languageOf = async () => (await membersByIds(platform.db, companyId, [lin.id])).get(lin.id)?.language
    // A member who has never signed in receives messages in Chinese.
    expect(await languageOf()).toBe('cn')
    const refused = await refusal(signIn('first-1234'))
    expect(refused.errorCode).toBe(20187)
    expect(await languageOf()).toBe('cn')
    await signIn('first-1234', 'second-1234')
    expect(await languageOf()).toBe('en')
    // The reset has ended every session from before.
    expect(await refusal(platform.client(identity, lin).editDetail())).toMatchObject({ status: 401 })
    const { access_token: token } = await signIn('second-1234')
    expect((await platform.client(identity, token).editDetail()).language).toBe('en')
  })

  it('an audience is all members, or organizations with those below and single members, without duplicates', async () => {
    const idsOf = async (audience: Parameters<typeof audienceSql>[1]) => {
      const { rows } = await sql<{ id: string }>`
        select id from identity.member where id in ${audienceSql(companyId, audience)}`.execute(
        identityTables(platform.db),
      )
      return rows.map((row) => row.id).toSorted()
    }
    expect(await idsOf({ everybody: true })).toEqual([chief.id, head.id, lin.id].toSorted())
    expect(await idsOf({ organizationIds: [research], memberIds: [lin.id, chief.id, stranger.id] })).toEqual(
      [chief.id, head.id, lin.id].toSorted(),
    )
    expect(await idsOf({ organizationIds: [team] })).toEqual([lin.id])
    await disable(lin)
    expect(await idsOf({ memberIds: [lin.id] })).toEqual([])
  })
})
