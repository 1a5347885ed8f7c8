/** What the schema does not know of the sample rows of cards (server/sample-company.ts). */
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'

export const sampleValues = ({ chief, marker }: SampleCompany): SampleValues => ({
  'cards.card': {
    ...{ name: marker, promise: marker, color: 'ink', validity_days: 365, status: 'on-sale', created_by: chief.id },
  },
})
