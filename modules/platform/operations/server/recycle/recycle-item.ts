/** Puts items into the recycle bin. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { recycleDays } from '../../contract/recycle.ts'
import { operationsTables } from '../db.ts'

const dayMs = 86_400_000

export interface RecycleInput {
  readonly companyId: string
  /** A registered kind. */
  readonly kind: string
  readonly itemId: string
  /** The name on the screen of the recycle bin. */
  readonly name: string
  readonly deletedBy: string
  readonly now: number
}

/** Puts an item into the recycle bin, after its owner has marked it as deleted in the same transaction (SYSTEM-244). */
export async function recycle(connection: Connection, item: RecycleInput): Promise<void> {
  const { companyId, kind, itemId, name, deletedBy, now } = item
  const marks = {
    name: name.slice(0, 300),
    deleted_by: deletedBy,
    deleted_at: now,
    purge_at: now + recycleDays * dayMs,
  }
  await operationsTables(connection)
    .insertInto('operations.recycled_item')
    .values({ id: uuid(), company_id: companyId, kind, item_id: itemId, ...marks })
    .onConflict((conflict) => conflict.columns(['company_id', 'kind', 'item_id']).doUpdateSet(marks))
    .execute()
}
