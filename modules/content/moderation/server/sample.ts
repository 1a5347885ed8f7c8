/** What the schema does not know of the sample rows of moderation (server/sample-company.ts): a comment that waits. */
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'

export function sampleValues({ organizationId, learner, now }: SampleCompany): SampleValues {
  const item = { business_type: 1, business_id: organizationId }
  return {
    'moderation.content_case': { ...item, author_id: learner.id, state: 'open', organization_id: organizationId },
    'moderation.report': { ...item, reason_code: 'other' },
    'moderation.mute': { until: now + 86_400_000 },
  }
}
