/** What the columns of a caller released, for the streams of modules above. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { inStretch, type Stretch } from '#server/db/stretch.ts'
import { columnsTables } from './db.ts'

/** The columns to which the caller has subscribed (`column_id`), without those that are gone. */
const subscribedSql = (caller: Caller): RawBuilder<unknown> => sql`(select s.column_id from columns.subscription s
  join columns.special_column c on c.id = s.column_id and c.removed_at is null
  where s.member_id = ${caller.memberId} and s.company_id = ${caller.companyId})`

/** As a table (`at`, `id`): the newest releases of subscribed columns behind a place, whoever may read their contents. */
export function newestReleasesSql(caller: Caller, stretch: Stretch, limit: number): RawBuilder<unknown> {
  const part = inStretch(stretch, sql.ref('r.released_at'), sql.ref('r.content_id'))
  return sql`(
    select distinct newest.at, newest.id from ${subscribedSql(caller)} as own cross join lateral (
      select r.released_at as at, r.content_id as id from columns.column_content r
      where r.column_id = own.column_id and ${part}
      order by r.released_at desc, r.content_id desc limit ${limit}::int
    ) newest order by newest.at desc, newest.id desc limit ${limit}::int)`
}

export interface PlaceInColumn {
  readonly contentId: string
  readonly columnId: string
  readonly title: string
  readonly at: number
}

/** In which subscribed columns these contents stand, and since when. */
export async function subscribedColumnsOf(
  connection: Connection,
  caller: Caller,
  contentIds: readonly string[],
): Promise<PlaceInColumn[]> {
  if (contentIds.length === 0) return []
  const { rows } = await sql<PlaceInColumn>`
    select r.content_id as "contentId", r.column_id as "columnId", c.title, r.released_at as at
    from columns.column_content r join columns.special_column c on c.id = r.column_id
    where r.content_id = any(${[...contentIds]}::uuid[]) and r.column_id in ${subscribedSql(caller)}
    order by r.released_at desc, r.column_id`.execute(columnsTables(connection))
  return rows
}

/** To how many columns the caller has subscribed. */
export async function countSubscriptions(connection: Connection, caller: Caller): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${subscribedSql(caller)} as own`.execute(
    columnsTables(connection),
  )
  return rows[0]?.count ?? 0
}
