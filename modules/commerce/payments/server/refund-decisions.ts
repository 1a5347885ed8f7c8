/** What became of a refund. */
import type { Selectable } from 'kysely'
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

/** A refund is decided. Answers whether it was this time. */
export async function decideRefund(db: PaymentsDb, decided: RefundOutcome): Promise<boolean> {
  const { refundId, outcome, failure = '', now } = decided
  const known = await findRefund(db, refundId)
  const payment = known && (await findPayment(db, known.payment_id))
  if (!payment) return false
  const row = await lockPayment(db, payment)
  const changed = await db
    .updateTable('payments.refund')
    .set({ state: outcome, failure: failure.slice(0, 500), decided_at: now })
    .where('id', '=', refundId)
    .where('state', '=', 'sending')
    .returning(['amount_fen', 'is_automatic'])
    .executeTakeFirst()
  if (!changed) return false
  if (outcome === 'failed') await release(db, row, changed.amount_fen)
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
