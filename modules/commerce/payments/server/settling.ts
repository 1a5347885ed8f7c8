/** What happens when a provider, or a person who looked at the account, says what became of a payment. */
import { v7 as uuid } from 'uuid'
import { enqueue } from '#server/jobs/queue.ts'
import { type CallbackOutcome, type callbackSources, canBecome } from '../contract/shapes.ts'
import { closeAtProvider } from './close-job.ts'
import type { PaymentsDb } from './db.ts'
import { giveUp } from './giving-up.ts'
import { findPayable } from './payable.ts'
import { type PaymentNotice, yuanOfFen } from './provider.ts'
import { insertRefund } from './refund-rows.ts'
import { findPayment, idOfTradeNumber, isPaid, lockPayment, openPayment, type PaymentRow, thingOf } from './rows.ts'

type Source = (typeof callbackSources)[number]

export interface Heard {
  readonly outcome: CallbackOutcome
  readonly detail: string
}

/** Keeps what a provider said. */
export async function note(
  db: PaymentsDb,
  row: PaymentRow,
  { outcome, detail }: Heard,
  { source, now }: { readonly source: Source; readonly now: number },
): Promise<void> {
  const whose = { company_id: row.company_id, payment_id: row.id, provider: row.provider }
  await db
    .insertInto('payments.callback')
    .values({ id: uuid(), ...whose, source, outcome, detail: detail.slice(0, 500), received_at: now })
    .execute()
}

/** How a notice contradicts the payment that it names; empty where it does not. */
function contradictions(row: PaymentRow, notice: PaymentNotice, merchant: string): string[] {
  const found: string[] = []
  if (notice.currency !== 'CNY') found.push(`currency ${notice.currency}`)
  if (notice.amountFen !== BigInt(row.amount_fen))
    found.push(`amount ${yuanOfFen(notice.amountFen)} instead of ${yuanOfFen(BigInt(row.amount_fen))}`)
  if (notice.merchant !== merchant) found.push(`merchant ${notice.merchant}`)
  if (row.provider_reference !== null && row.state === 'succeeded' && row.provider_reference !== notice.reference)
    found.push(`reference ${notice.reference} instead of ${row.provider_reference}`)
  return found
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
    .set({ state: 'succeeded', counts, paid_at: at, provider_reference: reference, failure: '' })
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
  const said = `${notice.outcome} ${yuanOfFen(notice.amountFen)} ${notice.currency}`
  if (notice.outcome === 'pending') return { outcome: 'ignored', detail: said }
  if (notice.outcome === 'failed') {
    if (!canBecome(row.state, 'failed')) return { outcome: 'ignored', detail: said }
    await giveUp(db, row, { state: 'failed', failure: notice.reason ?? '', now })
    return { outcome: 'accepted', detail: said }
  }
  const differing = contradictions(row, notice, merchant)
  if (differing.length > 0) return { outcome: 'mismatch', detail: differing.join('; ') }
  if (!canBecome(row.state, 'succeeded')) return { outcome: 'repeated', detail: said }
  await succeed(db, row, { reference: notice.reference, at: notice.at, now })
  return { outcome: 'accepted', detail: said }
}
