/** Following and unfollowing. The counters change in the transaction of the follow. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOR_ONESELF, refuse } from '#kit/errors.ts'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { lockNames } from '#server/db/transaction.ts'
import { followsMax, TOO_MANY_FOLLOWS } from '../contract.ts'
import { type FollowingDb, followingTables } from './db.ts'
import { type FollowKind, type FollowRef, findKind, getFollowable } from './kinds.ts'

/**
 * Follows what the caller does not follow yet, and unfollows the rest. Of several such calls at one moment all want the
 * same: the opposite of what was there before them.
 */
export async function follow(
  connection: Connection,
  caller: Caller,
  ref: FollowRef,
  now: number,
): Promise<{ attentionId: string | null; following: boolean }> {
  const known = await findFollow(followingTables(connection), caller, ref)
  const attentionId = await setFollowing(connection, caller, ref, known === null, now)
  return { attentionId, following: attentionId !== null }
}

/**
 * Follows or unfollows; a repeated call changes nothing. Answers the id of the follow, null without one. What the caller
 * may not see can’t be followed (900005), but always be unfollowed.
 */
export async function setFollowing(
  connection: Connection,
  caller: Caller,
  ref: FollowRef,
  wanted: boolean,
  now: number,
): Promise<string | null> {
  const db = followingTables(connection)
  if (!wanted) {
    await unfollow(db, caller, ref, now)
    return null
  }
  const kind = await getFollowable(db, caller, ref)
  // Two that come at once would count the same rows and pass the limit together.
  await lockNames(db, `following ${caller.memberId}`)
  const known = await findFollow(db, caller, ref)
  if (known !== null) return known
  if (await kind.isOwn?.(db, caller, ref.businessId)) throw refuse(NOT_FOR_ONESELF)
  const { count } = await db
    .selectFrom('following.follow')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('member_id', '=', caller.memberId)
    .executeTakeFirstOrThrow()
  if (count >= followsMax) throw refuse(TOO_MANY_FOLLOWS, { max: followsMax })
  const id = uuid()
  await db
    .insertInto('following.follow')
    .values({
      id,
      company_id: caller.companyId,
      member_id: caller.memberId,
      business_type: ref.businessType,
      business_id: ref.businessId,
      created_at: now,
    })
    .execute()
  await countFollower(db, caller.companyId, ref, { kind, by: 1, now })
  await kind.followed?.(db, caller, ref.businessId, now)
  return id
}

/** The id of the caller’s follow. */
export async function findFollow(db: FollowingDb, caller: Caller, ref: FollowRef): Promise<string | null> {
  const row = await db
    .selectFrom('following.follow')
    .select('id')
    .where('member_id', '=', caller.memberId)
    .where('business_type', '=', ref.businessType)
    .where('business_id', '=', ref.businessId)
    .executeTakeFirst()
  return row?.id ?? null
}

async function unfollow(db: FollowingDb, caller: Caller, ref: FollowRef, now: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('following.follow')
    .where('member_id', '=', caller.memberId)
    .where('business_type', '=', ref.businessType)
    .where('business_id', '=', ref.businessId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return
  await countFollower(db, caller.companyId, ref, { kind: findKind(ref.businessType), by: -1, now })
}

/** Unfollows by the id of the follow. Only the caller’s own; one that is gone stays gone. */
export async function unfollowById(
  connection: Connection,
  caller: Caller,
  attentionId: string,
  now: number,
): Promise<void> {
  const db = followingTables(connection)
  const row = await db
    .selectFrom('following.follow')
    .select(['business_type', 'business_id'])
    .where('id', '=', attentionId)
    .where('member_id', '=', caller.memberId)
    .executeTakeFirst()
  if (row) await unfollow(db, caller, { businessType: row.business_type, businessId: row.business_id }, now)
}

interface Change {
  readonly kind: FollowKind | undefined
  readonly by: 1 | -1
  readonly now: number
}

async function countFollower(
  db: FollowingDb,
  companyId: string,
  { businessType, businessId }: FollowRef,
  { kind, by, now }: Change,
): Promise<void> {
  await sql`
    insert into following.followed as f (company_id, business_type, business_id, follower_count)
    values (${companyId}, ${businessType}, ${businessId}, ${Math.max(by, 0)})
    on conflict (company_id, business_type, business_id) do update set follower_count = f.follower_count + ${by}`.execute(
    db,
  )
  if (!kind?.byDay) return
  await sql`
    insert into following.followed_day as d (company_id, business_type, business_id, day, won, lost)
    select ${companyId}, ${businessType}, ${businessId},
      (to_timestamp(${now}::bigint / 1000.0) at time zone ${timeZoneSql(companyId)})::date - date '1970-01-01',
      ${by === 1 ? 1 : 0}, ${by === -1 ? 1 : 0}
    on conflict (company_id, business_type, business_id, day)
    do update set won = d.won + excluded.won, lost = d.lost + excluded.lost`.execute(db)
}

/** Who follows one of these things follows `into` from now on, since the earliest of these follows; once, where they did already. */
export async function moveFollows(
  connection: Connection,
  companyId: string,
  businessType: number,
  ids: readonly string[],
  into: string,
): Promise<void> {
  await sql`
    with gone as (
      delete from following.follow where company_id = ${companyId} and business_type = ${businessType}
        and business_id = any(${[...ids]}::uuid[]) returning *
    ), moved as (
      insert into following.follow (id, company_id, member_id, business_type, business_id, created_at)
      select distinct on (member_id) id, company_id, member_id, business_type, ${into}::uuid, created_at
      from gone order by member_id, created_at, id
      on conflict (member_id, business_type, business_id) do nothing returning member_id
    )
    insert into following.followed as f (company_id, business_type, business_id, follower_count)
    select ${companyId}, ${businessType}, ${into}, count(*)::int from moved
    on conflict (company_id, business_type, business_id)
    do update set follower_count = f.follower_count + excluded.follower_count`.execute(followingTables(connection))
}

/** Deletes all follows of things that are gone for good, with their counters. */
export async function removeFollowsOf(
  connection: Connection,
  companyId: string,
  businessType: number,
  ids: readonly string[],
): Promise<void> {
  const db = followingTables(connection)
  for (const table of ['following.follow', 'following.followed', 'following.followed_day'] as const) {
    await db
      .deleteFrom(table)
      .where('company_id', '=', companyId)
      .where('business_type', '=', businessType)
      .where('business_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
      .execute()
  }
}
