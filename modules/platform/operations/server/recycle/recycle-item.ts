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
export function recycle(connection: Connection, { itemId, name, ...deletion }: RecycleInput): Promise<void> {
  return recycleMany(connection, { ...deletion, items: [{ id: itemId, name }] })
}

export interface RecycleManyInput extends Omit<RecycleInput, 'itemId' | 'name'> {
  /** Each item once. */
  readonly items: readonly { readonly id: string; readonly name: string }[]
}

/** As `recycle`, for many items of one kind. */
export async function recycleMany(connection: Connection, deletion: RecycleManyInput): Promise<void> {
  const { companyId, kind, items, deletedBy, now } = deletion
  const marks = { deleted_by: deletedBy, deleted_at: now, purge_at: now + recycleDays * dayMs }
  const rows = items.map(({ id, name }) => {
    return { id: uuid(), company_id: companyId, kind, item_id: id, name: name.slice(0, 300), ...marks }
  })
  await operationsTables(connection)
    .insertInto('operations.recycled_item')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'kind', 'item_id']).doUpdateSet((row) => ({
        ...marks,
        name: row.ref('excluded.name'),
      })),
    )
    .execute()
}
