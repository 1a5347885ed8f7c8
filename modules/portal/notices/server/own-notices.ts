/** Notices as the members of their audience read them. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { membersByIds, organizationAndAboveSql } from '#modules/platform/identity/server.ts'
import { type Counted, countedRows, foundSql, type Paging } from '#server/db/page.ts'
import type { OwnNotice } from '../contract.ts'
import type { NoticesDb } from './db.ts'

interface ShownNotice {
  readonly id: string
  readonly title: string
  readonly content: string
  readonly is_pinned: boolean
  readonly author_id: string
  readonly published_at: number
  readonly read_at: number | null
}

/** `from … where …`: the published notices for the caller, `n`, with the caller's receipt, `r`. */
function shownSql(caller: Caller, now: number): RawBuilder<unknown> {
  return sql`from notices.notice n left join notices.receipt r on r.notice_id = n.id and r.member_id = ${caller.memberId}
    where n.company_id = ${caller.companyId} and n.status = 'published'
      and (n.expires_at is null or n.expires_at > ${now}::bigint)
      and (n.organization_ids = '{}' or n.organization_ids && array${organizationAndAboveSql(caller.organizationId)})`
}

const columns = sql`n.id, n.title, n.content, n.is_pinned, n.author_id, n.published_at, r.read_at`

async function withAuthors(db: NoticesDb, caller: Caller, rows: readonly ShownNotice[]): Promise<OwnNotice[]> {
  const authors = await membersByIds(db, caller.companyId, [...new Set(rows.map((row) => row.author_id))])
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    content: row.content,
    isPinned: row.is_pinned,
    authorName: authors.get(row.author_id)?.fullName ?? '',
    publishedAt: row.published_at,
    readAt: row.read_at,
  }))
}

const newestFirst = sql`n.is_pinned desc, n.published_at desc, n.id desc`

/** One statement finds the page and counts all notices and the unread ones. */
export async function ownNotices(db: NoticesDb, paging: Paging, caller: Caller, now: number) {
  const unread = sql`, (count(*) filter (where r.read_at is null))::int as unread_count`
  const { rows } = await sql<Counted<ShownNotice> & { readonly unread_count: number }>`
    with ${foundSql(sql`n.id`, newestFirst, shownSql(caller, now), paging, { further: unread })}
    select found.record_count, found.unread_count, ${columns} from found
    left join notices.notice n on n.id = any(found.ids)
    left join notices.receipt r on r.notice_id = n.id and r.member_id = ${caller.memberId}
    order by ${newestFirst}`.execute(db)
  const { items, recordCount } = countedRows<ShownNotice>(rows)
  return { items: await withAuthors(db, caller, items), recordCount, unreadCount: rows[0]?.unread_count ?? 0 }
}

export async function getOwnNotice(db: NoticesDb, id: string, caller: Caller, now: number): Promise<OwnNotice> {
  const { rows } = await sql<ShownNotice>`select ${columns} ${shownSql(caller, now)} and n.id = ${id}`.execute(db)
  const [notice] = await withAuthors(db, caller, rows)
  if (!notice) throw refuse(NOT_FOUND)
  return notice
}

/** Answers when the caller has read the notice for the first time. */
export async function readNotice(db: NoticesDb, id: string, caller: Caller, now: number): Promise<number> {
  const { rows } = await sql<{ read_at: number }>`
    insert into notices.receipt (notice_id, member_id, company_id, read_at)
    select n.id, ${caller.memberId}::uuid, n.company_id, ${now}::bigint ${shownSql(caller, now)} and n.id = ${id}
    on conflict (notice_id, member_id) do update set read_at = notices.receipt.read_at
    returning read_at`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0].read_at
}
