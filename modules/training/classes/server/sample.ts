/** A row of a company in every table of classes, which hostile calls of another company must not reach. */
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { buildClass } from './classes.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const author = { id: chief.id, companyId, organizationId: companyId }
  const input = { author, now, name: marker, summary: marker, body: marker }
  await buildClass(connection, { ...input, finishedBy: [learner.id] })
  await buildClass(connection, { ...input, status: 'draft' })
  await buildClass(connection, { ...input, status: 'off-shelf' })
}
