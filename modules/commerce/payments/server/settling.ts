/** What happens when a provider, or a person who looked at the account, says what became of a payment. */
import { v7 as uuid } from 'uuid'
import { decimalText } from '#kit/amounts.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { type CallbackOutcome, type callbackSources, canBecome, type Said } from '../contract/shapes.ts'
import { closeAtProvider } from './close-job.ts'
import type { PaymentsDb } from './db.ts'
import { giveUp } from './giving-up.ts'
import { findPayable } from './payable.ts'
import type { PaymentNotice } from './provider.ts'
import { insertRefund } from './refund-rows.ts'
import { findPayment, idOfTradeNumber, isPaid, lockPayment, openPayment, type PaymentRow, thingOf } from './rows.ts'

type Source = (typeof callbackSources)[number]

export interface Heard {
  readonly outcome: CallbackOutcome
  readonly said: Said
}

/** Keeps what a provider said. */
export async function note(
  db: PaymentsDb,
  row: PaymentRow,
  { outcome, said }: Heard,
  { source, now }: { readonly source: Source; readonly now: number },
): Promise<void> {
  const whose = { company_id: row.company_id, payment_id: row.id, provider: row.provider }
  await db
    .insertInto('payments.callback')
    .values({ id: uuid(), ...whose, source, outcome, said: JSON.stringify(said), received_at: now })
    .execute()
}

/** How a notice contradicts the payment that it names; empty where it does not. */
function contradictions(row: PaymentRow, notice: PaymentNotice, merchant: string): Said['differs'] {
  const { amountFen, currency, reference } = notice
  const isOther = row.state === 'succeeded' && row.provider_reference !== reference
  return [
    ...(currency === 'CNY' ? [] : [{ what: 'currency' as const, said: currency.slice(0, 20) }]),
    ...(amountFen === BigInt(row.amount_fen) ? [] : [{ what: 'amount' as const, said: decimalText(amountFen) }]),
    ...(notice.merchant === merchant ? [] : [{ what: 'merchant' as const, said: notice.merchant.slice(0, 100) }]),
    ...(isOther ? [{ what: 'reference' as const, said: reference.slice(0, 100) }] : []),
  ]
}

/** The locked payment has succeeded: the payable takes the money, or it is given back. */
export async function succeed(
  db: PaymentsDb,
  row: PaymentRow,
  { reference, at, now }: { readonly reference: string; readonly at: number; readonly now: number },
): Promise<void> {
  const thing = thingOf(row)
  const amountFen = BigInt(row.amount_fen)
  const isFirst = !(await isPaid(db, thing))
  const sold = isFirst ? findPayable(row.payable) : undefined
  const answer = await sold?.paid(db, { ...thing, paymentId: row.id, amountFen, now })
  const counts = answer === 'accepted'
  await db
    .updateTable('payments.payment')
    .set({ state: 'succeeded', counts, paid_at: at, settled_at: now, provider_reference: reference, failure: '' })
    .where('id', '=', row.id)
    .execute()
  if (!counts) {
    const reason = isFirst ? 'too-late' : 'paid-twice'
    await insertRefund(db, row, { id: uuid(), amountFen, reason, isAutomatic: true, now })
    return
  }
  const other = await openPayment(db, thing)
  if (other) await close(db, other)
}

/** Closes a locked payment that is open, and tells the provider later. */
export async function close(db: PaymentsDb, row: PaymentRow): Promise<void> {
  await db.updateTable('payments.payment').set({ state: 'closed' }).where('id', '=', row.id).execute()
  await enqueue(db, closeAtProvider, { paymentId: row.id })
}

/**
 * Takes what the provider of a payment says about it, in one transaction. Said again it changes nothing. `merchant` is us as the
 * provider knows us.
 */
export async function hear(
  db: PaymentsDb,
  notice: PaymentNotice,
  { provider, merchant, ...how }: { provider: string; merchant: string; source: Source; now: number },
): Promise<CallbackOutcome | 'unknown'> {
  const id = idOfTradeNumber(notice.tradeNumber)
  const found = id === undefined ? undefined : await findPayment(db, id)
  if (!found || found.provider !== provider) return 'unknown'
  const row = await lockPayment(db, found)
  const heard = await apply(db, row, notice, { merchant, now: how.now })
  // A query that finds nothing new is made every few minutes, and says nothing.
  if (how.source !== 'query' || heard.outcome === 'accepted' || heard.outcome === 'mismatch')
    await note(db, row, heard, how)
  return heard.outcome
}

async function apply(
  db: PaymentsDb,
  row: PaymentRow,
  notice: PaymentNotice,
  { merchant, now }: { readonly merchant: string; readonly now: number },
): Promise<Heard> {
  const { outcome, amountFen, currency, reference, at, reason = '' } = notice
  const said: Said = { outcome, amount: String(amountFen), currency: currency.slice(0, 20), differs: [] }
  if (outcome === 'pending') return { outcome: 'ignored', said }
  if (outcome === 'failed') {
    if (!canBecome(row.state, 'failed')) return { outcome: 'ignored', said }
    await giveUp(db, row, { state: 'failed', failure: reason, now })
    return { outcome: 'accepted', said }
  }
  const differs = contradictions(row, notice, merchant)
  if (differs.length > 0) return { outcome: 'mismatch', said: { ...said, differs } }
  if (!canBecome(row.state, 'succeeded')) return { outcome: 'repeated', said }
  await succeed(db, row, { reference, at, now })
  return { outcome: 'accepted', said }
}
