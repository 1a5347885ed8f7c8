/** The invoices of the company as a table, however many there are: read some hundred at a time while the file is written. */
import { type RawBuilder, sql } from 'kysely'
import { instantText } from '#modules/platform/identity/server.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import type { SheetRow } from '#server/spreadsheet/sheet-row.ts'
import { moduleText } from '#server/texts.ts'
import type { InvoicesDb } from './db.ts'
import { applicantOf, columns, type Filter, type ManagedRow, matchingSql, order } from './lists.ts'
import { yuanText } from './message-types.ts'

const batchRows = 1000

const headings = [
  ...['appliedAt', 'applicant', 'organization', 'memberType', 'title', 'taxpayerId', 'type', 'medium', 'billingType'],
  ...['amount', 'dueAmount', 'state', 'invoiceNumber', 'issuedAt', 'expressCompany', 'expressNumber', 'remark'],
] as const

/** Below the last one of the batch before, as `order` has them. */
const belowSql = (last: ManagedRow | undefined): RawBuilder<unknown> =>
  last === undefined ? sql`true` : sql`(i.applied_at, i.id) < (${last.applied_at}, ${last.id}::uuid)`

async function* invoiceRows(db: InvoicesDb, filter: Filter, context: Context): AsyncGenerator<SheetRow> {
  const { language, caller } = context
  const text = (key: string) => moduleText('invoices', key, language) ?? key
  yield headings.map((key) => text(`export.${key}`))
  const timeOf = await instantText(db, caller.companyId, 'minute')
  let last: ManagedRow | undefined
  do {
    const { rows } = await sql<ManagedRow>`select ${columns} ${matchingSql(filter, context)} and ${belowSql(last)}
      ${order} limit ${batchRows}`.execute(db)
    for (const row of rows) {
      const { applicantName, organizationName } = applicantOf(row)
      yield [
        ...[timeOf(row.applied_at), applicantName, organizationName, text(`memberTypes.${row.member_type}`), row.title],
        ...[row.taxpayer_id, text(`maps.invoice-type.${row.type}`), text(`maps.invoice-medium.${row.medium}`)],
        ...[text(`maps.billing-type.${row.billing_type}`), yuanText(BigInt(row.amount_fen))],
        ...[yuanText(BigInt(row.due_fen)), text(`maps.invoice-status.${row.state}`), row.invoice_number ?? ''],
        ...[timeOf(row.issued_at), row.express_company, row.express_number, row.remark],
      ]
    }
    last = rows.length < batchRows ? undefined : rows.at(-1)
  } while (last)
}

/** The table that finance takes to its tax software. */
export function exportInvoices(db: InvoicesDb, filter: Filter, context: Context): StreamAnswer {
  const name = moduleText('invoices', 'export.name', context.language) ?? 'invoices'
  return sheetAnswer(name, invoiceRows(db, filter, context), { plainName: 'invoices' })
}
