/** What the schema does not know of the sample rows of engines (server/sample-company.ts). */
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'

const optionsOf = (companyId: string) => ({
  companyId,
  mode: 'video',
  publishersMax: 7,
  videoKbps: 1000,
  record: false,
})

export const sampleValues = ({ companyId }: SampleCompany): SampleValues => ({
  'engines.room': { options: optionsOf(companyId) },
  'engines.janus_room': { options: optionsOf(companyId) },
})
