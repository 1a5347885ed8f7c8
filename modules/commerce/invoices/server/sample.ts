/** A row of a company in every table of invoices: what hostile calls of another company are not to reach. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { invoicesTables } from './db.ts'
import { buildInfo, buildInvoice, companyInfo } from './invoices.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  await buildInfo(connection, { companyId, id: learner.id }, companyInfo({ title: marker, remark: marker }), now)
  await buildInfo(connection, { companyId, id: chief.id }, companyInfo({ title: marker }), now)
  const owner = { companyId, id: learner.id }
  for (const state of [0, 1, 3, 4] as const) await buildInvoice(connection, { owner, state, title: marker, now })
  const address = { receiver: marker, phone: '13800138000', text: marker, postalCode: '518057' }
  await buildInvoice(connection, { owner, state: 1, medium: 'paper', title: marker, address, now })
  const reversed = await buildInvoice(connection, { owner, state: 5, title: marker, now })
  await invoicesTables(connection)
    .insertInto('invoices.red_letter')
    .values({
      ...{ id: uuid(), company_id: companyId, invoice_id: reversed, number: '24312000000000000001' },
      ...{ amount_fen: 19_900, is_whole: false, issued_by: chief.id, issued_at: now },
    })
    .execute()
}
