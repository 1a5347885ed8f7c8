/** Many at once: one payment a thing, and never more given back than was paid. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { payments } from '../contract.ts'
import { refundPayment, startPayment } from '../server.ts'
import { buildPayment } from './payments.fixture.ts'
import { triedPayable } from './tried-payable.fixture.ts'

const { module, newThing } = triedPayable()
const platform = testPlatform({ modules: [...serverModules, module], poolSize: 8 })
let buyer: BuiltMember

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  buyer = await buildMember(platform.db, { companyId })
})

describe('50 payments of one thing at once', () => {
  it('are one payment', async () => {
    const payableId = newThing()
    const { now } = platform
    const about = { companyId: buyer.companyId, memberId: buyer.id, payable: 'tried', payableId, number: 'D1' }
    const payment = {
      ...about,
      subject: '课',
      amountFen: 100n,
      provider: 'test' as const,
      expiresAt: now + 60_000,
      now,
    }
    const started = await Promise.all(
      Array.from({ length: 50 }, () =>
        inTransaction(platform.root, (db) => startPayment(db, platform.outside.config, payment)),
      ),
    )
    expect(new Set(started.map(({ id }) => id)).size).toBe(1)
    const { rows } = await sql<{ count: number }>`select count(*) as count from payments.payment
      where payable_id = ${payableId}`.execute(platform.root)
    expect(rows).toEqual([{ count: 1 }])
  })
})

describe('refunds that race', () => {
  it('never give back more than was paid, whatever their amounts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt(1n, 1000n),
        fc.array(fc.bigInt(1n, 700n), { minLength: 2, maxLength: 10 }),
        async (amountFen, amounts) => {
          const { companyId, id: memberId } = buyer
          const paymentId = await buildPayment(platform.db, { companyId, memberId, amountFen, state: 'succeeded' })
          const request = { companyId, paymentId, reason: '', now: platform.now }
          const answers = await Promise.allSettled(
            amounts.map((each) =>
              inTransaction(platform.root, (db) =>
                refundPayment(db, { ...request, refundId: newThing(), amountFen: each }),
              ),
            ),
          )
          const taken = amounts.filter((_, index) => answers[index]?.status === 'fulfilled')
          const refused = amounts.filter((_, index) => answers[index]?.status === 'rejected')
          const sum = taken.reduce((total, each) => total + each, 0n)
          expect(sum <= amountFen).toBe(true)
          // Nothing is refused that would still have had room at the end.
          for (const each of refused) expect(each > amountFen - sum).toBe(true)
          const { refunded } = await platform.client(payments, buyer).ownPayment({ params: { id: paymentId } })
          expect(refunded).toBe(String(sum))
        },
      ),
      { numRuns: 25 },
    )
  })

  it('the database refuses what would be more, whoever asks', async () => {
    const { companyId, id: memberId } = buyer
    const id = await buildPayment(platform.db, { companyId, memberId, amountFen: 100n, state: 'succeeded' })
    const more = sql`update payments.payment set refunded_fen = 101 where id = ${id}`.execute(platform.root)
    await expect(more).rejects.toThrow('payment_check')
  })
})
