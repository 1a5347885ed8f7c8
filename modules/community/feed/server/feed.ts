/** The feed in parts. Nothing is kept for a reader: each part is read behind the place where the one before ended. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { type ContentCard, contentBusinessType } from '#modules/community/contents/contract.ts'
import { contentCards, contentList, countListed } from '#modules/community/contents/server.ts'
import { collectIdsOf } from '#modules/content/topics/server.ts'
import { streamPlace } from '#server/db/place.ts'
import { readInRounds } from '#server/db/rounds.ts'
import { type AskedTab, FEED_PAGE_SIZE, type FeedItem, type FeedTab, NEW_ITEMS_MAX } from '../contract.ts'
import type { FeedDb } from './db.ts'
import { type HiddenIds, hiddenIds, shownSql } from './hidden.ts'
import { nextCandidates, type Streams, waysOf } from './streams.ts'

export interface FeedPart {
  readonly tab: FeedTab
  readonly items: FeedItem[]
  readonly next: string | null
}

/** Before the caller's collections are looked up. */
type Found = Omit<FeedItem, 'collectId'>

interface FoundPart {
  readonly items: Found[]
  readonly next: string | null
}

interface Query {
  readonly tab: AskedTab
  readonly after?: string | undefined
  readonly pageSize?: number | undefined
}

export async function feedPart(db: FeedDb, caller: Caller, { tab, ...query }: Query): Promise<FeedPart> {
  if (tab !== 'home') return partOf(db, caller, tab, query)
  const followed = await partOf(db, caller, 'followed', query)
  const isEmpty = followed.items.length === 0 && followed.next === null
  return isEmpty ? partOf(db, caller, 'hot', query) : followed
}

async function partOf(db: FeedDb, caller: Caller, tab: FeedTab, query: Omit<Query, 'tab'>): Promise<FeedPart> {
  const all = tab === 'hot' || tab === 'newest'
  const { items, next } = await (all ? everything(db, caller, tab, query) : streamed(db, caller, tab, query))
  const ids = items.map(({ content }) => content.id)
  const collected = await collectIdsOf(db, caller, contentBusinessType, ids)
  return { tab, items: items.map((item) => ({ ...item, collectId: collected.get(item.content.id) ?? null })), next }
}

async function everything(
  db: FeedDb,
  caller: Caller,
  order: 'hot' | 'newest',
  query: Omit<Query, 'tab'>,
): Promise<FoundPart> {
  const { items, next } = await contentList(db, caller, { ...query, order, where: shownSql(caller) })
  return { items: items.map((content) => ({ content, at: content.publishedAt ?? 0, reasons: [] })), next }
}

const isHidden = (card: ContentCard, hidden: HiddenIds) =>
  hidden.account.has(card.account.id) || card.topics.some(({ topicId }) => hidden.topic.has(topicId))

/**
 * A content comes once, where its newest way stands: as the release of a column even if it was published long before. At its
 * older places it is left out, which needs no memory of what was shown.
 */
async function streamed(
  db: FeedDb,
  caller: Caller,
  streams: Streams,
  { after, pageSize = FEED_PAGE_SIZE }: Omit<Query, 'tab'>,
): Promise<FoundPart> {
  const hidden = await hiddenIds(db, caller)
  return readInRounds({
    place: after === undefined ? undefined : streamPlace(after),
    limit: pageSize,
    read: (place, limit) => nextCandidates(db, caller, { streams, place, limit }),
    show: async (rows) => {
      const cards = await contentCards(
        db,
        caller,
        rows.map(({ id }) => id),
      )
      const ways = await waysOf(db, caller, streams, [...cards.values()])
      return rows.map((row): Found | undefined => {
        const content = cards.get(row.id)
        const way = ways.get(row.id)
        if (content?.state !== 'active' || way?.at !== row.at || isHidden(content, hidden)) return undefined
        return { content, at: row.at, reasons: [...way.reasons] }
      })
    },
  })
}

/** How many items came after an instant, `NEW_ITEMS_MAX` at most. */
export async function countNew(
  db: FeedDb,
  caller: Caller,
  { tab, since }: { readonly tab: FeedTab; readonly since: number },
): Promise<number> {
  const limit = NEW_ITEMS_MAX
  const count = (newer: RawBuilder<unknown>) =>
    countListed(db, caller, { where: sql`${newer} and ${shownSql(caller)}`, limit })
  if (tab === 'hot') return 0
  if (tab === 'newest') return count(sql`c.published_at > ${since}::bigint`)
  const rows = await nextCandidates(db, caller, { streams: tab, since, limit })
  const ids = rows.map(({ id }) => id)
  return ids.length === 0 ? 0 : count(sql`c.id = any(${ids}::uuid[])`)
}
