import type { Connection } from '#server/db/connection.ts'
import type { PaymentState, ProviderName } from '../contract/shapes.ts'
import { paymentsTables } from './db.ts'
import { findPaymentOf } from './rows.ts'

export interface KnownPayment {
  readonly id: string
  readonly provider: ProviderName
  readonly state: PaymentState
  readonly amountFen: bigint
  /** Under way or done. */
  readonly refundedFen: bigint
  readonly paidAt: number | null
}

/** A payment of the company; undefined where there is none such. */
export async function paymentOf(
  connection: Connection,
  companyId: string,
  id: string,
): Promise<KnownPayment | undefined> {
  const row = await findPaymentOf(paymentsTables(connection), { companyId }, id)
  if (!row) return undefined
  const { provider, state, amount_fen, refunded_fen, paid_at: paidAt } = row
  return { id, provider, state, amountFen: BigInt(amount_fen), refundedFen: BigInt(refunded_fen), paidAt }
}
