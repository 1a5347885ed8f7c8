/** What the schema does not know of the sample rows of privacy (server/sample-company.ts). */
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'

export const sampleValues = ({ now }: SampleCompany): SampleValues => ({
  'privacy.data_export': { state: 'waiting' },
  'privacy.erasure': { state: 'waiting', due_at: now + 30 * 86_400_000 },
})
