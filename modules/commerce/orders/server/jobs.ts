/**
 * The jobs of orders: those that nobody pays in time are closed, parcels that were sent long ago are received, and staff are notified of
 * what waits to be sent.
 */
import { Type } from 'typebox'
import { inTransaction } from '#server/db/transaction.ts'
import { job } from '#server/module.ts'
import { closeExpired } from './closing.ts'
import { receiveLongSent } from './shipping.ts'
import { companiesWithParcels, remindToShip } from './to-ship.ts'

/** More wait for the next minute. */
const batchesMax = 50
/** The same of those that are closed one by one. */
const singlesMax = 1_000

export const jobs = [
  job({
    name: 'orders.close-expired',
    payload: Type.Object({}),
    cron: '* * * * *',
    outside: true,
    async run(db, _payload, { now }) {
      for (let count = 0; count < batchesMax; count++) {
        const closed = await inTransaction(db, (transaction) => closeExpired(transaction, now))
        if (closed === 0) break
      }
      for (let count = 0; count < singlesMax; count++) {
        const closed = await inTransaction(db, (transaction) => closeExpired(transaction, now, true))
        if (closed === 0) return
      }
    },
  }),
  job({
    name: 'orders.receive-long-sent',
    payload: Type.Object({}),
    cron: '23 * * * *',
    outside: true,
    async run(db, _payload, { now }) {
      for (let count = 0; count < batchesMax; count++) {
        const done = await inTransaction(db, (transaction) => receiveLongSent(transaction, now))
        if (done === 0) return
      }
    },
  }),
  job({
    name: 'orders.to-ship',
    payload: Type.Object({}),
    // 9:00 in China.
    cron: '0 1 * * *',
    outside: true,
    async run(db, _payload, { now }) {
      for (const companyId of await companiesWithParcels(db))
        await inTransaction(db, (transaction) => remindToShip(transaction, companyId, now))
    },
  }),
]
