/** A row of a company in every table of addresses: what hostile calls of another company are not to reach. */
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { addressInput, buildAddresses } from './addresses.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const inputs = [addressInput({ receiver: marker, street: marker })]
  await buildAddresses(connection, { companyId, id: learner.id }, inputs, now)
  await buildAddresses(connection, { companyId, id: chief.id }, inputs, now)
}
