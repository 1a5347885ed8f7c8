/** Subscribing to columns, and what the subscribed columns released. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { lockNames } from '#server/db/transaction.ts'
import { COLUMN_CLOSED, subscriptionsMax, TOO_MANY_ITEMS } from '../contract/shapes.ts'
import { getColumn } from './columns.ts'
import type { ColumnsDb } from './db.ts'

/** Subscribes or ends it; a repeated call changes nothing. Without `wanted` the opposite of what was. */
export async function subscribe(
  db: ColumnsDb,
  caller: Caller,
  { id, wanted }: { readonly id: string; readonly wanted: boolean | undefined },
  now: number,
): Promise<{ subscribed: boolean; subscribeNum: number }> {
  const column = await getColumn(db, caller, id)
  const subscribed = wanted ?? !column.subscribed
  const by = subscribed
    ? await add(db, caller, { id, isClosed: column.state === 'closed' }, now)
    : await end(db, caller, id)
  if (by === 0) return { subscribed, subscribeNum: column.subscribeNum }
  const { subscriber_count: subscribeNum } = await db
    .updateTable('columns.special_column')
    .set((e) => ({ subscriber_count: e('subscriber_count', '+', by) }))
    .where('id', '=', id)
    .returning('subscriber_count')
    .executeTakeFirstOrThrow()
  return { subscribed, subscribeNum }
}

/** How many were added. */
async function add(
  db: ColumnsDb,
  caller: Caller,
  { id, isClosed }: { readonly id: string; readonly isClosed: boolean },
  now: number,
): Promise<number> {
  // Two that come at once would count the same rows and pass the limit together.
  await lockNames(db, `columns ${caller.memberId}`)
  const { rows } = await sql<{ all: number; known: boolean }>`
    select count(*) as all, coalesce(bool_or(column_id = ${id}), false) as known from columns.subscription
    where member_id = ${caller.memberId}`.execute(db)
  const [have] = rows
  if (have?.known) return 0
  if (isClosed) throw refuse(COLUMN_CLOSED)
  if ((have?.all ?? 0) >= subscriptionsMax) throw refuse(TOO_MANY_ITEMS, { max: subscriptionsMax })
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('columns.subscription')
    .values({
      column_id: id,
      member_id: caller.memberId,
      company_id: caller.companyId,
      created_at: now,
      opened_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}

async function end(db: ColumnsDb, caller: Caller, id: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('columns.subscription')
    .where('column_id', '=', id)
    .where('member_id', '=', caller.memberId)
    .executeTakeFirstOrThrow()
  return -Number(numDeletedRows)
}
