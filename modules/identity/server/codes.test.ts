import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { identity } from '#modules/identity/contract.ts'
import { settings } from '#modules/settings/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { type BuiltMember, buildCompany, buildMember, buildSession } from './build.ts'
import { identityTables } from './db.ts'

// Each test asks for codes from an address of its own: the calls of one address are limited.
const platform = testPlatform({ environment: { TRUST_PROXY: 'true' } })
const hourMs = 3_600_000
let companyId: string
let chief: BuiltMember
let caller = 0

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
})

beforeEach(() => {
  caller++
  // Shortly after midnight in Shanghai, so that a day is ahead.
  platform.now = Date.UTC(2030, 0, 1 + caller, 16, 5)
  platform.sentSms.length = 0
  platform.sentMails.length = 0
})

const options = (language = 'cn') => ({
  headers: { 'x-forwarded-for': `10.0.0.${caller}`, 'accept-language': language },
})
const nobody = () => platform.client(identity)
type Purpose = 'sign-in' | 'register' | 'bind' | 'reset-password'
const ask = (address: { phone?: string; email?: string }, purpose: Purpose, token?: string) =>
  platform.client(identity, token).sendCode({ body: { ...address, purpose } }, options())
const setRule = async (value: Record<string, unknown>) => {
  const token = await buildSession(platform.db, chief, platform.now)
  await platform.client(settings, token).changeRule({ params: { key: 'SIGN_IN_CONFIG' }, body: { value } })
}

async function sentCode(): Promise<string> {
  await platform.runJobs()
  const sms = platform.sentSms.at(-1)?.parameters.code
  const mail = /\b\d{6}\b/.exec(platform.sentMails.at(-1)?.text ?? '')?.[0]
  return sms ?? mail ?? 'no code was sent'
}

async function memberWith(fields: { phone?: string; email?: string }): Promise<BuiltMember> {
  const member = await buildMember(platform.db, { companyId, now: platform.now })
  const values = { ...fields, updated_at: platform.now }
  await identityTables(platform.db).updateTable('identity.member').set(values).where('id', '=', member.id).execute()
  return member
}

const wrong = (code: string) => String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0')

