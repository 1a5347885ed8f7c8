import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { identityTables } from './db.ts'
import { type BuiltMember, buildCompany, buildMember, buildSession } from './members.fixture.ts'
import { buildWithPassword, type MemberInput } from './passwords.fixture.ts'
import { hashPassword } from './passwords.ts'

const platform = testPlatform()
const password = 'Sail-2026'
const hourMs = 3_600_000
let passwordHash: string
let companyId: string
let chief: BuiltMember

beforeAll(async () => {
  passwordHash = await hashPassword(password)
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
})

const memberWithPassword = (input?: MemberInput) => buildWithPassword(platform, companyId, passwordHash, input)

const nobody = () => platform.client(identity)
const signIn = (account: string, typed = password) =>
  nobody().createToken({ body: { grantType: 'password', account, password: typed } })
const refresh = (refreshToken: string) => nobody().createToken({ body: { grantType: 'refresh_token', refreshToken } })
/** The clock moves by hours, so the administrator signs in again each time. */
const chiefToken = () => buildSession(platform.db, chief, platform.now)
const setRule = async (value: Record<string, unknown>) =>
  platform.client(settings, await chiefToken()).changeRule({ params: { key: 'SIGN_IN_CONFIG' }, body: { value } })
const logOf = async (memberId: string) =>
  platform.client(identity, await chiefToken()).signInLog({ query: { memberId } })

beforeEach(async () => {
  await setRule({ elsewhere: 'many', sessionsMax: 10, wrongPasswordsMax: 5 })
})

describe('password', () => {
  it('[IDENTITY-011] a right password answers tokens that the next call accepts', async () => {
    const member = await memberWithPassword()
    const tokens = await signIn(member.name)
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
    const sessions = await platform.client(identity, tokens.access_token).listSessions()
    expect(sessions.items.filter((session) => session.current)).toHaveLength(1)
  })

  it('[IDENTITY-001] accepts the user name in any letter case, the phone, and the e-mail address', async () => {
    const member = await memberWithPassword({ phone: '13900000001', email: 'lin@yunfan.example' })
    for (const account of [member.name.toUpperCase(), '13900000001', 'LIN@yunfan.example', ` ${member.name} `])
      expect(await signIn(account)).toMatchObject({ token_type: 'Bearer' })
  })

  it('[IDENTITY-001] a phone signs in its owner, not a member whose user name looks like it', async () => {
    const holder = await memberWithPassword({ phone: '13900000002' })
    const imitator = await memberWithPassword()
    await identityTables(platform.db)
      .updateTable('identity.member')
      .set({ name: '13900000002' })
      .where('id', '=', imitator.id)
      .execute()
    const tokens = await signIn('13900000002')
    const log = await logOf(holder.id)
    expect(log.recordCount).toBe(1)
    expect(tokens.token_type).toBe('Bearer')
  })

  it('refuses a disabled member only after the right password', async () => {
    const member = await memberWithPassword({ enabled: false })
    expect((await refusal(signIn(member.name, 'wrong-1'))).errorCode).toBe(20170)
    expect(await refusal(signIn(member.name))).toMatchObject({ status: 422, errorCode: 20186 })
  })

  it('names the missing fields of a grant type', async () => {
    const refused = await refusal(nobody().createToken({ body: { grantType: 'password', account: 'someone' } }))
    expect(refused).toMatchObject({ errorCode: 900001, data: { fields: [{ path: 'password', rule: 'required' }] } })
    for (const grantType of ['sms', 'email', 'qr', 'oidc', 'refresh_token'] as const)
      expect((await refusal(nobody().createToken({ body: { grantType } }))).errorCode).toBe(900001)
  })

  it('accepts an encoded password, and a form as the body', async () => {
    const member = await memberWithPassword()
    const answer = await platform.app.inject({
      method: 'POST',
      url: '/api/v1/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-encoded': 'password' },
      payload: new URLSearchParams({
        grantType: 'password',
        account: member.name,
        password: Buffer.from(password).toString('base64'),
      }).toString(),
    })
    expect(answer.statusCode).toBe(200)
  })

  it('records every attempt of a member in the sign-in log', async () => {
    const member = await memberWithPassword()
    await refusal(signIn(member.name, 'wrong-1'))
    platform.now += 1000
    await signIn(member.name)
    const log = await logOf(member.id)
    expect(log.items).toMatchObject([
      { memberId: member.id, method: 'password', succeeded: true, errorCode: null, ip: '127.0.0.1', at: platform.now },
      { succeeded: false, errorCode: 20170 },
    ])
  })
})

