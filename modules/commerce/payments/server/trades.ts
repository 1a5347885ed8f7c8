/** Payments as providers need them. */
import type { Config } from '#server/config.ts'
import type { Trade } from './provider.ts'
import { type PaymentRow, tradeNumber } from './rows.ts'

export const callbackPath = (provider: string): string => `/payment/callback/${provider}`

export function tradeOf(row: PaymentRow, { publicUrl }: Config): Trade {
  return {
    id: row.id,
    tradeNumber: tradeNumber(row.id),
    number: row.number,
    subject: row.subject,
    amountFen: BigInt(row.amount_fen),
    reference: row.provider_reference,
    expiresAt: row.expires_at,
    returnUrl: `${publicUrl}/#/payment/${row.id}`,
    notifyUrl: `${publicUrl}/api/v1${callbackPath(row.provider)}`,
  }
}
