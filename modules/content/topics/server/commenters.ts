/** Who has written about items, for modules that count it. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { topicsTables } from './db.ts'

interface Written {
  readonly companyId: string
  readonly businessType: number
  readonly businessIds: readonly string[]
  /** Left out: whoever it is. */
  readonly memberIds?: readonly string[]
}

/** Each pair once; what was removed does not count. */
export async function whoCommented(
  connection: Connection,
  { companyId, businessType, businessIds, memberIds }: Written,
): Promise<{ businessId: string; memberId: string }[]> {
  const { rows } = await sql<{ businessId: string; memberId: string }>`
    select distinct c.business_id as "businessId", c.member_id as "memberId" from topics.comment c
    where c.company_id = ${companyId} and c.business_type = ${businessType}
      and c.business_id = any(${[...businessIds]}::uuid[]) and c.member_id is not null and c.removed is null
      and ${memberIds === undefined ? sql`true` : sql`c.member_id = any(${[...memberIds]}::uuid[])`}`.execute(
    topicsTables(connection),
  )
  return rows
}