describe('sessions', () => {
  it('[IDENTITY-075] a refresh token renews once; the previous access token ends', async () => {
    const member = await memberWithPassword()
    const first = await signIn(member.name)
    platform.now += hourMs
    expect(await refusal(platform.client(identity, first.access_token).listSessions())).toMatchObject({ status: 401 })
    const second = await refresh(first.refresh_token)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await platform.client(identity, second.access_token).currentMember()).id).toBe(member.id)
  })

  it('[IDENTITY-075] two tabs that renew one after the other within a minute get the same tokens', async () => {
    const member = await memberWithPassword()
    const first = await signIn(member.name)
    const second = await refresh(first.refresh_token)
    platform.now += 59_000
    const again = await refresh(first.refresh_token)
    expect(again).toEqual({ ...second, expires_in: 3600 - 59 })
  })

  it('[IDENTITY-075] a refresh token that is used again later ends the session as stolen', async () => {
    const member = await memberWithPassword()
    const first = await signIn(member.name)
    const second = await refresh(first.refresh_token)
    platform.now += 61_000
    expect(await refusal(refresh(first.refresh_token))).toMatchObject({ status: 401, errorCode: undefined })
    expect(await refusal(refresh(second.refresh_token))).toMatchObject({ status: 401 })
    expect(await refusal(platform.client(identity, second.access_token).listSessions())).toMatchObject({ status: 401 })
  })

  it('[IDENTITY-075] a late renewal within the minute is refused without ending the session', async () => {
    const member = await memberWithPassword()
    const first = await signIn(member.name)
    const third = await refresh((await refresh(first.refresh_token)).refresh_token)
    expect(await refusal(refresh(first.refresh_token))).toMatchObject({ status: 401 })
    expect((await platform.client(identity, third.access_token).currentMember()).id).toBe(member.id)
  })

  it('[IDENTITY-075] a refresh token expires after two weeks, and an invented one is refused', async () => {
    const member = await memberWithPassword()
    const { refresh_token: token } = await signIn(member.name)
    expect(await refusal(refresh('an-invented-refresh-token'))).toMatchObject({ status: 401 })
    platform.now += 14 * 24 * hourMs
    expect(await refusal(refresh(token))).toMatchObject({ status: 401 })
  })

  it('[IDENTITY-075] signing out ends both tokens', async () => {
    const member = await memberWithPassword()
    const tokens = await signIn(member.name)
    await platform.client(identity, tokens.access_token).endSession()
    expect(await refusal(platform.client(identity, tokens.access_token).endSession())).toMatchObject({ status: 401 })
    expect(await refusal(refresh(tokens.refresh_token))).toMatchObject({ status: 401, errorCode: undefined })
  })

  it('ends a session of the caller only', async () => {
    const member = await memberWithPassword()
    const phone = await signIn(member.name)
    const desk = await signIn(member.name)
    const calls = platform.client(identity, desk.access_token)
    const others = (await calls.listSessions()).items.filter((session) => !session.current)
    for (const session of others) {
      const byOther = platform.client(identity, await chiefToken()).endOtherSession({ params: { id: session.id } })
      expect(await refusal(byOther)).toMatchObject({ errorCode: 900005 })
      await calls.endOtherSession({ params: { id: session.id } })
    }
    expect(await refusal(platform.client(identity, phone.access_token).listSessions())).toMatchObject({ status: 401 })
    expect((await calls.listSessions()).recordCount).toBe(1)
  })

  it('where one session is allowed, a later sign-in ends the earlier: 90901, its renewal 90902', async () => {
    await setRule({ elsewhere: 'one' })
    const member = await memberWithPassword()
    const first = await signIn(member.name)
    const second = await signIn(member.name)
    await proves('IDENTITY-085', async () => {
      const ended = await refusal(platform.client(identity, first.access_token).listSessions())
      expect(ended).toMatchObject({ status: 401, errorCode: 90901 })
      expect(ended.message).toContain('账号已在其他地方登录')
    })
    await proves('IDENTITY-086', async () => {
      expect(await refusal(refresh(first.refresh_token))).toMatchObject({ status: 401, errorCode: 90902 })
    })
    expect((await platform.client(identity, second.access_token).listSessions()).recordCount).toBe(1)
  })

  it('[IDENTITY-087] where many are allowed, the limit answers 90903 until one ends', async () => {
    await setRule({ elsewhere: 'many', sessionsMax: 2 })
    const member = await memberWithPassword()
    await identityTables(platform.db).deleteFrom('identity.session').where('member_id', '=', member.id).execute()
    const first = await signIn(member.name)
    await signIn(member.name)
    expect(await refusal(signIn(member.name))).toMatchObject({ status: 422, errorCode: 90903 })
    await platform.client(identity, first.access_token).endSession()
    expect(await signIn(member.name)).toMatchObject({ token_type: 'Bearer' })
  })

  it('[IDENTITY-087] who has forgotten to sign out ends the session that was unused for longest', async () => {
    await setRule({ elsewhere: 'many', sessionsMax: 2 })
    const member = await memberWithPassword()
    await identityTables(platform.db).deleteFrom('identity.session').where('member_id', '=', member.id).execute()
    const [first, second] = [await signIn(member.name), await signIn(member.name)]
    platform.now += 60_000
    const renewed = await refresh(first.refresh_token)
    const body = { grantType: 'password' as const, account: member.name, password, endOldest: true }
    const wrong = nobody().createToken({ body: { ...body, password: 'wrong-1' } })
    expect(await refusal(wrong)).toMatchObject({ errorCode: 20170 })
    expect(await refusal(signIn(member.name))).toMatchObject({ errorCode: 90903, data: { sessionsMax: 2 } })
    const third = await nobody().createToken({ body })
    const answers = async (token: string) => platform.client(identity, token).listSessions()
    expect(await refusal(answers(second.access_token))).toMatchObject({ status: 401, errorCode: 90901 })
    expect((await answers(renewed.access_token)).recordCount).toBe(2)
    expect((await answers(third.access_token)).recordCount).toBe(2)
    // A rule that has become stricter ends as many as it needs.
    await setRule({ elsewhere: 'many', sessionsMax: 1 })
    const only = await nobody().createToken({ body })
    expect((await answers(only.access_token)).recordCount).toBe(1)
  })

  it('a disabled member is signed out at the next call and cannot renew', async () => {
    const member = await memberWithPassword()
    const tokens = await signIn(member.name)
    await identityTables(platform.db)
      .updateTable('identity.member')
      .set({ enabled: false })
      .where('id', '=', member.id)
      .execute()
    expect(await refusal(platform.client(identity, tokens.access_token).listSessions())).toMatchObject({ status: 401 })
    expect(await refusal(refresh(tokens.refresh_token))).toMatchObject({ status: 401 })
  })
})