describe('signing in by a code', () => {
  it('[IDENTITY-001] [IDENTITY-028] [IDENTITY-029] [IDENTITY-030] an SMS code of 4 digits signs in for 2 minutes', async () => {
    const member = await memberWith({ phone: '13900000101' })
    expect(await ask({ phone: '13900000101' }, 'sign-in')).toEqual({ digits: 4, validSeconds: 120, resendSeconds: 60 })
    const code = await sentCode()
    expect(code).toMatch(/^\d{4}$/)
    platform.now += 119_000
    const tokens = await nobody().createToken({ body: { grantType: 'sms', phone: '13900000101', code } })
    expect((await platform.client(identity, tokens.access_token).currentMember()).id).toBe(member.id)
  })

  it('[IDENTITY-029] [IDENTITY-043] [IDENTITY-082] an SMS code to sign in that is 2 minutes old answers 20138', async () => {
    await memberWith({ phone: '13900000102' })
    await ask({ phone: '13900000102' }, 'sign-in')
    const code = await sentCode()
    platform.now += 120_000
    const refused = await refusal(nobody().createToken({ body: { grantType: 'sms', phone: '13900000102', code } }))
    expect(refused).toMatchObject({ status: 422, errorCode: 20138 })
    expect(refused.message).toContain('动态码已过期')
  })

  it('[IDENTITY-028] [IDENTITY-042] [IDENTITY-081] an e-mail code has 6 digits; after 5 minutes it answers 20147', async () => {
    await memberWith({ email: 'qin@yunfan.example' })
    expect(await ask({ email: 'Qin@yunfan.example' }, 'sign-in')).toMatchObject({ digits: 6, validSeconds: 300 })
    const code = await sentCode()
    expect(code).toMatch(/^\d{6}$/)
    expect(platform.sentMails[0]).toMatchObject({ to: 'qin@yunfan.example', subject: `您的验证码：${code}` })
    const use = () => nobody().createToken({ body: { grantType: 'email', email: 'qin@yunfan.example', code } })
    platform.now += 299_000
    expect(await use()).toMatchObject({ token_type: 'Bearer' })
    platform.now += 60_000
    await ask({ email: 'qin@yunfan.example' }, 'sign-in')
    const late = await sentCode()
    platform.now += 300_000
    const refused = await refusal(
      nobody().createToken({ body: { grantType: 'email', email: 'qin@yunfan.example', code: late } }),
    )
    expect(refused).toMatchObject({ errorCode: 20147 })
    expect(refused.message).toContain('邮箱验证码已过期')
  })

  it('an e-mail speaks the language of the one who asks', async () => {
    await memberWith({ email: 'en@yunfan.example' })
    await nobody().sendCode({ body: { email: 'en@yunfan.example', purpose: 'sign-in' } }, options('en'))
    await sentCode()
    expect(platform.sentMails[0]?.subject).toMatch(/^Your verification code: \d{6}$/)
  })

  it('[IDENTITY-044] [IDENTITY-083] a wrong code answers 20134, and so does one that was used', async () => {
    await memberWith({ phone: '13900000103' })
    await ask({ phone: '13900000103' }, 'sign-in')
    const code = await sentCode()
    const use = (typed: string) =>
      nobody().createToken({ body: { grantType: 'sms', phone: '13900000103', code: typed } })
    const refused = await refusal(use(wrong(code)))
    expect(refused).toMatchObject({ status: 422, errorCode: 20134 })
    expect(refused.message).toContain('验证码无效')
    await use(code)
    expect(await refusal(use(code))).toMatchObject({ errorCode: 20134 })
  })

  it('[IDENTITY-031] [IDENTITY-092] the third wrong try makes the code void; the right one no longer helps', async () => {
    await memberWith({ phone: '13900000104' })
    await ask({ phone: '13900000104' }, 'sign-in')
    const code = await sentCode()
    const use = (typed: string) =>
      nobody().createToken({ body: { grantType: 'sms', phone: '13900000104', code: typed } }, options('en'))
    const codes: (number | undefined)[] = []
    for (let guess = 0; guess < 3; guess++) codes.push((await refusal(use(wrong(code)))).errorCode)
    expect(codes).toEqual([20134, 20134, 20174])
    const refused = await refusal(use(code))
    expect(refused.message).toContain('verification code wrong; after 3 wrong tries get a new code')
    platform.now += 60_000
    await ask({ phone: '13900000104' }, 'sign-in')
    expect(await use(await sentCode())).toMatchObject({ token_type: 'Bearer' })
  })

  it('a newer code replaces the older; a code of another purpose is none', async () => {
    await memberWith({ phone: '13900000105' })
    await ask({ phone: '13900000105' }, 'reset-password')
    const reset = await sentCode()
    platform.now += 60_000
    await ask({ phone: '13900000105' }, 'sign-in')
    const use = (code: string) => nobody().createToken({ body: { grantType: 'sms', phone: '13900000105', code } })
    const current = await sentCode()
    if (reset !== current) expect(await refusal(use(reset))).toMatchObject({ errorCode: 20134 })
    expect(await use(current)).toMatchObject({ token_type: 'Bearer' })
  })

  it('an address that nobody has is answered alike, and nothing is sent', async () => {
    expect(await ask({ phone: '13900000106' }, 'sign-in')).toEqual({ digits: 4, validSeconds: 120, resendSeconds: 60 })
    await platform.runJobs()
    expect(platform.sentSms).toEqual([])
    const use = nobody().createToken({ body: { grantType: 'sms', phone: '13900000106', code: '0000' } })
    expect(await refusal(use)).toMatchObject({ errorCode: 20134 })
    expect(await refusal(ask({ phone: '13900000106' }, 'sign-in'))).toMatchObject({ errorCode: 20176 })
  })

  it('a member disabled after the code was sent is refused', async () => {
    const member = await memberWith({ phone: '13900000107' })
    await ask({ phone: '13900000107' }, 'sign-in')
    const code = await sentCode()
    const disable = { enabled: false }
    await identityTables(platform.db).updateTable('identity.member').set(disable).where('id', '=', member.id).execute()
    const refused = await refusal(nobody().createToken({ body: { grantType: 'sms', phone: '13900000107', code } }))
    expect(refused).toMatchObject({ errorCode: 20186 })
  })
})

