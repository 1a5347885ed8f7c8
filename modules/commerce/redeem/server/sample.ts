/** A row of a company in every table of redeem: what hostile calls of another company are not to reach. */
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { redeemTables } from './db.ts'
import { buildCards } from './redeem.fixture.ts'

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const { id } = await buildCards(connection, { companyId, makerId: chief.id, now, name: marker })
  const db = redeemTables(connection)
  await db
    .updateTable('redeem.card')
    .set({ state: 'redeemed', redeemed_by: learner.id, redeemed_at: now })
    .where('batch_id', '=', id)
    .where('number', '=', 1)
    .execute()
  await db
    .updateTable('redeem.card')
    .set({ state: 'void', voided_by: chief.id, voided_at: now, void_reason: marker })
    .where('batch_id', '=', id)
    .where('number', '=', 2)
    .execute()
}
