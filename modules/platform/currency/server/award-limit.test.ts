/** Whoever sets the rules of awards is awarded by them: never more than an administrator may issue alone. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { currency } from '#modules/platform/currency/contract.ts'
import { award, rewardEvent } from '#modules/platform/currency/server.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildSession,
} from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'

const label = { cn: '发帖', en: 'Post' }
const posted = rewardEvent({ event: 'posted', label, description: label, defaults: [] })
const fixture = { name: 'posts', contract: {}, routes: {}, extensions: [posted] }
const platform = testPlatform({ poolSize: 8, modules: [fixture, ...serverModules] })
const dayMs = 86_400_000

let companyId: string
let chief: BuiltMember

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
  await setLimit({ coinsPerDay: 100, pointsPerDay: 100 })
})

const freshToken = () => buildSession(platform.db, chief, platform.now)
const calls = async () => platform.client(currency, await freshToken())
const setLimit = async (value: object) => {
  const change = { params: { key: 'CURRENCY_ISSUE_CONFIG' as const }, body: { value } }
  await platform.client(settings, await freshToken()).changeRule(change as never)
}
const setRule = async (
  amount: string,
  { event = 'sign-in', kind = 1 as 1 | 2, dailyCap = null as string | null } = {},
) => (await calls()).changeRewardRule({ params: { event, kind }, body: { enabled: true, amount, dailyCap } })
/** Of a new session each time, so that each asks for an award. */
const signIn = async (kind: 1 | 2 = 1) => {
  const { items } = await (await calls()).signInAward()
  return items.find((one) => one.kind === kind)?.amount
}
const post = (businessId: string) =>
  inTransaction(platform.db, (db) =>
    award(db, { companyId, memberId: chief.id, event: 'posted', businessId, now: platform.now }),
  )
const coins = async () => (await (await calls()).personAccount()).coin.totalAmount

describe('the awards of a member', () => {
  it('give nothing above the limit of issues, whatever the rule says', async () => {
    expect(await setRule('100000000000000000')).toMatchObject({ dayMax: '10000' })
    expect(await signIn()).toBe('0')
    await setRule('10001', { dailyCap: '100000000000000000' })
    expect(await signIn()).toBe('0')
    await setRule('10000')
    expect(await signIn()).toBe('10000')
    expect(await coins()).toBe('10000')
  })

  it('count together over sessions and events, for 24 hours', async () => {
    await setRule('6000')
    await setRule('4000', { event: 'posted' })
    expect(await signIn()).toBe('6000')
    expect(await signIn()).toBe('0')
    expect(await post('first')).toEqual([{ kind: 1, amount: 4000n }])
    expect(await post('second')).toEqual([{ kind: 1, amount: 0n }])
    platform.now += dayMs - 1
    expect(await signIn()).toBe('0')
    platform.now += 1
    expect(await signIn()).toBe('6000')
    expect(await coins()).toBe('16000')
  })

  it('at one moment pass the limit no more than one after the other', async () => {
    await setRule('3000', { event: 'posted' })
    const begin = () => post('first')
    const locked = () => sql`select from currency.account where owner_id = ${chief.id} and kind = 1 for update`
    await race(platform, 8, (index) => post(`post ${index}`), { begin, locked })
    expect(await coins()).toBe('9000')
  })

  it('by the product’s own rules come on the next day, however little an administrator may issue', async () => {
    await setLimit({ coinsPerDay: 0, pointsPerDay: 0 })
    await setRule('26700', { event: 'posted', kind: 2 })
    expect(await post('evening')).toEqual([{ kind: 2, amount: 26700n }])
    expect([await signIn(2), await signIn(2)]).toEqual(['100', '0'])
    platform.now += 23 * 3_600_000
    // Less than 24 hours later, and another day in the company's zone or not: what was raised waits, the own does not.
    expect(await post('morning')).toEqual([{ kind: 2, amount: 0n }])
    platform.now += 2 * 3_600_000
    expect(await signIn(2)).toBe('100')
    await setRule('26700', { kind: 2, dailyCap: '100000' })
    expect(await signIn(2)).toBe('0')
  })

  it('keep what the product gives by itself where every issue needs an approval', async () => {
    await setLimit({ coinsPerDay: 0, pointsPerDay: 0 })
    expect(await signIn(2)).toBe('100')
    await setRule('1')
    await setRule('1000000', { kind: 2 })
    expect([await signIn(), await signIn(2)]).toEqual(['0', '0'])
    const { items } = await (await calls()).rewardRules()
    const [coin, points] = items.find(({ event }) => event === 'sign-in')?.rules ?? []
    expect(coin).toMatchObject({ amount: '1', dayMax: '0' })
    // Signing in 1, courses 20, subjects 20, live sessions 6, awards of contests 200.
    expect(points).toMatchObject({ amount: '1000000', dayMax: '26700' })
  })
})
