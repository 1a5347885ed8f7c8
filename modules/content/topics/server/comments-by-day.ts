/** How many comments items got on each day: for the figures of modules above. */
import { type RawBuilder, sql } from 'kysely'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { topicsTables } from './db.ts'

const dayMs = 86_400_000

/**
 * Comments and replies that are shown, on the days from `from` to `to` of the company (counted from 1970-01-01). `items` is a
 * table of `item_type`, `item_id` and `since`, the instant from which on comments count.
 */
export async function commentsByDay(
  connection: Connection,
  companyId: string,
  items: RawBuilder<unknown>,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ day: number; count: number }[]> {
  const { rows } = await sql<{ day: number; count: number }>`
    select day, count(*) as count from (
      select (to_timestamp(c.created_at / 1000.0) at time zone ${timeZoneSql(companyId)})::date - date '1970-01-01' as day
      from ${items} as i join topics.comment c on c.company_id = ${companyId} and c.business_type = i.item_type
        and c.business_id = i.item_id and c.removed is null
        and c.created_at >= greatest(i.since, ${(from - 1) * dayMs}::bigint)
    ) as written where day between ${from} and ${to} group by day`.execute(topicsTables(connection))
  return rows
}
