/** What the schema does not know of the sample rows of columns (server/sample-company.ts). */
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'

export const sampleValues = ({ chief, learner, marker }: SampleCompany): SampleValues => ({
  'columns.special_column': { state: 'active', title_key: marker, created_by: chief.id },
  'columns.subscription': { member_id: learner.id },
  'columns.opened_content': { member_id: learner.id },
})
