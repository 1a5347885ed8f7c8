/** What a refund does to the invoice of what is refunded: the transaction of the refund calls it. */
import type { Connection } from '#server/db/connection.ts'
import { DONE, REFUNDED, REFUNDING } from '../contract/states.ts'
import { type InvoicesDb, invoicesTables } from './db.ts'
import {
  type InvoiceRecord,
  invoicedFen,
  type LineRecord,
  lockInvoice,
  move,
  recordEvent,
  stateOf,
} from './invoice-records.ts'
import { type InvoiceableItem, lockItems, remainingFen } from './sources.ts'

export interface SourceRefund {
  readonly companyId: string
  /** The name of the source. */
  readonly source: string
  /** What the item is after the refund: everything paid and everything refunded so far, in fen. */
  readonly item: Pick<InvoiceableItem, 'id' | 'paidFen' | 'refundedFen'>
  readonly now: number
}

interface Excess {
  readonly invoice: InvoiceRecord
  readonly line: LineRecord
  /** So much of the line is above what is left of its item. */
  readonly fen: bigint
  readonly now: number
}

const activeLine = (db: InvoicesDb, { companyId, source, item }: SourceRefund) =>
  db
    .selectFrom('invoices.invoice_source')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('source', '=', source)
    .where('source_id', '=', item.id)
    .where('is_active', '=', true)
    .executeTakeFirst()

/**
 * An invoice that was not issued yet gets smaller, or is cancelled where nothing is left of it. An issued one waits for a red-letter
 * invoice. A second report of the same refund changes nothing more. Call it after the refund was written, in its transaction, once for
 * each refunded item: it waits for applications of the item, and they wait for it.
 */
export async function sourceRefunded(connection: Connection, refund: SourceRefund): Promise<void> {
  const db = invoicesTables(connection)
  const { companyId, source, item, now } = refund
  await lockItems(db, [{ source, id: item.id }])
  const known = await activeLine(db, refund)
  if (!known) return
  const invoice = await lockInvoice(db, { companyId, id: known.invoice_id })
  // Finance may have rejected or reversed it while this waited.
  const line = await activeLine(db, refund)
  if (!line || line.invoice_id !== invoice.id) return
  const fen = invoicedFen(line) - remainingFen(item)
  if (fen <= 0n) return
  const isIssued = ([DONE, REFUNDING, REFUNDED] as number[]).includes(invoice.state)
  await (isIssued ? waitForRedLetter : reduce)(db, { invoice, line, fen, now })
}

const changeLine = (
  db: InvoicesDb,
  { invoice_id, source, source_id }: LineRecord,
  change: Partial<Pick<LineRecord, 'reduced_fen' | 'due_fen' | 'is_active'>>,
) =>
  db
    .updateTable('invoices.invoice_source')
    .set(change)
    .where('invoice_id', '=', invoice_id)
    .where('source', '=', source)
    .where('source_id', '=', source_id)
    .execute()

async function reduce(db: InvoicesDb, { invoice, line, fen, now }: Excess): Promise<void> {
  const isLeft = invoicedFen(line) > fen
  await changeLine(db, line, { reduced_fen: line.reduced_fen + Number(fen), is_active: isLeft })
  const amountFen = BigInt(invoice.amount_fen) - fen
  const event = { companyId: invoice.company_id, invoiceId: invoice.id, actorId: null, amountFen: fen, now }
  if (amountFen === 0n) {
    await move(db, invoice, 'cancel', { amount_fen: 0, updated_at: now })
    await recordEvent(db, { ...event, kind: 'cancelled', note: line.number })
    return
  }
  await db
    .updateTable('invoices.invoice')
    .set({ amount_fen: Number(amountFen), updated_at: now })
    .where('id', '=', invoice.id)
    .execute()
  await recordEvent(db, { ...event, kind: 'reduced', note: line.number })
}

async function waitForRedLetter(db: InvoicesDb, { invoice, line, fen, now }: Excess): Promise<void> {
  await changeLine(db, line, { due_fen: line.due_fen + Number(fen) })
  const change = { due_fen: invoice.due_fen + Number(fen), updated_at: now }
  if (stateOf(invoice) === REFUNDING)
    await db.updateTable('invoices.invoice').set(change).where('id', '=', invoice.id).execute()
  else await move(db, invoice, 'refund', change)
  const event = { companyId: invoice.company_id, invoiceId: invoice.id, kind: 'refunded', actorId: null } as const
  await recordEvent(db, { ...event, amountFen: fen, note: line.number, now })
}
