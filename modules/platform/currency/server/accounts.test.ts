import { beforeAll, describe, expect, it } from 'vitest'
import { currency } from '#modules/platform/currency/contract.ts'
import {
  award,
  balancesOf,
  refund,
  reserve,
  rewardableKind,
  rewardEvent,
  settle,
  spend,
  voidReservation,
} from '#modules/platform/currency/server.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { buildIssue, TeamsInMemory } from './accounts.fixture.ts'
import { signInEvent } from './reward-events.ts'

const directory = new TeamsInMemory()
const articles = new Map<string, string>()
const rewardable = rewardableKind({
  businessType: 16,
  find: async (_db, _caller, id) => {
    const author = articles.get(id)
    return author === undefined ? undefined : { name: '如何讲好一堂课', payee: { kind: 'person', id: author } }
  },
})
const posted = rewardEvent({
  event: 'article-posted',
  label: { cn: '发表文章', en: 'Article posted' },
  description: { cn: '文章发表时', en: 'When an article is posted' },
  defaults: [{ kind: 1, amount: 50n, enabled: true }],
})
const fixture = { ...directory.module, extensions: [...(directory.module.extensions ?? []), rewardable, posted] }
const platform = testPlatform({ poolSize: 6, modules: [fixture, ...serverModules] })
const dayMs = 86_400_000
let companyId: string
let chief: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], fullName: '沈墨' })
})

const newMember = () => buildMember(platform.db, { companyId, fullName: '江晚' })
const calls = (member: BuiltMember) => platform.client(currency, member)
const within = <T>(run: (db: Connection) => Promise<T>) => inTransaction(platform.db, run)

async function balance(member: BuiltMember, kind: 1 | 2 = 1): Promise<string> {
  const account = await calls(member).personAccount()
  return (kind === 1 ? account.coin : account.points).totalAmount
}

async function recordsOf(member: BuiltMember, query: object = {}) {
  const account = { accountCode: member.id, accountType: 1 as const }
  return (await calls(member).tradeDetail({ query: { ...account, ...query } })).items
}

const issue = (member: BuiltMember, amount: bigint, more: object = {}) =>
  buildIssue(platform.db, { companyId, owner: { kind: 'person', id: member.id }, amount, now: platform.now, ...more })

const purchase = (member: BuiltMember, amount: bigint, more: object = {}) => ({
  companyId,
  memberId: member.id,
  kind: 1 as const,
  amount,
  tradeType: 7 as const,
  eventKey: `order:${Math.random()}`,
  businessId: 'course-1',
  subject: '沟通的艺术',
  now: platform.now,
  ...more,
})

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: { error?: { code: number } }) => error.error?.code,
  )

async function setSwitches(value: Record<string, string>) {
  const params = { key: 'CURRENCY_REWARD_RULE_CONFIG' }
  await platform.client(settings, chief).changeRule({ params, body: { value } })
}

describe('own accounts', () => {
  it('[CURRENCY-066] are empty at first, and a read creates none', async () => {
    const member = await newMember()
    const account = await calls(member).personAccount()
    expect(account.coin).toMatchObject({ totalAmount: '0', amountIn: '0', reserved: '0', expiring: null })
    expect(await recordsOf(member)).toEqual([])
  })

  it('determine the grade and points of a profile; the grade follows earned points', async () => {
    const member = await newMember()
    await issue(member, 12_399n, { kind: 2 })
    await within((db) => spend(db, purchase(member, 12_000n, { kind: 2 })))
    const grade = await platform.client(identity, member).otherGrade({ query: { memberId: member.id } })
    expect(grade).toMatchObject({ points: 3, integralGrade: { gradeName: '童生' } })
  })

  it('are visible to managers of coins, like those of organizations', async () => {
    const account = { accountCode: (await newMember()).id, accountType: 1 as const }
    expect((await calls(chief).totalAmount({ query: account })).totalAmount).toBe('0')
    const organization = { accountCode: companyId, accountType: 2 as const }
    expect((await refusal(calls(await newMember()).totalAmount({ query: organization }))).errorCode).toBe(900005)
    expect((await calls(chief).totalAmount({ query: organization })).totalAmount).toBe('0')
  })
})

