/** Lotteries over HTTP as those see them who run them: written, published, ended, and their prizes handed out. */

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import type { Outcome } from '#test/outcomes.ts'
import { proves } from '#test/proves.ts'
import { expectRoles, type RoleName, testRoles } from '#test/roles.ts'
import { partsInAll } from '../contract/chances.ts'
import {
  LOTTERY_CHANGED,
  LOTTERY_STATUS,
  NO_THANKS_PRIZE,
  NOTHING_TO_WIN,
  PRIZE_WITHOUT_CHANCE,
  PRIZES_REMAIN,
  PROBABILITIES_WRONG,
  TIMES_WRONG,
} from '../contract/codes.ts'
import { type LotteryInput, newLottery, type PrizeInput } from '../contract/fields.ts'
import { endLotteries } from './ending.ts'
import { prizesWith } from './lotteries.fixture.ts'
import { lotteriesOn, type TestLottery } from './lotteries-on.fixture.ts'

const platform = testPlatform({ poolSize: 3 })
const roles = testRoles(platform, {
  owner: ['class-teacher'],
  administrator: ['admin'],
  stranger: ['class-teacher'],
  otherCompany: ['super-admin'],
})
const { as, build, draw } = lotteriesOn(platform, () => roles.owner)
const dayMs = 86_400_000

let startedAt = 0
beforeAll(() => {
  startedAt = platform.now
})
afterEach(() => {
  platform.now = startedAt
})

const input = (rest: Partial<LotteryInput> = {}): LotteryInput => ({
  ...{ ...newLottery, name: '年会抽奖', closesAt: platform.now + dayMs, prizes: prizesWith(5, 10), ...rest },
})
const create = (rest: Partial<LotteryInput> = {}, by: BuiltMember = roles.owner) =>
  as(by).createLottery({ body: input(rest) })
const draft = async (rest: Partial<LotteryInput> = {}): Promise<TestLottery> => {
  return { params: { id: (await create(rest)).id } }
}
const edited = (one: TestLottery) => as(roles.owner).editedLottery(one)
const publish = async (one: TestLottery, notify = false) => {
  const { revision } = await edited(one)
  return as(roles.owner).publishLottery({ ...one, body: { revision, notify } })
}
const prize = (rest: Partial<PrizeInput> = {}): PrizeInput => {
  return { kind: 'goods', name: '保温杯', weight: 1000, stock: 1, ...rest }
}

/** As many prizes as said, the last one thanks with what is left. */
const prizes = (count: number): PrizeInput[] => [
  ...Array.from({ length: count - 1 }, () => prize()),
  prize({ kind: 'thanks', name: '谢谢参与', weight: partsInAll - (count - 1) * 1000 }),
]

