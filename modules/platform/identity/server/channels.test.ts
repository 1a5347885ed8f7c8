import { beforeAll, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { buildCompany } from './members.fixture.ts'

const platform = testPlatform({ environment: { SMS_PROVIDER: 'off', NODE_ENV: 'production' } })

beforeAll(async () => {
  await buildCompany(platform.db)
})

it('refuses codes by a channel that is not set up, and the sign-in page does not offer it', async () => {
  const calls = platform.client(identity)
  expect(await calls.signInOptions()).toMatchObject({ smsAvailable: false, emailAvailable: false })
  const bySms = calls.sendCode({ body: { phone: '13900000001', purpose: 'sign-in' } })
  expect(await refusal(bySms)).toMatchObject({ status: 422, errorCode: 20189 })
  const byMail = calls.sendCode({ body: { email: 'a@yunfan.example', purpose: 'sign-in' } })
  expect(await refusal(byMail)).toMatchObject({ status: 422, errorCode: 20189 })
})
