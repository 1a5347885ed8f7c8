/** Contents for the streams of modules above: candidates by the index, and which of them a caller may read. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { appearedOfTopicSql } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { inStretch, type Stretch } from '#server/db/stretch.ts'
import { contentBusinessType } from '../contract/shapes.ts'
import { contentsTables } from './db.ts'
import { listedSql } from './visible.ts'

/**
 * As a table (`at`, `id`): the newest published contents of accounts behind a place, whoever may read them. Of each account the
 * newest one is read first, because only the `limit` accounts that are ahead can have one of the newest `limit`.
 */
export function newestOfAccountsSql(
  accountIds: RawBuilder<unknown>,
  stretch: Stretch,
  limit: number,
): RawBuilder<unknown> {
  const newestSql = (accountId: string, count: number) => sql`(
    select c.published_at as at, c.id from contents.content c
    where c.account_id = ${sql.ref(accountId)} and c.is_listed
      and ${inStretch(stretch, sql.ref('c.published_at'), sql.ref('c.id'))}
    order by c.published_at desc, c.id desc limit ${count}::int)`
  return sql`(
    select newest.at, newest.id from (
      select own.account_id from ${accountIds} as own (account_id)
      cross join lateral ${newestSql('own.account_id', 1)} first order by first.at desc, first.id desc limit ${limit}::int
    ) as ahead cross join lateral ${newestSql('ahead.account_id', limit)} newest
    order by newest.at desc, newest.id desc limit ${limit}::int)`
}

/**
 * As a table (`at`, `id`): the newest published contents about topics behind a place, whoever may read them. As of accounts, only
 * the topics that are ahead are read on.
 */
export function newestOfTopicsSql(
  companyId: string,
  topicIds: RawBuilder<unknown>,
  stretch: Stretch,
  limit: number,
): RawBuilder<unknown> {
  const newestSql = (topicId: string, count: number) => sql`(
    select about.at, about.item_id as id from ${appearedOfTopicSql(companyId, contentBusinessType, sql.ref(topicId))} about
    where ${inStretch(stretch, sql.ref('about.at'), sql.ref('about.item_id'))}
    order by about.at desc, about.item_id desc limit ${count}::int)`
  return sql`(
    select distinct newest.at, newest.id from (
      select own.topic_id from ${topicIds} as own (topic_id)
      cross join lateral ${newestSql('own.topic_id', 1)} first order by first.at desc, first.id desc limit ${limit}::int
    ) as ahead cross join lateral ${newestSql('ahead.topic_id', limit)} newest
    order by newest.at desc, newest.id desc limit ${limit}::int)`
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
