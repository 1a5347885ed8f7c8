/** Awards that count once, and awards that count once per day of the company. */
import { beforeAll, expect, it } from 'vitest'
import { currency } from '#modules/platform/currency/contract.ts'
import { rewardableKind } from '#modules/platform/currency/server.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { serverModules } from '#server/modules.ts'
import { acrossDays, buildCompanyElsewhere } from '#test/company-days.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { outcomeOf } from '#test/outcomes.ts'
import { proves } from '#test/proves.ts'
import { buildIssue } from './accounts.fixture.ts'

let author: BuiltMember
const articles = rewardableKind({
  businessType: 16,
  find: async (_db, _caller, id) =>
    id === author.id ? { name: '如何讲好一堂课', payee: { kind: 'person', id } } : undefined,
})
const fixture = { name: 'articles', contract: {}, routes: {}, extensions: [articles] }
const platform = testPlatform({ modules: [fixture, ...serverModules] })
let chief: BuiltMember
let member: BuiltMember

beforeAll(async () => {
  chief = await buildCompanyElsewhere(platform)
  author = await buildMember(platform.db, { companyId: chief.companyId })
  member = await buildMember(platform.db, { companyId: chief.companyId })
})

const calls = (caller: BuiltMember) => platform.client(currency, caller)

it('a sign-in gives points once per day of the company', async () => {
  const given = await acrossDays(platform, member, async (signedIn) => (await calls(signedIn).signInAward()).items)
  const [once, none] = [[{ kind: 2, amount: '100' }], [{ kind: 2, amount: '0' }]]
  const expected = { beforeMidnight: once, afterMidnight: once, sameDay: none, nextDay: once, yearLater: once }
  await proves(['CURRENCY-033', 'CURRENCY-035'], () => expect(given).toEqual(expected))
})

it('[CURRENCY-037] a member rewards an item once, not once per day', async () => {
  const value = { switchOpen: '1' }
  await platform.client(settings, chief).changeRule({ params: { key: 'CURRENCY_REWARD_RULE_CONFIG' }, body: { value } })
  const owner = { kind: 'person', id: member.id } as const
  await buildIssue(platform.db, { companyId: chief.companyId, owner, amount: 1000n, now: platform.now })
  const body = { businessType: 16, businessId: author.id, type: 1 as const, tradeAmount: '30' }
  const outcomes = await acrossDays(platform, member, (signedIn) => outcomeOf(calls(signedIn).reward({ body })))
  expect(outcomes).toEqual({
    beforeMidnight: 'accepted',
    afterMidnight: 13003,
    sameDay: 13003,
    nextDay: 13003,
    yearLater: 13003,
  })
  expect((await calls(author).personAccount()).coin).toMatchObject({ reward: '30', totalAmount: '30' })
  const repeated = await refusal(calls(member).reward({ body }))
  expect(repeated.message).toContain('不能重复打赏')
})
