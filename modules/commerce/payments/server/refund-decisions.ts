/** What became of a refund. */
import { type Selectable, sql } from 'kysely'
import type { PaymentsDb } from './db.ts'
import { tellMoneyBack } from './message-types.ts'
import { findPayable } from './payable.ts'
import { findPayment, lockPayment, type PaymentRow, thingOf } from './rows.ts'
import type { DB } from './tables.ts'

export type RefundRow = Selectable<DB['payments.refund']>

export function findRefund(db: PaymentsDb, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('payments.refund').selectAll().where('id', '=', id).executeTakeFirst()
}

export interface RefundOutcome {
  readonly refundId: string
  readonly outcome: 'succeeded' | 'failed'
  readonly failure?: string
  readonly now: number
}

/**
 * A refund is decided. Answers whether it was this time. One that failed can succeed after all: money that went back counts, whatever
 * the provider said before.
 */
export async function decideRefund(db: PaymentsDb, decided: RefundOutcome): Promise<boolean> {
  const { refundId, outcome, failure = '', now } = decided
  const found = await findRefund(db, refundId)
  const payment = found && (await findPayment(db, found.payment_id))
  if (!payment) return false
  const row = await lockPayment(db, payment)
  const known = await findRefund(db, refundId)
  const changed = await db
    .updateTable('payments.refund')
    .set({ state: outcome, failure: failure.slice(0, 500), decided_at: now })
    .where('id', '=', refundId)
    .where('state', 'in', outcome === 'succeeded' ? ['sending', 'failed'] : ['sending'])
    .returning(['amount_fen', 'is_automatic'])
    .executeTakeFirst()
  if (!changed) return false
  if (outcome === 'failed') await release(db, row, changed.amount_fen)
  else if (known?.state === 'failed') await takeAgain(db, row, changed.amount_fen)
  if (changed.is_automatic) {
    await tellMoneyBack(db, row, { isBack: outcome === 'succeeded', amountFen: changed.amount_fen, now })
  } else {
    const amountFen = BigInt(changed.amount_fen)
    const about = { ...thingOf(row), paymentId: row.id, refundId, amountFen, outcome, now }
    await findPayable(row.payable)?.refunded(db, about)
  }
  return true
}

/** What failed is still there. */
async function release(db: PaymentsDb, row: PaymentRow, amountFen: number): Promise<void> {
  await db
    .updateTable('payments.payment')
    .set((e) => ({ refunded_fen: e('refunded_fen', '-', amountFen) }))
    .where('id', '=', row.id)
    .execute()
}

/** What failed and succeeded after all is gone. Where it was given back another time meanwhile, nothing of the payment is left. */
async function takeAgain(db: PaymentsDb, row: PaymentRow, amountFen: number): Promise<void> {
  await db
    .updateTable('payments.payment')
    .set({ refunded_fen: sql<number>`least(amount_fen, refunded_fen + ${amountFen})` })
    .where('id', '=', row.id)
    .execute()
}
