/** What the schema does not know of the sample rows of identity (server/sample-company.ts). */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'
import { identityTables } from './db.ts'

const hourMs = 3_600_000

/** A position of the learner, and the learner's superior. */
export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const db = identityTables(connection)
  const positionId = uuid()
  await db
    .insertInto('identity.position')
    .values({ company_id: companyId, id: positionId, name: marker, created_at: now })
    .execute()
  await db
    .updateTable('identity.member')
    .set({ position_id: positionId, superior_id: chief.id, bio: marker, job_name: marker })
    .where('id', '=', learner.id)
    .execute()
}

export const sampleValues = ({ companyId, chief, learner, marker, now }: SampleCompany): SampleValues => ({
  'identity.member_information': { fields: { fullName: marker } },
  'identity.role_permission': { role: 'grader', permission: 'course.progress', allowed: true },
  'identity.external_account': { issuer: 'https://idp.example', member_id: chief.id },
  'identity.sign_in_record': { member_id: learner.id, method: 'password', succeeded: true },
  'identity.single_sign_on': { expires_at: now + hourMs },
  'identity.verification_code': {
    ...{ channel: 'email', address: `${companyId}@example.com`, purpose: 'bind', member_id: learner.id },
    ...{ deliverable: true, expires_at: now + hourMs },
  },
  'identity.member_import': { file_name: `${marker}.xlsx`, state: 'checked', headings: {}, failed_count: 1 },
  'identity.member_import_row': { row_number: 2, cells: { fullName: marker }, errors: [], outcome: 'failed' },
})
