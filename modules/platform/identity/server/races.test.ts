import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { CallRefused, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { meeting } from '#test/race.ts'
import { identityTables } from './db.ts'
import { type BuiltMember, buildCompany, buildMember, buildOrganization } from './members.fixture.ts'
import { buildWithPassword, type MemberInput } from './passwords.fixture.ts'
import { hashPassword } from './passwords.ts'

const platform = testPlatform({ poolSize: 10, environment: { TRUST_PROXY: 'true' } })
const password = 'Sail-2026'
let companyId: string
let chief: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
})

const memberWithPassword = async (input?: MemberInput) =>
  buildWithPassword(platform, companyId, await hashPassword(password), input)

const signIn = (account: string, typed = password) =>
  platform.client(identity).createToken({ body: { grantType: 'password', account, password: typed } })

/** The result of each call: its answer, or the code of its refusal. */
async function outcomes<T>(calls: readonly Promise<T>[]): Promise<(T | number | undefined)[]> {
  const settled = await Promise.allSettled(calls)
  return settled.map((result) => {
    if (result.status === 'fulfilled') return result.value
    if (result.reason instanceof CallRefused) return result.reason.errorCode ?? result.reason.status
    throw result.reason
  })
}

describe('at once', () => {
  it('twenty guesses count one by one: four answer wrong, the rest locked', async () => {
    const member = await memberWithPassword()
    const credential = sql`select from identity.credential where member_id = ${member.id} for update`
    const guess = () => signIn(member.name, 'wrong-1')
    const codes = await meeting(platform, 10, credential, () => outcomes(Array.from({ length: 20 }, guess)))
    const count = (code: number) => codes.filter((found) => found === code).length
    await proves('IDENTITY-027', () => {
      expect([20170, 20171, 20172, 20173].map(count)).toEqual([2, 1, 1, 16])
    })
    await proves('IDENTITY-026', async () => expect(await outcomes([signIn(member.name)])).toEqual([20173]))
  })

  it('[IDENTITY-026] so do twenty guesses at an account that does not exist', async () => {
    const guess = () => signIn('nobody-at-all', 'wrong-1')
    expect(await outcomes([guess()])).toEqual([20170])
    const tried = sql`select from identity.tried_account where account_hash = identity.account_hash('nobody-at-all') for update`
    const codes = await meeting(platform, 10, tried, () => outcomes(Array.from({ length: 20 }, guess)))
    const count = (code: number) => codes.filter((found) => found === code).length
    expect([20170, 20171, 20172, 20173].map(count)).toEqual([1, 1, 1, 17])
  })

  it('guesses with the user name and the phone of one member lock the member', async () => {
    const email = 'sum@yunfan.example'
    const member = await memberWithPassword({ phone: '13900002001', email })
    const credential = sql`select from identity.credential where member_id = ${member.id} for update`
    const guesses = () =>
      [member.name, '13900002001'].flatMap((account) => [1, 2, 3].map(() => signIn(account, 'wrong-1')))
    const codes = await meeting(platform, 6, credential, () => outcomes(guesses()))
    expect([20170, 20171].map((code) => codes.filter((found) => found === code).length)).toEqual([4, 2])
    expect(await outcomes([signIn(email)])).toEqual([20170])
  })

  it('[IDENTITY-075] two renewals with one refresh token get the same tokens', async () => {
    const member = await memberWithPassword()
    const { refresh_token: refreshToken } = await signIn(member.name)
    const renew = () => platform.client(identity).createToken({ body: { grantType: 'refresh_token', refreshToken } })
    const [first, second, third] = await outcomes([renew(), renew(), renew()])
    expect(first).toMatchObject({ token_type: 'Bearer' })
    expect(second).toEqual(first)
    expect(third).toEqual(first)
  })

  it('[IDENTITY-085] where one session is allowed, of many sign-ins exactly one stays', async () => {
    const rule = (elsewhere: string) =>
      platform.client(settings, chief).changeRule({
        params: { key: 'SIGN_IN_CONFIG' },
        body: { value: { elsewhere } },
      })
    await rule('one')
    const member = await memberWithPassword()
    const tokens = await Promise.all(Array.from({ length: 6 }, () => signIn(member.name)))
    const seen = await outcomes(tokens.map((token) => platform.client(identity, token.access_token).currentMember()))
    expect(seen.filter((answer) => answer === 90901)).toHaveLength(5)
    expect(seen.filter((answer) => typeof answer === 'object')).toHaveLength(1)
    await rule('many')
  })

  it('[IDENTITY-087] the limit of sessions holds for sign-ins at once', async () => {
    const rule = (sessionsMax: number) =>
      platform.client(settings, chief).changeRule({
        params: { key: 'SIGN_IN_CONFIG' },
        body: { value: { sessionsMax } },
      })
    await rule(3)
    const member = await memberWithPassword()
    const seen = await outcomes(Array.from({ length: 6 }, () => signIn(member.name)))
    // One of the three is the session that the member was built with.
    expect(seen.filter((answer) => answer === 90903)).toHaveLength(4)
    await rule(10)
  })

  it('[IDENTITY-040] of two registrations with one phone, one succeeds', async () => {
    const ask = (phone: string) => platform.client(identity).sendCode({ body: { phone, purpose: 'register' } })
    const lastCode = async () => {
      await platform.runJobs()
      return platform.sentSms.at(-1)?.parameters.code ?? ''
    }
    await ask('13900000201')
    const code = await lastCode()
    const register = (memberName: string) =>
      platform.client(identity).register({
        body: { memberName, fullName: '新同学', password, phone: '13900000201', code },
      })
    const seen = await outcomes([register('first-one'), register('second-one')])
    expect(seen.filter((answer) => typeof answer === 'object')).toHaveLength(1)
    expect(seen.filter((answer) => answer === 20134)).toHaveLength(1)
  })

  it('[IDENTITY-032] of ten requests for a code, one is sent', async () => {
    const ask = (call: number) =>
      platform
        .client(identity)
        .sendCode(
          { body: { phone: '13900000202', purpose: 'register' } },
          { headers: { 'x-forwarded-for': `10.1.0.${call}` } },
        )
    const seen = await outcomes(Array.from({ length: 10 }, (_, call) => ask(call)))
    expect(seen.filter((answer) => answer === 20176)).toHaveLength(9)
  })

  it('[IDENTITY-002] a confirmed QR code signs in one of two browsers that know the secret', async () => {
    const code = await platform.client(identity).createQrCode()
    const phone = platform.client(identity, chief)
    await phone.scanQrCode({ params: { id: code.id } })
    await phone.confirmQrCode({ params: { id: code.id } })
    const body = { grantType: 'qr', qrCodeId: code.id, secret: code.secret } as const
    const seen = await outcomes([
      platform.client(identity).createToken({ body }),
      platform.client(identity).createToken({ body }),
    ])
    expect(seen.filter((answer) => answer === 20138)).toHaveLength(1)
  })

  it('organizations that are moved into each other never make a cycle', async () => {
    const calls = platform.client(identity, chief)
    const ids = await Promise.all(
      ['甲', '乙', '丙', '丁'].map((name) => buildOrganization(platform.db, { companyId, parentId: companyId, name })),
    )
    const [a = '', b = '', c = '', d = ''] = ids
    const move = (id: string, parentId: string) => calls.moveOrganization({ params: { id }, body: { parentId } })
    const seen = await outcomes([move(a, b), move(b, c), move(c, d), move(d, a), move(b, a), move(c, a)])
    expect(seen.filter((answer) => answer === 20190).length).toBeGreaterThan(0)
    const circles = await identityTables(platform.db)
      .selectFrom('identity.organization_ancestor as x')
      .innerJoin('identity.organization_ancestor as y', (join) =>
        join.onRef('x.organization_id', '=', 'y.ancestor_id').onRef('x.ancestor_id', '=', 'y.organization_id'),
      )
      .select('x.organization_id')
      .whereRef('x.organization_id', '!=', 'x.ancestor_id')
      .execute()
    expect(circles).toEqual([])
    expect((await calls.organizationTree()).recordCount).toBe(5)
  })
  it('organizations that are merged into each other at once leave one of them, with all members and roles', async () => {
    const calls = platform.client(identity, chief)
    const newOrganization = (name: string) => buildOrganization(platform.db, { companyId, parentId: companyId, name })
    const ids = await Promise.all(['子', '丑', '寅'].map(newOrganization))
    const people = await Promise.all(
      ids.map((organizationId) => buildMember(platform.db, { companyId, organizationId, roles: ['class-staff'] })),
    )
    const [a = '', b = '', c = ''] = ids
    const merge = (id: string, intoId: string) => calls.mergeOrganization({ params: { id }, body: { intoId } })
    // In whichever order they come, two are accepted, and the others find an organization that is merged already.
    const seen = await outcomes([merge(a, b), merge(b, a), merge(b, c), merge(c, a)])
    const refused = seen.filter((answer) => typeof answer === 'number')
    expect(refused.every((code) => code === 900005)).toBe(true)
    expect(seen.length - refused.length).toBe(2)
    const { rows } = await sql<{ place: string; merged: string | null; granted: string }>`
      select m.organization_id as place, o.merged_into_id as merged, g.organization_id as granted
      from identity.member m join identity.organization o on o.id = m.organization_id
      join identity.role_grant g on g.member_id = m.id
      where m.id = any(${people.map(({ id }) => id)}::uuid[])`.execute(platform.root)
    expect(new Set(rows.map(({ place, granted }) => `${place} ${granted}`)).size).toBe(1)
    expect(rows.map(({ merged }) => merged)).toEqual([null, null, null])
  })
})