describe('limits of sending', () => {
  it('[IDENTITY-032] [IDENTITY-094] a second code within a minute is refused', async () => {
    await ask({ phone: '13900000111' }, 'register')
    platform.now += 59_000
    const refused = await refusal(ask({ phone: '13900000111' }, 'register'))
    expect(refused).toMatchObject({ status: 422, errorCode: 20176 })
    expect(refused.message).toContain('验证码发送过于频繁')
    platform.now += 1000
    expect(await ask({ phone: '13900000111' }, 'register')).toMatchObject({ digits: 4 })
  })

  it('[IDENTITY-034] [IDENTITY-035] [IDENTITY-084] the SMS of an hour are a setting; past it 10142, and an hour later it works', async () => {
    await setRule({ codesPerHour: 2, codesPerDay: 20 })
    const first = platform.now
    for (let sent = 0; sent < 2; sent++) {
      await ask({ phone: '13900000112' }, 'register')
      platform.now += 60_000
    }
    const refused = await refusal(ask({ phone: '13900000112' }, 'register'))
    expect(refused).toMatchObject({ status: 422, errorCode: 10142 })
    expect(refused.message).toContain('短信验证码发送次数已达上限，请1小时后重试')
    platform.now = first + hourMs
    expect(await ask({ phone: '13900000112' }, 'register')).toMatchObject({ digits: 4 })
  })

  it("[IDENTITY-036] [IDENTITY-095] the codes of a day end at midnight of the company's zone", async () => {
    await setRule({ codesPerHour: 100, codesPerDay: 3 })
    const midnight = platform.now - 5 * 60_000 + 24 * hourMs
    for (let sent = 0; sent < 3; sent++) {
      await ask({ email: 'day@yunfan.example' }, 'register')
      platform.now += 2 * hourMs
    }
    const refused = await refusal(ask({ email: 'day@yunfan.example' }, 'register'))
    expect(refused).toMatchObject({ status: 422, errorCode: 20177 })
    expect(refused.message).toContain('今日操作过于频繁，请明日再来')
    platform.now = midnight - 1000
    expect(await refusal(ask({ email: 'day@yunfan.example' }, 'register'))).toMatchObject({ errorCode: 20177 })
    platform.now = midnight
    expect(await ask({ email: 'day@yunfan.example' }, 'register')).toMatchObject({ digits: 6 })
    await setRule({ codesPerHour: 5, codesPerDay: 20 })
  })

  it('limits the calls of one address, whatever the phones', async () => {
    const refused: unknown[] = []
    for (let call = 0; call < 31; call++) {
      const phone = `1380000${String(call).padStart(4, '0')}`
      await ask({ phone }, 'register').catch((error: unknown) => refused.push(error))
    }
    expect(refused).toMatchObject([{ status: 422, errorCode: 900008 }])
  })

  it('knows no company that is not there', async () => {
    const body = { phone: '13900000114', purpose: 'register', companyId: chief.id } as const
    expect(await refusal(nobody().sendCode({ body }, options()))).toMatchObject({ status: 422, errorCode: 900005 })
  })

  it('wants one of phone and e-mail address, and a signed-in member to bind', async () => {
    expect(await refusal(ask({}, 'register'))).toMatchObject({ errorCode: 900001 })
    const both = { phone: '13900000113', email: 'both@yunfan.example' }
    expect(await refusal(ask(both, 'register'))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(ask({ phone: '13900000113' }, 'bind'))).toMatchObject({ status: 401 })
    expect(await refusal(ask({ phone: '1390000011' }, 'register'))).toMatchObject({ errorCode: 900001 })
  })
})

