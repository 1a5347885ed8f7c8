import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { job } from '#server/module.ts'
import { canBecome } from '../contract/shapes.ts'
import { paymentsTables } from './db.ts'
import { giveUp } from './giving-up.ts'
import { ProviderRefused } from './provider.ts'
import { providerOf } from './providers.ts'
import { findPayment, lockPayment } from './rows.ts'
import { tradeOf } from './trades.ts'

/** Asks the provider where the buyer pays. */
export const preparePayment = job({
  name: 'payments.prepare',
  payload: Type.Object({ paymentId: Id }),
  outside: true,
  senders: 4,
  async run(connection, { paymentId }, { outside: { config, clock } }) {
    const db = paymentsTables(connection)
    const row = await findPayment(db, paymentId)
    if (row?.state !== 'waiting' || row.next_step !== null) return
    const provider = providerOf(row.provider)
    if (!provider.prepare) return
    try {
      const { reference, ...next } = await provider.prepare(config, tradeOf(row, config), clock.now())
      await db
        .updateTable('payments.payment')
        .set({ next_step: JSON.stringify(next), ...(reference !== undefined && { provider_reference: reference }) })
        .where('state', '=', 'waiting')
        .where('id', '=', paymentId)
        .execute()
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error
      await inTransaction(db, async (transaction) => {
        const locked = await lockPayment(transaction, row)
        const lost = { state: 'failed', failure: error.message, now: clock.now() } as const
        if (canBecome(locked.state, 'failed')) await giveUp(transaction, locked, lost)
      })
    }
  },
})
