/** What the administration decides: transfers and their refunds. Nobody decides about the own payment. */
import { assertNotSelf } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Context } from '#server/module.ts'
import { PAYMENT_STATE, RECEIPT_DECIDED, REFUND_STATE } from '../contract/codes.ts'
import { canBecome } from '../contract/shapes.ts'
import type { payments } from '../contract.ts'
import { auditing } from './audit-facts.ts'
import type { PaymentsDb } from './db.ts'
import { getManagedPayment } from './managed.ts'
import { tellReceiptRejected } from './message-types.ts'
import { decideRefund, findRefund } from './refund-decisions.ts'
import { retryRefund } from './refunds.ts'
import { findPayment, findPaymentOf, lockPayment, type PaymentRow } from './rows.ts'
import { succeed } from './settling.ts'

async function lockTransfer(db: PaymentsDb, id: string, receiptId: string, { caller }: Context): Promise<PaymentRow> {
  const found = await findPaymentOf(db, { companyId: caller.companyId }, id)
  if (found?.provider !== 'transfer') throw refuse(NOT_FOUND)
  assertNotSelf(caller, [found.member_id])
  const row = await lockPayment(db, found)
  // The thing may have been closed while the receipt waited. The money is there all the same, and goes back.
  if (!canBecome(row.state, 'succeeded')) throw refuse(PAYMENT_STATE, { state: row.state })
  const waiting = await db
    .selectFrom('payments.receipt')
    .select('id')
    .where('payment_id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (waiting?.id !== receiptId) throw refuse(RECEIPT_DECIDED)
  return row
}

async function decideReceipt(
  db: PaymentsDb,
  receiptId: string,
  decided: { readonly state: 'approved' | 'rejected'; readonly reason: string },
  { caller, now }: Context,
): Promise<void> {
  await db
    .updateTable('payments.receipt')
    .set({ ...decided, decided_by: caller.memberId, decided_at: now })
    .where('id', '=', receiptId)
    .execute()
}

export async function approveTransfer(
  db: PaymentsDb,
  id: string,
  { receiptId }: Input<typeof payments.approveTransfer>['body'],
  context: Context,
) {
  await auditing(db, context, { type: 'payment', id }, async () => {
    const row = await lockTransfer(db, id, receiptId, context)
    await decideReceipt(db, receiptId, { state: 'approved', reason: '' }, context)
    await succeed(db, row, { reference: receiptId, at: context.now, now: context.now })
  })
  return getManagedPayment(db, id, context)
}

/** The buyer may hand in another receipt, until the payment's time is over. */
export async function rejectTransfer(
  db: PaymentsDb,
  id: string,
  { receiptId, reason }: Input<typeof payments.rejectTransfer>['body'],
  context: Context,
) {
  await auditing(db, context, { type: 'payment', id }, async () => {
    const row = await lockTransfer(db, id, receiptId, context)
    await decideReceipt(db, receiptId, { state: 'rejected', reason: reason.trim() }, context)
    if (canBecome(row.state, 'waiting'))
      await db.updateTable('payments.payment').set({ state: 'waiting' }).where('id', '=', id).execute()
    await tellReceiptRejected(db, row, { reason: reason.trim(), by: context.caller.memberId, now: context.now })
  })
  return getManagedPayment(db, id, context)
}

async function paymentOfRefund(db: PaymentsDb, refundId: string, { caller }: Context): Promise<PaymentRow> {
  const refund = await findRefund(db, refundId)
  if (refund?.company_id !== caller.companyId) throw refuse(NOT_FOUND)
  const row = await findPayment(db, refund.payment_id)
  if (!row) throw refuse(NOT_FOUND)
  assertNotSelf(caller, [row.member_id])
  return row
}

/** A transfer goes back by a person, who says here that it did. */
export async function settleRefund(
  db: PaymentsDb,
  refundId: string,
  { outcome, note }: Input<typeof payments.settleRefund>['body'],
  context: Context,
) {
  const row = await paymentOfRefund(db, refundId, context)
  if (row.provider !== 'transfer') throw refuse(REFUND_STATE)
  const failure = outcome === 'failed' ? note.trim() : ''
  await auditing(db, context, { type: 'payment', id: row.id }, async () => {
    const isDecided = await decideRefund(db, { refundId, outcome, failure, now: context.now })
    if (!isDecided) throw refuse(REFUND_STATE)
  })
  return {}
}

export async function sendRefundAgain(db: PaymentsDb, refundId: string, context: Context) {
  const row = await paymentOfRefund(db, refundId, context)
  await auditing(db, context, { type: 'payment', id: row.id }, () =>
    retryRefund(db, context.caller.companyId, refundId, context.now),
  )
  return {}
}

export async function setTransferAccount(
  db: PaymentsDb,
  { account }: Input<typeof payments.setTransferAccount>['body'],
  context: Context,
) {
  const { companyId } = context.caller
  await auditing(db, context, { type: 'transfer-account', id: companyId }, async () => {
    if (account === null) {
      await db.deleteFrom('payments.transfer_account').where('company_id', '=', companyId).execute()
      return
    }
    const { holder, bank, accountNumber, note } = account
    const values = { holder, bank, account_number: accountNumber, note: note.trim(), updated_at: context.now }
    await db
      .insertInto('payments.transfer_account')
      .values({ company_id: companyId, ...values })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet(values))
      .execute()
  })
  return {}
}
