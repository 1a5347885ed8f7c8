import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { currency } from '#modules/platform/currency/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { type BuiltTeam, buildIssue, TeamsInMemory } from './accounts.fixture.ts'

const directory = new TeamsInMemory()
const platform = testPlatform({ poolSize: 8, modules: [directory.module, ...serverModules] })
let companyId: string
let chief: BuiltMember
let administrator: BuiltMember
let members: BuiltMember[]
let outsider: BuiltMember
let foreigner: BuiltMember
let team: BuiltTeam
let foreignTeam: BuiltTeam

const all = () => [chief, administrator, ...members]

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, fullName: '沈墨' })
  administrator = await buildMember(platform.db, { companyId })
  members = []
  for (const fullName of ['江晚', '陆舟', '苏禾']) members.push(await buildMember(platform.db, { companyId, fullName }))
  outsider = await buildMember(platform.db, { companyId })
  const foreignCompany = await buildCompany(platform.db)
  foreigner = await buildMember(platform.db, { companyId: foreignCompany })
  foreignTeam = directory.build(foreignCompany, '外部团队', [[foreigner.id, 0]])
})

/** Each test has its own team with 1000.00 coins and 500.00 points. */
async function newTeam(coins = 100_000n, points = 50_000n): Promise<BuiltTeam> {
  const made = directory.build(companyId, '讲师团', [
    [chief.id, 0],
    [administrator.id, 1],
    ...members.map((member) => [member.id, 2] as const),
  ])
  const owner = { kind: 'team', id: made.id } as const
  if (coins > 0n) await buildIssue(platform.db, { companyId, owner, amount: coins, now: platform.now })
  if (points > 0n) await buildIssue(platform.db, { companyId, owner, kind: 2, amount: points, now: platform.now })
  team = made
  return made
}

const itemsOf = (amounts: readonly unknown[], to: readonly { id: string }[] = members) =>
  JSON.stringify(amounts.map((tradeAmount, index) => ({ joinId: to[index]?.id, tradeAmount, joinType: 5 })))

function grant(by: BuiltMember, grantItems: string, options: { type?: 1 | 2; key?: string; enjoyId?: string } = {}) {
  const { type = 1, key, enjoyId = team.id } = options
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return platform.client(currency, by).enjoyGrant({ body: { enjoyId, type, grantItems } }, { headers })
}

const totals = (by: BuiltMember, type: 1 | 2 = 1) =>
  platform.client(currency, by).totalAmount({ query: { accountCode: team.id, accountType: 3, type } })

const records = (by: BuiltMember, query: object = {}) =>
  platform.client(currency, by).tradeDetail({ query: { accountCode: team.id, accountType: 3, ...query } })

const ownCoins = async (by: BuiltMember) => (await platform.client(currency, by).personAccount()).coin.totalAmount

