/** A row of a company in every table of pushes: what hostile calls of another company are not to reach. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { pushesTables } from './db.ts'
import { buildPush } from './pushes.fixture.ts'

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
    name: marker,
    description: marker,
    contents: [{ businessType: 1, businessId: uuid(), name: marker }],
    now,
  }
  const id = await buildPush(connection, { ...wish, members: [{ id: learner.id }] })
  await buildPush(connection, { ...wish, publishedAt: null })
  await pushesTables(connection)
    .insertInto('pushes.urge')
    .values({
      id: uuid(),
      company_id: companyId,
      sender_id: chief.id,
      member_id: learner.id,
      business_type: 0,
      business_id: id,
      name: marker,
      urged_at: now,
    })
    .execute()
}
