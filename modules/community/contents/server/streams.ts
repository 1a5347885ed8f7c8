/** Contents for the streams of modules above: candidates by the index, and which of them a caller may read. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { itemTopicsSql } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { contentBusinessType } from '../contract/shapes.ts'
import { contentsTables } from './db.ts'
import { listedSql } from './visible.ts'

/** A place in a list that goes from newest to oldest: an instant, and the content that stood there. */
export interface StreamPlace {
  readonly at: number
  readonly id: string
}

const behind = (place: StreamPlace | undefined): RawBuilder<unknown> =>
  place ? sql`and (c.published_at, c.id) < (${place.at}::bigint, ${place.id}::uuid)` : sql``

/**
 * As a table (`at`, `id`): the newest published contents of accounts behind a place, whoever may read them. Of each account the
 * newest one is read first, because only the `limit` accounts that are ahead can have one of the newest `limit`.
 */
export function newestOfAccountsSql(
  accountIds: RawBuilder<unknown>,
  place: StreamPlace | undefined,
  limit: number,
): RawBuilder<unknown> {
  const newestSql = (accountId: string, count: number) => sql`(
    select c.published_at as at, c.id from contents.content c
    where c.account_id = ${sql.ref(accountId)} and c.is_listed ${behind(place)}
    order by c.published_at desc, c.id desc limit ${count}::int)`
  return sql`(
    select newest.at, newest.id from (
      select own.account_id from ${accountIds} as own (account_id)
      cross join lateral ${newestSql('own.account_id', 1)} first order by first.at desc, first.id desc limit ${limit}::int
    ) as ahead cross join lateral ${newestSql('ahead.account_id', limit)} newest
    order by newest.at desc, newest.id desc limit ${limit}::int)`
}

/**
 * As a table (`at`, `id`): of the next `window` published contents of the company behind a place those about one of these topics.
 * The window is cut first, so that each of its contents is looked up by itself and no topic is read as a whole.
 */
export function newestOfTopicsSql(
  companyId: string,
  topicIds: RawBuilder<unknown>,
  place: StreamPlace | undefined,
  { window, limit }: { readonly window: number; readonly limit: number },
): RawBuilder<unknown> {
  return sql`(
    select newest.at, newest.id from (
      select c.published_at as at, c.id from contents.content c
      where c.company_id = ${companyId} and c.is_listed ${behind(place)}
      order by c.published_at desc, c.id desc limit ${window}::int
    ) as newest
    where exists (select from ${itemTopicsSql(companyId, contentBusinessType)} about
      where about.item_id = newest.id and about.topic_id in ${topicIds})
    order by newest.at desc, newest.id desc limit ${limit}::int)`
}

/** Where the next `count` contents of the company end, behind a place; nothing where so many are not left. */
export async function endOfNewest(
  connection: Connection,
  companyId: string,
  place: StreamPlace | undefined,
  count: number,
): Promise<StreamPlace | undefined> {
  const { rows } = await sql<StreamPlace>`select c.published_at as at, c.id from contents.content c
    where c.company_id = ${companyId} and c.is_listed ${behind(place)}
    order by c.published_at desc, c.id desc offset ${count - 1}::int limit 1`.execute(contentsTables(connection))
  return rows[0]
}

/** How many contents, `limit` at most, stand in lists for the caller; `where` is a condition on the row `c`. */
export async function countListed(
  connection: Connection,
  caller: Caller,
  { where, limit }: { readonly where: RawBuilder<unknown>; readonly limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from contents.content c where ${listedSql(caller, 'c')} and ${where} limit ${limit}::int) as found`.execute(
    contentsTables(connection),
  )
  return rows[0]?.count ?? 0
}

/** What the caller has written: what readers find of it, with its reads and likes, and the drafts. */
export async function ownContentFigures(connection: Connection, caller: Caller) {
  const { rows } = await sql<{ published: number; reads: number; likes: number; drafts: number }>`
    select count(c.id) as published, coalesce(sum(c.read_count), 0)::int as reads,
      coalesce(sum(c.like_count), 0)::int as likes,
      (select count(*) from contents.draft d where d.member_id = ${caller.memberId}) as drafts
    from contents.content c where c.published_by = ${caller.memberId} and c.is_listed`.execute(
    contentsTables(connection),
  )
  const [{ published, reads, likes, drafts } = { published: 0, reads: 0, likes: 0, drafts: 0 }] = rows
  return { published, reads, likes, drafts }
}

/** Those of these contents that everybody in the company may read. */
export async function contentsForEverybody(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select c.id from contents.content c
    where c.id = any(${[...ids]}::uuid[]) and c.company_id = ${companyId} and c.is_listed and c.visibility = 0`.execute(
    contentsTables(connection),
  )
  return new Set(rows.map(({ id }) => id))
}
