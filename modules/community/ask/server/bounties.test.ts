import { beforeAll, describe, expect, it } from 'vitest'
import { currency } from '#modules/platform/currency/contract.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { balanceOf } from '#modules/platform/currency/server.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildSession,
} from '#modules/platform/identity/server/members.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { ask } from '../contract.ts'
import { questionBody } from './ask.fixture.ts'
import { dueBountiesJob } from './bounties.ts'

const dayMs = 86_400_000
const platform = testPlatform({ poolSize: 6 })
let companyId: string
let asker: BuiltMember
let answerer: BuiltMember
let chief: BuiltMember
const as = (one: BuiltMember) => platform.client(ask, one)

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
})

/** Two members who have never dealt with each other, the asker with 100 coins. */
async function meet(): Promise<void> {
  asker = await buildMember(platform.db, { companyId, fullName: '林知远' })
  answerer = await buildMember(platform.db, { companyId, fullName: '陈思' })
  const owner = { kind: 'person', id: asker.id } as const
  await inTransaction(platform.db, (db) => buildIssue(db, { companyId, owner, amount: 10_000n, now: platform.now }))
  await goOn(0)
}

async function coinsOf({ id }: BuiltMember) {
  const { totalAmount, reserved } = await balanceOf(platform.db, companyId, { kind: 'person', id }, 1)
  return { total: Number(totalAmount), reserved: Number(reserved) }
}

async function askWithBounty(input: object = {}) {
  const body = questionBody({ bounty: '3000', ...input })
  return (await as(asker).askQuestion({ body })).id
}

const answer = async (id: string, by = answerer) =>
  (await as(by).answerQuestion({ params: { id }, body: { content: '三天' } })).id
const accept = (id: string) => as(asker).acceptAnswer({ params: { id } })
const bountyOf = async (id: string) => (await as(asker).question({ params: { id } })).bounty?.state

/** A session ends within hours: everybody signs in again. */
async function goOn(ms: number): Promise<void> {
  platform.now += ms
  const again = async (member: BuiltMember) => ({
    ...member,
    token: await buildSession(platform.db, member, platform.now),
  })
  ;[asker, answerer, chief] = [await again(asker), await again(answerer), await again(chief)]
}

async function checkBounties(): Promise<void> {
  await enqueue(platform.db, dueBountiesJob, {})
  await platform.runJobs()
}

