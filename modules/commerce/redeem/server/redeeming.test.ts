import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { currency } from '#modules/platform/currency/contract.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildMembers,
  buildSession,
} from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { outcomeOf } from '#test/outcomes.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { cardSymbols, checkSymbol, formatCardCode } from '../contract/card-codes.ts'
import { redeem } from '../contract.ts'
import { buildCards } from './redeem.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const dayMs = 86_400_000
const minuteMs = 60_000
let companyId: string
let chief: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], fullName: '齐管理' })
})

afterEach(() => {
  platform.now = Date.now()
})

const as = (member: BuiltMember) => platform.client(redeem, member)
const newMember = () => buildMember(platform.db, { companyId, now: platform.now })
const redeemAs = (member: BuiltMember, code: string) => as(member).redeem({ body: { code } })
const codeFor = (member: BuiltMember, code: string) => outcomeOf(redeemAs(member, code))
const cards = (input: Partial<Parameters<typeof buildCards>[1]> = {}) =>
  buildCards(platform.db, { companyId, makerId: chief.id, now: platform.now, ...input })
const coinsOf = async (member: BuiltMember) => {
  const { items } = await platform
    .client(currency, member)
    .tradeDetail({ query: { accountType: 1, accountCode: member.id, pageSize: 100 } })
  return items.map(({ tradeType, tradeAmount, detail }) => ({ tradeType, tradeAmount, detail }))
}
/** A code that is written as it should be, and that no card has. */
const unknownCode = () => {
  let body = ''
  while (body.length < 15) body += cardSymbols[Math.floor(Math.random() * cardSymbols.length)]
  return body + checkSymbol(body)
}

describe('redeeming a card', () => {
  it('gives its coins once, and answers the same when it is done again', async () => {
    const { codes } = await cards({ name: '开学礼卡', amount: 12_345 })
    const [code = ''] = codes
    const [member, other] = await buildMembers(platform.db, [{ companyId }, { companyId }])
    if (!member || !other) throw new Error('no members')
    const first = await redeemAs(member, formatCardCode(code).toLowerCase())
    expect(first).toMatchObject({ batchName: '开学礼卡', reward: { kind: 'coins', amount: '12345' } })
    platform.now += 1000
    expect(await redeemAs(member, ` ${code} `)).toEqual(first)
    await proves('COMMERCE-076', async () =>
      expect(await coinsOf(member)).toEqual([{ tradeType: 14, tradeAmount: '12345', detail: '开学礼卡' }]),
    )
    await proves('COMMERCE-071', async () => {
      expect(await codeFor(other, code)).toBe(701_102)
      expect(await coinsOf(other)).toEqual([])
    })
    expect(await as(member).ownCards()).toEqual({ items: [first], recordCount: 1 })
    expect(await as(other).ownCards()).toEqual({ items: [], recordCount: 0 })
  })

  it('answers each thing that is wrong with a card by a number of its own', async () => {
    const { now } = platform
    const member = await newMember()
    const { codes: early } = await cards({ validFrom: now + dayMs })
    const { codes: late } = await cards({ validFrom: now - 2 * dayMs, validUntil: now })
    const { id, codes: paused } = await cards()
    await as(chief).setBatchPaused({ params: { id }, body: { isPaused: true } })
    const { id: voidId, codes: void_ } = await cards()
    await as(chief).voidBatch({ params: { id: voidId }, body: { reason: '文件丢失' } })
    const codes = [early[0], late[0], paused[0], void_[0], unknownCode()]
    const found: unknown[] = []
    for (const code of codes) found.push(await codeFor(member, code ?? ''))
    await proves(['COMMERCE-072', 'COMMERCE-112'], () =>
      expect(found).toEqual([701_104, 701_103, 701_105, 701_107, 701_101]),
    )
    expect(await coinsOf(member)).toEqual([])
    await as(chief).setBatchPaused({ params: { id }, body: { isPaused: false } })
    expect(await codeFor(member, paused[0] ?? '')).toBe('accepted')
  })

  it('begins and ends with the validity, to the millisecond', async () => {
    const from = platform.now + minuteMs
    const until = from + minuteMs
    const { codes } = await cards({ validFrom: from, validUntil: until, memberMax: 3 })
    const member = await newMember()
    const at = async (now: number, place: number) => {
      platform.now = now
      return codeFor(member, codes[place] ?? '')
    }
    expect(await at(from - 1, 0)).toBe(701_104)
    expect(await at(from, 0)).toBe('accepted')
    expect(await at(until - 1, 1)).toBe('accepted')
    expect(await at(until, 2)).toBe(701_103)
    // What was redeemed stays redeemed, and is answered as it was.
    expect(await at(until + minuteMs, 0)).toBe('accepted')
    expect((await coinsOf(member)).length).toBe(2)
  })

  it('stops a member at the limit of the batch, and nobody else', async () => {
    const { codes } = await cards({ quantity: 4, memberMax: 2 })
    const [member, other] = [await newMember(), await newMember()]
    expect(await codeFor(member, codes[0] ?? '')).toBe('accepted')
    expect(await codeFor(member, codes[1] ?? '')).toBe('accepted')
    expect(await refusal(redeemAs(member, codes[2] ?? ''))).toMatchObject({ errorCode: 701_106, data: { max: 2 } })
    expect(await codeFor(other, codes[2] ?? '')).toBe('accepted')
  })

  it('refuses whoever has made the codes, and so has seen them', async () => {
    const { codes } = await cards()
    expect(await codeFor(chief, codes[0] ?? '')).toBe(900_012)
    expect(await coinsOf(chief)).toEqual([])
  })

  it('knows no codes of other companies', async () => {
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    const { codes } = await cards()
    expect(await codeFor(stranger, codes[0] ?? '')).toBe(701_101)
    // Neither does a company that has codes of its own.
    await buildCards(platform.db, { companyId: stranger.companyId, makerId: stranger.id, now: platform.now })
    expect(await codeFor(stranger, codes[0] ?? '')).toBe(701_101)
  })

  it('leaves a card unused when the account can hold no more', async () => {
    const { codes } = await cards()
    const member = await newMember()
    const owner = { kind: 'person', id: member.id } as const
    for (let part = 0; part < 10; part += 1)
      await buildIssue(platform.db, { companyId, owner, amount: 10n ** 17n, now: platform.now })
    expect(await codeFor(member, codes[0] ?? '')).toBe(701_016)
    expect(await codeFor(await newMember(), codes[0] ?? '')).toBe('accepted')
  })
})

