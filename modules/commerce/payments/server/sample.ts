/** A row of a company in every table of payments: what hostile calls of another company are not to reach. */
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'
import { buildPayment, buildTransferAccount } from './payments.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, learner, marker, now } = sample
  const whose = { companyId, memberId: learner.id, number: marker, subject: marker, now }
  await buildPayment(connection, whose)
  await buildPayment(connection, { ...whose, state: 'succeeded' })
  await buildTransferAccount(connection, companyId, now)
}

export const sampleValues = ({ marker }: SampleCompany): SampleValues => ({
  'payments.receipt': { state: 'waiting', note: marker, payer: marker },
  'payments.refund': { amount_fen: 100, reason: marker, state: 'succeeded', is_automatic: false },
  'payments.callback': {
    provider: 'test',
    source: 'test',
    outcome: 'ignored',
    said: { outcome: null, amount: null, currency: marker, differs: [] },
  },
  'payments.bill': { provider: 'alipay', day: '2026-01-01', file_name: marker },
  'payments.bill_line': { kind: 'payment', trade_number: marker, refund_number: '', amount_fen: 100 },
})
