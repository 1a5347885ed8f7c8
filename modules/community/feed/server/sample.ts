/** What the schema does not know of the sample rows of feed (server/sample-company.ts). */
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'

export const sampleValues = ({ learner, organizationId }: SampleCompany): SampleValues => ({
  'feed.hidden': { member_id: learner.id, kind: 'topic', hidden_id: organizationId },
})
