/** How many comments each of several items has, of whatever kind, as far as the caller sees the item. */

import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import { idPattern } from '#kit/schema.ts'
import type { TopicsDb } from './db.ts'
import { visibleItems } from './kinds.ts'

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
  const { rows } = await sql<{ businessId: string; businessType: number; count: number }>`
    select f.business_id as "businessId", f.business_type as "businessType", f.comment_count as count
    from topics.item_figures f where f.company_id = ${caller.companyId} and f.business_id = any(${ids}::uuid[])
      and f.comment_count > 0 ${businessType === undefined ? sql`` : sql`and f.business_type = ${businessType}`}`.execute(
    db,
  )
  // How much is said about what the caller may not see is nothing to know.
  const seen = await visibleItems(db, caller, rows)
  const counts = new Map(ids.map((id) => [id, 0]))
  for (const row of rows) if (seen(row)) counts.set(row.businessId, (counts.get(row.businessId) ?? 0) + row.count)
  return Object.fromEntries(counts)
}
