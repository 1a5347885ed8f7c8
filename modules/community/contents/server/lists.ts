/** Lists of contents, read by their index from a place on. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { accountBusinessType, accountCards, itemsOfOwnCirclesSql } from '#modules/community/community/server.ts'
import { topicBusinessType } from '#modules/community/following/contract.ts'
import { followedAmong, followedIdsSql, followerCounts } from '#modules/community/following/server.ts'
import { appearedOfTopicSql, collectedSql, itemTopicsSql, topicNames } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type PageOf, type Paging, sqlPage } from '#server/db/page.ts'
import { placeText, sortedPlace, streamPlace } from '#server/db/place.ts'
import { readInRounds } from '#server/db/rounds.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { StreamPlace } from '#server/db/stretch.ts'
import { CONTENTS_PAGE_SIZE, type ContentCard, contentBusinessType } from '../contract/shapes.ts'
import type { contents } from '../contract.ts'
import { type CardRow, cardColumns, cardsInOrder, toCards } from './cards.ts'
import { type ContentsDb, contentsTables } from './db.ts'
import { newestOfAccountsSql, newestOfTopicsSql } from './streams.ts'
import { listedSql, visibleContentSql } from './visible.ts'

export interface CardPage {
  readonly items: ContentCard[]
  /** Hand it back as `after` for what follows; null at the end. */
  readonly next: string | null
  readonly recordCount?: number
}

export interface ContentListQuery {
  /** Further conditions on the row `c`. */
  readonly where?: RawBuilder<unknown>
  /** Only contents about this topic. */
  readonly topicId?: string | undefined
  readonly order?: 'newest' | 'hot' | undefined
  readonly after?: string | undefined
  /** Instead of `after`; the answer has how many there are then. */
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
}

const all = {
  from: sql`contents.content c`,
  newest: [sql.ref('c.published_at'), sql.ref('c.id')],
  hot: [sql.ref('c.hot_score'), sql.ref('c.id')],
} as const

/** What is listed of a topic is read by the topic's own index, however few or many bear it. */
const ofTopic = (companyId: string, topicId: string) => ({
  ...all,
  from: sql`${appearedOfTopicSql(companyId, contentBusinessType, sql`${topicId}`)} as about
    join contents.content c on c.id = about.item_id`,
  newest: [sql.ref('about.at'), sql.ref('about.item_id')] as const,
})

