/** Refunds: asked for by the payable, or made by payments themselves where money came too late. */
import { v7 as uuid } from 'uuid'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { PAYMENT_STATE, REFUND_STATE, REFUND_TOO_MUCH } from '../contract/codes.ts'
import type { RefundState } from '../contract/shapes.ts'
import { type PaymentsDb, paymentsTables } from './db.ts'
import { findRefund } from './refund-decisions.ts'
import { insertRefund } from './refund-rows.ts'
import { findPayment, findPaymentOf, lockPayment } from './rows.ts'

export interface RefundRequest {
  readonly companyId: string
  readonly paymentId: string
  /** The caller's own id of the refund: asked for again under it, nothing more is given back. */
  readonly refundId: string
  readonly amountFen: bigint
  readonly reason: string
  readonly now: number
}

/**
 * Gives back a part of a payment that counts. Refuses 399004 beyond what is left of it, and 399003 where it has not
 * succeeded. The outcome comes later, by `refunded` of the payable.
 */
export async function refundPayment(connection: Connection, request: RefundRequest): Promise<{ state: RefundState }> {
  const db = paymentsTables(connection)
  const { companyId, paymentId, refundId: id, amountFen, reason, now } = request
  if (amountFen <= 0n) throw new Error('a refund gives something back')
  const found = await findPaymentOf(db, { companyId }, paymentId)
  if (!found) throw refuse(NOT_FOUND)
  const row = await lockPayment(db, found)
  const known = await findRefund(db, id)
  if (known) {
    if (known.payment_id !== paymentId || BigInt(known.amount_fen) !== amountFen)
      throw new Error(`the refund ${id} is another one`)
    return { state: known.state as RefundState }
  }
  if (!row.counts) throw refuse(PAYMENT_STATE, { state: row.state })
  const refundable = BigInt(row.amount_fen) - BigInt(row.refunded_fen)
  if (amountFen > refundable) throw refuse(REFUND_TOO_MUCH, { refundable: String(refundable) })
  await insertRefund(db, row, { id, amountFen, reason, isAutomatic: false, now })
  return { state: 'sending' }
}

/** Sends an automatic refund that failed once more, under a new number: providers take a number once. */
export async function retryRefund(db: PaymentsDb, companyId: string, refundId: string, now: number): Promise<void> {
  const refund = await findRefund(db, refundId)
  if (refund?.company_id !== companyId) throw refuse(NOT_FOUND)
  const payment = await findPayment(db, refund.payment_id)
  if (!payment || !refund.is_automatic) throw refuse(REFUND_STATE)
  const row = await lockPayment(db, payment)
  const again = await findRefund(db, refundId)
  if (again?.state !== 'failed' || row.refunded_fen > 0) throw refuse(REFUND_STATE)
  const amountFen = BigInt(refund.amount_fen)
  await insertRefund(db, row, { id: uuid(), amountFen, reason: refund.reason, isAutomatic: true, now })
}