describe('changing the password', () => {
  it.each([
    ['Ab1-x', 20181],
    ['Ab1-xy', undefined],
    ['Ab1-xy'.padEnd(20, 'z'), undefined],
    ['Ab1-xy'.padEnd(21, 'z'), 20181],
    ['abcdefgh', 20181],
    ['12345678', 20181],
    ['--------', 20181],
    ['密码密码密码', 20181],
    ['密码密码密码1', undefined],
  ])('%s answers %s', async (next, errorCode) => {
    const member = await memberWithPassword()
    const change = platform
      .client(identity, member)
      .changePassword({ body: { oldPassword: password, newPassword: next } })
    // Letters, digits and all else are the kinds, whatever the language.
    await proves(['IDENTITY-021', 'IDENTITY-022'], async () => {
      if (errorCode !== undefined) expect(await refusal(change)).toMatchObject({ status: 422, errorCode })
      else {
        await change
        expect(await signIn(member.name, next)).toMatchObject({ token_type: 'Bearer' })
      }
    })
  })

  it('[IDENTITY-075] ends the other sessions, and keeps the one that changed it', async () => {
    const member = await memberWithPassword()
    const other = await signIn(member.name)
    await platform
      .client(identity, member)
      .changePassword({ body: { oldPassword: password, newPassword: 'Wind-2027' } })
    expect(await refusal(platform.client(identity, other.access_token).listSessions())).toMatchObject({ status: 401 })
    expect((await platform.client(identity, member).listSessions()).recordCount).toBe(1)
    expect((await refusal(signIn(member.name))).errorCode).toBe(20170)
  })

  it('[IDENTITY-026] a wrong old password counts, and locks like any other', async () => {
    const member = await memberWithPassword()
    const change = (oldPassword: string) =>
      platform.client(identity, member).changePassword({ body: { oldPassword, newPassword: 'Wind-2027' } })
    const codes: (number | undefined)[] = []
    for (let guess = 0; guess < 5; guess++) codes.push((await refusal(change('wrong-1'))).errorCode)
    expect(codes).toEqual([20188, 20188, 20188, 20188, 20173])
    expect((await refusal(change(password))).errorCode).toBe(20173)
  })

  it('needs no old password if the member has none', async () => {
    const member = await buildMember(platform.db, { companyId, now: platform.now })
    await platform.client(identity, member).changePassword({ body: { newPassword: 'Wind-2027' } })
    expect(await signIn(member.name, 'Wind-2027')).toMatchObject({ token_type: 'Bearer' })
  })
})
