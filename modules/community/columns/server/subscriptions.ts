/** Subscribing to columns, and what the subscribed columns released. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import type { ContentCard } from '#modules/community/contents/contract.ts'
import { contentCards, openContentsSql } from '#modules/community/contents/server.ts'
import { streamPlace } from '#server/db/place.ts'
import { ROUNDS_MAX, readInRounds } from '#server/db/rounds.ts'
import type { StreamPlace } from '#server/db/stretch.ts'
import { lockNames } from '#server/db/transaction.ts'
import { COLUMN_CLOSED, subscriptionsMax, TOO_MANY_ITEMS } from '../contract/shapes.ts'
import { getColumn } from './columns.ts'
import type { ColumnsDb } from './db.ts'
import { isUnpaid } from './unpaid.ts'

/** Subscribes or ends it; a repeated call changes nothing. Without `wanted` the opposite of what was. */
export async function subscribe(
  db: ColumnsDb,
  caller: Caller,
  { id, wanted }: { readonly id: string; readonly wanted: boolean | undefined },
  now: number,
): Promise<{ subscribed: boolean; subscribeNum: number }> {
  const column = await getColumn(db, caller, id)
  const subscribed = wanted ?? !column.subscribed
  if (subscribed && !column.subscribed && (await isUnpaid(db, caller, id, now))) throw refuse(NOT_BOUGHT)
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

/**
 * What the columns of the caller released, each content once, at its newest release. Of each column as many are read by its
 * index as the page has; where some may not be opened, the list goes on behind them.
 */
export async function subscribedContents(
  db: ColumnsDb,
  caller: Caller,
  query: {
    readonly after?: string | undefined
    readonly page?: number | undefined
    readonly pageSize?: number | undefined
  },
): Promise<{ items: ContentCard[]; next: string | null }> {
  const { after, page = 1, pageSize = 20 } = query
  if (after !== undefined) return listFrom(db, caller, streamPlace(after), pageSize)
  const place = page === 1 ? undefined : await placeBehind(db, caller, (page - 1) * pageSize)
  return place === null ? { items: [], next: null } : listFrom(db, caller, place, pageSize)
}

/**
 * For callers that count pages: the place of the content behind which a page begins, null where the list is shorter. What stands
 * before it is looked at once, by id alone.
 */
async function placeBehind(db: ColumnsDb, caller: Caller, count: number): Promise<StreamPlace | null> {
  let place: StreamPlace | undefined
  let left = count
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const rows = await releasedAfter(db, caller, place, count + 1)
    const ids = rows.map(({ id }) => id)
    const { rows: found } = await sql<{ id: string }>`select w.id from unnest(${ids}::uuid[]) as w (id)
      where w.id in ${openContentsSql(caller, sql`(select unnest(${ids}::uuid[]))`)}`.execute(db)
    const open = new Set(found.map(({ id }) => id))
    for (const row of rows) {
      place = row
      if (open.has(row.id)) left -= 1
      if (left === 0) return place
    }
    if (rows.length <= count) return null
  }
  return place ?? null
}

async function listFrom(
  db: ColumnsDb,
  caller: Caller,
  place: StreamPlace | undefined,
  limit: number,
): Promise<{ items: ContentCard[]; next: string | null }> {
  return readInRounds({
    ...{ place, limit },
    read: (behind, count) => releasedAfter(db, caller, behind, count),
    show: async (rows) => {
      const cards = await contentCards(
        db,
        caller,
        rows.map(({ id }) => id),
      )
      return rows.map(({ id }) => {
        const card = cards.get(id)
        return card?.state === 'active' ? card : undefined
      })
    },
  })
}

async function releasedAfter(
  db: ColumnsDb,
  caller: Caller,
  place: StreamPlace | undefined,
  limit: number,
): Promise<{ id: string; at: number }[]> {
  const before = place ? sql`and (c.released_at, c.content_id) < (${place.at}::bigint, ${place.id}::uuid)` : sql``
  const { rows } = await sql<{ id: string; at: number }>`
    select r.content_id as id, r.released_at as at
    from columns.subscription s cross join lateral (
      select c.content_id, c.released_at from columns.column_content c where c.column_id = s.column_id ${before}
      order by c.released_at desc, c.content_id desc limit ${limit}
    ) r
    join columns.special_column own on own.id = s.column_id and own.removed_at is null
    where s.member_id = ${caller.memberId}
      and not exists (select from columns.column_content newer
        join columns.subscription other on other.column_id = newer.column_id and other.member_id = s.member_id
        join columns.special_column its on its.id = newer.column_id and its.removed_at is null
        where newer.content_id = r.content_id
          and (newer.released_at, newer.column_id) > (r.released_at, s.column_id))
    order by r.released_at desc, r.content_id desc limit ${limit}`.execute(db)
  return rows
}
