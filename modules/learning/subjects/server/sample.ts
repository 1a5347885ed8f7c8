/** A row of a company in every table of subjects: what hostile calls of another company are not to reach. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { subjectsTables } from './db.ts'
import { buildSubject } from './subjects.fixture.ts'

interface Sample {
  readonly companyId: string
  readonly chief: { readonly id: string }
  readonly learner: { readonly id: string }
  readonly marker: string
  readonly now: number
}

export async function buildSample(connection: Connection, sample: Sample): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const wish = {
    author: { id: chief.id, companyId, organizationId: companyId },
    ...{ name: marker, summary: marker, description: marker, visibleOrganizationIds: [companyId], now },
    stages: [{ title: marker, summary: marker, contents: [{ businessId: uuid() }] }],
  }
  const { id } = await buildSubject(connection, wish)
  await buildSubject(connection, { ...wish, status: 'draft' })
  await buildSubject(connection, { ...wish, status: 'off-shelf', subjectType: 3, url: `https://${marker}.example` })
  const db = subjectsTables(connection)
  const own = { member_id: learner.id, company_id: companyId }
  await db
    .insertInto('subjects.registration')
    .values({ ...own, subject_id: id, registered_at: now, touched_at: now })
    .execute()
  await db
    .insertInto('subjects.interest')
    .values({ ...own, topic_id: uuid(), chosen_at: now })
    .execute()
}
