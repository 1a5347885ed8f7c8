/** News as members read it: only that of their organizations and audiences, by id too. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import {
  audiencesOfSql,
  membersByIds,
  organizationAndAboveSql,
  organizationNames,
} from '#modules/platform/identity/server.ts'
import { type Counted, countedRows, foundSql } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { Context } from '#server/module.ts'
import type { NewsRow, news } from '../contract.ts'
import type { NewsDb } from './db.ts'
import { coverPathOf } from './managed-news.ts'

interface ShownNews {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly cover_file_id: string | null
  readonly source: string
  readonly organization_id: string
  readonly is_pinned: boolean
  readonly published_at: number
  readonly read_at: number | null
}

const excerptLength = 120

const columns = sql`a.id, a.title, a.cover_file_id, a.source, a.organization_id, a.is_pinned, a.published_at, r.read_at,
  case when a.summary <> '' then a.summary when char_length(a.plain) > ${excerptLength}::int
    then left(a.plain, ${excerptLength}::int) || '…' else a.plain end as summary`

/** `from … where …`: the news that the caller may read now, `a`, with the caller's receipt, `r`. */
function shownSql(caller: Caller, now: number): RawBuilder<unknown> {
  return sql`from news.article a left join news.receipt r on r.article_id = a.id and r.member_id = ${caller.memberId}
    where a.company_id = ${caller.companyId} and a.status = 'published' and a.published_at <= ${now}::bigint
      and (a.expires_at is null or a.expires_at > ${now}::bigint)
      and a.organization_id in ${organizationAndAboveSql(caller.organizationId)}
      and a.audiences && ${audiencesOfSql(caller)}`
}

const newestFirst = sql`a.is_pinned desc, a.published_at desc, a.id desc`

async function rowsOf(db: NewsDb, caller: Caller, rows: readonly ShownNews[]): Promise<NewsRow[]> {
  const branchIds = rows.map((row) => row.organization_id).filter((id) => id !== caller.companyId)
  const names = await organizationNames(db, caller.companyId, [...new Set(branchIds)])
  return rows.map((row) => ({
    ...{ id: row.id, title: row.title, summary: row.summary, coverPath: coverPathOf(row.cover_file_id) },
    ...{ source: row.source, branchName: names.get(row.organization_id) ?? '', isPinned: row.is_pinned },
    ...{ publishedAt: row.published_at, isRead: row.read_at !== null },
  }))
}

/** News of an organization and of all above it; undefined: whatever the caller may read. */
export async function listNews(
  db: NewsDb,
  query: Pick<Input<typeof news.newsList>['query'], 'page' | 'pageSize' | 'search'>,
  organizationId: string | undefined,
  { caller, now }: Pick<Context, 'caller' | 'now'>,
) {
  const ofPage =
    organizationId === undefined ? sql`true` : sql`a.organization_id in ${organizationAndAboveSql(organizationId)}`
  const matching = sql`${shownSql(caller, now)} and ${ofPage}
    and ${containsWordsSql(sql`(a.title || ' ' || a.summary || ' ' || a.plain)`, query.search)}`
  const unread = sql`, (count(*) filter (where r.read_at is null))::int as unread_count`
  const { rows } = await sql<Counted<ShownNews> & { readonly unread_count: number }>`
    with ${foundSql(sql`a.id`, newestFirst, matching, query, { further: unread })}
    select found.record_count, found.unread_count, ${columns} from found
    left join news.article a on a.id = any(found.ids)
    left join news.receipt r on r.article_id = a.id and r.member_id = ${caller.memberId}
    order by ${newestFirst}`.execute(db)
  const { items, recordCount } = countedRows<ShownNews>(rows)
  return { items: await rowsOf(db, caller, items), recordCount, unreadCount: rows[0]?.unread_count ?? 0 }
}

interface Neighbor {
  readonly id: string
  readonly title: string
  readonly place: 'older' | 'newer'
}

async function neighborsOf(db: NewsDb, { id, published_at }: ShownNews, caller: Caller, now: number) {
  const shown = shownSql(caller, now)
  const at = sql`(${published_at}::bigint, ${id}::uuid)`
  const { rows } = await sql<Neighbor>`
    (select a.id, a.title, 'older' as place ${shown} and (a.published_at, a.id) < ${at}
      order by a.published_at desc, a.id desc limit 1)
    union all (select a.id, a.title, 'newer' ${shown} and (a.published_at, a.id) > ${at}
      order by a.published_at, a.id limit 1)`.execute(db)
  const one = (place: Neighbor['place']) => {
    const row = rows.find((found) => found.place === place)
    return row ? { id: row.id, title: row.title } : null
  }
  return { older: one('older'), newer: one('newer') }
}

export async function getNews(db: NewsDb, id: string, { caller, now }: Context) {
  const { rows } = await sql<ShownNews & { content: string; author_id: string; read_count: number }>`
    select ${columns}, a.content, a.author_id,
      (select count(*)::int from news.receipt c where c.article_id = a.id) as read_count
    ${shownSql(caller, now)} and a.id = ${id}`.execute(db)
  const [found] = rows
  const [row] = await rowsOf(db, caller, rows)
  if (!found || !row) throw refuse(NOT_FOUND)
  const authors = await membersByIds(db, caller.companyId, [found.author_id])
  return {
    ...row,
    ...{ content: found.content, authorName: authors.get(found.author_id)?.fullName ?? '' },
    ...{ readCount: found.read_count, ...(await neighborsOf(db, found, caller, now)) },
  }
}

export async function readNews(db: NewsDb, id: string, { caller, now }: Context): Promise<void> {
  const { rows } = await sql<{ article_id: string }>`
    insert into news.receipt (article_id, member_id, company_id, read_at)
    select a.id, ${caller.memberId}::uuid, a.company_id, ${now}::bigint ${shownSql(caller, now)} and a.id = ${id}
    on conflict (article_id, member_id) do update set read_at = news.receipt.read_at
    returning article_id`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
}
