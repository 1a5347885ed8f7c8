/** Invoices as they are answered: rows of lists, and one with everything about it. */
import type { Caller } from '#kit/caller.ts'
import type { AddressCopy } from '#modules/commerce/addresses/server.ts'
import { grantFiles } from '#modules/platform/files/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { InvoiceDetails, OwnInvoice } from '../contract/invoices.ts'
import type { BillingType, InvoiceMedium, InvoiceType, MemberType } from '../contract/states.ts'
import type { InvoicesDb } from './db.ts'
import { titleOf } from './infos.ts'
import { type InvoiceRecord, linesOf, stateOf } from './invoice-records.ts'

const addressSeconds = 4 * 3600

export const listItemOf = (row: InvoiceRecord): OwnInvoice => ({
  ...{ id: row.id, state: stateOf(row), memberType: row.member_type as MemberType },
  ...{ invoiceType: row.type as InvoiceType, invoiceMedium: row.medium as InvoiceMedium },
  ...{ billingType: row.billing_type as BillingType, title: row.title },
  ...{ amount: String(row.amount_fen), dueAmount: String(row.due_fen), invoiceNumber: row.invoice_number },
  ...{ appliedAt: row.applied_at, updatedAt: row.updated_at },
})

const receiverOf = ({ receiver, phone, text, postalCode }: AddressCopy) => ({ receiver, phone, text, postalCode })

async function eventsOf(db: InvoicesDb, { id, company_id }: InvoiceRecord) {
  const rows = await db.selectFrom('invoices.event').selectAll().where('invoice_id', '=', id).orderBy('id').execute()
  const actors = await membersByIds(
    db,
    company_id,
    rows.flatMap(({ actor_id }) => actor_id ?? []),
  )
  return rows.map((row) => ({
    ...{ id: row.id, kind: row.kind, amount: String(row.amount_fen), note: row.note, at: row.at },
    actorName: row.actor_id === null ? null : (actors.get(row.actor_id)?.fullName ?? ''),
  }))
}

async function redLettersOf(db: InvoicesDb, invoiceId: string) {
  const rows = await db
    .selectFrom('invoices.red_letter')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, number: row.number, amount: String(row.amount_fen), isWhole: row.is_whole },
    issuedAt: row.issued_at,
  }))
}

/** Everything about an invoice that the caller may read. */
export async function detailsOf(
  db: InvoicesDb,
  row: InvoiceRecord,
  { companyId, memberId }: Pick<Caller, 'companyId' | 'memberId'>,
  now: number,
): Promise<InvoiceDetails> {
  const lines = await linesOf(db, row.id)
  const ids = row.file_id === null ? [] : [row.file_id]
  const [file] = await grantFiles(db, { companyId, memberId, seconds: addressSeconds, now }, ids)
  const address = row.address as AddressCopy | null
  return {
    ...{ ...listItemOf(row), ...titleOf(row), address: address && receiverOf(address), reason: row.reason },
    ...{ expressCompany: row.express_company, expressNumber: row.express_number, issuedAt: row.issued_at },
    ...{ reissueOf: row.reissue_of, file: file ? { name: file.name, url: file.url } : null },
    lines: lines.map((line) => ({
      ...{ source: line.source, id: line.source_id, number: line.number, subject: line.subject },
      ...{ amount: String(line.amount_fen), reducedAmount: String(line.reduced_fen), dueAmount: String(line.due_fen) },
    })),
    redLetters: await redLettersOf(db, row.id),
    events: await eventsOf(db, row),
  }
}
