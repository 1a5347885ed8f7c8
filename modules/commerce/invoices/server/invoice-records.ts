/** One invoice: its state is changed under a lock along the table of transitions, and each change leaves an event. */
import type { Selectable, Updateable } from 'kysely'
import { v7 as uuid } from 'uuid'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { INVOICE_STATE_CHANGED } from '../contract/codes.ts'
import type { eventKinds } from '../contract/invoices.ts'
import { canDo, type InvoiceAction, type InvoiceState, transitions } from '../contract/states.ts'
import type { InvoicesDb } from './db.ts'
import { type ItemReference, lockItems } from './sources.ts'
import type { DB } from './tables.ts'

export type InvoiceRecord = Selectable<DB['invoices.invoice']>
export type LineRecord = Selectable<DB['invoices.invoice_source']>

export const stateOf = ({ state }: Pick<InvoiceRecord, 'state'>): InvoiceState => state as InvoiceState

export const linesOf = (db: InvoicesDb, invoiceId: string): Promise<LineRecord[]> =>
  db.selectFrom('invoices.invoice_source').selectAll().where('invoice_id', '=', invoiceId).orderBy('number').execute()

/**
 * Locks the items of an invoice, for what lets go of items or takes others. Before `lockInvoice`: refunds lock an item and then its
 * invoice, too.
 */
export async function lockItemsOf(
  db: InvoicesDb,
  { companyId, id, also = [] }: { companyId: string; id: string; also?: readonly ItemReference[] },
): Promise<void> {
  const lines = (await linesOf(db, id)).filter((line) => line.company_id === companyId)
  await lockItems(db, [...lines.map((line) => ({ source: line.source, id: line.source_id })), ...also])
}

/** Locks an invoice until the transaction ends; 900005 where there is none, or where it is not the named member's. */
export async function lockInvoice(
  db: InvoicesDb,
  { companyId, id, memberId }: { companyId: string; id: string; memberId?: string },
): Promise<InvoiceRecord> {
  let found = db
    .selectFrom('invoices.invoice')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
  if (memberId !== undefined) found = found.where('member_id', '=', memberId)
  const invoice = await found.executeTakeFirst()
  if (!invoice) throw refuse(NOT_FOUND)
  return invoice
}

/** Refuses where the action does not lead on from the state that the invoice has. */
export function assertCan(action: InvoiceAction, invoice: Pick<InvoiceRecord, 'state'>): void {
  if (!canDo(action, stateOf(invoice))) throw refuse(INVOICE_STATE_CHANGED)
}

/** Does what the table of transitions says, with what else changes. The invoice is locked. */
export async function move(
  db: InvoicesDb,
  invoice: InvoiceRecord,
  action: InvoiceAction,
  change: Updateable<DB['invoices.invoice']> & { readonly updated_at: number },
): Promise<void> {
  assertCan(action, invoice)
  await db
    .updateTable('invoices.invoice')
    .set({ ...change, state: transitions[action].to })
    .where('id', '=', invoice.id)
    .where('state', '=', invoice.state)
    .execute()
}

interface NewEvent {
  readonly companyId: string
  readonly invoiceId: string
  readonly kind: (typeof eventKinds)[number]
  readonly actorId: string | null
  readonly amountFen: bigint
  readonly note?: string
  readonly now: number
}

export async function recordEvent(db: InvoicesDb, event: NewEvent): Promise<void> {
  await db
    .insertInto('invoices.event')
    .values({
      ...{ id: uuid(), company_id: event.companyId, invoice_id: event.invoiceId, kind: event.kind },
      ...{ actor_id: event.actorId, amount_fen: Number(event.amountFen), note: event.note ?? '', at: event.now },
    })
    .execute()
}

/** What of a line is invoiced: not reduced, and not waiting to be reversed. */
export const invoicedFen = (line: Pick<LineRecord, 'amount_fen' | 'reduced_fen' | 'due_fen'>): bigint =>
  BigInt(line.amount_fen) - BigInt(line.reduced_fen) - BigInt(line.due_fen)

export const sumFen = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)
