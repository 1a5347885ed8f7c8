import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'
import { liveTables } from './db.ts'
import { buildLive } from './live.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, marker, now } = sample
  const db = liveTables(connection)
  const liveId = await buildLive(connection, { companyId, hostId: chief.id, subject: marker, now })
  await db.updateTable('live.live').set({ sub_number: 1, attend_number: 1 }).where('id', '=', liveId).execute()
}

export const sampleValues = ({ companyId }: SampleCompany): SampleValues => ({
  'live.supplier_setting': { organization_id: companyId, supplier: 3 },
  'live.supplier_check': { supplier: 3, engine: 'built-in', state: 'ok' },
})
