/** Who follows something, and how many: for the modules that own it. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { followingTables } from './db.ts'
import type { FollowRef } from './kinds.ts'

/** How many follow each of these things of one kind; 0 where nobody does. One statement. */
export async function followerCounts(
  connection: Connection,
  companyId: string,
  businessType: number,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await followingTables(connection)
    .selectFrom('following.followed')
    .select(['business_id', 'follower_count'])
    .where('company_id', '=', companyId)
    .where('business_type', '=', businessType)
    .where('business_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  const counts = new Map(ids.map((id) => [id, 0]))
  for (const row of rows) counts.set(row.business_id, row.follower_count)
  return counts
}

/** Those of these ids of one kind that the caller follows. One statement. */
export async function followedAmong(
  connection: Connection,
  caller: Caller,
  businessType: number,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await followingTables(connection)
    .selectFrom('following.follow')
    .select('business_id')
    .where('member_id', '=', caller.memberId)
    .where('business_type', '=', businessType)
    .where('business_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Set(rows.map((row) => row.business_id))
}

export async function isFollowedByAnyone(
  connection: Connection,
  companyId: string,
  { businessType, businessId }: FollowRef,
): Promise<boolean> {
  return ((await followerCounts(connection, companyId, businessType, [businessId])).get(businessId) ?? 0) > 0
}

/** `x in ${followedIdsSql(…)}`: the ids of one kind that the caller follows. */
export function followedIdsSql(caller: Caller, businessType: number): RawBuilder<string> {
  return sql<string>`(select business_id from following.follow
    where member_id = ${caller.memberId} and business_type = ${businessType}::smallint)`
}

/** As a table: what the caller follows of one kind, `business_id`, `attention_id` and `followed_at`. */
export function followsSql(caller: Caller, businessType: number): RawBuilder<unknown> {
  return sql`(select business_id, id as attention_id, created_at as followed_at from following.follow
    where member_id = ${caller.memberId} and business_type = ${businessType}::smallint)`
}

/** As a table: `business_id` and `follower_count` of everything of one kind that was ever followed. */
export function followerCountsSql(companyId: string, businessType: number): RawBuilder<unknown> {
  return sql`(select business_id, follower_count from following.followed
    where company_id = ${companyId} and business_type = ${businessType}::smallint)`
}

/** As a table: the ids and counts of the most followed things of one kind, at most `limit`. */
export function mostFollowedSql(companyId: string, businessType: number, limit: number): RawBuilder<unknown> {
  return sql`(select business_id, follower_count from following.followed
    where company_id = ${companyId} and business_type = ${businessType}::smallint and follower_count > 0
    order by follower_count desc, business_id limit ${limit}::int)`
}

/** The next members who follow something, in the order of their ids: `after` is the last one of the batch before. */
export async function followersAfter(
  connection: Connection,
  companyId: string,
  { businessType, businessId }: FollowRef,
  after: string | null,
  limit: number,
): Promise<string[]> {
  let query = followingTables(connection)
    .selectFrom('following.follow')
    .select('member_id')
    .where('company_id', '=', companyId)
    .where('business_type', '=', businessType)
    .where('business_id', '=', businessId)
  if (after !== null) query = query.where('member_id', '>', after)
  const rows = await query.orderBy('member_id').limit(limit).execute()
  return rows.map((row) => row.member_id)
}

export interface FollowersOfDay {
  /** Days of the company, counted from 1970-01-01. */
  readonly day: number
  readonly won: number
  readonly lost: number
}

/** Followers won and lost on each day that had any, from `from` to `to`, of a kind that says `byDay`. */
export function followersByDay(
  connection: Connection,
  companyId: string,
  { businessType, businessId }: FollowRef,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<FollowersOfDay[]> {
  return followingTables(connection)
    .selectFrom('following.followed_day')
    .select(['day', 'won', 'lost'])
    .where('company_id', '=', companyId)
    .where('business_type', '=', businessType)
    .where('business_id', '=', businessId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute()
}

/** How much the caller follows, in all. */
export async function countFollows(connection: Connection, caller: Caller): Promise<number> {
  const { count } = await followingTables(connection)
    .selectFrom('following.follow')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('member_id', '=', caller.memberId)
    .executeTakeFirstOrThrow()
  return count
}
