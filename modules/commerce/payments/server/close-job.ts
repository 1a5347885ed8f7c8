import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { job } from '#server/module.ts'
import { paymentsTables } from './db.ts'
import { ProviderRefused } from './provider.ts'
import { providerOf } from './providers.ts'
import { findPayment } from './rows.ts'
import { tradeOf } from './trades.ts'

/** So that a payment that was closed here cannot be paid there. Money that comes all the same is given back. */
export const closeAtProvider = job({
  name: 'payments.close',
  payload: Type.Object({ paymentId: Id }),
  outside: true,
  senders: 1,
  async run(connection, { paymentId }, { outside: { config } }) {
    const row = await findPayment(paymentsTables(connection), paymentId)
    if (!row || row.state === 'succeeded') return
    const provider = providerOf(row.provider)
    if (!provider.close || !provider.isSetUp(config)) return
    try {
      await provider.close(config, tradeOf(row, config))
    } catch (error) {
      // It has never heard of it, or it is paid: then it says so by itself.
      if (!(error instanceof ProviderRefused)) throw error
    }
  },
})
