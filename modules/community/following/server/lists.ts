/** What a member follows. Nobody follows more than `followsMax`, so a whole list is read at most. */
import type { Caller } from '#kit/caller.ts'
import { pageWindow } from '#kit/schema.ts'
import { topicNames } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { findPage, type Paging } from '#server/db/page.ts'
import { type Followed, type FollowedTopic, followsMax, topicBusinessType } from '../contract.ts'
import { type FollowingDb, followingTables } from './db.ts'
import { followerCounts } from './followers.ts'
import { type FollowedItem, findKind, visibleAmong } from './kinds.ts'

function shown(item: FollowedItem | undefined): Followed['item'] {
  return item ? { name: item.name, link: item.link, picture: item.picture ?? null } : null
}

/** A page of what the caller follows, of one kind or all, the newest first. */
export async function followList(
  connection: Connection,
  caller: Caller,
  businessType: number | undefined,
  paging: Paging,
) {
  const db = followingTables(connection)
  let matching = db.selectFrom('following.follow').where('member_id', '=', caller.memberId)
  if (businessType !== undefined) matching = matching.where('business_type', '=', businessType)
  const { items: rows, recordCount } = await findPage(paging, matching, (found) =>
    found
      .select(['id', 'business_type as businessType', 'business_id as businessId', 'created_at as createTime'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc'),
  )
  const visible = await visibleAmong(db, caller, rows)
  return {
    items: rows.map(({ id, ...row }): Followed => ({ attentionId: id, ...row, item: shown(visible(row)) })),
    recordCount,
  }
}

/** How much the caller follows of each kind. */
export async function followStatistic(db: FollowingDb, caller: Caller) {
  const rows = await db
    .selectFrom('following.follow')
    .select((e) => ['business_type', e.fn.countAll<number>().as('count')])
    .where('member_id', '=', caller.memberId)
    .groupBy('business_type')
    .orderBy('business_type')
    .execute()
  const items = rows.flatMap(({ business_type, count }) => {
    const kind = findKind(business_type)
    return kind ? [{ businessType: business_type, label: kind.label, count }] : []
  })
  return { attentionNum: items.reduce((all, { count }) => all + count, 0), max: followsMax, items }
}

/** The topics that the caller follows, without those that were deleted since. */
export async function followedTopics(db: FollowingDb, caller: Caller, paging: Paging) {
  const rows = await db
    .selectFrom('following.follow')
    .select(['id', 'business_id', 'created_at'])
    .where('member_id', '=', caller.memberId)
    .where('business_type', '=', topicBusinessType)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const ids = rows.map((row) => row.business_id)
  const names = await topicNames(db, caller.companyId, ids)
  const found = rows.filter((row) => names.has(row.business_id))
  const { limit, offset } = pageWindow(paging)
  const page = found.slice(offset, offset + limit)
  const counts = await followerCounts(
    db,
    caller.companyId,
    topicBusinessType,
    page.map((row) => row.business_id),
  )
  const items = page.map(
    (row): FollowedTopic => ({
      attentionId: row.id,
      topicId: row.business_id,
      topicName: names.get(row.business_id) ?? '',
      attentionNum: counts.get(row.business_id) ?? 0,
      createTime: row.created_at,
    }),
  )
  return { items, recordCount: found.length }
}
