/** A row of a company in every table of specimens, which hostile calls of another company must not reach. */
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { buildSpecimen } from './specimens.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const author = { id: chief.id, companyId, organizationId: companyId }
  const input = { author, now, name: marker, summary: marker, body: marker }
  await buildSpecimen(connection, { ...input, finishedBy: [learner.id] })
  await buildSpecimen(connection, { ...input, status: 'draft' })
  await buildSpecimen(connection, { ...input, status: 'off-shelf' })
}
