/** Contents as lists show them. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { accountCards } from '#modules/community/community/server.ts'
import { countsOf, topicsOf } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type ContentCard, type ContentType, contentBusinessType } from '../contract/shapes.ts'
import { type ContentsDb, contentsTables } from './db.ts'
import { visibleContentSql } from './visible.ts'

export interface CardRow {
  id: string
  account_id: string
  type: number
  title: string
  excerpt: string
  cover_file_id: string | null
  state: string
  published_at: number | null
  pinned_at: number | null
  highlighted_at: number | null
  read_count: number
  like_count: number
  share_count: number
  liked: boolean
}

/** The columns of a card, of the row `c`. */
export const cardColumns = (caller: Caller): RawBuilder<unknown> => sql`
  c.id, c.account_id, c.type, c.title, c.excerpt, c.cover_file_id, c.state, c.published_at, c.pinned_at, c.highlighted_at,
  c.read_count, c.like_count, c.share_count,
  exists (select from contents.liking l where l.content_id = c.id and l.member_id = ${caller.memberId}) as liked`

const goneAccount = {
  ...{ name: '', headPortraitPath: '', enjoyType: 0 as const, frozen: true },
  ...{ attentionNum: 0, attention: false, attentionId: null },
}

/** Rows with their accounts, topics and figures: one statement for each of these, whatever the number of rows. */
export async function toCards(db: ContentsDb, caller: Caller, rows: readonly CardRow[]): Promise<ContentCard[]> {
  if (rows.length === 0) return []
  const { companyId } = caller
  const ids = rows.map(({ id }) => id)
  const accounts = await accountCards(
    db,
    caller,
    rows.map((row) => row.account_id),
  )
  const topics = await topicsOf(db, companyId, contentBusinessType, ids)
  const counts = await countsOf(db, companyId, contentBusinessType, ids)
  return rows.map((row): ContentCard => {
    const account = accounts.get(row.account_id)
    return {
      id: row.id,
      type: row.type as ContentType,
      title: row.title,
      excerpt: row.excerpt,
      coverPath: row.cover_file_id === null ? null : `files/${row.cover_file_id}`,
      account: account
        ? {
            id: account.id,
            name: account.name,
            headPortraitPath: account.headPortraitPath,
            enjoyType: account.enjoyType,
            frozen: account.frozen,
            attentionNum: account.attentionNum,
            attention: account.attention,
            attentionId: account.attentionId,
          }
        : { id: row.account_id, ...goneAccount },
      topics: (topics.get(row.id) ?? []).map(({ id, name }) => ({ topicId: id, topicName: name })),
      publishedAt: row.published_at,
      readCount: row.read_count,
      likeCount: row.like_count,
      discussCount: counts.get(row.id)?.comments ?? 0,
      collectCount: counts.get(row.id)?.collects ?? 0,
      shareCount: row.share_count,
      liked: row.liked,
      pinned: row.pinned_at !== null,
      highlighted: row.highlighted_at !== null,
      state: row.state === 'closed' ? 'closed' : 'active',
    }
  })
}

/** Of these ids those that exist; removed contents do not, closed ones do. */
export async function existingContents(connection: Connection, companyId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`select id from contents.content
    where company_id = ${companyId} and id = any(${[...ids]}::uuid[]) and removed_at is null`.execute(
    contentsTables(connection),
  )
  return new Set(rows.map(({ id }) => id))
}

/** `x in ${openContentsSql(caller, ids)}`: of these ids, a subquery, those that the caller may open and that are not closed. */
export const openContentsSql = (caller: Caller, ids: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select c.id from contents.content c
    where c.id in ${ids} and c.state = 'active' and ${visibleContentSql(caller, 'c')})`

/** The contents of these ids that the caller may open, by id. */
export async function contentCards(
  connection: Connection,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, ContentCard>> {
  if (ids.length === 0) return new Map()
  const db = contentsTables(connection)
  const { rows } = await sql<CardRow>`select ${cardColumns(caller)} from contents.content c
    where c.id = any(${[...new Set(ids)]}::uuid[]) and ${visibleContentSql(caller, 'c')}`.execute(db)
  return new Map((await toCards(db, caller, rows)).map((card) => [card.id, card]))
}

/** As `contentCards`, in the order of the ids. */
export async function cardsInOrder(
  connection: Connection,
  caller: Caller,
  ids: readonly string[],
): Promise<ContentCard[]> {
  const cards = await contentCards(connection, caller, ids)
  return ids.flatMap((id) => cards.get(id) ?? [])
}
