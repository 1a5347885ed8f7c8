/** The lists of invoices: the caller's own, and finance's of the company with its export. */
import { type RawBuilder, sql } from 'kysely'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { given } from '#server/db/given.ts'
import { findPage, sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { Context } from '#server/module.ts'
import type { invoices } from '../contract.ts'
import type { InvoicesDb } from './db.ts'
import { detailsOf, listItemOf } from './details.ts'
import type { InvoiceRecord } from './invoice-records.ts'

export async function listOwn(db: InvoicesDb, query: Input<typeof invoices.ownInvoices>['query'], { caller }: Context) {
  let matching = db
    .selectFrom('invoices.invoice')
    .where('company_id', '=', caller.companyId)
    .where('member_id', '=', caller.memberId)
    .where('member_type', '=', query.memberType)
  if (query.state !== undefined) matching = matching.where('state', '=', query.state)
  const page = await findPage(query, matching, (q) => q.selectAll().orderBy('applied_at', 'desc').orderBy('id', 'desc'))
  return { items: page.items.map(listItemOf), recordCount: page.recordCount }
}

export async function getOwn(db: InvoicesDb, id: string, { caller, now }: Context) {
  const row = await db
    .selectFrom('invoices.invoice')
    .selectAll()
    .where('company_id', '=', caller.companyId)
    .where('member_id', '=', caller.memberId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw refuse(NOT_FOUND)
  return detailsOf(db, row, caller, now)
}

export type Filter = Input<typeof invoices.exportInvoices>['query']

export interface ManagedRow extends InvoiceRecord {
  readonly applicant_name: string | null
  readonly organization_name: string | null
}

/** `from … where …`: the matching invoices, `i`, with the applicant, `d`, where that member is still there. */
export function matchingSql(filter: Filter, { caller }: Context): RawBuilder<unknown> {
  const { companyId } = caller
  const { state, invoiceType, invoiceMedium, memberType, appliedFrom, appliedUntil, search } = filter
  const numbers = sql`(select string_agg(s.number, ' ') from invoices.invoice_source s where s.invoice_id = i.id)`
  const words = sql`concat_ws(' ', i.title, d.full_name, i.invoice_number, ${numbers})`
  return sql`from invoices.invoice i left join ${directorySql(companyId)} d on d.id = i.member_id
    where i.company_id = ${companyId} and ${given(state, (one) => sql`i.state = ${one}`)}
      and ${given(invoiceType, (one) => sql`i.type = ${one}`)} and ${given(invoiceMedium, (one) => sql`i.medium = ${one}`)}
      and ${given(memberType, (one) => sql`i.member_type = ${one}`)}
      and ${given(appliedFrom, (at) => sql`i.applied_at >= ${at}`)}
      and ${given(appliedUntil, (at) => sql`i.applied_at < ${at}`)}
      and ${search?.trim() ? containsWordsSql(words, search) : sql`true`}`
}

export const columns = sql`i.*, d.full_name as applicant_name, d.organization_name`
export const order = sql`order by i.applied_at desc, i.id desc`

export const applicantOf = (row: ManagedRow) => ({
  applicantName: row.applicant_name ?? '',
  organizationName: row.organization_name ?? '',
})

export async function listManaged(
  db: InvoicesDb,
  query: Input<typeof invoices.managedInvoices>['query'],
  context: Context,
) {
  const matching = matchingSql(query, context)
  const page = await sqlPage<ManagedRow>(db, query, {
    matching,
    rows: (window) => sql<ManagedRow>`select ${columns} ${matching} ${order} ${window}`,
  })
  return {
    items: page.items.map((row) => ({ ...listItemOf(row), ...applicantOf(row) })),
    recordCount: page.recordCount,
  }
}

export async function getManaged(db: InvoicesDb, id: string, context: Context) {
  const { caller, now } = context
  const { rows } = await sql<ManagedRow>`select ${columns} ${matchingSql({}, context)} and i.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  const isOwn = row.member_id === caller.memberId
  return { ...(await detailsOf(db, row, caller, now)), ...applicantOf(row), isOwn }
}
