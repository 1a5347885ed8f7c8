/** The test provider: nothing is really paid. A buyer chooses what it says, and it says so by the same way as the real ones. */
import { Type } from 'typebox'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { Id, OneOf } from '#kit/schema.ts'
import { enqueueAll } from '#server/jobs/queue.ts'
import { type Context, job } from '#server/module.ts'
import { PAYMENT_STATE, TEST_PAYMENT_OFF } from '../contract/codes.ts'
import type { testOutcomes } from '../contract/member.ts'
import { type PaymentsDb, paymentsTables } from './db.ts'
import { findPayment, findPaymentOf, lockPayment, tradeNumber } from './rows.ts'
import { close, hear } from './settling.ts'

/** Long enough to see the page wait. */
const lateMs = 5000

export const testNoticeJob = job({
  name: 'payments.test-notice',
  payload: Type.Object({ paymentId: Id, outcome: OneOf(['succeeded', 'failed']) }),
  async run(connection, { paymentId, outcome }, { outside: { config }, now }) {
    const db = paymentsTables(connection)
    const row = await findPayment(db, paymentId)
    if (!row || !config.payments.test) return
    const number = tradeNumber(row.id)
    await hear(
      db,
      {
        about: 'payment',
        tradeNumber: number,
        outcome,
        reference: `test-${number}`,
        amountFen: BigInt(row.amount_fen),
        currency: 'CNY',
        merchant: 'test',
        at: now,
      },
      { provider: 'test', merchant: 'test', source: 'test', now },
    )
  },
})

export async function chooseTestOutcome(
  db: PaymentsDb,
  id: string,
  outcome: (typeof testOutcomes)[number],
  { caller, now, outside }: Pick<Context, 'caller' | 'now' | 'outside'>,
): Promise<void> {
  const found = await findPaymentOf(db, caller, id)
  if (found?.provider !== 'test') throw refuse(NOT_FOUND)
  if (!outside.config.payments.test) throw refuse(TEST_PAYMENT_OFF)
  const row = await lockPayment(db, found)
  if (row.state !== 'waiting') throw refuse(PAYMENT_STATE, { state: row.state })
  if (outcome === 'late') await close(db, row)
  const said = { paymentId: id, outcome: outcome === 'failed' ? 'failed' : 'succeeded' } as const
  const runs = outcome === 'doubled' ? [{ payload: said }, { payload: said }] : [{ payload: said }]
  await enqueueAll(db, testNoticeJob, outcome === 'late' ? [{ payload: said, runAt: now + lateMs }] : runs)
}
