/** Ten simultaneous calls on an existing account, in which each sees the results of the others. */

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { currency } from '#modules/platform/currency/contract.ts'
import { award, refund, reserve, spend } from '#modules/platform/currency/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { buildIssue } from './accounts.fixture.ts'
import { signInEvent } from './reward-events.ts'

const platform = testPlatform({ poolSize: 10 })
const within = <T>(run: (db: Connection) => Promise<T>) => inTransaction(platform.db, run)

async function newMember(): Promise<BuiltMember> {
  return buildMember(platform.db, { companyId: await buildCompany(platform.db) })
}

const accountsOf =
  ({ id }: BuiltMember) =>
  () =>
    sql`select from currency.account where owner_id = ${id} for update`

/** Creates the account. */
const issue = ({ companyId, id }: BuiltMember, amount: bigint, kind: 1 | 2 = 1) =>
  buildIssue(platform.db, { companyId, owner: { kind: 'person', id }, kind, amount, now: platform.now })

const course = { kind: 1, tradeType: 7, businessId: 'course-1', subject: '沟通的艺术' } as const
const order = ({ companyId, id: memberId }: BuiltMember, amount: bigint, number: number) => ({
  ...course,
  ...{ companyId, memberId, amount, eventKey: `order:${number}`, now: platform.now },
})

const accountOf = (member: BuiltMember) => platform.client(currency, member).personAccount()

it('[CURRENCY-035] ten simultaneous awards respect the daily cap', async () => {
  const member = await newMember()
  const { companyId, id: memberId } = member
  const happening = { companyId, memberId, event: signInEvent.event, now: platform.now }
  const awardFor = (number: number) => within((db) => award(db, { ...happening, businessId: `session ${number}` }))
  const { answers } = await race(platform, 10, awardFor, {
    begin: () => issue(member, 1n, 2),
    locked: accountsOf(member),
  })
  expect(answers.flat().filter(({ amount }) => amount > 0n)).toEqual([{ kind: 2, amount: 100n }])
  expect((await accountOf(member)).points.totalAmount).toBe('101')
})

it('ten simultaneous reservations hold no more than the balance', async () => {
  const member = await newMember()
  const expiresAt = platform.now + 60_000
  const keep = (number: number) => within((db) => reserve(db, { ...order(member, 30n, number), expiresAt }))
  const result = await race(platform, 10, keep, { begin: () => issue(member, 100n), locked: accountsOf(member) })
  expect(result).toMatchObject({ accepted: 3, refused: { 2000103: 7 } })
  expect((await accountOf(member)).coin).toMatchObject({ totalAmount: '100', reserved: '90' })
})

it('[CURRENCY-028] ten simultaneous purchases spend no coin twice', async () => {
  const member = await newMember()
  const buy = (number: number) => within((db) => spend(db, order(member, 30n, number)))
  const result = await race(platform, 10, buy, { begin: () => issue(member, 100n), locked: accountsOf(member) })
  expect(result).toMatchObject({ accepted: 3, refused: { 2000103: 7 } })
  expect((await accountOf(member)).coin).toMatchObject({ totalAmount: '10', amountOut: '90' })
})

it('[CURRENCY-031] ten simultaneous refunds return no more than was paid', async () => {
  const member = await newMember()
  await issue(member, 150n)
  const { transferId } = await within((db) => spend(db, order(member, 150n, 0)))
  const part = { companyId: member.companyId, transferId, amount: 30n, createdBy: null, now: platform.now }
  const refundOf = (number: number) => within((db) => refund(db, { ...part, eventKey: `refund:${number}` }))
  const result = await race(platform, 10, refundOf, { begin: () => refundOf(99), locked: accountsOf(member) })
  expect(result).toMatchObject({ accepted: 4, refused: { 701019: 6 } })
  expect((await accountOf(member)).coin.totalAmount).toBe('150')
})
