/** Builders for tests: a follow with its counter, whatever kinds are registered. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { followingTables } from './db.ts'

export interface FollowInput {
  readonly companyId: string
  readonly memberId: string
  readonly businessType: number
  readonly businessId: string
  readonly now: number
}

export async function buildFollow(connection: Connection, input: FollowInput): Promise<void> {
  const { companyId, memberId, businessType, businessId, now } = input
  const db = followingTables(connection)
  await sql`
    insert into following.follow (id, company_id, member_id, business_type, business_id, created_at)
    values (${uuid()}, ${companyId}, ${memberId}, ${businessType}, ${businessId}, ${now})`.execute(db)
  await sql`
    insert into following.followed (company_id, business_type, business_id, follower_count)
    values (${companyId}, ${businessType}, ${businessId}, 1)`.execute(db)
}