describe('spending', () => {
  it('takes allocated coins first, then rewards, then subscriptions, as one record', async () => {
    const member = await newMember()
    await issue(member, 100n)
    await issue(member, 200n, { balanceKind: 'reward' })
    await issue(member, 300n, { balanceKind: 'subscription' })
    await within((db) => spend(db, purchase(member, 350n)))
    await proves('CURRENCY-044', async () => {
      const { coin } = await calls(member).personAccount()
      expect(coin).toMatchObject({ allocated: '0', reward: '0', subscription: '250', totalAmount: '250' })
    })
    await proves('CURRENCY-029', async () => {
      const [record] = await recordsOf(member)
      expect(record).toMatchObject({
        ...{ type: 2, tradeType: 7, tradeAmount: '350', availableBalance: '250', detail: '沟通的艺术' },
      })
      const bought = [6, 8, 11, 12, 14, 17, 19] as const
      for (const tradeType of bought) await within((db) => spend(db, purchase(member, 1n, { tradeType })))
      const records = await recordsOf(member, { type: 2 })
      expect(records.map((one) => one.tradeType)).toEqual([...bought.toReversed(), 7])
    })
  })

  it('refuses each kind of shortage with its own code', async () => {
    const member = await newMember()
    await issue(member, 100n)
    await issue(member, 100n, { kind: 2 })
    const codeFor = (more: object) => codeOf(within((db) => spend(db, purchase(member, 101n, more))))
    expect(await codeFor({})).toBe(2000103)
    await proves('CURRENCY-041', async () => expect(await codeFor({ balanceKind: 'allocated' })).toBe(701011))
    await proves('CURRENCY-042', async () => expect(await codeFor({ balanceKind: 'reward' })).toBe(701012))
    await proves('CURRENCY-043', async () => expect(await codeFor({ balanceKind: 'subscription' })).toBe(701013))
    await proves('CURRENCY-039', async () => expect(await codeFor({ kind: 2 })).toBe(71004))
    expect([await balance(member), await balance(member, 2)]).toEqual(['100', '100'])
  })

  it('a repeated order moves nothing', async () => {
    const member = await newMember()
    await issue(member, 100n)
    const order = purchase(member, 60n)
    const first = await within((db) => spend(db, order))
    expect(await within((db) => spend(db, order))).toEqual({ ...first, repeated: true })
    expect(await balance(member)).toBe('40')
  })

  it('[CURRENCY-031] is refunded to its original balances, in parts, never more than was paid', async () => {
    const member = await newMember()
    await issue(member, 100n)
    await issue(member, 100n, { balanceKind: 'reward' })
    const { transferId } = await within((db) => spend(db, purchase(member, 150n)))
    const part = { companyId, transferId, createdBy: chief.id, now: platform.now }
    await within((db) => refund(db, { ...part, amount: 60n, eventKey: `refund:1:${transferId}` }))
    expect((await calls(member).personAccount()).coin).toMatchObject({ allocated: '10', reward: '100' })
    expect((await recordsOf(member))[0]).toMatchObject({
      type: 1,
      tradeType: 5,
      tradeAmount: '60',
      businessId: 'course-1',
    })
    const again = await within((db) => refund(db, { ...part, amount: 60n, eventKey: `refund:1:${transferId}` }))
    expect(again.repeated).toBe(true)
    const tooMuch = within((db) => refund(db, { ...part, amount: 91n, eventKey: `refund:2:${transferId}` }))
    expect(await codeOf(tooMuch)).toBe(701019)
    const both = [3, 4].map((number) =>
      codeOf(within((db) => refund(db, { ...part, eventKey: `refund:${number}:${transferId}` }))),
    )
    expect((await Promise.all(both)).sort()).toEqual([701019, undefined].sort())
    expect((await calls(member).personAccount()).coin).toMatchObject({ allocated: '100', reward: '100' })
    const unknown = within((db) => refund(db, { ...part, transferId: companyId, eventKey: 'refund:none' }))
    expect(await codeOf(unknown)).toBe(900005)
  })
})

