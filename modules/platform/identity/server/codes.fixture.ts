/** The fixture of tests with codes: a company, the caller's address, and the last code. */
import { beforeAll, beforeEach } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { type TestPlatform, testPlatform } from '#test/harness.ts'
import { identityTables } from './db.ts'
import { type BuiltMember, buildCompany, buildMember, buildSession } from './members.fixture.ts'

type Purpose = 'sign-in' | 'register' | 'bind' | 'reset-password'

/** A different code with the same number of digits. */
export const wrong = (code: string) => String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0')

/** The code of the last message that went out. */
export async function sentCodeOf(platform: TestPlatform): Promise<string> {
  await platform.runJobs()
  const sms = platform.sentSms.at(-1)?.parameters.code
  const mail = /\b\d{6}\b/.exec(platform.sentMails.at(-1)?.text ?? '')?.[0]
  return sms ?? mail ?? 'no code was sent'
}

/** Call it once in a file. Each test uses its own address, because the calls of one address are limited. */
export function codeFixture() {
  const platform = testPlatform({ environment: { TRUST_PROXY: 'true' } })
  const company = { id: '' }
  let chief: BuiltMember
  let caller = 0

  beforeAll(async () => {
    company.id = await buildCompany(platform.db)
    chief = await buildMember(platform.db, { companyId: company.id, roles: ['super-admin'] })
  })

  beforeEach(() => {
    caller++
    // Shortly after midnight in Shanghai, so that a whole day follows.
    platform.now = Date.UTC(2030, 0, 1 + caller, 16, 5)
    platform.sentSms.length = 0
    platform.sentMails.length = 0
  })

  const options = (language = 'cn') => ({
    headers: { 'x-forwarded-for': `10.0.0.${caller}`, 'accept-language': language },
  })
  return {
    platform,
    company,
    options,
    nobody: () => platform.client(identity),
    ask: (address: { phone?: string; email?: string }, purpose: Purpose, token?: string) =>
      platform.client(identity, token).sendCode({ body: { ...address, purpose } }, options()),
    async setRule(value: Record<string, unknown>) {
      const token = await buildSession(platform.db, chief, platform.now)
      await platform.client(settings, token).changeRule({ params: { key: 'SIGN_IN_CONFIG' }, body: { value } })
    },
    sentCode: () => sentCodeOf(platform),
    async memberWith(fields: { name?: string; phone?: string; email?: string }): Promise<BuiltMember> {
      const member = await buildMember(platform.db, { companyId: company.id, now: platform.now })
      const values = { ...fields, updated_at: platform.now }
      await identityTables(platform.db).updateTable('identity.member').set(values).where('id', '=', member.id).execute()
      return member
    },
  }
}
