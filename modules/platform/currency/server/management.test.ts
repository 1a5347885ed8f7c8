import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { currency } from '#modules/platform/currency/contract.ts'
import { spend } from '#modules/platform/currency/server.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { buildIssue, TeamsInMemory } from './accounts.fixture.ts'
import { prove } from './ledger-proofs.ts'

const directory = new TeamsInMemory()
const platform = testPlatform({ poolSize: 6, modules: [directory.module, ...serverModules] })
let companyId: string
let chief: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], fullName: '沈墨' })
})

const newMember = () => buildMember(platform.db, { companyId, fullName: '江晚' })
const calls = (member: BuiltMember) => platform.client(currency, member)
const within = <T>(run: (db: Connection) => Promise<T>) => inTransaction(platform.db, run)
const balance = async (member: BuiltMember) => (await calls(member).personAccount()).coin.totalAmount

async function recordsOf(member: BuiltMember) {
  const account = { accountCode: member.id, accountType: 1 as const }
  return (await calls(member).tradeDetail({ query: account })).items
}

const issue = (member: BuiltMember, amount: bigint, more: object = {}) =>
  buildIssue(platform.db, { companyId, owner: { kind: 'person', id: member.id }, amount, now: platform.now, ...more })

describe('issued amounts', () => {
  const rechargeOf = (by: BuiltMember, accounts: object[], more: object = {}, headers: Record<string, string> = {}) =>
    calls(by).recharge(
      { body: { accounts: accounts as never, type: 1, tradeAmount: '5000', reason: '年度激励', ...more } },
      { headers },
    )
  const person = (member: BuiltMember) => ({ accountType: 1, accountCode: member.id })

  it('are refused with their own code without the permission', async () => {
    const member = await newMember()
    const refused = await refusal(rechargeOf(member, [person(member)]))
    await proves('CURRENCY-045', async () => {
      expect(refused).toMatchObject({ status: 422, errorCode: 701014 })
      expect(await balance(member)).toBe('0')
    })
    await proves('CURRENCY-076', () => expect(refused.message).toMatch(/ 没有充值权限$/))
  })

  it('reach persons, teams and organizations at once, as a record of type 2 with its reason, and the audit log', async () => {
    const member = await newMember()
    const team = directory.build(companyId, '讲师团', [[member.id, 0]])
    const accounts = [
      person(member),
      { accountType: 2, accountCode: companyId },
      { accountType: 3, accountCode: team.id },
    ]
    const headers = { 'idempotency-key': 'recharge-0001' }
    const first = await rechargeOf(chief, accounts, {}, headers)
    expect(await rechargeOf(chief, accounts, {}, headers)).toEqual(first)
    expect((await refusal(rechargeOf(chief, accounts, { tradeAmount: '1' }, headers))).errorCode).toBe(701015)
    expect((await recordsOf(member))[0]).toMatchObject({
      type: 1,
      tradeType: 2,
      tradeAmount: '5000',
      reason: '年度激励',
    })
    const organization = { accountCode: companyId, accountType: 2 as const }
    expect((await calls(chief).totalAmount({ query: organization })).totalAmount).toBe('5000')
    expect((await calls(member).totalAmount({ query: { accountCode: team.id } })).totalAmount).toBe('5000')
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from operations.audit_entry
      where action = 'currency.recharge' and actor_id = ${chief.id}`.execute(platform.root)
    expect(rows[0]?.count).toBe(1)
    const choice = await calls(chief).searchTeams({ query: { search: '讲师' } })
    expect(choice.items.find((one) => one.id === team.id)).toMatchObject({ name: '讲师团', coins: '5000', points: '0' })
  })

  it('[CURRENCY-014] are visible to each recipient as the own share, and to nobody else', async () => {
    const [one, other, neither] = [await newMember(), await newMember(), await newMember()]
    const { id: grantId } = await rechargeOf(chief, [person(one), person(other)])
    const itemsOf = (member: BuiltMember) => calls(member).grantDetail({ query: { grantId } })
    expect(await itemsOf(one)).toMatchObject({ recordCount: 1, items: [{ joinId: one.id, tradeAmount: '5000' }] })
    expect(await itemsOf(other)).toMatchObject({ recordCount: 1, items: [{ joinId: other.id }] })
    expect(await refusal(itemsOf(neither))).toMatchObject({ errorCode: 900005 })
  })

  it('stay within the organizations of the permission', async () => {
    const organizationId = await buildOrganization(platform.db, { companyId, parentId: companyId })
    const branch = await buildMember(platform.db, { companyId, organizationId, roles: ['admin'] })
    const below = await buildMember(platform.db, { companyId, organizationId })
    const above = await newMember()
    await rechargeOf(branch, [person(below)])
    expect((await refusal(rechargeOf(branch, [person(below), person(above)]))).errorCode).toBe(701014)
    const team = directory.build(companyId, '外组团队', [[above.id, 0]])
    const toTeam = rechargeOf(branch, [{ accountType: 3, accountCode: team.id }])
    expect((await refusal(toTeam)).errorCode).toBe(701014)
    expect(await balance(below)).toBe('5000')
    const listed = await calls(branch).holders()
    expect(listed.items.map((row) => row.accountCode).sort()).toEqual([branch.id, below.id].sort())
    const { rewardRules, proofs, ruleChanges } = calls(branch)
    for (const call of [rewardRules, proofs, ruleChanges]) expect((await refusal(call())).errorCode).toBe(10138)
    const adjustment = { account: person(above) as never, type: 1 as const, tradeAmount: '1', reason: '更正' }
    expect((await refusal(calls(branch).adjust({ body: adjustment }))).errorCode).toBe(10138)
  })

  it('are refused for unknown or repeated accounts, excessive and invalid amounts', async () => {
    const member = await newMember()
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    expect((await refusal(rechargeOf(chief, [person(stranger)]))).errorCode).toBe(900005)
    expect((await refusal(rechargeOf(chief, [person(member), person(member)]))).errorCode).toBe(900001)
    for (const tradeAmount of ['0', '-1', '1.5', '1e3', 'NaN', '', 5000, '100000000000000001'])
      expect((await refusal(rechargeOf(chief, [person(member)], { tradeAmount }))).errorCode).toBe(900001)
    await issue(member, 10n ** 18n)
    expect((await refusal(rechargeOf(chief, [person(member)]))).errorCode).toBe(701016)
    const others = await Promise.all(Array.from({ length: 11 }, newMember))
    const tooMuch = rechargeOf(chief, others.map(person), { tradeAmount: String(10n ** 17n) })
    expect((await refusal(tooMuch)).errorCode).toBe(900001)
  })

  it('is exported in the time zone of the company, with the sign and every digit of an amount', async () => {
    const elsewhere = await buildCompany(platform.db)
    await sql`update identity.company set time_zone = 'America/New_York' where id = ${elsewhere}`.execute(platform.root)
    const member = await buildMember(platform.db, { companyId: elsewhere })
    const now = Date.UTC(2030, 0, 1, 3, 4, 5)
    await buildIssue(platform.db, { companyId: elsewhere, owner: { kind: 'person', id: member.id }, amount: 7n, now })
    await within((db) =>
      spend(db, {
        ...{ companyId: elsewhere, memberId: member.id, kind: 1, amount: 5n, tradeType: 7, eventKey: 'order', now },
        ...{ businessId: member.id, subject: '沟通的艺术' },
      }),
    )
    const answer = await calls(member).exportTrades({ query: { accountCode: member.id, accountType: 1 } })
    const { readSheet } = await import('read-excel-file/node')
    const [, spent, issued] = await readSheet((answer as unknown as { rawPayload: Buffer }).rawPayload)
    expect(spent?.slice(0, 5)).toEqual(['2029-12-31 22:04:05', '支出', '课程', '-0.05', '0.02'])
    expect(issued?.slice(3, 5)).toEqual(['0.07', '0.07'])
  })

  it('[CURRENCY-032] is corrected by a record of type 18 with a reason, never below zero', async () => {
    const member = await newMember()
    await issue(member, 100n)
    await issue(member, 100n, { kind: 2 })
    const adjust = (body: object, headers: Record<string, string> = {}) =>
      calls(chief).adjust(
        { body: { account: person(member), type: 1, tradeAmount: '-40', reason: '重复发放更正', ...body } as never },
        { headers },
      )
    const headers = { 'idempotency-key': 'adjust-0001' }
    const first = await adjust({}, headers)
    expect(await adjust({}, headers)).toEqual(first)
    expect((await refusal(adjust({ reason: '另一个原因' }, headers))).errorCode).toBe(701015)
    expect((await recordsOf(member))[0]).toMatchObject({
      type: 2,
      tradeType: 18,
      tradeAmount: '40',
      reason: '重复发放更正',
    })
    expect((await refusal(adjust({ tradeAmount: '-61' }))).errorCode).toBe(2000103)
    expect((await refusal(adjust({ tradeAmount: '-101', type: 2 }))).errorCode).toBe(71004)
    expect((await refusal(adjust({ tradeAmount: '-0' }))).errorCode).toBe(900001)
    expect((await refusal(adjust({ reason: ' ' }))).errorCode).toBe(900001)
    await issue(member, 10n ** 18n - 60n)
    expect((await refusal(adjust({ tradeAmount: '1' }))).errorCode).toBe(701016)
    const unknown = { accountType: 1, accountCode: companyId }
    expect((await refusal(adjust({ account: unknown }))).errorCode).toBe(900005)
  })
})

describe('expiry', () => {
  const noon = (day: string) => Date.parse(`${day}T12:00:00+08:00`)
  const hourly = serverModules.flatMap((module) => module.jobs ?? []).find((job) => job.name === 'currency.hourly')

  async function passHour(now: number): Promise<void> {
    platform.now = now
    await within(async (db) => hourly?.run(db, {}, { outside: platform.outside, now }))
    await platform.runJobs()
  }

  it('removes old unspent income once, after a notice', async () => {
    const before = platform.now
    const company = await buildCompany(platform.db)
    const built = { companyId: company, now: noon('2026-03-05') }
    const administrator = await buildMember(platform.db, { ...built, roles: ['super-admin'] })
    const member = await buildMember(platform.db, built)
    const owner = { kind: 'person', id: member.id } as const
    const give = (amount: bigint, day: string) =>
      buildIssue(platform.db, { companyId: company, owner, kind: 2, amount, now: noon(day) })
    await give(500n, '2026-01-10')
    await give(300n, '2026-02-10')
    await within((db) =>
      spend(db, {
        companyId: company,
        memberId: member.id,
        kind: 2,
        amount: 200n,
        tradeType: 7,
        eventKey: 'order:1',
        businessId: 'course-1',
        subject: '沟通的艺术',
        now: noon('2026-03-01'),
      }),
    )
    platform.now = noon('2026-03-05')
    expect((await calls(member).personAccount()).points.expiring).toBeNull()
    await calls(administrator).changeExpiryRule({ params: { kind: 2 }, body: { months: 2, noticeDays: 10 } })
    const expiring = { amount: '300', at: Date.parse('2026-04-01T00:00:00+08:00') }
    expect((await calls(member).personAccount()).points.expiring).toEqual(expiring)
    expect((await calls(administrator).expiryRules()).items[1]).toMatchObject({
      months: 2,
      updatedBy: administrator.id,
    })
    expect((await calls(administrator).ruleChanges()).items[0]).toMatchObject({
      rule: 'expiry',
      valueBefore: { months: 0 },
      valueAfter: { months: 2 },
    })
    const noticed = async () => {
      const { rows } = await sql<{ id: string }>`select n.member_id as id from messages.notification n
        join messages.message m on m.id = n.message_id
        where m.type = 'currency.expiring' and n.company_id = ${company}`.execute(platform.root)
      return rows.map((row) => row.id)
    }
    const expired = async () => {
      const { rows } = await sql<{ amount: string }>`select e.amount::text from currency.entry e
        join currency.account a on a.id = e.account_id
        where a.owner_kind = 'person' and a.owner_id = ${member.id} and e.trade_type = 15`.execute(platform.root)
      return rows.map((row) => row.amount)
    }
    await passHour(noon('2026-03-05'))
    expect([await noticed(), await expired()]).toEqual([[], []])
    await passHour(noon('2026-03-25'))
    await passHour(noon('2026-03-26'))
    expect([await noticed(), await expired()]).toEqual([[member.id], []])
    await passHour(noon('2026-04-01'))
    await passHour(noon('2026-04-01'))
    expect(await expired()).toEqual(['-300'])
    expect((await prove(platform.db, company)).problems).toEqual([])
    platform.now = before
  })
})

describe('the ledger itself', () => {
  it('refuses to change or delete an entry, a transfer, an account', async () => {
    const member = await newMember()
    await issue(member, 100n)
    const statements = [
      sql`update currency.entry set amount = 1`,
      sql`delete from currency.entry`,
      sql`truncate currency.entry`,
      sql`update currency.transfer set reason = 'x'`,
      sql`delete from currency.transfer`,
      sql`truncate currency.transfer`,
      sql`delete from currency.account`,
    ]
    for (const statement of statements)
      await expect(statement.execute(platform.root)).rejects.toThrow('is never changed')
    await expect(
      sql`update currency.account set allocated = allocated + 1 where owner_id = ${member.id}`.execute(platform.root),
    ).rejects.toThrow('account_sound')
    const entry = (
      account: string,
      amount: number,
      type: number,
    ) => sql`insert into currency.entry (transfer_id, account_id,
        company_id, kind, type, trade_type, amount, allocated, reward, subscription, created_at)
      select transfer_id, ${sql.raw(account)}, company_id, kind, ${type}, trade_type, ${amount}, ${amount}, 0, 0, 0
      from currency.entry limit 1`
    await expect(entry('gen_random_uuid()', 1, 1).execute(platform.root)).rejects.toThrow('sum to zero')
    for (const [amount, type] of [
      [0, 1],
      [1, 2],
      [-1, 1],
    ] as const)
      await expect(entry('gen_random_uuid()', amount, type).execute(platform.root)).rejects.toThrow('entry_sound')
    const pair = sql`insert into currency.entry (transfer_id, account_id, company_id, kind, type, trade_type, amount, allocated,
        reward, subscription, created_at)
      select transfer_id, gen_random_uuid(), company_id, kind, sign, trade_type, 3 - 2 * sign, 3 - 2 * sign, 0, 0, 0
      from (select * from currency.entry limit 1) e, generate_series(1, 2) sign`
    await expect(pair.execute(platform.root)).rejects.toThrow('another company, kind or transfer')
  })

  it('is proven on demand and every night, and the proof finds tampering', async () => {
    const company = await buildCompany(platform.db)
    const administrator = await buildMember(platform.db, { companyId: company, roles: ['super-admin'] })
    const owner = { kind: 'person', id: administrator.id } as const
    await buildIssue(platform.db, { companyId: company, owner, amount: 10n ** 17n })
    const { id } = await calls(administrator).startProof()
    await platform.runJobs()
    const [proof] = (await calls(administrator).proofs()).items
    expect(proof).toMatchObject({ id, startedBy: administrator.id, holds: true, entryCount: 2, problems: [] })
    expect(proof?.figures).toMatchObject([
      { kind: 1, ownerKind: 'issuance', balance: `-${10n ** 17n}` },
      { kind: 1, ownerKind: 'person', income: String(10n ** 17n), balance: String(10n ** 17n) },
    ])
    const { rows } = await sql<{ state: string }>`select state from operations.task where id = ${id}`.execute(
      platform.root,
    )
    expect(rows).toEqual([{ state: 'done' }])
    await sql`update currency.account set income = income + 5, expense = expense + 5 where company_id = ${company}
      and owner_kind = 'person'`.execute(platform.root)
    const nightly = serverModules.flatMap((module) => module.jobs ?? []).find((job) => job.name === 'currency.nightly')
    await within(async (db) => nightly?.run(db, {}, { outside: platform.outside, now: platform.now }))
    await platform.runJobs()
    const [broken] = (await calls(administrator).proofs()).items
    expect(broken).toMatchObject({ startedBy: null, holds: false, problems: [{ rule: 'balance' }] })
    const notified = await sql<{ count: number }>`select count(*)::int as count from messages.notification n
      join messages.message m on m.id = n.message_id where m.type = 'currency.proof-failed' and n.member_id = ${administrator.id}`.execute(
      platform.root,
    )
    expect(notified.rows[0]?.count).toBe(1)
  })

  it('takes a body that its call does not declare for none, however deep it is', async () => {
    const administrator = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    const body = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
    const { url, method } = { url: `/api/v1${currency.startProof.path}`, method: currency.startProof.method }
    const headers = { authorization: `Bearer ${administrator.token}`, 'content-type': 'application/json' }
    const answer = await platform.app.inject({ method, url, headers, payload: body })
    expect(answer.statusCode).toBe(200)
    const { rows } = await sql<{ input: object }>`select details::json -> 'input' as input from operations.audit_entry
      where action = 'currency.startProof' and actor_id = ${administrator.id}`.execute(platform.root)
    expect(rows).toEqual([{ input: {} }])
  })

  it('lists members with their balances', async () => {
    const member = await buildMember(platform.db, { companyId, fullName: '独一无二' })
    await issue(member, 777n)
    const listed = await calls(chief).holders({ query: { search: '独一' } })
    expect(listed.items).toMatchObject([{ accountCode: member.id, coins: '777', points: '0' }])
    expect((await calls(chief).holders({ query: { search: '%' } })).items).toEqual([])
  })

  it('lists by organization and name, and the organizations of the permission', async () => {
    const company = await buildCompany(platform.db, '云帆')
    const below = await buildOrganization(platform.db, { companyId: company, parentId: company, name: '华东区' })
    const head = await buildMember(platform.db, { companyId: company, roles: ['super-admin'], fullName: '乙' })
    const branch = { companyId: company, organizationId: below }
    const admin = await buildMember(platform.db, { ...branch, roles: ['admin'], fullName: '丙' })
    for (const fullName of ['甲', '丁']) await buildMember(platform.db, { ...branch, fullName })
    const names = (await calls(head).holders()).items.map((row) => `${row.organizationName} ${row.name}`)
    expect(names).toEqual([...names].sort())
    const accounts = [{ accountType: 2 as const, accountCode: below }]
    await calls(head).recharge({ body: { accounts, type: 1, tradeAmount: '5000', reason: '' } })
    const all = await calls(head).holders({ query: { accountType: 2 } })
    expect(all.items.map(({ name, coins }) => [name, coins])).toEqual([
      ['云帆', '0'],
      ['华东区', '5000'],
    ])
    const own = await calls(admin).holders({ query: { accountType: 2 } })
    expect(own.items).toMatchObject([{ accountType: 2, accountCode: below, name: '华东区', points: '0' }])
    const found = await calls(head).holders({ query: { accountType: 2, search: '华' } })
    expect(found).toMatchObject({ recordCount: 1, items: [{ accountCode: below }] })
  })

  it('a failed proof notifies managers of coins, and only they have its preference', async () => {
    const typesOf = async (member: BuiltMember) =>
      (await platform.client(messages, member).preferences()).types.map(({ type }) => type)
    expect(await typesOf(chief)).toContain('currency.proof-failed')
    const learner = await typesOf(await newMember())
    expect(learner).toContain('currency.received')
    expect(learner).not.toContain('currency.proof-failed')
  })
})
