import { describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { refusal } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { codeFixture, wrong } from './codes.fixture.ts'

const { platform, options, nobody, ask, sentCode, memberWith } = codeFixture()

describe('binding', () => {
  it('binds a phone by its code, refuses the phone of another account', async () => {
    await memberWith({ phone: '13900000131' })
    const member = await memberWith({})
    const calls = platform.client(identity, member)
    await proves('IDENTITY-030', async () => {
      expect(await ask({ phone: '13900000132' }, 'bind', member.token)).toMatchObject({ validSeconds: 300 })
    })
    const code = await sentCode()
    const bind = (phone: string, typed: string) => calls.bindPhone({ body: { phone, code: typed } })
    expect(await refusal(bind('13900000132', wrong(code)))).toMatchObject({ errorCode: 20134 })
    await bind('13900000132', code)
    expect((await calls.editDetail()).phone).toBe('13900000132')
    await ask({ phone: '13900000131' }, 'bind', member.token)
    await proves('IDENTITY-040', async () => {
      expect(await refusal(bind('13900000131', await sentCode()))).toMatchObject({ status: 422, errorCode: 20106 })
      expect((await calls.editDetail()).phone).toBe('13900000132')
    })
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

  it('allows thirty tries a minute from one address, for all phones together', async () => {
    const tried = async (phone: number) => {
      const body = { phone: `1370000${String(phone).padStart(4, '0')}`, code: '0000', newPassword: 'Wind-2027' }
      return (await refusal(nobody().resetPassword({ body }, options()))).errorCode
    }
    const codes: (number | undefined)[] = []
    for (let phone = 0; phone < 31; phone++) codes.push(await tried(phone))
    expect(codes).toEqual([...Array.from({ length: 30 }, () => 20134), 900008])
  })

  it('refuses expired and void codes', async () => {
    await memberWith({ phone: '13900000142', email: 'forgot@yunfan.example' })
    await ask({ phone: '13900000142' }, 'reset-password')
    const code = await sentCode()
    platform.now += 300_000
    const bySms = { phone: '13900000142', code, newPassword: 'Wind-2027' }
    await proves('IDENTITY-033', async () => {
      expect(await refusal(nobody().resetPassword({ body: bySms }))).toMatchObject({ status: 422, errorCode: 20175 })
    })
    platform.sentSms.length = 0
    await ask({ email: 'forgot@yunfan.example' }, 'reset-password')
    const mailed = await sentCode()
    const byMail = (typed: string) =>
      refusal(
        nobody().resetPassword({ body: { email: 'forgot@yunfan.example', code: typed, newPassword: 'Wind-2027' } }),
      )
    await proves('IDENTITY-031', async () => {
      const codes: (number | undefined)[] = []
      for (const typed of [wrong(mailed), wrong(mailed), wrong(mailed), mailed])
        codes.push((await byMail(typed)).errorCode)
      expect(codes).toEqual([20134, 20134, 20174, 20174])
    })
    platform.now += 60_000
    await ask({ email: 'forgot@yunfan.example' }, 'reset-password')
    const late = await sentCode()
    platform.now += 300_000
    expect(await byMail(late)).toMatchObject({ errorCode: 20147 })
  })
})