describe('a lottery', () => {
  it('is written, changed by its newest revision alone, and published with the hash of a seed', async () => {
    const one = await draft({ organizationIds: [roles.organizationId] })
    expect(await edited(one)).toMatchObject({
      ...{ state: 'draft', possible: ['edit', 'publish', 'delete'], commitment: null, scopeKind: 'company' },
      prizes: [
        { place: 0, kind: 'goods', stock: 10, remaining: 10, weight: 50_000 },
        { place: 1, kind: 'thanks', stock: null, weight: 950_000 },
      ],
    })
    const change = (revision: number) =>
      as(roles.owner).changeLottery({ ...one, body: { ...input(), name: '尾牙', revision } })
    expect(await change(0)).toEqual({ id: one.params.id, revision: 1 })
    expect(await refusal(change(0))).toMatchObject({ errorCode: LOTTERY_CHANGED.code, data: { revision: 1 } })
    const late = as(roles.owner).publishLottery({ ...one, body: { revision: 0, notify: false } })
    expect(await refusal(late)).toMatchObject({ errorCode: LOTTERY_CHANGED.code })
    await publish(one)
    expect(await edited(one)).toMatchObject({
      ...{ name: '尾牙', state: 'open', opensAt: platform.now, possible: ['end'], organizationIds: [] },
      commitment: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const { items } = await as(roles.owner).managedLotteries({ query: { search: '尾牙', status: 'published' } })
    expect(items).toMatchObject([{ id: one.params.id, authorName: 'owner', stock: 10, remaining: 10, drawsMade: 0 }])
  })

  it('[TRAINING-058] that is published is not revoked, changed or deleted', async () => {
    const one = await draft()
    await publish(one)
    const { revision } = await edited(one)
    const owner = as(roles.owner)
    const refused = [
      await refusal(owner.deleteLottery(one)),
      await refusal(owner.changeLottery({ ...one, body: { ...input(), revision } })),
      await refusal(owner.publishLottery({ ...one, body: { revision, notify: false } })),
    ]
    expect(refused.map(({ status, errorCode, data }) => [status, errorCode, data?.status])).toEqual(
      refused.map(() => [422, LOTTERY_STATUS.code, 'published']),
    )
    expect(await draw(roles.member, one)).toMatchObject({ number: 1 })
  })

  it('has at most 10 prizes', async () => {
    await proves('TRAINING-059', () =>
      bounds(10, (count) => create({ prizes: prizes(count) }), { refused: 900001, path: 'prizes' }),
    )
    await publish(await draft({ prizes: prizes(10) }))
  })

  it('is published with probabilities that total 1 and a thank-you prize', async () => {
    const refusedWith = async (some: PrizeInput[]) => refusal(publish(await draft({ prizes: some })))
    const thanks = (weight: number) => prize({ kind: 'thanks', name: '谢谢参与', weight })
    await proves('COMMERCE-081', async () => {
      for (const total of [partsInAll - 1, partsInAll + 1]) {
        const refused = await refusedWith([prize({ weight: 1000 }), thanks(total - 1000)])
        expect(refused).toMatchObject({ status: 422, errorCode: PROBABILITIES_WRONG.code, data: { total } })
      }
    })
    await proves('COMMERCE-082', async () => {
      const refused = await refusedWith([prize({ weight: partsInAll })])
      expect(refused).toMatchObject({ status: 422, errorCode: NO_THANKS_PRIZE.code })
      expect(await refusedWith([])).toMatchObject({ errorCode: NO_THANKS_PRIZE.code })
    })
    const forShow = await refusedWith([prize({ weight: 0 }), thanks(partsInAll)])
    expect(forShow).toMatchObject({ errorCode: PRIZE_WITHOUT_CHANCE.code, data: { name: '保温杯' } })
    expect(await refusedWith([thanks(partsInAll)])).toMatchObject({ errorCode: NOTHING_TO_WIN.code })
    await publish(await draft({ prizes: [prize({ weight: partsInAll }), thanks(0)] }))
    for (const rest of [{ weight: -1 }, { weight: partsInAll + 1 }, { stock: 0 }, { stock: 100_001 }, { weight: 1.5 }])
      expect(await refusal(create({ prizes: [prize(rest)] }))).toMatchObject({ errorCode: 900001 })
  })

  it('is published with an end that is still to come', async () => {
    const { now } = platform
    const wrong = [{ closesAt: null }, { closesAt: now }, { opensAt: now + 2 * dayMs, closesAt: now + 2 * dayMs }]
    for (const times of wrong)
      expect(await refusal(publish(await draft(times)))).toMatchObject({ errorCode: TIMES_WRONG.code })
    await publish(await draft({ closesAt: now + 1 }))
  })

  it('names organizations of its company alone, and no sensitive words', async () => {
    const foreign = { organizationIds: [roles.otherCompany.companyId] }
    expect(await refusal(create(foreign))).toMatchObject({ errorCode: 900005 })
    const { companyId } = roles
    await buildWords(platform.db, { companyId, by: roles.owner.id, words: ['赌博'], now: platform.now })
    const prizesOf = [prize({ name: '赌博券' }), ...prizesWith(5, 1).slice(1)]
    expect(await refusal(create({ prizes: prizesOf }))).toMatchObject({ errorCode: 900010 })
  })

  it('tells its participants where that is asked for', async () => {
    const one = await draft({ name: '通知抽奖', organizationIds: [roles.organizationId] })
    await publish(one, true)
    await platform.runJobs()
    const titlesOf = async (member: BuiltMember) =>
      (await platform.client(messages, member).listNotifications({ query: { pageSize: 100 } })).items
    expect(await titlesOf(roles.member)).toMatchObject([{ title: '抽奖：通知抽奖', link: `/lottery/${one.params.id}` }])
    expect(await titlesOf(roles.stranger)).toEqual([])
  })

  it('that is a draft is deleted for good', async () => {
    const one = await draft()
    await as(roles.owner).deleteLottery(one)
    expect(await refusal(edited(one))).toMatchObject({ errorCode: 900005 })
  })
})

describe('who runs a lottery', () => {
  it('is its author, and whose permission covers its organization', async () => {
    const one = await build({ draws: [{ memberId: roles.member.id, place: 0 }] })
    const drawn = (await as(roles.owner).winners(one)).items[0]?.id ?? ''
    const state = async () => (await edited(one)).delivered
    const running: Readonly<Record<RoleName, Outcome>> = {
      ...{ owner: 'accepted', administrator: 'accepted', member: 10138, colleague: 10138, stranger: 10138 },
      ...{ otherCompany: 900005, nobody: 401 },
    }
    const of = (rest: Partial<Record<RoleName, Outcome>>) => ({ ...running, ...rest })
    await expectRoles(roles, {
      edited: { ...running, call: (caller) => as(caller).editedLottery(one) },
      winners: { ...running, call: (caller) => as(caller).winners(one) },
      exportWinners: { ...running, call: (caller) => as(caller).exportWinners(one) },
      deliverPrizes: {
        ...{ ...running, state },
        call: (caller) => as(caller).deliverPrizes({ ...one, body: { drawIds: [drawn], isDelivered: true } }),
      },
      endLottery: {
        ...of({ owner: PRIZES_REMAIN.code, administrator: PRIZES_REMAIN.code }),
        call: (caller) => as(caller).endLottery(one),
      },
      changeLottery: {
        ...running,
        call: async (caller) =>
          as(caller).changeLottery({ ...(await build({ status: 'draft' })), body: { ...input(), revision: 0 } }),
      },
      publishLottery: {
        ...running,
        call: async (caller) =>
          as(caller).publishLottery({ ...(await build({ status: 'draft' })), body: { revision: 0, notify: false } }),
      },
      deleteLottery: { ...running, call: async (caller) => as(caller).deleteLottery(await build({ status: 'draft' })) },
      create: {
        ...of({ stranger: 'accepted', otherCompany: 'accepted' }),
        call: (caller) => as(caller).createLottery({ body: { ...input(), name: '别处的抽奖' } }),
      },
      createInScope: {
        ...of({ owner: 900005, administrator: 900005, stranger: 900005 }),
        call: (caller) =>
          as(caller).createLottery({ body: { ...input(), scopeKind: 'company', scopeId: roles.organizationId } }),
      },
    })
    const idsOf = async (member: BuiltMember) =>
      (await as(member).managedLotteries({ query: { pageSize: 100 } })).items.map(({ id }) => id)
    expect(await idsOf(roles.administrator)).toContain(one.params.id)
    expect(await idsOf(roles.stranger)).not.toContain(one.params.id)
    const elsewhere = { query: { scopeKind: 'company', scopeId: roles.otherCompany.companyId } }
    expect(await refusal(as(roles.owner).managedLotteries(elsewhere))).toMatchObject({ errorCode: 900005 })
  })
})

describe('the end', () => {
  it('of a lottery that somebody is ending is left to the next minute, and holds up no other', async () => {
    const [one, other] = [await build({ closesAt: platform.now + 1 }), await build({ closesAt: platform.now + 1 })]
    platform.now += 1
    const runJob = () => endLotteries.run(platform.db, {}, { outside: platform.outside, now: platform.now })
    await inTransaction(platform.root, async (db) => {
      await sql`select from lotteries.lottery l where l.id = ${one.params.id} for update`.execute(db)
      await runJob()
    })
    const ended = async ({ params: { id } }: { readonly params: { readonly id: string } }) =>
      (await sql<{ status: string }>`select status from lotteries.lottery where id = ${id}`.execute(platform.root)).rows
    expect(await ended(other)).toEqual([{ status: 'ended' }])
    expect(await ended(one)).toEqual([{ status: 'published' }])
    await runJob()
    expect(await ended(one)).toEqual([{ status: 'ended' }])
  })

  it('comes by itself with the time, or by hand where the job is late', async () => {
    const [one, other] = [
      await build({ closesAt: platform.now + 1000 }),
      await build({ closesAt: platform.now + 2000 }),
    ]
    const runJob = () => endLotteries.run(platform.db, {}, { outside: platform.outside, now: platform.now })
    platform.now += 999
    await runJob()
    expect(await edited(one)).toMatchObject({ state: 'open', possible: ['end'] })
    platform.now += 1
    await runJob()
    expect(await edited(one)).toMatchObject({ state: 'over', possible: [] })
    expect(await refusal(as(roles.owner).endLottery(one))).toMatchObject({ errorCode: LOTTERY_STATUS.code })
    platform.now += 1000
    expect(await edited(other)).toMatchObject({ state: 'over', possible: ['end'] })
    await as(roles.owner).endLottery(other)
    expect(await edited(other)).toMatchObject({ state: 'over', possible: [] })
  })

  it('comes earlier only when every prize is won', async () => {
    const one = await build({ prizes: prizesWith(100, 1) })
    const early = await refusal(as(roles.owner).endLottery(one))
    expect(early).toMatchObject({ errorCode: PRIZES_REMAIN.code, data: { remaining: 1 } })
    await draw(roles.member, one)
    await as(roles.owner).endLottery(one)
    expect(await edited(one)).toMatchObject({ state: 'over', possible: [] })
  })
})

describe('winners', () => {
  it('are listed in the order of the draws, searched, and marked when they get their prizes', async () => {
    const second = await buildMember(platform.db, { companyId: roles.companyId, fullName: '孙二' })
    const one = await build({
      prizes: prizesWith(50, 5),
      draws: [
        { memberId: roles.member.id, place: 0 },
        { memberId: second.id, place: 0, isDelivered: true },
        { memberId: second.id, place: 1 },
      ],
    })
    const winners = (query: { search?: string; delivery?: 'open' | 'delivered' | 'order' } = {}) =>
      as(roles.owner).winners({ ...one, query })
    const { items } = await winners()
    expect(items).toMatchObject([
      { number: 1, member: { fullName: 'member' }, prizeName: '保温杯', deliveredAt: null, deliveredByName: '' },
      { number: 2, member: { fullName: '孙二' }, deliveredAt: platform.now, deliveredByName: 'owner' },
    ])
    expect((await winners({ search: '孙二' })).recordCount).toBe(1)
    expect((await winners({ delivery: 'open' })).items.map(({ number }) => number)).toEqual([1])
    const ids = items.map(({ id }) => id)
    const deliver = (drawIds: string[], isDelivered: boolean) =>
      as(roles.administrator).deliverPrizes({ ...one, body: { drawIds, isDelivered } })
    expect(await deliver(ids, true)).toEqual({ changed: 1 })
    expect((await winners()).items.map(({ deliveredByName }) => deliveredByName)).toEqual(['administrator', 'owner'])
    expect(await edited(one)).toMatchObject({ winners: 2, delivered: 2, drawsMade: 3 })
    expect(await deliver(ids.slice(1), false)).toEqual({ changed: 1 })
    expect((await as(second).ownDraws({ query: { isWin: true } })).items).toMatchObject([{ deliveredAt: null }])
    expect(await refusal(deliver([uuid()], true))).toMatchObject({ errorCode: 900005 })
    const other = await build({ draws: [{ memberId: second.id, place: 0 }] })
    const foreign = (await as(roles.owner).winners(other)).items.map(({ id }) => id)
    expect(await refusal(deliver(foreign, true))).toMatchObject({ errorCode: 900005 })
  })

  it('are exported', async () => {
    const one = await build({ name: '导出', draws: [{ memberId: roles.member.id, place: 0 }] })
    const answer = (await as(roles.owner).exportWinners(one)) as { headers: Record<string, string> }
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent('中奖名单-导出.xlsx'))
  })
})