describe('a distribution', () => {
  it('is an expense of the team and an income of each member', async () => {
    await newTeam()
    const answer = await proves(['CURRENCY-065', 'CURRENCY-058', 'CURRENCY-019'], async () => {
      const response = await platform.app.inject({
        method: 'POST',
        url: '/api/v1/knowledge-operation/currency/enjoy-grant',
        headers: { authorization: `Bearer ${chief.token}` },
        payload: { enjoyId: team.id, type: 1, grantItems: itemsOf(['3333', '3333', '3334']) },
      })
      const json = response.json() as { grantId: string }
      expect(json).toMatchObject({ totalAmount: '10000', recipientCount: 3 })
      return json
    })
    await proves('CURRENCY-030', async () => {
      const [own] = (await records(chief)).items
      const expense = { type: 2, tradeType: 1, tradeAmount: '10000', availableBalance: '90000' }
      expect(own).toMatchObject({ id: answer.grantId, ...expense })
      for (const [index, tradeAmount] of ['3333', '3333', '3334'].entries()) {
        const member = members[index] as BuiltMember
        const query = { accountCode: member.id, accountType: 1 as const }
        const theirs = await platform.client(currency, member).tradeDetail({ query })
        expect(theirs.items[0]).toMatchObject({ type: 1, tradeType: 1, tradeAmount, detail: '讲师团' })
      }
    })
  })

  it('leaves a record with member, reason and new balance', async () => {
    await newTeam()
    await grant(chief, itemsOf(['1234']))
    const { items, recordCount } = await records(administrator)
    await proves('CURRENCY-016', () =>
      expect(items[0]).toEqual({
        id: expect.any(String),
        createTime: platform.now,
        type: 2,
        tradeType: 1,
        tradeAmount: '1234',
        availableBalance: '98766',
        createMemberName: chief.name,
        createMemberFullName: '沈墨',
        businessType: null,
        businessId: team.id,
        detail: '讲师团',
        reason: '',
      }),
    )
    await proves('CURRENCY-027', async () => {
      const balances = items.map(({ type, tradeAmount, availableBalance }) => [type, tradeAmount, availableBalance])
      expect([recordCount, balances]).toEqual([
        2,
        [
          [2, '1234', '98766'],
          [1, '100000', '100000'],
        ],
      ])
      expect((await totals(administrator)).totalAmount).toBe('98766')
    })
  })

  it('shows as balance = income − expense, in hundredths', async () => {
    await newTeam()
    await grant(chief, itemsOf(['40000']))
    const found = await totals(members[0] as BuiltMember)
    await proves('CURRENCY-008', () => {
      expect(found).toMatchObject({ amountIn: '100000', amountOut: '40000', totalAmount: '60000' })
      expect(BigInt(found.totalAmount)).toBe(BigInt(found.amountIn) - BigInt(found.amountOut))
    })
    await proves('CURRENCY-018', () =>
      expect(Object.keys(found)).toEqual(
        expect.arrayContaining(['amountIn', 'amountOut', 'totalAmount', 'integralTotalAmount']),
      ),
    )
    await proves('CURRENCY-021', () => expect(found.integralTotalAmount).toBe('50000'))
    await proves('CURRENCY-062', async () => {
      const answer = await platform.app.inject({
        url: `/api/v1/knowledge-operation/currency/total-amount?accountCode=${team.id}&accountType=3&type=1`,
        headers: { authorization: `Bearer ${chief.token}` },
      })
      expect(answer.json()).toEqual(found)
    })
  })

  it('shows all recipients to the team, and the own share to a recipient', async () => {
    await newTeam()
    const { grantId } = await grant(chief, itemsOf(['100', '200', '300']))
    const calls = platform.client(currency, administrator)
    const first = await calls.grantDetail({ query: { grantId, page: 1, pageSize: 2 } })
    const second = await calls.grantDetail({ query: { grantId, page: 2, pageSize: 2 } })
    await proves('CURRENCY-014', () => {
      expect([first.recordCount, first.items.length, second.items.length]).toEqual([3, 2, 1])
      const amounts = [...first.items, ...second.items].map((item) => [item.memberFullName, item.tradeAmount])
      expect(new Map(amounts as [string, string][])).toEqual(
        new Map([
          ['江晚', '100'],
          ['陆舟', '200'],
          ['苏禾', '300'],
        ]),
      )
    })
    await proves('CURRENCY-064', async () => {
      const answer = await platform.app.inject({
        url: `/api/v1/knowledge-operation/currency/grant-detail?grantId=${grantId}&page=2&pageSize=2`,
        headers: { authorization: `Bearer ${administrator.token}` },
      })
      expect(answer.json()).toEqual(second)
    })
    team.members.delete((members[0] as BuiltMember).id)
    const left = await platform.client(currency, members[0] as BuiltMember).grantDetail({ query: { grantId } })
    expect(left.items.map((item) => item.tradeAmount)).toEqual(['100'])
    const none = await refusal(platform.client(currency, outsider).grantDetail({ query: { grantId } }))
    expect(none.errorCode).toBe(900005)
    const foreign = await refusal(platform.client(currency, foreigner).grantDetail({ query: { grantId } }))
    expect(foreign.errorCode).toBe(900005)
  })

  it('of points does not change coins', async () => {
    await newTeam()
    await grant(chief, itemsOf(['700', '800']), { type: 2 })
    expect((await totals(chief, 2)).totalAmount).toBe('48500')
    expect((await totals(chief, 1)).totalAmount).toBe('100000')
    const listed = await records(chief, { rewardType: 2, tradeType: 10 })
    expect(listed.items).toMatchObject([{ type: 2, tradeType: 10, tradeAmount: '1500' }])
  })

  it('notifies its recipients', async () => {
    await newTeam()
    await grant(chief, itemsOf(['100', '100']))
    const { rows } = await sql<{ member_id: string }>`
      select n.member_id from messages.notification n join messages.message m on m.id = n.message_id
      where m.type = 'currency.received' and m.title_cn like '讲师团%'`.execute(platform.root)
    expect(rows.map((row) => row.member_id)).toEqual(expect.arrayContaining(members.slice(0, 2).map(({ id }) => id)))
  })
})

