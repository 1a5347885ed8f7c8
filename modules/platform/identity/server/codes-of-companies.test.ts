/** What a code for one company is worth in another one, and what asking for it takes from its owner. */
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { refusal } from '#test/harness.ts'
import { codeFixture, sentCodeOf, wrong } from './codes.fixture.ts'
import { identityTables } from './db.ts'
import { buildCompany } from './members.fixture.ts'

const { platform, options, company, nobody, memberWith } = codeFixture()
let other = ''
let phone = ''
let runs = 0

beforeEach(async () => {
  other ||= await buildCompany(platform.db, '远洋集团', platform.now)
  phone = `1370000${String(++runs).padStart(4, '0')}`
})

const ask = async (companyId?: string, purpose: 'sign-in' | 'register' | 'reset-password' = 'sign-in') => {
  await nobody().sendCode({ body: { purpose, phone, companyId } }, options())
  return sentCodeOf(platform)
}
const use = (code: string, companyId?: string) =>
  nobody().createToken({ body: { grantType: 'sms', phone, code, companyId } }, options())
const answers = async (codes: readonly string[], companyId?: string) => {
  const answered: (number | undefined)[] = []
  for (const code of codes) answered.push((await refusal(use(code, companyId))).errorCode)
  return answered
}
/** Gives the newest code of the phone these digits, as a guess that hits. */
const makeCode = async (code: string) => {
  const db = identityTables(platform.db)
  const { id } = await db
    .selectFrom('identity.verification_code')
    .select('id')
    .where('address', '=', phone)
    .orderBy('sent_at', 'desc')
    .executeTakeFirstOrThrow()
  const set = { code_hash: createHash('sha256').update(`${id} ${code}`).digest() }
  await db.updateTable('identity.verification_code').set(set).where('id', '=', id).execute()
}

describe('a code', () => {
  it('a code that went to nobody never signs in, though somebody has the phone by now, and its tries count', async () => {
    expect(await ask(company.id)).toBe('no code was sent')
    await memberWith({ phone })
    await makeCode('4711')
    expect(await answers(['4711', '4711', '4711', '4711'], company.id)).toEqual([20134, 20134, 20174, 20174])
  })

  it('serves the company it was asked for, and no other nor none', async () => {
    const member = await memberWith({ phone })
    const code = await ask(other)
    expect(code).toMatch(/^\d{4}$/)
    expect(await answers([code], company.id)).toEqual([20134])
    expect(await answers([code])).toEqual([20134])
    const reset = { phone, code, newPassword: 'Wind-2027', companyId: company.id }
    expect(await refusal(nobody().resetPassword({ body: reset }, options()))).toMatchObject({ errorCode: 20134 })
    platform.now += 60_000
    const own = await ask(company.id)
    const { access_token: token } = await use(own, company.id)
    expect((await platform.client(identity, token).currentMember()).id).toBe(member.id)
  })

  it('is not replaced by one that somebody asks for at another company', async () => {
    await memberWith({ phone })
    const own = await ask(company.id)
    platform.now += 60_000
    await ask(other)
    expect(await answers([wrong(own), wrong(own)], other)).toEqual([20134, 20134])
    expect(await use(own, company.id)).toMatchObject({ token_type: 'Bearer' })
  })

  it('a right guess where nobody has the phone answers and counts like a wrong one', async () => {
    await memberWith({ phone })
    const code = await ask(other)
    expect(await answers([code, code, code, code], other)).toEqual([20134, 20134, 20174, 20174])
  })
})