describe('registration', () => {
  const registration = { memberName: 'newcomer', fullName: '新同学', password: 'Sail-2026' }

  it('[IDENTITY-003] [IDENTITY-030] a phone and its code make an account that is signed in; the code lives 5 minutes', async () => {
    expect(await ask({ phone: '13900000121' }, 'register')).toMatchObject({ digits: 4, validSeconds: 300 })
    const code = await sentCode()
    platform.now += 299_000
    const tokens = await nobody().register({ body: { ...registration, phone: '13900000121', code } }, options())
    const me = await platform.client(identity, tokens.access_token).currentMember()
    expect(me).toMatchObject({ memberName: 'newcomer', fullName: '新同学', organization: { id: companyId } })
    const signedIn = await nobody().createToken({
      body: { grantType: 'password', account: 'NewComer', password: 'Sail-2026' },
    })
    expect(signedIn.token_type).toBe('Bearer')
  })

  it('[IDENTITY-003] so do an e-mail address and its code', async () => {
    await ask({ email: 'New@yunfan.example' }, 'register')
    const body = { ...registration, memberName: 'by-mail', email: 'new@yunfan.example', code: await sentCode() }
    expect(await nobody().register({ body }, options())).toMatchObject({ token_type: 'Bearer' })
  })

  it('[IDENTITY-033] [IDENTITY-093] an expired code is refused: 20175 for a phone, 20147 for an e-mail address', async () => {
    await ask({ phone: '13900000122' }, 'register')
    const code = await sentCode()
    platform.now += 300_000
    const body = { ...registration, memberName: 'too-late', phone: '13900000122', code }
    const refused = await refusal(nobody().register({ body }, options()))
    expect(refused).toMatchObject({ status: 422, errorCode: 20175 })
    expect(refused.message).toContain('验证码已过期')
    platform.sentSms.length = 0
    await ask({ email: 'late@yunfan.example' }, 'register')
    const mailed = await sentCode()
    platform.now += 300_000
    const late = { ...registration, memberName: 'too-late', email: 'late@yunfan.example', code: mailed }
    expect(await refusal(nobody().register({ body: late }, options()))).toMatchObject({ errorCode: 20147 })
  })

  it('[IDENTITY-040] [IDENTITY-041] [IDENTITY-079] [IDENTITY-080] a phone or e-mail address of another account answers 20106 and 20105', async () => {
    await memberWith({ phone: '13900000123', email: 'taken@yunfan.example' })
    await ask({ phone: '13900000123' }, 'register')
    const byPhone = { ...registration, memberName: 'second', phone: '13900000123', code: await sentCode() }
    const phoneRefused = await refusal(nobody().register({ body: byPhone }, options()))
    expect(phoneRefused).toMatchObject({ status: 422, errorCode: 20106 })
    expect(phoneRefused.message).toContain('手机号已被使用')
    platform.sentSms.length = 0
    await ask({ email: 'taken@yunfan.example' }, 'register')
    const byMail = { ...registration, memberName: 'second', email: 'TAKEN@yunfan.example', code: await sentCode() }
    const mailRefused = await refusal(nobody().register({ body: byMail }, options()))
    expect(mailRefused).toMatchObject({ status: 422, errorCode: 20105 })
    expect(mailRefused.message).toContain('邮箱已被使用')
  })

  it('[IDENTITY-023] [IDENTITY-038] [IDENTITY-021] [IDENTITY-022] refuses names and passwords against the rules, before the code is used', async () => {
    await ask({ phone: '13900000124' }, 'register')
    const code = await sentCode()
    const attempt = (change: object) =>
      nobody().register({ body: { ...registration, phone: '13900000124', code, ...change } }, options())
    for (const memberName of ['administrator', 'my.TEST.name', 'GuEsT1', 'ａｄｍｉｎ'])
      expect(await refusal(attempt({ memberName }))).toMatchObject({ status: 422, errorCode: 20182 })
    expect(await refusal(attempt({ memberName: 'x'.repeat(21) }))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(attempt({ fullName: '名'.repeat(21) }))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(attempt({ password: 'short' }))).toMatchObject({ errorCode: 20181 })
    const { name } = await memberWith({})
    expect(await refusal(attempt({ memberName: name.toUpperCase() }))).toMatchObject({ errorCode: 20183 })
    const accepted = await attempt({ memberName: 'x'.repeat(20), fullName: '名'.repeat(20) })
    expect(accepted.token_type).toBe('Bearer')
  })

  it('[IDENTITY-003] a wrong code counts, and voids after three', async () => {
    await ask({ phone: '13900000125' }, 'register')
    const code = await sentCode()
    const attempt = (typed: string) => {
      const body = { ...registration, memberName: 'guesser', phone: '13900000125', code: typed }
      return refusal(nobody().register({ body }, options()))
    }
    expect((await attempt(wrong(code))).errorCode).toBe(20134)
    expect((await attempt(wrong(code))).errorCode).toBe(20134)
    expect((await attempt(wrong(code))).errorCode).toBe(20174)
    expect((await attempt(code)).errorCode).toBe(20174)
  })

  it('[IDENTITY-003] knows no company that is not there', async () => {
    const body = { ...registration, phone: '13900000127', code: '0000', companyId: chief.id }
    expect(await refusal(nobody().register({ body }, options()))).toMatchObject({ status: 422, errorCode: 900005 })
  })

  it('[IDENTITY-003] can be closed by the company', async () => {
    await setRule({ registrationOpen: false })
    expect(await refusal(ask({ phone: '13900000126' }, 'register'))).toMatchObject({ status: 422, errorCode: 20185 })
    const body = { ...registration, memberName: 'closed', phone: '13900000126', code: '0000' }
    expect(await refusal(nobody().register({ body }, options()))).toMatchObject({ errorCode: 20185 })
    expect((await nobody().signInOptions()).registrationOpen).toBe(false)
    await setRule({ registrationOpen: true })
  })
})

