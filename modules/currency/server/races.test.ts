/** Ten at once on an account that is there already: each sees what the others have done. */
import { expect, it } from 'vitest'
import { currency } from '#modules/currency/contract.ts'
import { award, reserve } from '#modules/currency/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/identity/server/build.ts'
import type { Connection } from '#server/db/connection.ts'
import { testPlatform } from '#test/harness.ts'
import { buildIssue } from './build.ts'
import { signInEvent } from './events.ts'
import { inTransaction } from './jobs.ts'

const platform = testPlatform({ poolSize: 10 })
const callers = Array.from({ length: 10 }, (_, index) => index)
const within = <T>(run: (db: Connection) => Promise<T>) => inTransaction(platform.db, run)

async function memberWith(amount: bigint, kind: 1 | 2): Promise<BuiltMember> {
  const companyId = await buildCompany(platform.db)
  const member = await buildMember(platform.db, { companyId })
  const owner = { kind: 'person', id: member.id } as const
  await buildIssue(platform.db, { companyId, owner, kind, amount, now: platform.now })
  return member
}

const accountOf = (member: BuiltMember) => platform.client(currency, member).personAccount()

it('[CURRENCY-035] the cap of a day holds for ten awards at once', async () => {
  const member = await memberWith(1n, 2)
  const { companyId, id: memberId } = member
  const happening = { companyId, memberId, event: signInEvent.event, now: platform.now }
  const given = await Promise.all(
    callers.map((number) => within((db) => award(db, { ...happening, businessId: `session ${number}` }))),
  )
  expect(given.flat().filter(({ amount }) => amount > 0n)).toEqual([{ kind: 2, amount: 100n }])
  expect((await accountOf(member)).points.totalAmount).toBe('101')
})

it('ten reservations at once keep back no more than there is', async () => {
  const member = await memberWith(100n, 1)
  const { companyId, id: memberId } = member
  const common = { companyId, memberId, kind: 1, tradeType: 7, now: platform.now } as const
  const outcomes = await Promise.allSettled(
    callers.map((number) =>
      within((db) =>
        reserve(db, {
          ...{ ...common, amount: 30n, eventKey: `order:${number}`, businessId: 'course-1', subject: '沟通的艺术' },
          expiresAt: platform.now + 60_000,
        }),
      ),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect((await accountOf(member)).coin).toMatchObject({ totalAmount: '100', held: '90' })
})