describe('permission to distribute', () => {
  it('does not reach the team of another company', async () => {
    await newTeam()
    expect((await refusal(grant(chief, itemsOf(['100']), { enjoyId: foreignTeam.id }))).errorCode).toBe(900005)
  })

  it('[CURRENCY-061] gives nothing if one recipient is not in the team', async () => {
    await newTeam()
    const before = await Promise.all(members.map(ownCoins))
    for (const stranger of [outsider, foreigner]) {
      const refused = await refusal(grant(chief, itemsOf(['100', '100'], [members[0] as BuiltMember, stranger])))
      expect(refused).toMatchObject({ errorCode: 701017, data: { memberIds: [stranger.id] } })
    }
    expect(await Promise.all(members.map(ownCoins))).toEqual(before)
    expect((await totals(chief)).totalAmount).toBe('100000')
  })
})

describe('amounts', () => {
  it('[CURRENCY-049] refuses a distribution without recipients or without a list of items', async () => {
    await newTeam()
    for (const text of ['[]', '', '{}', 'null', '[null]', '[{}]', '"1"', '[', '[1]']) {
      expect((await refusal(grant(chief, text))).errorCode, text).toBe(900001)
    }
    const twice = [members[0], members[0]] as BuiltMember[]
    expect((await refusal(grant(chief, itemsOf(['1', '1'], twice)))).errorCode).toBe(900001)
    const other = JSON.stringify([{ joinId: members[0]?.id, tradeAmount: '1', joinType: 4 }])
    expect((await refusal(grant(chief, other))).errorCode).toBe(900001)
  })

  it('refuses an empty amount, zero, fractions and other notations', async () => {
    await newTeam()
    const refuses = async (wrong: readonly unknown[]) => {
      for (const amount of wrong) {
        const refused = await refusal(grant(chief, itemsOf([amount])))
        expect(refused, JSON.stringify(amount)).toMatchObject({ status: 422, errorCode: 900001 })
        expect(refused.data?.fields).toMatchObject([{ path: 'grantItems.0.tradeAmount' }])
      }
    }
    await proves('CURRENCY-050', () => refuses(['', null, ' ', [], {}, true]))
    await proves('CURRENCY-051', () => refuses(['0', '-0', '00', 0, -0]))
    await proves('CURRENCY-053', () =>
      refuses([
        ...['01', '-1', '+1', '1.5', '0.005', '1e3', '1E3', 'NaN', 'Infinity', ' 1', '1 ', '１', '0x10'],
        ...[
          '100000000000000001',
          '9223372036854775807',
          '9223372036854775808',
          '18446744073709551616',
          '1'.repeat(400),
        ],
        ...[-1, 0.005, 1.5, 9_007_199_254_740_992, 1e17],
      ]),
    )
    expect((await totals(chief)).totalAmount).toBe('100000')
  })

  it.each(['1000000000000000.01', '1e3', '1.0', '100E-2', '-0', '-0.0'])(
    '[CURRENCY-057] refuses numbers that are not written as integers: %s',
    async (written) => {
      await newTeam()
      const refused = await refusal(grant(chief, itemsOf([987]).replace(':987,', `:${written},`)))
      expect(refused).toMatchObject({ status: 422, errorCode: 900001 })
      expect(refused.data?.fields).toMatchObject([{ path: 'grantItems.0.tradeAmount' }])
    },
  )

  it('[CURRENCY-057] accepts exact JSON numbers, and text beyond', async () => {
    await newTeam(10n ** 17n)
    await grant(chief, itemsOf([1234]))
    await grant(chief, itemsOf([Number.MAX_SAFE_INTEGER]))
    await grant(chief, itemsOf(['9007199254740993']))
    const left = 10n ** 17n - 1234n - 9_007_199_254_740_991n - 9_007_199_254_740_993n
    expect((await totals(chief)).totalAmount).toBe(String(left))
  })

  it('keeps 1e15 and 999999999999999.99 to the last hundredth', async () => {
    await newTeam(10n ** 17n)
    await proves('CURRENCY-056', async () => {
      await grant(chief, itemsOf(['99999999999999999']))
      expect((await totals(chief)).totalAmount).toBe('1')
    })
    await newTeam(10n ** 17n)
    await proves('CURRENCY-053', async () => {
      await grant(chief, itemsOf(['100000000000000000']))
      const whole = { tradeAmount: '100000000000000000', availableBalance: '0' }
      expect((await records(chief)).items[0]).toMatchObject(whole)
    })
  })

  it('refuses a total above the balance with 701011, in coins', async () => {
    await newTeam()
    const refused = await refusal(grant(chief, itemsOf(['50000', '50001'])))
    await proves(['CURRENCY-041', 'CURRENCY-052'], () =>
      expect(refused).toMatchObject({ status: 422, errorCode: 701011 }),
    )
    await proves('CURRENCY-073', () => expect(refused.message).toMatch(/ 分配学币不足$/))
    const huge = await refusal(grant(chief, itemsOf(Array(3).fill(String(10n ** 17n)))))
    expect(huge.errorCode).toBe(701011)
    expect((await totals(chief)).totalAmount).toBe('100000')
  })

  it('[CURRENCY-070] refuses more points than the team has with 13006', async () => {
    await newTeam()
    const refused = await refusal(grant(chief, itemsOf(['50001']), { type: 2 }))
    expect(refused.errorCode).toBe(13006)
    expect(refused.message).toContain('积分不足')
  })

  it('refuses an amount that exceeds the capacity of an account', async () => {
    await newTeam()
    const rich = await buildMember(platform.db, { companyId })
    team.members.set(rich.id, 2)
    await buildIssue(platform.db, { companyId, owner: { kind: 'person', id: rich.id }, amount: 10n ** 18n })
    expect((await refusal(grant(chief, itemsOf(['1'], [rich])))).errorCode).toBe(701016)
  })
})

