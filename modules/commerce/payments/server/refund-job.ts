import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { job } from '#server/module.ts'
import { paymentsTables } from './db.ts'
import { ProviderRefused, type RefundNotice } from './provider.ts'
import { providerOf } from './providers.ts'
import { decideRefund, findRefund } from './refund-decisions.ts'
import { findPayment, tradeNumber } from './rows.ts'
import { tradeOf } from './trades.ts'

/** How long a refund is left alone before the provider is asked again what became of it. */
export const refundCheckMs = 10 * 60_000

/**
 * Asks the provider for a refund. The same number again is the same refund there, so asking again is also how to hear what
 * became of it. A transfer goes back by a person.
 */
export const sendRefund = job({
  name: 'payments.refund',
  payload: Type.Object({ refundId: Id }),
  outside: true,
  senders: 2,
  async run(connection, { refundId }, { outside: { config, clock } }) {
    const db = paymentsTables(connection)
    const refund = await findRefund(db, refundId)
    const row = refund && (await findPayment(db, refund.payment_id))
    if (refund?.state !== 'sending' || !row) return
    const provider = providerOf(row.provider)
    if (!provider.refund) return
    const amountFen = BigInt(refund.amount_fen)
    let notice: RefundNotice
    try {
      const order = { refundNumber: tradeNumber(refundId), amountFen, reason: refund.reason }
      notice = await provider.refund(config, tradeOf(row, config), order)
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error
      notice = { about: 'refund', refundNumber: '', outcome: 'failed', amountFen, reason: error.message }
    }
    const { outcome, reason: failure = '' } = notice
    if (outcome === 'pending') return
    await inTransaction(db, (transaction) =>
      decideRefund(transaction, { refundId, outcome, failure, now: clock.now() }),
    )
  },
})
