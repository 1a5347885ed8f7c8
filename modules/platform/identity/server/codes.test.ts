import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { bounds } from '#test/bounds.ts'
import { buildCompanyElsewhere } from '#test/company-days.ts'
import { refusal } from '#test/harness.ts'
import { outcomeOf } from '#test/outcomes.ts'
import { proves } from '#test/proves.ts'
import { codeFixture, wrong } from './codes.fixture.ts'
import { identityTables } from './db.ts'
import { buildSession } from './members.fixture.ts'

const { platform, options, nobody, ask, setRule, sentCode, memberWith } = codeFixture()
const hourMs = 3_600_000

describe('signing in by a code', () => {
  it('an SMS code of 4 digits signs in for 2 minutes', async () => {
    const member = await memberWith({ phone: '13900000101' })
    const sent = await ask({ phone: '13900000101' }, 'sign-in')
    await proves('IDENTITY-030', async () => {
      expect(sent).toEqual({ digits: 4, validSeconds: 120, resendSeconds: 60 })
      expect(await ask({ phone: '13900000117' }, 'register')).toMatchObject({ validSeconds: 300 })
      const bound = await ask({ phone: '13900000118' }, 'bind', member.token)
      expect(bound).toMatchObject({ validSeconds: 300 })
    })
    // The registration above sent its code to another number.
    platform.sentSms.length = 0
    platform.now += 60_000
    await ask({ phone: '13900000101' }, 'sign-in')
    const code = await sentCode()
    await proves('IDENTITY-028', () => expect(code).toMatch(/^\d{4}$/))
    await proves('IDENTITY-029', async () => {
      platform.now += 119_000
      const tokens = await nobody().createToken({ body: { grantType: 'sms', phone: '13900000101', code } })
      expect((await platform.client(identity, tokens.access_token).currentMember()).id).toBe(member.id)
    })
  })

  it('an SMS code to sign in that is 2 minutes old answers 20138', async () => {
    await memberWith({ phone: '13900000102' })
    await ask({ phone: '13900000102' }, 'sign-in')
    const code = await sentCode()
    platform.now += 120_000
    await proves(['IDENTITY-029', 'IDENTITY-043'], async () => {
      const refused = await refusal(nobody().createToken({ body: { grantType: 'sms', phone: '13900000102', code } }))
      expect(refused).toMatchObject({ status: 422, errorCode: 20138 })
      expect(refused.message).toContain('动态码已过期')
    })
  })

  it('an e-mail code has 6 digits; after 5 minutes it answers 20147', async () => {
    await memberWith({ email: 'qin@yunfan.example' })
    expect(await ask({ email: 'Qin@yunfan.example' }, 'sign-in')).toMatchObject({ digits: 6, validSeconds: 300 })
    const code = await sentCode()
    await proves('IDENTITY-028', () => expect(code).toMatch(/^\d{6}$/))
    expect(platform.sentMails[0]).toMatchObject({ to: 'qin@yunfan.example', subject: `您的验证码：${code}` })
    const use = () => nobody().createToken({ body: { grantType: 'email', email: 'qin@yunfan.example', code } })
    platform.now += 299_000
    expect(await use()).toMatchObject({ token_type: 'Bearer' })
    platform.now += 60_000
    await ask({ email: 'qin@yunfan.example' }, 'sign-in')
    const late = await sentCode()
    platform.now += 300_000
    await proves('IDENTITY-042', async () => {
      const refused = await refusal(
        nobody().createToken({ body: { grantType: 'email', email: 'qin@yunfan.example', code: late } }),
      )
      expect(refused).toMatchObject({ status: 422, errorCode: 20147 })
      expect(refused.message).toContain('邮箱验证码已过期')
    })
  })

  it('an e-mail is in the language of the requester', async () => {
    await memberWith({ email: 'en@yunfan.example' })
    await nobody().sendCode({ body: { email: 'en@yunfan.example', purpose: 'sign-in' } }, options('en'))
    await sentCode()
    expect(platform.sentMails[0]?.subject).toMatch(/^Your verification code: \d{6}$/)
  })

  it('[IDENTITY-044] a wrong code answers 20134, and so does one that was used', async () => {
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

  it('the third wrong try makes the code void; the right one no longer helps', async () => {
    await memberWith({ phone: '13900000104' })
    await ask({ phone: '13900000104' }, 'sign-in')
    const code = await sentCode()
    const use = (typed: string) =>
      nobody().createToken({ body: { grantType: 'sms', phone: '13900000104', code: typed } }, options('en'))
    const codes: (number | undefined)[] = []
    for (let guess = 0; guess < 3; guess++) codes.push((await refusal(use(wrong(code)))).errorCode)
    const refused = await refusal(use(code))
    await proves('IDENTITY-031', () => {
      expect(codes).toEqual([20134, 20134, 20174])
      expect(refused).toMatchObject({ status: 422, errorCode: 20174 })
    })
    await proves('IDENTITY-092', async () => {
      expect(refused.message).toContain('The verification code is wrong. After 3 wrong tries, request a new one.')
      const body = { grantType: 'sms', phone: '13900000104', code } as const
      const chinese = await refusal(nobody().createToken({ body }, options('cn')))
      expect(chinese.message).toContain('验证码错误，错误3次需重新获取')
    })
    platform.now += 60_000
    await ask({ phone: '13900000104' }, 'sign-in')
    expect(await use(await sentCode())).toMatchObject({ token_type: 'Bearer' })
  })

  it('a newer code replaces the older; a code with another purpose is refused', async () => {
    await memberWith({ phone: '13900000105' })
    await ask({ phone: '13900000105' }, 'reset-password')
    const reset = await sentCode()
    platform.now += 60_000
    await ask({ phone: '13900000105' }, 'sign-in')
    const use = (code: string) => nobody().createToken({ body: { grantType: 'sms', phone: '13900000105', code } })
    const current = await sentCode()
    if (reset !== current) expect(await refusal(use(reset))).toMatchObject({ errorCode: 20134 })
    expect(await use(current)).toMatchObject({ token_type: 'Bearer' })
    // The newest code is refused too if it was sent for another purpose.
    await memberWith({ phone: '13900000116' })
    await ask({ phone: '13900000116' }, 'sign-in')
    const body = { phone: '13900000116', code: await sentCode(), newPassword: 'Wind-2027' }
    expect(await refusal(nobody().resetPassword({ body }, options()))).toMatchObject({ errorCode: 20134 })
  })

  it('an unknown address gets the same answer, and nothing is sent', async () => {
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

  it('a member disabled after the code was sent gets no new password by it', async () => {
    const member = await memberWith({ phone: '13900000108' })
    await ask({ phone: '13900000108' }, 'reset-password')
    const body = { phone: '13900000108', code: await sentCode(), newPassword: 'Wind-2027' }
    const db = identityTables(platform.db)
    await db.updateTable('identity.member').set({ enabled: false }).where('id', '=', member.id).execute()
    expect(await refusal(nobody().resetPassword({ body }))).toMatchObject({ status: 422, errorCode: 20134 })
    const of = db.selectFrom('identity.credential').select('password_hash').where('member_id', '=', member.id)
    expect((await of.executeTakeFirstOrThrow()).password_hash).toBeNull()
  })
})

describe('limits of sending', () => {
  it('a second code within a minute is refused', async () => {
    await ask({ phone: '13900000111' }, 'register')
    platform.now += 59_000
    await proves('IDENTITY-094', async () => {
      const body = { phone: '13900000111', purpose: 'register' } as const
      const english = await refusal(nobody().sendCode({ body }, options('en')))
      expect(english.message).toContain('Too many verification codes requested')
      expect((await refusal(ask({ phone: '13900000111' }, 'register'))).message).toContain('验证码发送过于频繁')
    })
    await proves('IDENTITY-032', async () => {
      const refused = await refusal(ask({ phone: '13900000111' }, 'register'))
      expect(refused).toMatchObject({ status: 422, errorCode: 20176 })
      platform.now += 1000
      expect(await ask({ phone: '13900000111' }, 'register')).toMatchObject({ digits: 4 })
    })
  })

  it('the number of SMS in an hour is a setting; beyond it 10142, and an hour later it works', async () => {
    await setRule({ codesPerHour: 2, codesPerDay: 20 })
    const first = platform.now
    for (let sent = 0; sent < 2; sent++) {
      await ask({ phone: '13900000112' }, 'register')
      platform.now += 60_000
    }
    const again = () => ask({ phone: '13900000112' }, 'register')
    await proves('IDENTITY-035', async () => {
      expect(await refusal(again())).toMatchObject({ errorCode: 10142 })
      await setRule({ codesPerHour: 3, codesPerDay: 20 })
      expect(await again()).toMatchObject({ digits: 4 })
    })
    await proves('IDENTITY-034', async () => {
      platform.now += 60_000
      const refused = await refusal(again())
      expect(refused).toMatchObject({ status: 422, errorCode: 10142 })
      expect(refused.message).toContain('短信验证码发送次数已达上限，请1小时后重试')
      platform.now = first + hourMs - 1000
      expect(await refusal(again())).toMatchObject({ errorCode: 10142 })
      platform.now = first + hourMs
      expect(await again()).toMatchObject({ digits: 4 })
    })
  })

  it('the limit of a day ends at midnight in the company’s time zone', async () => {
    await setRule({ codesPerHour: 100, codesPerDay: 3 })
    const midnight = platform.now - 5 * 60_000 + 24 * hourMs
    for (let sent = 0; sent < 3; sent++) {
      await ask({ email: 'day@yunfan.example' }, 'register')
      platform.now += 2 * hourMs
    }
    const again = () => ask({ email: 'day@yunfan.example' }, 'register')
    await proves('IDENTITY-095', async () => {
      const body = { email: 'day@yunfan.example', purpose: 'register' } as const
      const english = await refusal(nobody().sendCode({ body }, options('en')))
      expect(english.message).toContain('Too many attempts today. Please try again tomorrow.')
      expect((await refusal(again())).message).toContain('今日操作过于频繁，请明日再来')
    })
    await proves('IDENTITY-036', async () => {
      expect(await refusal(again())).toMatchObject({ status: 422, errorCode: 20177 })
      platform.now = midnight - 1000
      expect(await refusal(again())).toMatchObject({ errorCode: 20177 })
      platform.now = midnight
      expect(await again()).toMatchObject({ digits: 6 })
    })
    await setRule({ codesPerHour: 5, codesPerDay: 20 })
  })

  it('a day is that of the first company, whichever company is asked: an address has one day at a time', async () => {
    const elsewhere = await buildCompanyElsewhere(platform)
    const value = { codesPerHour: 100, codesPerDay: 1 }
    await platform.client(settings, elsewhere).changeRule({ params: { key: 'SIGN_IN_CONFIG' }, body: { value } })
    const outcomes: unknown[] = []
    const firstMidnight = platform.now - 5 * 60_000 + 24 * hourMs
    // Midnight in Los Angeles is at 16:00 in Shanghai.
    for (const now of [platform.now, firstMidnight - 7 * hourMs, firstMidnight - 1000, firstMidnight]) {
      platform.now = now
      const token = await buildSession(platform.db, elsewhere, now)
      outcomes.push(await outcomeOf(ask({ email: 'elsewhere@yunfan.example' }, 'bind', token)))
    }
    expect(outcomes).toEqual(['accepted', 20177, 20177, 'accepted'])
  })

  it('a company may send less than the default to callers who are not signed in, and not more', async () => {
    await setRule({ codesPerHour: 100, codesPerDay: 500 })
    const again = () => ask({ phone: '13900000119' }, 'register')
    for (let sent = 0; sent < 5; sent++) {
      await again()
      platform.now += 60_000
    }
    expect(await refusal(again())).toMatchObject({ errorCode: 10142 })
    const member = await memberWith({})
    expect(await ask({ phone: '13900000119' }, 'bind', member.token)).toMatchObject({ digits: 4 })
    await setRule({ codesPerHour: 5, codesPerDay: 20 })
  })

  it('one handset is one address, with the prefix of the country and without', async () => {
    const member = await memberWith({ phone: '13900000120' })
    await ask({ phone: '+8613900000120' }, 'sign-in')
    expect(await refusal(ask({ phone: '13900000120' }, 'sign-in'))).toMatchObject({ errorCode: 20176 })
    const body = { grantType: 'sms', phone: '+8613900000120', code: await sentCode() } as const
    const { access_token: token } = await nobody().createToken({ body })
    expect((await platform.client(identity, token).currentMember()).id).toBe(member.id)
  })

  it('limits the calls of one address to thirty a minute, for all phones together', async () => {
    let sent = 0
    const askFor = async (count: number) => {
      const headers = { 'x-forwarded-for': `10.7.0.${count}` }
      for (let call = 0; call < count; call++) {
        sent += 1
        const phone = `1380000${String(sent).padStart(4, '0')}`
        await nobody().sendCode({ body: { phone, purpose: 'register' } }, { headers })
      }
    }
    await bounds(30, askFor, { refused: 900008 })
  })

  it('refuses an unknown company', async () => {
    const body = { phone: '13900000114', purpose: 'register', companyId: randomUUID() } as const
    expect(await refusal(nobody().sendCode({ body }, options()))).toMatchObject({ status: 422, errorCode: 900005 })
  })

  it('requires one of phone and e-mail address, and a signed-in member to bind', async () => {
    expect(await refusal(ask({}, 'register'))).toMatchObject({ errorCode: 900001 })
    const both = { phone: '13900000113', email: 'both@yunfan.example' }
    expect(await refusal(ask(both, 'register'))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(ask({ phone: '13900000113' }, 'bind'))).toMatchObject({ status: 401 })
    expect(await refusal(ask({ phone: '1390000011' }, 'register'))).toMatchObject({ errorCode: 900001 })
  })
})
