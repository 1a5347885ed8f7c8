import type { PaymentsDb } from './db.ts'
import { findPayable } from './payable.ts'
import { type PaymentRow, thingOf } from './rows.ts'

/** The locked payment came to nothing. */
export async function giveUp(
  db: PaymentsDb,
  row: PaymentRow,
  { state, failure, now }: { readonly state: 'failed' | 'expired'; readonly failure: string; readonly now: number },
): Promise<void> {
  await db.updateTable('payments.payment').set({ state, failure }).where('id', '=', row.id).execute()
  await findPayable(row.payable)?.failed?.(db, { ...thingOf(row), paymentId: row.id, reason: state, now })
}