describe('binding', () => {
  it('[IDENTITY-030] [IDENTITY-040] binds a phone by its code, refuses the phone of another account', async () => {
    await memberWith({ phone: '13900000131' })
    const member = await memberWith({})
    const calls = platform.client(identity, member)
    expect(await ask({ phone: '13900000132' }, 'bind', member.token)).toMatchObject({ validSeconds: 300 })
    const code = await sentCode()
    const bind = (phone: string, typed: string) => calls.bindPhone({ body: { phone, code: typed } })
    expect(await refusal(bind('13900000132', wrong(code)))).toMatchObject({ errorCode: 20134 })
    await bind('13900000132', code)
    expect((await calls.editDetail()).phone).toBe('13900000132')
    await ask({ phone: '13900000131' }, 'bind', member.token)
    expect(await refusal(bind('13900000131', await sentCode()))).toMatchObject({ status: 422, errorCode: 20106 })
  })

  it('[IDENTITY-041] binds an e-mail address by its code, refuses the address of another account', async () => {
    await memberWith({ email: 'other@yunfan.example' })
    const member = await memberWith({})
    const calls = platform.client(identity, member)
    const bind = (email: string, code: string) => calls.bindEmail({ body: { email, code } })
    await ask({ email: 'mine@yunfan.example' }, 'bind', member.token)
    const code = await sentCode()
    expect(await refusal(bind('mine@yunfan.example', wrong(code)))).toMatchObject({ errorCode: 20134 })
    await bind('mine@yunfan.example', code)
    expect((await calls.editDetail()).email).toBe('mine@yunfan.example')
    await ask({ email: 'other@yunfan.example' }, 'bind', member.token)
    expect(await refusal(bind('OTHER@yunfan.example', await sentCode()))).toMatchObject({ errorCode: 20105 })
  })

  it("[IDENTITY-033] another member's code is none; an expired one says so; three wrong tries void it", async () => {
    const member = await memberWith({})
    const other = await memberWith({})
    await ask({ phone: '13900000133' }, 'bind', member.token)
    const code = await sentCode()
    const body = { phone: '13900000133', code }
    expect(await refusal(platform.client(identity, other).bindPhone({ body }))).toMatchObject({ errorCode: 20134 })
    platform.now += 300_000
    expect(await refusal(platform.client(identity, member).bindPhone({ body }))).toMatchObject({ errorCode: 20175 })
    platform.sentSms.length = 0
    await ask({ email: 'void@yunfan.example' }, 'bind', member.token)
    const mailed = await sentCode()
    const guess = () =>
      refusal(
        platform.client(identity, member).bindEmail({ body: { email: 'void@yunfan.example', code: wrong(mailed) } }),
      )
    await guess()
    await guess()
    expect(await guess()).toMatchObject({ errorCode: 20174 })
    platform.now += 60_000
    await ask({ email: 'void@yunfan.example' }, 'bind', member.token)
    const late = { email: 'void@yunfan.example', code: await sentCode() }
    platform.now += 300_000
    expect(await refusal(platform.client(identity, member).bindEmail({ body: late }))).toMatchObject({
      errorCode: 20147,
    })
    platform.sentMails.length = 0
    await ask({ phone: '13900000134' }, 'bind', member.token)
    const typed = wrong(await sentCode())
    const guessPhone = () =>
      refusal(platform.client(identity, member).bindPhone({ body: { phone: '13900000134', code: typed } }))
    await guessPhone()
    await guessPhone()
    expect(await guessPhone()).toMatchObject({ errorCode: 20174 })
  })
})