describe('guessing codes', () => {
  it('is stopped after ten in an hour, right codes included, and begins again after it', async () => {
    const { codes } = await cards({ memberMax: 3 })
    const member = await newMember()
    const [first = '', second = ''] = codes
    for (let count = 0; count < 9; count += 1) expect(await codeFor(member, unknownCode())).toBe(701_101)
    expect(await codeFor(member, first)).toBe('accepted')
    expect(await codeFor(member, `${second.slice(0, 15)}${second.endsWith('2') ? '3' : '2'}`)).toBe(701_101)
    const { errorCode, data } = await refusal(redeemAs(member, second))
    expect({ errorCode, data }).toEqual({ errorCode: 701_108, data: { until: platform.now + 3_600_000 } })
    expect(await codeFor(await newMember(), second)).toBe('accepted')
    platform.now += 3_600_000
    const token = await buildSession(platform.db, member, platform.now)
    expect(await codeFor({ ...member, token }, codes[2] ?? '')).toBe('accepted')
  })

  it('is counted when many are tried at once', async () => {
    const member = await newMember()
    const { refused } = await race(platform, 30, () => redeemAs(member, unknownCode()), {
      begin: async () => undefined,
    })
    expect(refused).toEqual({ 701101: 10, 701108: 20 })
  })

  it.each(["' or 1=1 --", '\u0000'.repeat(16), '💳'.repeat(16), '٣'.repeat(16), 'ﬁ'.repeat(8), '%'.repeat(100)])(
    'is no error of the server, whatever is sent: %j',
    async (code) => expect([701_101, 900_001]).toContain(await codeFor(await newMember(), code)),
  )
})

describe('at the same moment', () => {
  it('one of 50 members redeems a card, and its coins leave once', async () => {
    const { codes } = await cards({ amount: 700 })
    const [code = ''] = codes
    const members = await buildMembers(
      platform.db,
      Array.from({ length: 50 }, () => ({ companyId })),
    )
    const locked = () => sql`select from redeem.card where last_four = ${code.slice(-4)} for update`
    const call = (index: number) => redeemAs(members[index] as BuiltMember, code)
    const { accepted, refused } = await race(platform, 50, call, { begin: async () => undefined, locked })
    expect({ accepted, refused }).toEqual({ accepted: 1, refused: { 701102: 49 } })
    const { rows } = await sql<{ amount: string }>`
      select sum(e.amount)::text as amount from currency.transfer t join currency.entry e on e.transfer_id = t.id
      where t.company_id = ${companyId} and t.business_id in (select id::text from redeem.card
        where last_four = ${code.slice(-4)}) and e.amount > 0`.execute(platform.root)
    expect(rows).toEqual([{ amount: '700' }])
  })

  it('a member who sends one card many times gets one answer and its coins once', async () => {
    const { codes } = await cards()
    const member = await newMember()
    const { answers } = await race(platform, 8, () => redeemAs(member, codes[0] ?? ''), {
      begin: async () => undefined,
    })
    expect(answers).toEqual(Array(8).fill(answers[0]))
    expect(await coinsOf(member)).toHaveLength(1)
  })

  it('a member does not overrun the limit of a batch with several cards', async () => {
    const { codes } = await cards({ quantity: 8, memberMax: 2 })
    const member = await newMember()
    // So that the calls change a row that is there, and do not wait for each other's insert.
    const begin = () => outcomeOf(redeemAs(member, unknownCode()))
    const result = await race(platform, 8, (index) => redeemAs(member, codes[index] ?? ''), { begin })
    expect(result).toMatchObject({ accepted: 2, refused: { 701106: 6 } })
    expect(await coinsOf(member)).toHaveLength(2)
  })

  it('a card is either redeemed or voided', async () => {
    const { id, codes } = await cards({ quantity: 1 })
    const [card] = (await as(chief).cards({ params: { id } })).items
    const member = await newMember()
    const calls = [
      () => redeemAs(member, codes[0] ?? ''),
      () => as(chief).voidCard({ params: { id: card?.id ?? '' }, body: { reason: '重复发放' } }),
    ]
    const locked = () => sql`select from redeem.card where batch_id = ${id} for update`
    const { accepted } = await race(platform, 2, (index) => calls[index]?.() as Promise<unknown>, {
      begin: async () => undefined,
      locked,
    })
    expect(accepted).toBe(1)
    const [after] = (await as(chief).cards({ params: { id } })).items
    expect((await coinsOf(member)).length).toBe(after?.state === 'redeemed' ? 1 : 0)
  })
})
