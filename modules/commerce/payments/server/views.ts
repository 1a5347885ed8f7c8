/** Payments as their buyers and the administration read them. */

import type { Output } from '#kit/contract.ts'
import { grantFiles } from '#modules/platform/files/server.ts'
import type { Config } from '#server/config.ts'
import type { NextStep } from '../contract/shapes.ts'
import type { payments } from '../contract.ts'
import type { PaymentsDb } from './db.ts'
import { findPayable } from './payable.ts'
import type { PaymentRow } from './rows.ts'

const openSeconds = 3600

export const paymentView = (row: PaymentRow) => ({
  id: row.id,
  number: row.number,
  subject: row.subject,
  amount: String(row.amount_fen),
  refunded: String(row.refunded_fen),
  provider: row.provider,
  state: row.state,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  paidAt: row.paid_at,
})

export async function accountOf(db: PaymentsDb, companyId: string) {
  const row = await db
    .selectFrom('payments.transfer_account')
    .select(['holder', 'bank', 'account_number as accountNumber', 'note'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row ?? null
}

interface Reader {
  readonly companyId: string
  readonly memberId: string
}

export async function receiptsOf(db: PaymentsDb, reader: Reader, paymentId: string, now: number) {
  const rows = await db
    .selectFrom('payments.receipt')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  const ids = rows.flatMap((row) => row.file_ids)
  const { companyId, memberId } = reader
  const granted = await grantFiles(db, { companyId, memberId, seconds: openSeconds, now }, ids)
  const byId = new Map(granted.map((file) => [file.id, file]))
  return rows.map((row) => ({
    id: row.id,
    state: row.state as 'waiting' | 'approved' | 'rejected',
    payer: row.payer,
    note: row.note,
    files: row.file_ids.flatMap((id) => byId.get(id) ?? []),
    reason: row.reason,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
  }))
}

async function nextOf(db: PaymentsDb, row: PaymentRow, config: Config): Promise<NextStep | null> {
  if (row.state !== 'waiting' && row.state !== 'reviewing') return null
  if (row.provider === 'test') return config.payments.test ? { kind: 'test' } : null
  if (row.provider !== 'transfer') return row.next_step
  const account = await accountOf(db, row.company_id)
  return account && { kind: 'transfer', account }
}

export async function ownPaymentView(
  db: PaymentsDb,
  row: PaymentRow,
  { config, now }: { readonly config: Config; readonly now: number },
): Promise<Output<typeof payments.ownPayment>> {
  const reader = { companyId: row.company_id, memberId: row.member_id }
  return {
    ...paymentView(row),
    isTest: row.provider === 'test',
    counts: row.counts,
    next: await nextOf(db, row, config),
    page: findPayable(row.payable)?.page?.(row.payable_id) ?? null,
    failure: row.failure,
    receipts: row.provider === 'transfer' ? await receiptsOf(db, reader, row.id, now) : [],
  }
}