/** A page of the listed contents that the caller may read, with a condition on the row `c`. */
export async function contentList(
  connection: Connection,
  caller: Caller,
  { where = sql`true`, topicId, order = 'newest', ...query }: ContentListQuery,
): Promise<CardPage> {
  const { after, page, pageSize: limit = CONTENTS_PAGE_SIZE } = query
  const db = contentsTables(connection)
  const { from, ...orders } = topicId === undefined ? all : ofTopic(caller.companyId, topicId)
  const [key, id] = orders[order]
  const place = after === undefined ? undefined : sortedPlace(after, { isScore: order === 'hot' })
  const value = order === 'hot' ? sql`${place?.value ?? 0}::float8` : sql`${place?.value ?? 0}::bigint`
  const { rows } = await sql<CardRow & { sorted: number }>`
    select ${cardColumns(caller)}, ${key} as sorted from ${from}
    where ${listedSql(caller, 'c')} and ${where}
      ${place ? sql`and (${key}, ${id}) < (${value}, ${place.id}::uuid)` : sql``}
    order by ${key} desc, ${id} desc limit ${limit + 1} offset ${page === undefined ? 0 : (page - 1) * limit}`.execute(
    db,
  )
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const items = await toCards(db, caller, shown)
  const next = last ? placeText(last.sorted, last.id) : null
  if (page === undefined) return { items, next }
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count from ${from}
    where ${listedSql(caller, 'c')} and ${where}`.execute(db)
  return { items, next, recordCount: counted[0]?.count ?? 0 }
}

type Query<Name extends keyof typeof contents> = Input<(typeof contents)[Name]> extends { query: infer Q } ? Q : never

export function listContents(db: ContentsDb, caller: Caller, query: Query<'list'>): Promise<CardPage> {
  const { search, type, circles = false, ...list } = query
  const where = sql`${containsWordsSql(sql.ref('c.title'), search)}
    ${type === undefined ? sql`` : sql`and c.type = ${type}`}
    ${circles ? sql`and c.id in ${itemsOfOwnCirclesSql(caller, contentBusinessType)}` : sql``}`
  return contentList(db, caller, { ...list, where })
}

/**
 * What the accounts publish that the caller follows, from the streams of these accounts: who follows quiet ones alone does not read
 * through everything that others publish. Whoever asks for a page by its number has all of it counted.
 */
export async function followedContents(db: ContentsDb, caller: Caller, query: Query<'followed'>): Promise<CardPage> {
  const followed = followedIdsSql(caller, accountBusinessType)
  if (query.page !== undefined) return contentList(db, caller, { ...query, where: sql`c.account_id in ${followed}` })
  const { after, pageSize: limit = CONTENTS_PAGE_SIZE } = query
  const { items, next } = await readInRounds({
    place: after === undefined ? undefined : streamPlace(after),
    limit,
    read: async (place, count) => {
      const { rows } = await sql<StreamPlace>`
        select at, id from ${newestOfAccountsSql(followed, { place }, count)} as candidate
        order by at desc, id desc`.execute(db)
      return rows
    },
    show: async (candidates) => {
      const { rows } = await sql<CardRow>`select ${cardColumns(caller)} from contents.content c
        where c.id = any(${candidates.map(({ id }) => id)}::uuid[]) and ${listedSql(caller, 'c')}`.execute(db)
      const listed = new Map(rows.map((row) => [row.id, row]))
      return candidates.map(({ id }) => listed.get(id))
    },
  })
  return { items: await toCards(db, caller, items), next }
}

/** So many of the newest contents about followed topics are put in order. */
const RECOMMENDED = 300

/** The hottest among the newest about topics that the caller follows; without any such topic, the hottest of all. */
export async function recommendedContents(
  db: ContentsDb,
  caller: Caller,
  query: Query<'recommended'>,
): Promise<CardPage> {
  const followed = followedIdsSql(caller, topicBusinessType)
  const { rows } = await sql`select from ${followed} as own limit 1`.execute(db)
  const about = newestOfTopicsSql(caller.companyId, followed, {}, RECOMMENDED)
  const where = rows.length === 0 ? sql`true` : sql`c.id in (select id from ${about} as about)`
  return contentList(db, caller, { ...query, where, order: 'hot' })
}

export async function topicInfo(db: ContentsDb, caller: Caller, id: string) {
  const { companyId } = caller
  const name = (await topicNames(db, companyId, [id])).get(id)
  if (name === undefined) throw refuse(NOT_FOUND)
  const { from } = ofTopic(companyId, id)
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from}
    where ${listedSql(caller, 'c')}`.execute(db)
  return {
    topicId: id,
    topicName: name,
    contentNum: rows[0]?.count ?? 0,
    attentionNum: (await followerCounts(db, companyId, topicBusinessType, [id])).get(id) ?? 0,
    attention: (await followedAmong(db, caller, topicBusinessType, [id])).has(id),
  }
}

export function contentsOfTopic(
  db: ContentsDb,
  caller: Caller,
  { id: topicId, ...query }: Query<'topicContents'>,
): Promise<CardPage> {
  return contentList(db, caller, { ...query, topicId })
}

/** Pinned contents stand at the head of the first page, and nowhere else (COMMUNITY-076). */
export async function contentsOfAccountForReaders(
  db: ContentsDb,
  caller: Caller,
  { id: accountId, ...query }: Query<'ofAccount'>,
): Promise<CardPage> {
  if (!(await accountCards(db, caller, [accountId])).has(accountId)) throw refuse(NOT_FOUND)
  const ofAccount = sql`c.account_id = ${accountId}`
  const page = await contentList(db, caller, { ...query, where: sql`${ofAccount} and c.pinned_at is null` })
  if (query.after !== undefined || (query.page ?? 1) > 1) return page
  const { rows } = await sql<CardRow>`select ${cardColumns(caller)} from contents.content c
    where ${listedSql(caller, 'c')} and ${ofAccount} and c.pinned_at is not null order by c.pinned_at desc`.execute(db)
  const pinned = await toCards(db, caller, rows)
  const recordCount = page.recordCount === undefined ? {} : { recordCount: page.recordCount + pinned.length }
  return { items: [...pinned, ...page.items], next: page.next, ...recordCount }
}

