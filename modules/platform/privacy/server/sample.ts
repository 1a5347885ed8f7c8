/** One row in every table of privacy, because the test of hostile input checks that no other company reaches it. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { privacyTables } from './db.ts'

interface Sample {
  readonly companyId: string
  readonly chief: { readonly id: string }
  readonly learner: { readonly id: string }
  readonly now: number
}

const dayMs = 86_400_000

export async function buildSample(connection: Connection, sample: Sample): Promise<void> {
  const { companyId, chief, learner, now } = sample
  const db = privacyTables(connection)
  const asked = { id: uuid(), company_id: companyId, member_id: learner.id, requested_by: chief.id }
  await db
    .insertInto('privacy.data_export')
    .values({ ...asked, state: 'waiting', created_at: now })
    .execute()
  await db
    .insertInto('privacy.erasure')
    .values({ ...asked, state: 'waiting', requested_at: now, due_at: now + 30 * dayMs })
    .execute()
}
