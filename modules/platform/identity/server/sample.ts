/** A row of a company in every table of identity: what hostile calls of another company are not to reach. */
import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { identityTables } from './db.ts'

interface Sample {
  readonly companyId: string
  readonly chief: { readonly id: string }
  readonly learner: { readonly id: string }
  readonly marker: string
  readonly now: number
}

const hourMs = 3_600_000

export async function buildSample(connection: Connection, sample: Sample): Promise<void> {
  await addMemberThings(connection, sample)
  await addSignInThings(connection, sample)
  await addImport(connection, sample)
}

async function addMemberThings(connection: Connection, { companyId, chief, learner, marker, now }: Sample) {
  const db = identityTables(connection)
  const company = { company_id: companyId }
  const [positionId, topicId] = [uuid(), uuid()]
  await db
    .insertInto('identity.position')
    .values({ ...company, id: positionId, name: marker, created_at: now })
    .execute()
  await db
    .updateTable('identity.member')
    .set({ position_id: positionId, superior_id: chief.id, bio: marker, job_name: marker })
    .where('id', '=', learner.id)
    .execute()
  await db
    .insertInto('identity.topic')
    .values({ ...company, id: topicId, name: marker })
    .execute()
  await db
    .insertInto('identity.member_topic')
    .values({ ...company, member_id: learner.id, topic_id: topicId })
    .execute()
  const fields = JSON.stringify({ fullName: marker })
  await db
    .insertInto('identity.member_information')
    .values({ ...company, member_id: learner.id, fields, committed_at: now })
    .execute()
  await db
    .insertInto('identity.role_permission')
    .values({ ...company, role: 'grader', permission: 'course.progress', allowed: true })
    .execute()
}

async function addSignInThings(connection: Connection, { companyId, chief, learner, marker, now }: Sample) {
  const db = identityTables(connection)
  const company = { company_id: companyId }
  const sessions = await db
    .selectFrom('identity.session')
    .select('id')
    .where('company_id', '=', companyId)
    .limit(1)
    .execute()
  const spent = sessions.map(({ id }) => ({ hash: randomBytes(32), session_id: id, spent_at: now }))
  await db.insertInto('identity.spent_refresh_token').values(spent).execute()
  await db
    .insertInto('identity.external_account')
    .values({ ...company, issuer: 'https://idp.example', subject: marker, member_id: chief.id, linked_at: now })
    .execute()
  await db
    .insertInto('identity.sign_in_record')
    .values({
      ...company,
      id: uuid(),
      member_id: learner.id,
      method: 'password',
      succeeded: true,
      ip: '192.0.2.1',
      user_agent: marker,
      at: now,
    })
    .execute()
  await db
    .insertInto('identity.single_sign_on')
    .values({
      ...company,
      state_hash: randomBytes(32),
      secret_hash: randomBytes(32),
      nonce: marker,
      code_verifier: marker,
      expires_at: now + hourMs,
    })
    .execute()
  await db
    .insertInto('identity.verification_code')
    .values({
      ...company,
      id: uuid(),
      channel: 'email',
      address: `${uuid()}@example.com`,
      purpose: 'bind',
      member_id: learner.id,
      deliverable: true,
      code_hash: randomBytes(32),
      sent_at: now,
      expires_at: now + hourMs,
    })
    .execute()
}

async function addImport(connection: Connection, { companyId, chief, marker, now }: Sample) {
  const db = identityTables(connection)
  const company = { company_id: companyId }
  const id = uuid()
  await db
    .insertInto('identity.member_import')
    .values({
      ...company,
      id,
      created_by: chief.id,
      file_name: `${marker}.xlsx`,
      file: null,
      state: 'checked',
      headings: '{}',
      row_count: 1,
      failed_count: 1,
      created_at: now,
    })
    .execute()
  await db
    .insertInto('identity.member_import_row')
    .values({
      ...company,
      import_id: id,
      row_number: 2,
      cells: JSON.stringify({ fullName: marker }),
      errors: '[]',
      outcome: 'failed',
    })
    .execute()
}
