/** What the schema does not know of the sample rows of community (server/sample-company.ts). */
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'
import { buildAccount } from './accounts.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const input = { companyId, name: marker, description: marker, memberIds: [chief.id, learner.id], now }
  await buildAccount(connection, input)
  await buildAccount(connection, { companyId, enjoyType: 0, name: `${marker} 2`, memberIds: [chief.id], now })
}

export const sampleValues = ({ chief, marker }: SampleCompany): SampleValues => ({
  'community.application': {
    member_id: chief.id,
    enjoy_type: 1,
    name: `${marker} 3`,
    name_key: `${marker} 3`,
    result: 4,
  },
  'community.circle_member': { member_id: chief.id, is_administrator: true },
})
