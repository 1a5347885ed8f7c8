/** A row of a company in every table of subjects: what hostile calls of another company are not to reach. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { buildSubject } from './subjects.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, marker, now } = sample
  const input = {
    author: { id: chief.id, companyId, organizationId: companyId },
    ...{ name: marker, summary: marker, description: marker, visibleOrganizationIds: [companyId], now },
    stages: [{ title: marker, summary: marker, contents: [{ businessId: uuid() }] }],
  }
  await buildSubject(connection, input)
  await buildSubject(connection, { ...input, status: 'draft' })
  await buildSubject(connection, { ...input, status: 'off-shelf', subjectType: 3, url: `https://${marker}.example` })
}
