/** Where the contents of a feed come from: streams by the index, merged, and the ways by which a content is in them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { newestReleasesSql, subscribedColumnsOf } from '#modules/community/columns/server.ts'
import { accountBusinessType, newestInCirclesSql, ownCirclesOfItems } from '#modules/community/community/server.ts'
import { type ContentCard, contentBusinessType } from '#modules/community/contents/contract.ts'
import { newestOfAccountsSql, newestOfTopicsSql } from '#modules/community/contents/server.ts'
import { topicBusinessType } from '#modules/community/following/contract.ts'
import { followedAmong, followedIdsSql } from '#modules/community/following/server.ts'
import type { StreamPlace, Stretch } from '#server/db/stretch.ts'
import type { FeedReason } from '../contract.ts'
import type { FeedDb } from './db.ts'

export type Streams = 'followed' | 'circles'

interface Read extends Stretch {
  readonly streams: Streams
  readonly limit: number
}

/** The next candidates of a stretch, newest first: at most `limit` of each stream are read, and `limit` come out. */
export async function nextCandidates(
  db: FeedDb,
  caller: Caller,
  { streams, limit, ...stretch }: Read,
): Promise<readonly StreamPlace[]> {
  const followed = (businessType: number) => followedIdsSql(caller, businessType)
  const parts = [newestInCirclesSql(caller, contentBusinessType, stretch, limit)]
  if (streams === 'followed') {
    parts.push(newestOfAccountsSql(followed(accountBusinessType), stretch, limit))
    parts.push(newestReleasesSql(caller, stretch, limit))
    parts.push(newestOfTopicsSql(caller.companyId, followed(topicBusinessType), stretch, limit))
  }
  const all = sql.join(
    parts.map((part) => sql`select at, id from ${part} as part`),
    sql` union `,
  )
  const { rows } = await sql<StreamPlace>`select at, id from (${all}) as merged
    order by at desc, id desc limit ${limit}::int`.execute(db)
  return rows
}

/** A content with the newest instant at which one of its ways brought it. */
export interface Ways {
  readonly at: number
  readonly reasons: readonly FeedReason[]
}

/** By which ways each of these contents is in the feed of the caller. One question for each kind of way. */
export async function waysOf(
  db: FeedDb,
  caller: Caller,
  streams: Streams,
  cards: readonly ContentCard[],
): Promise<Map<string, Ways>> {
  const ids = cards.map(({ id }) => id)
  const circles = Map.groupBy(await ownCirclesOfItems(db, caller, contentBusinessType, ids), ({ itemId }) => itemId)
  const all = streams === 'followed'
  const columns = Map.groupBy(all ? await subscribedColumnsOf(db, caller, ids) : [], ({ contentId }) => contentId)
  const topicIds = all ? cards.flatMap(({ topics }) => topics.map(({ topicId }) => topicId)) : []
  const followed = await followedAmong(db, caller, topicBusinessType, [...new Set(topicIds)])
  return new Map(
    cards.map((card) => {
      const published = card.publishedAt ?? 0
      const ways: (FeedReason & { readonly at: number })[] = []
      if (all && card.account.attention)
        ways.push({ kind: 'account', id: card.account.id, name: card.account.name, at: published })
      for (const { columnId, title, at } of columns.get(card.id) ?? [])
        ways.push({ kind: 'column', id: columnId, name: title, at })
      for (const { circleId, name, at } of circles.get(card.id) ?? [])
        ways.push({ kind: 'circle', id: circleId, name, at })
      for (const { topicId, topicName } of card.topics)
        if (followed.has(topicId)) ways.push({ kind: 'topic', id: topicId, name: topicName, at: published })
      const reasons = ways.map(({ kind, id, name }) => ({ kind, id, name }))
      return [card.id, { at: Math.max(...ways.map(({ at }) => at)), reasons }]
    }),
  )
}
