/** How many comments each of several items has, of whatever kind. */

import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import { idPattern } from '#kit/schema.ts'
import type { TopicsDb } from './db.ts'

const idsMax = 200

export async function commentCounts(
  db: TopicsDb,
  caller: Caller,
  { ids: given, businessType }: { ids: readonly string[]; businessType?: number },
): Promise<Record<string, number>> {
  const ids = [...new Set(given.flatMap((part) => part.split(',')).map((id) => id.trim()))]
  if (ids.length > idsMax || !ids.every((id) => idPattern.test(id))) {
    const message = `must be 1 to ${idsMax} ids`
    throw refuse(INVALID_INPUT, { fields: [{ path: 'ids', rule: 'ids', message }] })
  }
  const { rows } = await sql<{ id: string; count: number }>`
    select w.id, coalesce(sum(f.comment_count), 0)::integer as count
    from unnest(${ids}::uuid[]) as w (id)
    left join topics.item_figures f on f.company_id = ${caller.companyId} and f.business_id = w.id
      ${businessType === undefined ? sql`` : sql`and f.business_type = ${businessType}`}
    group by w.id`.execute(db)
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]))
}
