/** Issues above the company's limit: another administrator has to agree, and nobody issues to the own person. */
import { beforeEach, describe, expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { currency } from '#modules/platform/currency/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildSession,
} from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { TeamsInMemory } from './accounts.fixture.ts'

const directory = new TeamsInMemory()
const platform = testPlatform({ poolSize: 10, modules: [directory.module, ...serverModules] })
const notForOneself = 900_012
const nobodyToDecide = 46_003

let companyId: string
let issuer: BuiltMember
let approver: BuiltMember
let member: BuiltMember

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  issuer = await buildMember(platform.db, { companyId, roles: ['super-admin'], fullName: '沈墨', now: platform.now })
  approver = await buildMember(platform.db, {
    companyId,
    roles: ['super-admin'],
    fullName: '何主任',
    now: platform.now,
  })
  member = await buildMember(platform.db, { companyId, fullName: '江晚', now: platform.now })
  await setLimit({ coinsPerDay: 100, pointsPerDay: 50 })
})

const setLimit = (value: object) =>
  platform.client(settings, issuer).changeRule({ params: { key: 'CURRENCY_ISSUE_CONFIG' }, body: { value } as never })
const calls = (of: BuiltMember) => platform.client(currency, of)
const person = (of: BuiltMember) => ({ accountType: 1 as const, accountCode: of.id })
const coinsOf = async (of: BuiltMember) => (await calls(of).personAccount()).coin.totalAmount

/** Coins, in hundredths. */
const issue = (tradeAmount: string, { to = [member], by = issuer, type = 1 as 1 | 2 } = {}) =>
  calls(by).recharge({ body: { accounts: to.map(person), type, tradeAmount, reason: '年度激励' } })

const add = (tradeAmount: string, to = member, by = issuer) =>
  calls(by).adjust({ body: { account: person(to), type: 1, tradeAmount, reason: '更正' } })

async function taskOf(by: BuiltMember) {
  const { items } = await platform.client(approvals, by).waitingTasks({ query: { pageSize: 100 } })
  return items[0]
}

async function agree(by: BuiltMember) {
  const task = await taskOf(by)
  if (!task) throw new Error('nothing waits')
  return platform.client(approvals, by).agree({ params: { id: task.taskId }, body: {} })
}