describe('simultaneous calls', () => {
  it('[CURRENCY-028] of ten distributions of the last coins, three succeed', async () => {
    await newTeam(400n)
    const give = () => grant(chief, itemsOf(['100']))
    expect(await race(platform, 10, give, { begin: give })).toMatchObject({ accepted: 3, refused: { 701011: 7 } })
    expect((await totals(chief)).totalAmount).toBe('0')
    expect((await records(chief, { type: 2 })).recordCount).toBe(4)
  })

  it('a repeated key returns the first answer, also simultaneously, and moves nothing twice', async () => {
    await newTeam()
    const key = 'grant-0001-0001'
    const answers = await Promise.all([1, 2, 3, 4].map(() => grant(chief, itemsOf(['2500']), { key })))
    expect(new Set(answers.map((answer) => answer.grantId)).size).toBe(1)
    expect(await grant(chief, itemsOf(['2500']), { key })).toEqual(answers[0])
    expect((await totals(chief)).totalAmount).toBe('97500')
  })

  it('a key of another request is refused; keys of other members are separate', async () => {
    await newTeam()
    const key = 'grant-0002-0002'
    const first = await grant(chief, itemsOf(['100']), { key })
    expect((await refusal(grant(chief, itemsOf(['101']), { key }))).errorCode).toBe(701015)
    team.members.set(administrator.id, 0)
    const second = await grant(administrator, itemsOf(['100']), { key })
    expect(second.grantId).not.toBe(first.grantId)
    expect((await totals(chief)).totalAmount).toBe('99800')
    for (const wrong of ['short', 'a'.repeat(201), 'with blanks inside']) {
      expect((await refusal(grant(chief, itemsOf(['100']), { key: wrong }))).errorCode).toBe(900001)
    }
  })

  it('a refused request does not use up its key', async () => {
    await newTeam(100n)
    const key = 'grant-0003-0003'
    expect((await refusal(grant(chief, itemsOf(['200']), { key }))).errorCode).toBe(701011)
    await buildIssue(platform.db, { companyId, owner: { kind: 'team', id: team.id }, amount: 100n })
    expect((await grant(chief, itemsOf(['200']), { key })).totalAmount).toBe('200')
  })
})