describe('a bounty', () => {
  it('is reserved while the question waits and goes to the accepted answer', async () => {
    await meet()
    const body = questionBody({ bounty: '3000' })
    const { id } = await as(asker).askQuestion({ body })
    await as(asker).askQuestion({ body })
    expect(await coinsOf(asker)).toEqual({ total: 10_000, reserved: 3000 })
    expect((await as(answerer).listQuestions({ query: { tab: 'bounty' } })).items[0]).toMatchObject({
      id,
      bounty: { amount: '3000', state: 'reserved', expiresAt: platform.now + 30 * dayMs },
    })
    const answerId = await answer(id)
    const other = await answer(id, chief)
    expect(await accept(answerId)).toEqual({ bounty: 'paid' })
    expect(await accept(answerId)).toEqual({ bounty: 'paid' })
    expect(await coinsOf(asker)).toEqual({ total: 7000, reserved: 0 })
    expect(await coinsOf(answerer)).toEqual({ total: 3000, reserved: 0 })
    expect(await refusal(accept(other))).toMatchObject({ errorCode: 70606 })
  })

  it('is at most what the asker has, and 1 to 100,000 coins', async () => {
    await meet()
    const bounty = (amount: string) => as(asker).askQuestion({ body: questionBody({ bounty: amount }) })
    expect(await refusal(bounty('10001'))).toMatchObject({ errorCode: 2000103 })
    for (const amount of ['99', '0', '-100', '10000001', '1e3', '99999999999999999999'])
      expect(await refusal(bounty(amount))).toMatchObject({ errorCode: 900001 })
    expect((await as(asker).listQuestions({ query: { tab: 'mine' } })).items).toEqual([])
    await bounty('10000')
    expect(await coinsOf(asker)).toEqual({ total: 10_000, reserved: 10_000 })
  })

  it('comes back when the question is withdrawn, removed or closed, and with an own answer', async () => {
    await meet()
    const withdrawn = await askWithBounty()
    await as(asker).withdrawQuestion({ params: { id: withdrawn } })
    const deleted = await askWithBounty()
    await as(asker).deleteQuestion({ params: { id: deleted } })
    await as(asker).deleteQuestion({ params: { id: deleted } })
    const removed = await askWithBounty()
    await answer(removed)
    await as(chief).removeQuestion({ params: { id: removed }, body: { reason: '重复' } })
    await as(chief).removeQuestion({ params: { id: removed }, body: { reason: '重复' } })
    const target = (await as(chief).askQuestion({ body: questionBody() })).id
    const closed = await askWithBounty()
    await as(chief).closeAsDuplicate({ params: { id: closed }, body: { duplicateOfId: target } })
    const own = await askWithBounty()
    const ownAnswer = await answer(own, asker)
    const other = await answer(own)
    const closing = as(asker).closeAsDuplicate({ params: { id: own }, body: { duplicateOfId: target } })
    expect(await refusal(closing)).toMatchObject({ errorCode: 70607 })
    expect(await accept(ownAnswer)).toEqual({ bounty: 'returned' })
    expect(await accept(other)).toEqual({ bounty: 'returned' })
    for (const id of [withdrawn, deleted, removed, closed, own]) expect(await bountyOf(id)).toBe('returned')
    expect(await coinsOf(asker)).toEqual({ total: 10_000, reserved: 0 })
    expect(await coinsOf(answerer)).toEqual({ total: 0, reserved: 0 })
  })

  it('expires after 30 days; an asker with answers is reminded first and has three more days', async () => {
    await meet()
    const [lonely, answered] = [await askWithBounty(), await askWithBounty()]
    const answerId = await answer(answered)
    await goOn(27 * dayMs)
    await checkBounties()
    await goOn(3 * dayMs - 1)
    await checkBounties()
    expect([await bountyOf(lonely), await bountyOf(answered)]).toEqual(['reserved', 'reserved'])
    await goOn(1)
    expect(await accept(answerId)).toEqual({ bounty: 'returned' })
    await checkBounties()
    await checkBounties()
    expect(await bountyOf(lonely)).toBe('returned')
    expect(await coinsOf(asker)).toEqual({ total: 10_000, reserved: 0 })
    // The answer came after the first look: the reminder gives three days more.
    const late = await askWithBounty()
    await goOn(28 * dayMs)
    await checkBounties()
    await answer(late)
    await goOn(2 * dayMs)
    await checkBounties()
    expect(await as(asker).question({ params: { id: late } })).toMatchObject({
      bounty: { state: 'reserved', expiresAt: platform.now + 3 * dayMs },
    })
    await goOn(3 * dayMs)
    await checkBounties()
    expect(await bountyOf(late)).toBe('returned')
  })

  it('moves three times a day between two members at most, in both directions together', async () => {
    await meet()
    for (let count = 0; count < 3; count += 1) await accept(await answer(await askWithBounty({ bounty: '100' })))
    const fourth = await askWithBounty({ bounty: '100' })
    const answerId = await answer(fourth)
    expect(await refusal(accept(answerId))).toMatchObject({ errorCode: 70609, data: { max: 3 } })
    expect(await bountyOf(fourth)).toBe('reserved')
    await goOn(dayMs)
    expect(await accept(answerId)).toEqual({ bounty: 'paid' })
  })

  it('is decided once, whatever happens at one moment', async () => {
    let id = ''
    let answers: string[] = []
    let third = chief
    const begin = async () => {
      await meet()
      third = await buildMember(platform.db, { companyId })
      third = { ...third, token: await buildSession(platform.db, third, platform.now) }
      id = await askWithBounty()
      answers = [await answer(id), await answer(id, third)]
      await goOn(30 * dayMs - 1)
    }
    const removal = { reason: '测试' }
    const call = async (index: number) => {
      if (index % 3 === 2) return as(chief).removeQuestion({ params: { id }, body: removal })
      return accept(answers[index % 3] ?? '')
    }
    const { accepted } = await race(platform, 6, call, { begin })
    expect(accepted).toBeGreaterThan(0)
    const [left, first, second] = [await coinsOf(asker), await coinsOf(answerer), await coinsOf(third)]
    expect(left.reserved).toBe(0)
    expect(left.total + first.total + second.total).toBe(10_000)
    expect([10_000, 7000]).toContain(left.total)
    expect(first.total === 0 || second.total === 0).toBe(true)
  })

  it('of an anonymous asker names neither the asker nor the question in the records', async () => {
    await meet()
    const id = await askWithBounty({ isAnonymous: true, title: '匿名问薪酬' })
    await accept(await answer(id))
    const { items } = await platform
      .client(currency, answerer)
      .tradeDetail({ query: { accountCode: answerer.id, accountType: 1 } })
    expect(items).toMatchObject([{ tradeAmount: '3000', createMemberFullName: '' }])
    expect(JSON.stringify(items)).not.toMatch(new RegExp(`${asker.id}|${id}|林知远|薪酬`))
  })
})
