/** One row of a company in every table of community, which calls of another company must not reach. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { buildAccount } from './accounts.fixture.ts'
import { communityTables } from './db.ts'

interface Sample {
  readonly companyId: string
  readonly chief: { readonly id: string }
  readonly learner: { readonly id: string }
  readonly marker: string
  readonly now: number
}

export async function buildSample(connection: Connection, sample: Sample): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const input = { companyId, name: marker, description: marker, memberIds: [chief.id, learner.id], now }
  const accountId = await buildAccount(connection, input)
  await buildAccount(connection, { companyId, enjoyType: 0, name: `${marker} 2`, memberIds: [chief.id], now })
  await communityTables(connection)
    .insertInto('community.application')
    .values({
      id: uuid(),
      company_id: companyId,
      member_id: chief.id,
      is_new: false,
      account_id: accountId,
      enjoy_type: 1,
      name: `${marker} 3`,
      name_key: `${marker} 3`,
      description: marker,
      avatar_file_id: uuid(),
      topic_ids: [uuid()],
      result: 4,
      created_at: now,
    })
    .execute()
  const circleId = uuid()
  const db = communityTables(connection)
  await db
    .insertInto('community.circle')
    .values({
      id: circleId,
      company_id: companyId,
      name: marker,
      name_key: marker,
      description: marker,
      created_at: now,
    })
    .execute()
  await db
    .insertInto('community.circle_member')
    .values({ circle_id: circleId, member_id: chief.id, company_id: companyId, is_administrator: true, joined_at: now })
    .execute()
  await db
    .insertInto('community.circle_share')
    .values({
      id: uuid(),
      circle_id: circleId,
      company_id: companyId,
      item_type: 1,
      item_id: uuid(),
      shared_by: chief.id,
      created_at: now,
    })
    .execute()
}