describe('the records', () => {
  it('are filtered by kind and trade type, in pages', async () => {
    await newTeam()
    for (let count = 1; count <= 12; count += 1) await grant(chief, itemsOf([String(count * 100)]))
    const owner = { kind: 'team', id: team.id } as const
    await buildIssue(platform.db, { companyId, owner, amount: 5n, balanceKind: 'subscription' })
    const first = await records(chief, { page: 1, pageSize: 10 })
    const second = await records(chief, { page: 2, pageSize: 10 })
    expect([first.recordCount, first.items.length, second.items.length]).toEqual([14, 10, 4])
    expect(second.items.at(-1)).toMatchObject({ type: 1, tradeType: 2, tradeAmount: '100000' })
    expect((await records(chief, { page: 3, pageSize: 10 })).items).toEqual([])
    await proves('CURRENCY-063', async () => {
      const answer = await platform.app.inject({
        url: `/api/v1/knowledge-operation/currency/trade-detail?accountCode=${team.id}&accountType=3&page=2&pageSize=10`,
        headers: { authorization: `Bearer ${chief.token}` },
      })
      expect(answer.json()).toEqual(second)
    })
    const expenses = await records(chief, { type: 2, page: 2, pageSize: 10 })
    expect(expenses.recordCount).toBe(12)
    expect(expenses.items.map((item) => item.tradeAmount)).toEqual(['200', '100'])
    expect((await records(chief, { type: 1 })).recordCount).toBe(2)
    expect((await records(chief, { tradeType: 1 })).recordCount).toBe(12)
    expect(await records(chief, { type: 1, tradeType: 1 })).toEqual({ items: [], recordCount: 0 })
    expect((await refusal(records(chief, { tradeType: 13 }))).errorCode).toBe(900001)
  })

  it('are exported as a spreadsheet', async () => {
    await newTeam()
    await grant(chief, itemsOf(['12345']))
    const answer = await platform.client(currency, chief).exportTrades({ query: { accountCode: team.id } })
    const response = answer as unknown as { headers: Record<string, string>; rawPayload: Buffer }
    expect(response.headers['content-disposition']).toContain(encodeURIComponent('交易明细.xlsx'))
    const { readSheet } = await import('read-excel-file/node')
    const rows = await readSheet(response.rawPayload)
    expect(rows[1]?.slice(1, 6)).toEqual(['支出', '分配', '-123.45', '876.55', '讲师团'])
  })
})

describe('teams', () => {
  it('[CURRENCY-047] shows the caller’s role in each team, so only the total administrator sees the button', async () => {
    await newTeam()
    const mine = await platform.client(currency, chief).ownTeams()
    expect(mine.items.find((one) => one.id === team.id)).toMatchObject({ name: '讲师团', memberType: 0 })
    const theirs = await platform.client(currency, members[0] as BuiltMember).ownTeams()
    expect(theirs.items.find((one) => one.id === team.id)).toMatchObject({ memberType: 2 })
  })

  it('lists its members with a search, administrators first', async () => {
    await newTeam()
    const calls = platform.client(currency, chief)
    const listed = await calls.teamMembers({ params: { enjoyId: team.id } })
    expect(listed.recordCount).toBe(all().length)
    expect(listed.items[0]).toMatchObject({ memberId: chief.id, memberType: 0 })
    const found = await calls.teamMembers({ params: { enjoyId: team.id }, query: { search: '陆' } })
    expect(found.items.map((member) => member.fullName)).toEqual(['陆舟'])
  })
})