describe('reserved amounts', () => {
  const kept = (member: BuiltMember, amount: bigint) => ({
    ...purchase(member, amount),
    expiresAt: platform.now + dayMs,
  })

  it('stay in the balance, unavailable for other spending, until they are settled in whole or in part', async () => {
    const member = await newMember()
    await issue(member, 100n)
    const input = kept(member, 80n)
    const { reservationId } = await within((db) => reserve(db, input))
    expect(await within((db) => reserve(db, input))).toEqual({ reservationId })
    expect((await calls(member).personAccount()).coin).toMatchObject({ totalAmount: '100', reserved: '80' })
    expect(await codeOf(within((db) => spend(db, purchase(member, 21n))))).toBe(2000103)
    expect(await codeOf(within((db) => reserve(db, kept(member, 21n))))).toBe(2000103)
    const decision = { companyId, reservationId, now: platform.now }
    const posted = await within((db) => settle(db, { ...decision, amount: 50n }))
    expect(await within((db) => settle(db, decision))).toEqual({ ...posted, repeated: true })
    expect((await calls(member).personAccount()).coin).toMatchObject({ totalAmount: '50', reserved: '0' })
    expect(await codeOf(within((db) => voidReservation(db, decision)))).toBe(701018)
    expect(await recordsOf(member)).toHaveLength(2)
  })

  it('come from allocated coins first, then from rewards', async () => {
    const member = await newMember()
    await issue(member, 50n)
    await issue(member, 100n, { balanceKind: 'reward' })
    const { reservationId } = await within((db) => reserve(db, kept(member, 80n)))
    await within((db) => settle(db, { companyId, reservationId, now: platform.now }))
    expect((await calls(member).personAccount()).coin).toMatchObject({ allocated: '0', reward: '70' })
  })

  it('become available when they are voided or expire', async () => {
    const member = await newMember()
    await issue(member, 100n)
    const first = await within((db) => reserve(db, kept(member, 60n)))
    const decision = { companyId, ...first, now: platform.now }
    await within((db) => voidReservation(db, decision))
    await within((db) => voidReservation(db, decision))
    expect(await codeOf(within((db) => settle(db, decision)))).toBe(701018)
    const input = kept(member, 100n)
    await within((db) => reserve(db, input))
    const expire = serverModules
      .flatMap((module) => module.jobs ?? [])
      .find((job) => job.name === 'currency.expire-reservations')
    await expire?.run(platform.db, {}, { outside: platform.outside, now: input.expiresAt })
    expect((await calls(member).personAccount()).coin).toMatchObject({ totalAmount: '100', reserved: '0' })
    expect(await recordsOf(member)).toHaveLength(1)
  })
})

