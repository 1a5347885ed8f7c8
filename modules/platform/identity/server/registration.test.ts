import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { refusal } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { codeFixture, wrong } from './codes.fixture.ts'

const { platform, company, options, nobody, ask, setRule, sentCode, memberWith } = codeFixture()

describe('registration', () => {
  const registration = { memberName: 'newcomer', fullName: '新同学', password: 'Sail-2026' }

  it('a phone and its code create a signed-in account; the code is valid for 5 minutes', async () => {
    await proves('IDENTITY-030', async () => {
      expect(await ask({ phone: '13900000121' }, 'register')).toMatchObject({ digits: 4, validSeconds: 300 })
    })
    const code = await sentCode()
    platform.now += 299_000
    await proves('IDENTITY-003', async () => {
      const tokens = await nobody().register({ body: { ...registration, phone: '13900000121', code } }, options())
      const me = await platform.client(identity, tokens.access_token).currentMember()
      expect(me).toMatchObject({ memberName: 'newcomer', fullName: '新同学', organization: { id: company.id } })
    })
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

  it('an expired code is refused: 20175 for a phone, 20147 for an e-mail address', async () => {
    await ask({ phone: '13900000122' }, 'register')
    const code = await sentCode()
    platform.now += 300_000
    const body = { ...registration, memberName: 'too-late', phone: '13900000122', code }
    const refused = await refusal(nobody().register({ body }, options()))
    await proves('IDENTITY-033', () => expect(refused).toMatchObject({ status: 422, errorCode: 20175 }))
    await proves('IDENTITY-093', async () => {
      expect(refused.message).toContain('验证码已过期')
      const english = await refusal(nobody().register({ body }, options('en')))
      expect(english.message).toContain('The verification code has expired')
    })
    platform.sentSms.length = 0
    await ask({ email: 'late@yunfan.example' }, 'register')
    const mailed = await sentCode()
    platform.now += 300_000
    const late = { ...registration, memberName: 'too-late', email: 'late@yunfan.example', code: mailed }
    expect(await refusal(nobody().register({ body: late }, options()))).toMatchObject({ errorCode: 20147 })
  })

  it('a phone or e-mail address of another account answers 20106 and 20105', async () => {
    await memberWith({ phone: '13900000123', email: 'taken@yunfan.example' })
    await ask({ phone: '13900000123' }, 'register')
    const byPhone = { ...registration, memberName: 'second', phone: '13900000123', code: await sentCode() }
    const phoneRefused = await refusal(nobody().register({ body: byPhone }, options()))
    await proves('IDENTITY-040', () => {
      expect(phoneRefused).toMatchObject({ status: 422, errorCode: 20106 })
      expect(phoneRefused.message).toContain('手机号已被使用')
    })
    platform.sentSms.length = 0
    await ask({ email: 'taken@yunfan.example' }, 'register')
    const byMail = { ...registration, memberName: 'second', email: 'TAKEN@yunfan.example', code: await sentCode() }
    const mailRefused = await refusal(nobody().register({ body: byMail }, options()))
    await proves('IDENTITY-041', () => {
      expect(mailRefused).toMatchObject({ status: 422, errorCode: 20105 })
      expect(mailRefused.message).toContain('邮箱已被使用')
    })
  })

  it('refuses names and passwords against the rules, before the code is used', async () => {
    await ask({ phone: '13900000124' }, 'register')
    const code = await sentCode()
    const attempt = (change: object) =>
      nobody().register({ body: { ...registration, phone: '13900000124', code, ...change } }, options())
    await proves('IDENTITY-023', async () => {
      for (const memberName of ['administrator', 'my.TEST.name', 'GuEsT1', 'ａｄｍｉｎ', 'аdmin'])
        expect(await refusal(attempt({ memberName }))).toMatchObject({ status: 422, errorCode: 20182 })
    })
    await proves('IDENTITY-038', async () => {
      expect(await refusal(attempt({ memberName: 'x'.repeat(21) }))).toMatchObject({ errorCode: 900001 })
      expect(await refusal(attempt({ fullName: '名'.repeat(21) }))).toMatchObject({ errorCode: 900001 })
    })
    await proves('IDENTITY-021', async () => {
      for (const password of ['Ab1-x', `Ab1-${'x'.repeat(17)}`, 'abcdefgh', '12345678'])
        expect(await refusal(attempt({ password }))).toMatchObject({ status: 422, errorCode: 20181 })
    })
    const { name } = await memberWith({})
    expect(await refusal(attempt({ memberName: name.toUpperCase() }))).toMatchObject({ errorCode: 20183 })
    await memberWith({ name: 'yaocai' })
    // The first letter is Cyrillic.
    expect(await refusal(attempt({ memberName: 'уaocai' }))).toMatchObject({ status: 422, errorCode: 20217 })
    await proves('IDENTITY-038', async () => {
      const accepted = await attempt({ memberName: 'x'.repeat(20), fullName: '名'.repeat(20) })
      expect(accepted.token_type).toBe('Bearer')
    })
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

  it('[IDENTITY-003] refuses an unknown company', async () => {
    const body = { ...registration, phone: '13900000127', code: '0000', companyId: randomUUID() }
    expect(await refusal(nobody().register({ body }, options()))).toMatchObject({ status: 422, errorCode: 900005 })
  })

  it('[IDENTITY-003] can be disabled by the company', async () => {
    await setRule({ registrationOpen: false })
    expect(await refusal(ask({ phone: '13900000126' }, 'register'))).toMatchObject({ status: 422, errorCode: 20185 })
    const body = { ...registration, memberName: 'closed', phone: '13900000126', code: '0000' }
    expect(await refusal(nobody().register({ body }, options()))).toMatchObject({ errorCode: 20185 })
    expect((await nobody().signInOptions()).registrationOpen).toBe(false)
    await setRule({ registrationOpen: true })
  })
})
