/** Finding share accounts: hot, recommended, at random, followed, and the experts. Frozen accounts are not proposed. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { topicBusinessType } from '#modules/community/following/contract.ts'
import { followedIdsSql, followerCountsSql, followsSql, mostFollowedSql } from '#modules/community/following/server.ts'
import { itemsOfTopicSql, itemTopicsSql } from '#modules/content/topics/server.ts'
import { type PageOf, type Paging, sqlPage } from '#server/db/page.ts'
import type { AccountCard } from '../contract/shapes.ts'
import { accountBusinessType } from './accounts.ts'
import { cardsInOrder } from './cards.ts'
import type { CommunityDb } from './db.ts'
import { nameKey } from './names.ts'

interface Found {
  readonly id: string
}

async function pageOfCards(
  db: CommunityDb,
  caller: Caller,
  paging: Paging,
  lists: { matching: RawBuilder<unknown>; order: RawBuilder<unknown> },
): Promise<PageOf<AccountCard>> {
  const { items, recordCount } = await sqlPage(db, paging, {
    matching: lists.matching,
    rows: (window) => sql<Found>`select a.id ${lists.matching} order by ${lists.order} ${window}`,
  })
  const cards = await cardsInOrder(
    db,
    caller,
    items.map(({ id }) => id),
  )
  return { items: cards, recordCount }
}

/** An account that may be proposed to the caller: active, not their own, not followed yet. */
const proposedSql = (caller: Caller) => sql`a.company_id = ${caller.companyId} and a.frozen_at is null
  and a.id not in ${followedIdsSql(caller, accountBusinessType)}
  and not exists (select from community.account_member m
    where m.account_id = a.id and m.member_id = ${caller.memberId})`

/** The most followed accounts by their index, and where those are too few, the newest. */
export async function hotAccounts(db: CommunityDb, caller: Caller, limit: number) {
  const { companyId } = caller
  const { rows } = await sql<Found>`
    with most as (
      select a.id, f.follower_count from ${mostFollowedSql(companyId, accountBusinessType, 4 * limit)} f
      join community.account a on a.id = f.business_id
      where a.company_id = ${companyId} and a.frozen_at is null
      order by f.follower_count desc, a.id limit ${limit}::int
    ), newest as (
      select a.id, a.created_at from community.account a
      where a.company_id = ${companyId} and a.frozen_at is null and a.id not in (select id from most)
      order by a.created_at desc, a.id desc limit ${limit}::int
    )
    select id from (
      select id, 0 as part, follower_count::bigint as place from most
      union all select id, 1, created_at from newest) as found
    order by part, place desc, id limit ${limit}::int`.execute(db)
  const items = await cardsInOrder(
    db,
    caller,
    rows.map(({ id }) => id),
  )
  return { items, recordCount: items.length }
}

/** Accounts with topics that the caller follows come first, then those with the most followers. */
export function recommendedAccounts(db: CommunityDb, caller: Caller, paging: Paging) {
  const { companyId } = caller
  const matching = sql`from community.account a
    left join (select i.item_id, count(*) as shared from ${itemTopicsSql(companyId, accountBusinessType)} i
      where i.topic_id in ${followedIdsSql(caller, topicBusinessType)} group by i.item_id) t on t.item_id = a.id
    left join ${followerCountsSql(companyId, accountBusinessType)} f on f.business_id = a.id
    where ${proposedSql(caller)}`
  const order = sql`coalesce(t.shared, 0) desc, coalesce(f.follower_count, 0) desc, a.created_at desc, a.id desc`
  return pageOfCards(db, caller, paging, { matching, order })
}

/** How many neighbors in the random order are read for each one that is proposed. */
const neighbors = 4

/**
 * Accounts at random. Each has a place in a random order, which an index keeps: some are read from a place chosen by chance,
 * going on at the beginning where the order ends, and of them a few are drawn.
 */
export async function randomAccounts(db: CommunityDb, caller: Caller, limit: number) {
  const from = Math.random()
  const readSql = (condition: RawBuilder<unknown>) => sql`
    (select a.id from community.account a where ${proposedSql(caller)} and a.shuffle ${condition}
    order by a.shuffle limit ${neighbors * limit}::int)`
  const { rows } = await sql<Found>`
    select id from (select id from ${readSql(sql`>= ${from}`)} as later
      union all select id from ${readSql(sql`< ${from}`)} as earlier) as found
    limit ${neighbors * limit}::int`.execute(db)
  const ids = rows.map(({ id }) => id)
  for (let last = ids.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1))
    const [left, right] = [ids[last] as string, ids[other] as string]
    ids[last] = right
    ids[other] = left
  }
  const items = await cardsInOrder(db, caller, ids.slice(0, limit))
  return { items, recordCount: items.length }
}

/** The accounts that the caller follows; frozen ones as well, which can be unfollowed. */
export function followedAccounts(db: CommunityDb, caller: Caller, paging: Paging) {
  const matching = sql`from ${followsSql(caller, accountBusinessType)} f
    join community.account a on a.id = f.business_id where a.company_id = ${caller.companyId}`
  return pageOfCards(db, caller, paging, { matching, order: sql`f.followed_at desc, f.attention_id desc` })
}

interface ExpertFilter extends Paging {
  readonly search?: string
  readonly topicId?: string
  readonly order?: 'followers' | 'newest'
}

/** The experts of the company: active personal accounts. */
export function listExperts(db: CommunityDb, caller: Caller, filter: ExpertFilter) {
  const { companyId } = caller
  const search = nameKey(filter.search ?? '')
  const matching = sql`from community.account a
    left join ${followerCountsSql(companyId, accountBusinessType)} f on f.business_id = a.id
    where a.company_id = ${companyId} and a.enjoy_type = 0 and a.frozen_at is null
      ${search === '' ? sql`` : sql`and strpos(a.name_key, ${search}) > 0`}
      ${filter.topicId === undefined ? sql`` : sql`and a.id in ${itemsOfTopicSql(companyId, accountBusinessType, filter.topicId)}`}`
  const newest = sql`a.created_at desc, a.id desc`
  const order = filter.order === 'newest' ? newest : sql`coalesce(f.follower_count, 0) desc, ${newest}`
  return pageOfCards(db, caller, filter, { matching, order })
}