/** What the caller has collected and may still open. */
export async function collectedContents(
  db: ContentsDb,
  caller: Caller,
  query: Query<'collected'>,
): Promise<PageOf<ContentCard>> {
  const matching = sql`from ${collectedSql(caller, contentBusinessType)} k
    join contents.content c on c.id = k.business_id where ${visibleContentSql(caller, 'c')}`
  const { items, recordCount } = await sqlPage(db, query, {
    matching,
    rows: (window) => sql<{ id: string }>`select c.id ${matching} order by k.created_at desc, c.id desc ${window}`,
  })
  const ids = items.map(({ id }) => id)
  return { items: await cardsInOrder(db, caller, ids), recordCount }
}

const itemTopicsOf = (companyId: string) => itemTopicsSql(companyId, contentBusinessType)

const RELATED = 6
/** Of each topic so many of the newest contents are compared. */
const COMPARED = 200

/** Those with most topics in common, then the newest of the account. */
export async function relatedContents(db: ContentsDb, caller: Caller, id: string) {
  const { rows: found } = await sql<{ account_id: string }>`select c.account_id from contents.content c
    where c.id = ${id} and ${visibleContentSql(caller, 'c')}`.execute(db)
  const [content] = found
  if (!content) throw refuse(NOT_FOUND)
  const topics = itemTopicsOf(caller.companyId)
  const ofOwnTopic = appearedOfTopicSql(caller.companyId, contentBusinessType, sql.ref('own.topic_id'))
  const { rows } = await sql<{ id: string }>`
    with alike as (
      select other.item_id as id, count(*) as common from ${topics} own
      cross join lateral (select item_id from ${ofOwnTopic} about
        order by about.at desc, about.item_id desc limit ${COMPARED}) other
      where own.item_id = ${id} and other.item_id <> ${id} group by other.item_id order by common desc limit ${COMPARED}
    ), of_account as (
      select c.id, 0::bigint as common from contents.content c
      where c.account_id = ${content.account_id} and c.is_listed and c.id <> ${id}
        and c.id not in (select alike.id from alike)
      order by c.published_at desc, c.id desc limit ${4 * RELATED}
    )
    select c.id from (select * from alike union all select * from of_account) as near
    join contents.content c on c.id = near.id where ${listedSql(caller, 'c')}
    order by near.common desc, c.hot_score desc, c.published_at desc, c.id limit ${RELATED}`.execute(db)
  const items = await cardsInOrder(
    db,
    caller,
    rows.map((row) => row.id),
  )
  return { items, recordCount: items.length }
}

export interface AccountContents {
  readonly accountId: string
  readonly search?: string | undefined
  /** `(select id …)`: these are left out. */
  readonly except: RawBuilder<unknown>
}

/** The listed contents of an account that the caller may open, the newest first: to choose from. */
export async function contentsOfAccount(
  connection: Connection,
  caller: Caller,
  { accountId, search, except }: AccountContents,
  paging: Paging,
): Promise<PageOf<ContentCard>> {
  const db = contentsTables(connection)
  const matching = sql`from contents.content c where c.account_id = ${accountId} and ${listedSql(caller, 'c')}
    and c.id not in ${except} and ${containsWordsSql(sql.ref('c.title'), search)}`
  const { items, recordCount } = await sqlPage(db, paging, {
    matching,
    rows: (window) => sql<CardRow>`select ${cardColumns(caller)} ${matching}
      order by c.published_at desc, c.id desc ${window}`,
  })
  return { items: await toCards(db, caller, items), recordCount }
}
