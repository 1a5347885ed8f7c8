/** The job of orders: those that nobody pays in time are closed. */
import { Type } from 'typebox'
import { inTransaction } from '#server/db/transaction.ts'
import { job } from '#server/module.ts'
import { closeExpired } from './closing.ts'

/** More wait for the next minute. */
const batchesMax = 50

export const jobs = [
  job({
    name: 'orders.close-expired',
    payload: Type.Object({}),
    cron: '* * * * *',
    outside: true,
    async run(db, _payload, { now }) {
      for (let count = 0; count < batchesMax; count++) {
        const closed = await inTransaction(db, (transaction) => closeExpired(transaction, now))
        if (closed === 0) return
      }
    },
  }),
]
