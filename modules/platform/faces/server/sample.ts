/** A row of a company in every table of faces: what hostile calls of another company are not to reach. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { facesTables } from './db.ts'

export async function buildSample(connection: Connection, { companyId, learner, now }: SampleCompany): Promise<void> {
  const db = facesTables(connection)
  const own = { company_id: companyId, member_id: learner.id, file_id: uuid() }
  await db
    .insertInto('faces.reference')
    .values({ ...own, consented_at: now })
    .execute()
  await db
    .insertInto('faces.comparison')
    .values({ ...own, id: uuid(), outcome: 'same', at: now })
    .execute()
}
