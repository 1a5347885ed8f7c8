/** What the schema does not know of the sample rows of moderation (server/sample-company.ts): a comment that waits; and one that was removed. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'
import { moderationTables } from './db.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, organizationId, chief, learner, marker, now } = sample
  await moderationTables(connection)
    .insertInto('moderation.content_case')
    .values({
      ...{ id: uuid(), company_id: companyId, business_type: 1, business_id: uuid(), organization_id: organizationId },
      ...{ author_id: learner.id, title: marker, excerpt: marker, state: 'decided', outcome: 'remove' },
      ...{ reason_code: 'other', note: marker, decided_by: chief.id, decided_at: now, queued_at: now, created_at: now },
    })
    .execute()
}

export function sampleValues({ organizationId, learner, now }: SampleCompany): SampleValues {
  const item = { business_type: 1, business_id: organizationId }
  return {
    'moderation.content_case': { ...item, author_id: learner.id, state: 'open', organization_id: organizationId },
    'moderation.report': { ...item, reason_code: 'other' },
    'moderation.mute': { until: now + 86_400_000, shorter: [] },
  }
}
