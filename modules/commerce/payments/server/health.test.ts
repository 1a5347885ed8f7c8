/** Payments on the status page of the administrator. */
import { beforeAll, expect, it } from 'vitest'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { checkNamed } from '#modules/platform/operations/server.ts'
import { testPlatform } from '#test/harness.ts'
import { buildPayment, buildRefund } from './payments.fixture.ts'

const platform = testPlatform()
const check = () => checkNamed('payments', platform.outside, platform.db)
let whose: { companyId: string; memberId: string }

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  whose = { companyId, memberId: (await buildMember(platform.db, { companyId })).id }
})

it('says that no provider is set up', async () => {
  expect(await check()).toMatchObject({ state: 'off', facts: { providers: 'test', paid: 0 } })
})

it('warns where a refund has failed', async () => {
  const { now } = platform
  const paymentId = await buildPayment(platform.db, { ...whose, state: 'succeeded', counts: false, now })
  await buildRefund(platform.db, { ...whose, paymentId, state: 'failed', amountFen: 9900n, now })
  expect(await check()).toMatchObject({ state: 'warning', facts: { paid: 1, failed: 1 } })
})
