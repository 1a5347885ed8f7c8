/** What finance reads of invoices. Amounts are fen. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { invoicesTables } from './db.ts'

interface Span {
  readonly companyId: string
  readonly from: number
  readonly until: number
}

export interface InvoiceTotals {
  /** Of what was applied for in this time, by map `invoice-status`, as it stands now. */
  readonly states: { readonly state: number; readonly count: number; readonly amount: string }[]
  readonly issuedCount: number
  readonly issued: string
  /** By red-letter invoices in this time. */
  readonly reversed: string
}

/** The amounts of invoices are those of now: what was reversed is not in them, and so `issued` adds it again. */
export async function invoiceTotals(connection: Connection, { companyId, from, until }: Span): Promise<InvoiceTotals> {
  const db = invoicesTables(connection)
  const { rows: states } = await sql<InvoiceTotals['states'][number]>`
    select i.state, count(*)::int as count, sum(i.amount_fen)::text as amount from invoices.invoice i
    where i.company_id = ${companyId} and i.applied_at >= ${from} and i.applied_at < ${until}
    group by i.state order by i.state`.execute(db)
  const { rows } = await sql<Omit<InvoiceTotals, 'states'>>`
    select count(*)::int as "issuedCount", (coalesce(sum(i.amount_fen), 0) + coalesce(sum(r.amount), 0))::text as issued,
      (select coalesce(sum(l.amount_fen), 0)::text from invoices.red_letter l
        where l.company_id = ${companyId} and l.issued_at >= ${from} and l.issued_at < ${until}) as reversed
    from invoices.invoice i
    left join lateral (select sum(l.amount_fen) as amount from invoices.red_letter l where l.invoice_id = i.id) r on true
    where i.company_id = ${companyId} and i.issued_at >= ${from} and i.issued_at < ${until}`.execute(db)
  return { states, ...(rows[0] ?? { issuedCount: 0, issued: '0', reversed: '0' }) }
}
