/** What keeps payments and refunds moving when nobody calls: lost callbacks, payments whose time is over. */
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueueAll } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { closeAtProvider } from './close-job.ts'
import { type PaymentsDb, paymentsTables } from './db.ts'
import { giveUp } from './giving-up.ts'
import { preparePayment } from './prepare-job.ts'
import { providerOf } from './providers.ts'
import { refundCheckMs, sendRefund } from './refund-job.ts'
import { findPayment, lockPayment, type PaymentRow } from './rows.ts'
import { hear } from './settling.ts'
import { testNoticeJob } from './test-provider.ts'
import { tradeOf } from './trades.ts'

const minuteMs = 60_000
const batchMax = 500
/** A provider that cannot be asked keeps a payment from expiring no longer than this. */
const patienceMs = 60 * minuteMs

/** Asks the provider what became of a payment; one whose time is over expires then. */
const checkPayment = job({
  name: 'payments.check',
  payload: Type.Object({ paymentId: Id }),
  outside: true,
  senders: 2,
  async run(connection, { paymentId }, { outside: { config, clock } }) {
    const db = paymentsTables(connection)
    const row = await findPayment(db, paymentId)
    if (row?.state !== 'waiting') return
    const provider = providerOf(row.provider)
    if (provider.query && provider.isSetUp(config)) {
      const about = { provider: row.provider, merchant: provider.merchant(config), source: 'query' } as const
      try {
        const notice = await provider.query(config, tradeOf(row, config))
        if (notice) await inTransaction(db, (one) => hear(one, notice, { ...about, now: clock.now() }))
      } catch (error) {
        if (clock.now() < row.expires_at + patienceMs) throw error
      }
    }
    if (row.expires_at <= clock.now()) await expire(db, row, clock.now())
  },
})

async function expire(db: PaymentsDb, row: PaymentRow, now: number): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const locked = await lockPayment(transaction, row)
    if (locked.state !== 'waiting') return
    await giveUp(transaction, locked, { state: 'expired', failure: '', now })
    await enqueueAll(transaction, closeAtProvider, [{ payload: { paymentId: row.id } }])
  })
}

const mendJob = job({
  name: 'payments.mend',
  payload: Type.Object({}),
  cron: '* * * * *',
  async run(connection, _payload, { now }) {
    const db = paymentsTables(connection)
    const payments = await db
      .updateTable('payments.payment')
      .set((e) => ({
        check_at: e.fn('greatest', [e.fn('least', ['expires_at', e.val(now + 5 * minuteMs)]), e.val(now + minuteMs)]),
      }))
      .where((e) =>
        e(
          'id',
          'in',
          e
            .selectFrom('payments.payment')
            .select('id')
            .where('state', '=', 'waiting')
            .where('check_at', '<=', now)
            .orderBy('check_at')
            .limit(batchMax),
        ),
      )
      .where('state', '=', 'waiting')
      .returning('id')
      .execute()
    await enqueueAll(
      db,
      checkPayment,
      payments.map(({ id }) => ({ payload: { paymentId: id } })),
    )
    const refunds = await db
      .updateTable('payments.refund')
      .set({ check_at: now + refundCheckMs })
      .where((e) =>
        e(
          'id',
          'in',
          e
            .selectFrom('payments.refund')
            .select('id')
            .where('state', '=', 'sending')
            .where('check_at', '<=', now)
            .orderBy('check_at')
            .limit(batchMax),
        ),
      )
      .returning('id')
      .execute()
    await enqueueAll(
      db,
      sendRefund,
      refunds.map(({ id }) => ({ payload: { refundId: id } })),
    )
  },
})

export const jobs = [preparePayment, closeAtProvider, sendRefund, checkPayment, mendJob, testNoticeJob]