describe('the rules of reward', () => {
  const happening = (member: BuiltMember, businessId: string) => ({
    companyId,
    memberId: member.id,
    event: signInEvent.event,
    businessId,
    now: platform.now,
  })

  it('a sign-in gives points once per session, up to the daily cap, and again the next day', async () => {
    const member = await newMember()
    await proves('CURRENCY-033', async () => {
      expect((await calls(member).signInAward()).items).toEqual([{ kind: 2, amount: '100' }])
      expect((await calls(member).signInAward()).items).toEqual([])
    })
    await proves('CURRENCY-035', async () => {
      expect(await within((db) => award(db, happening(member, 'second session')))).toEqual([{ kind: 2, amount: 0n }])
      expect(await balance(member, 2)).toBe('100')
      const tomorrow = { ...happening(member, 'third session'), now: platform.now + dayMs }
      expect(await within((db) => award(db, tomorrow))).toEqual([{ kind: 2, amount: 100n }])
    })
    expect(await recordsOf(member, { rewardType: 2 })).toMatchObject([
      { tradeType: 16, tradeAmount: '100', detail: '每日登录' },
      { tradeType: 16, tradeAmount: '100' },
    ])
  })

  it('[CURRENCY-035] the day is the company’s: a minute before and after midnight in Shanghai are two', async () => {
    const member = await newMember()
    const midnight = Date.parse('2026-12-01T00:00:00+08:00')
    const before = { ...happening(member, 'one'), now: midnight - 60_000 }
    const after = { ...happening(member, 'two'), now: midnight + 60_000 }
    expect(await within((db) => award(db, before))).toEqual([{ kind: 2, amount: 100n }])
    expect(await within((db) => award(db, after))).toEqual([{ kind: 2, amount: 100n }])
  })

  it('a module’s own event is awarded by its defaults, also in coins', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const article = { companyId, event: 'article-posted', businessType: 16, businessId: 'article', now: platform.now }
    await within((db) => award(db, { ...article, memberId: member.id, subject: '如何讲好一堂课' }))
    const balances = await balancesOf(platform.db, companyId, 'person', [member.id, other.id], 1)
    expect([...balances]).toMatchObject([[member.id, { totalAmount: '50' }]])
  })

  it('simultaneous reports of one occurrence award once', async () => {
    const member = await newMember()
    await Promise.all([1, 2, 3].map(() => within((db) => award(db, happening(member, 'same')))))
    expect(await balance(member, 2)).toBe('100')
  })

  it('an administrator sets amount, cap and switch, and the changes are recorded', async () => {
    const params = { event: 'sign-in', kind: 2 as const }
    const body = { enabled: true, amount: '250', dailyCap: '600' }
    const rule = await calls(chief).changeRewardRule({ params, body })
    expect(rule).toMatchObject({ ...body, updatedBy: chief.id, updatedAt: platform.now })
    const member = await newMember()
    await proves('CURRENCY-036', async () => {
      expect((await calls(member).signInAward()).items).toEqual([{ kind: 2, amount: '250' }])
      expect(await within((db) => award(db, happening(member, 'b')))).toEqual([{ kind: 2, amount: 250n }])
      expect(await within((db) => award(db, happening(member, 'c')))).toEqual([{ kind: 2, amount: 0n }])
    })
    const { items } = await calls(chief).ruleChanges()
    expect(items[0]).toMatchObject({
      rule: 'reward',
      event: 'sign-in',
      valueBefore: { enabled: true, amount: '100', dailyCap: '100' },
      valueAfter: body,
      changedBy: chief.id,
    })
    await proves('CURRENCY-034', async () => {
      const listed = await calls(chief).rewardRules()
      expect(listed.items.find((one) => one.event === 'sign-in')).toMatchObject({
        label: '每日登录',
        rules: [{ kind: 1 }, body],
      })
    })
    const unknown = calls(chief).changeRewardRule({ params: { event: 'none', kind: 2 }, body })
    expect((await refusal(unknown)).errorCode).toBe(900005)
  })

  it('gives nothing while the rule or all points are off', async () => {
    const params = { event: 'sign-in', kind: 2 as const }
    const given = async () => (await calls(await newMember()).signInAward()).items
    await proves('CURRENCY-033', async () => {
      await calls(chief).changeRewardRule({ params, body: { enabled: false, amount: '100', dailyCap: null } })
      expect(await given()).toEqual([])
      await calls(chief).changeRewardRule({ params, body: { enabled: true, amount: '100', dailyCap: null } })
      expect(await given()).toEqual([{ kind: 2, amount: '100' }])
    })
    await proves('CURRENCY-007', async () => {
      await setSwitches({ pointsOpen: '0' })
      expect(await given()).toEqual([])
      await setSwitches({ pointsOpen: '1' })
      expect(await given()).toEqual([{ kind: 2, amount: '100' }])
    })
    await calls(chief).changeRewardRule({ params, body: { enabled: true, amount: '100', dailyCap: '100' } })
  })

  it('[CURRENCY-046] a points record has rule, source, score and the rest of the daily cap', async () => {
    const member = await newMember()
    const params = { event: 'sign-in', kind: 2 as const }
    await calls(chief).changeRewardRule({ params, body: { enabled: true, amount: '100', dailyCap: '300' } })
    await within((db) => award(db, { ...happening(member, 'a'), subject: '网页登录' }))
    const { items } = await calls(member).awardRecords({ query: { type: 2 } })
    expect(items).toEqual([
      {
        rule: '每日登录',
        source: '网页登录',
        createTime: platform.now,
        score: '100',
        availableScore: '200',
        maxScore: '300',
      },
    ])
    await calls(chief).changeRewardRule({ params, body: { enabled: true, amount: '100', dailyCap: '100' } })
  })

  it('cannot award more than the ledger holds', async () => {
    const member = await newMember()
    await issue(member, 10n ** 18n, { kind: 2 })
    expect((await refusal(calls(member).signInAward())).errorCode).toBe(701016)
  })
})

