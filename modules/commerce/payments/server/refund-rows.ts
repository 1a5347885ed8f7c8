/** Rows of refunds. What a payment still holds is reserved here, before the provider hears of it. */
import { enqueue } from '#server/jobs/queue.ts'
import type { PaymentsDb } from './db.ts'
import { refundCheckMs, sendRefund } from './refund-job.ts'
import type { PaymentRow } from './rows.ts'

interface NewRefund {
  readonly id: string
  readonly amountFen: bigint
  readonly reason: string
  readonly isAutomatic: boolean
  readonly now: number
}

/** Of a locked payment that holds the amount still. */
export async function insertRefund(db: PaymentsDb, row: PaymentRow, refund: NewRefund): Promise<void> {
  const { id, amountFen, reason, isAutomatic, now } = refund
  await db
    .insertInto('payments.refund')
    .values({
      id,
      company_id: row.company_id,
      payment_id: row.id,
      amount_fen: Number(amountFen),
      reason,
      is_automatic: isAutomatic,
      state: 'sending',
      created_at: now,
      check_at: now + refundCheckMs,
    })
    .execute()
  await db
    .updateTable('payments.payment')
    .set((e) => ({ refunded_fen: e('refunded_fen', '+', Number(amountFen)) }))
    .where('id', '=', row.id)
    .execute()
  await enqueue(db, sendRefund, { refundId: id })
}
