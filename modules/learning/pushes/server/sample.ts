/** A row of a company in every table of pushes: what hostile calls of another company are not to reach. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { buildPush } from './pushes.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const input = {
    author: { id: chief.id, companyId, organizationId: companyId },
    name: marker,
    description: marker,
    contents: [{ businessType: 1, businessId: uuid(), name: marker }],
    now,
  }
  await buildPush(connection, { ...input, members: [{ id: learner.id }] })
  await buildPush(connection, { ...input, publishedAt: null })
}