describe('a forgotten password', () => {
  it('[IDENTITY-075] a code sets a new one, and every session ends', async () => {
    const member = await memberWith({ phone: '13900000141' })
    await ask({ phone: '13900000141' }, 'reset-password')
    const code = await sentCode()
    const reset = (typed: string, newPassword = 'Wind-2027') =>
      nobody().resetPassword({ body: { phone: '13900000141', code: typed, newPassword } })
    expect(await refusal(reset(code, 'weak'))).toMatchObject({ errorCode: 20181 })
    expect(await refusal(reset(wrong(code)))).toMatchObject({ errorCode: 20134 })
    await reset(code)
    expect(await refusal(platform.client(identity, member).currentMember())).toMatchObject({ status: 401 })
    const tokens = await nobody().createToken({
      body: { grantType: 'password', account: '13900000141', password: 'Wind-2027' },
    })
    expect(tokens.token_type).toBe('Bearer')
  })

  it('[IDENTITY-033] [IDENTITY-031] refuses expired and void codes', async () => {
    await memberWith({ phone: '13900000142', email: 'forgot@yunfan.example' })
    await ask({ phone: '13900000142' }, 'reset-password')
    const code = await sentCode()
    platform.now += 300_000
    const bySms = { phone: '13900000142', code, newPassword: 'Wind-2027' }
    expect(await refusal(nobody().resetPassword({ body: bySms }))).toMatchObject({ errorCode: 20175 })
    platform.sentSms.length = 0
    await ask({ email: 'forgot@yunfan.example' }, 'reset-password')
    const mailed = await sentCode()
    const byMail = (typed: string) =>
      refusal(
        nobody().resetPassword({ body: { email: 'forgot@yunfan.example', code: typed, newPassword: 'Wind-2027' } }),
      )
    await byMail(wrong(mailed))
    await byMail(wrong(mailed))
    expect(await byMail(wrong(mailed))).toMatchObject({ errorCode: 20174 })
    platform.now += 60_000
    await ask({ email: 'forgot@yunfan.example' }, 'reset-password')
    const late = await sentCode()
    platform.now += 300_000
    expect(await byMail(late)).toMatchObject({ errorCode: 20147 })
  })
})