describe('an issue', () => {
  it('up to the limit of the company is posted at once; one hundredth more waits for another administrator', async () => {
    expect(await issue('10000')).toMatchObject({ approving: false })
    expect(await issue('1')).toMatchObject({ approving: true })
    expect(await coinsOf(member)).toBe('10000')
    expect(await taskOf(issuer)).toBeUndefined()
    const { process } = (await taskOf(approver)) ?? {}
    expect(process).toMatchObject({ name: '发放 0.01 学币' })
    const { summary } = await platform.client(approvals, approver).process({ params: { id: process?.id ?? '' } })
    expect(summary.map(({ text }) => text)).toEqual(['学币', '0.01', '1', '江晚', '年度激励'])
    await agree(approver)
    expect(await coinsOf(member)).toBe('10001')
    const [newest] = (await calls(member).tradeDetail({ query: { accountCode: member.id, accountType: 1 } })).items
    expect(newest).toMatchObject({ tradeType: 2, tradeAmount: '1', reason: '年度激励', createMemberFullName: '沈墨' })
  })

  it('counts all accounts, additions, and the last 24 hours; each kind and each administrator alone', async () => {
    const others = [member, await buildMember(platform.db, { companyId, now: platform.now })]
    expect(await issue('4000', { to: others })).toMatchObject({ approving: false })
    expect(await issue('1001', { to: others })).toMatchObject({ approving: true })
    expect(await add('2000')).toMatchObject({ approving: false })
    expect(await add('1')).toMatchObject({ approving: true })
    expect(await add('-500')).toMatchObject({ approving: false })
    expect(await issue('5000', { type: 2 })).toMatchObject({ approving: false })
    expect(await issue('1', { type: 2 })).toMatchObject({ approving: true })
    expect(await issue('10000', { by: approver })).toMatchObject({ approving: false })
    platform.now += 86_400_000
    const by = { ...issuer, token: await buildSession(platform.db, issuer, platform.now) }
    expect(await issue('10000', { by })).toMatchObject({ approving: false })
  })

  it('that was agreed does not count, and needs an approval again where the limit is 0', async () => {
    await issue('20000')
    await agree(approver)
    expect(await issue('10000')).toMatchObject({ approving: false })
    await setLimit({ coinsPerDay: 0 })
    expect(await issue('1')).toMatchObject({ approving: true })
    expect(await coinsOf(member)).toBe('30000')
  })

  it('that is refused or withdrawn moves nothing', async () => {
    await issue('20000')
    const task = await taskOf(approver)
    const refuse = platform
      .client(approvals, approver)
      .refuse({ params: { id: task?.taskId ?? '' }, body: { opinion: '过多' } })
    await refuse
    expect(await coinsOf(member)).toBe('0')
    await issue('20000')
    const id = (await taskOf(approver))?.process.id ?? ''
    await platform.client(approvals, issuer).withdraw({ params: { id }, body: {} })
    expect(await coinsOf(member)).toBe('0')
    expect(await taskOf(approver)).toBeUndefined()
  })

  it('is agreed by nobody who receives of it', async () => {
    await issue('20000', { to: [approver] })
    expect(await refusal(agree(approver))).toMatchObject({ errorCode: notForOneself })
    expect(await coinsOf(approver)).toBe('0')
    const third = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
    const team = directory.build(companyId, '讲师团', [[third.id, 0]])
    const toTeam = [{ accountType: 3 as const, accountCode: team.id }]
    await calls(issuer).recharge({ body: { accounts: toTeam, type: 1, tradeAmount: '20000', reason: '' } })
    expect(await refusal(agree(third))).toMatchObject({ errorCode: notForOneself })
  })

  it('is refused where nobody else could agree', async () => {
    const alone = await buildCompany(platform.db)
    const only = await buildMember(platform.db, { companyId: alone, roles: ['super-admin'], now: platform.now })
    const learner = await buildMember(platform.db, { companyId: alone, now: platform.now })
    expect(await issue('1000000', { to: [learner], by: only })).toMatchObject({ approving: false })
    expect(await refusal(issue('1', { to: [learner], by: only }))).toMatchObject({ errorCode: nobodyToDecide })
    expect(await refusal(add('1', learner, only))).toMatchObject({ errorCode: nobodyToDecide })
  })
})

describe('the own account', () => {
  it('is nobody’s to issue to: alone, among others, by an addition, or through a team that the caller heads', async () => {
    expect(await refusal(issue('1', { to: [issuer] }))).toMatchObject({ errorCode: notForOneself })
    expect(await refusal(issue('1', { to: [member, issuer] }))).toMatchObject({ errorCode: notForOneself })
    expect(await refusal(add('1', issuer))).toMatchObject({ errorCode: notForOneself })
    expect(await refusal(add('-1', issuer))).toMatchObject({ errorCode: notForOneself })
    const headed = directory.build(companyId, '讲师团', [[issuer.id, 0]])
    const joined = directory.build(companyId, '教研组', [
      [member.id, 0],
      [issuer.id, 1],
    ])
    const toTeam = (id: string) =>
      calls(issuer).recharge({
        body: { accounts: [{ accountType: 3, accountCode: id }], type: 1, tradeAmount: '1', reason: '' },
      })
    expect(await refusal(toTeam(headed.id))).toMatchObject({ errorCode: notForOneself })
    expect(await toTeam(joined.id)).toMatchObject({ approving: false })
    expect(await coinsOf(issuer)).toBe('0')
  })
})

it('ten simultaneous issues together stay within the limit', async () => {
  const { answers } = await race(platform, 10, () => issue('2000'), { begin: () => issue('2000') })
  expect(answers.filter(({ approving }) => !approving)).toHaveLength(4)
  expect(await coinsOf(member)).toBe('10000')
})

it('ten simultaneous agreements post an issue once', async () => {
  await issue('20000')
  const begin = async () => expect(await taskOf(approver)).toBeDefined()
  const task = await taskOf(approver)
  const { accepted } = await race(
    platform,
    10,
    () => platform.client(approvals, approver).agree({ params: { id: task?.taskId ?? '' }, body: {} }),
    { begin },
  )
  expect(accepted).toBe(1)
  expect(await coinsOf(member)).toBe('20000')
})