describe('rewarding an author', () => {
  const tip = (member: BuiltMember, businessId: string, more: object = {}, headers: Record<string, string> = {}) =>
    calls(member).reward({ body: { businessType: 16, businessId, type: 1, tradeAmount: '30', ...more } }, { headers })

  async function newArticle(): Promise<{ id: string; author: BuiltMember }> {
    const author = await newMember()
    articles.set(author.id, author.id)
    return { id: author.id, author }
  }

  it('answers 13002 while rewards are off', async () => {
    const { id } = await newArticle()
    const refused = await refusal(tip(await newMember(), id))
    await proves('CURRENCY-038', () => expect(refused).toMatchObject({ status: 422, errorCode: 13002 }))
    await proves('CURRENCY-072', () => expect(refused.message).toMatch(/ 打赏功能已关闭$/))
  })

  it('is an income of type 4 in the reward balance, once per item', async () => {
    await setSwitches({ switchOpen: '1' })
    const { id, author } = await newArticle()
    const member = await newMember()
    await issue(member, 100n)
    await tip(member, id)
    expect((await calls(author).personAccount()).coin).toMatchObject({ reward: '30', totalAmount: '30' })
    expect((await recordsOf(author))[0]).toMatchObject({ type: 1, tradeType: 4, detail: '如何讲好一堂课' })
    // The limit of one reward never expires.
    for (const later of [0, 1, 60_000]) {
      platform.now += later
      const refused = await refusal(tip(member, id))
      await proves('CURRENCY-037', () => expect(refused).toMatchObject({ status: 422, errorCode: 13003 }))
      await proves('CURRENCY-071', () => expect(refused.message).toMatch(/ 不能重复打赏$/))
    }
    expect(await balance(member)).toBe('70')
  })

  it('refuses more than the member has', async () => {
    const { id } = await newArticle()
    const member = await newMember()
    const coins = await refusal(tip(member, id))
    await proves('CURRENCY-042', () => expect(coins).toMatchObject({ status: 422, errorCode: 701012 }))
    await proves('CURRENCY-074', () => expect(coins.message).toMatch(/ 打赏学币不足$/))
    const points = await refusal(tip(member, id, { type: 2 }))
    await proves(['CURRENCY-039', 'CURRENCY-040'], () =>
      expect(points).toMatchObject({ status: 422, errorCode: 13005 }),
    )
    await proves('CURRENCY-069', () => expect(points.message).toMatch(/ 积分不足$/))
  })

  it('a repeated key answers the first answer, another request under it is refused', async () => {
    const { id, author } = await newArticle()
    const member = await newMember()
    await issue(member, 100n, { kind: 2 })
    const headers = { 'idempotency-key': 'tip-00000001' }
    const first = await tip(member, id, { type: 2 }, headers)
    expect(await tip(member, id, { type: 2 }, headers)).toEqual(first)
    expect((await refusal(tip(member, id, { type: 2, tradeAmount: '31' }, headers))).errorCode).toBe(701015)
    expect((await recordsOf(author, { rewardType: 2 }))[0]).toMatchObject({ tradeType: 9, tradeAmount: '30' })
  })

  it('refuses own items, unknown items, kinds without rewards, and full accounts', async () => {
    const { id, author } = await newArticle()
    await issue(author, 100n)
    expect((await refusal(tip(author, id))).errorCode).toBe(900005)
    const member = await newMember()
    await issue(member, 100n)
    expect((await refusal(tip(member, companyId))).errorCode).toBe(900005)
    expect((await refusal(tip(member, id, { businessType: 15 }))).errorCode).toBe(900005)
    await issue(author, 10n ** 18n, { balanceKind: 'reward' })
    expect((await refusal(tip(member, id))).errorCode).toBe(701016)
  })
})
