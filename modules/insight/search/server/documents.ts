/** Lists of documents of any kinds, without a query: what blocks of pages show, and what is recommended. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { searchTables } from './db.ts'
import { kindsNamed, openDocumentSql } from './kinds.ts'

export interface ListedDocument {
  readonly kind: string
  readonly businessType: number | null
  readonly id: string
  readonly title: string
  readonly summary: string
  /** A path of the hash router. */
  readonly link: string
  readonly coverFileId: string | null
  readonly authorId: string | null
  readonly publishedAt: number | null
  readonly startsAt: number | null
  readonly endsAt: number | null
  readonly heat: number
}

export interface DocumentList {
  readonly kinds?: readonly string[]
  readonly refs?: readonly { readonly kind: string; readonly id: string }[]
  readonly categoryIds?: readonly string[]
  /** `soon`: what has not ended yet, by its start. `given`: in the order of `refs`. */
  readonly order: 'newest' | 'hot' | 'soon' | 'given'
  readonly limit: number
  readonly offset?: number
  /** Milliseconds since 1970; by default those of this process. */
  readonly now?: number
}

const columns = sql`d.kind, d.business_type as "businessType", d.item_id as id, d.title, d.summary, d.link,
  d.cover_file_id as "coverFileId", d.author_id as "authorId", d.published_at as "publishedAt",
  d.starts_at as "startsAt", d.ends_at as "endsAt", d.heat`

/**
 * `from ${visibleDocumentsSql(caller, ['course'], now)} d`: the documents that the caller may open now, with the fields of
 * `ListedDocument`.
 */
export function visibleDocumentsSql(
  caller: Caller,
  kinds?: readonly string[],
  now: number = Date.now(),
): RawBuilder<ListedDocument> {
  return sql<ListedDocument>`(select ${columns}, d.category_id as "categoryId" from search.document d
    where ${openDocumentSql(caller, kindsNamed(kinds), now)})`
}

function orderOf({ order, refs = [] }: DocumentList, now: number) {
  if (order === 'newest') return { by: sql`coalesce(d.published_at, d.starts_at, 0) desc, d.id`, only: sql`true` }
  if (order === 'hot') return { by: sql`d.heat desc, d.id`, only: sql`true` }
  if (order === 'soon')
    return {
      by: sql`d.starts_at, d.id`,
      only: sql`d.starts_at is not null and coalesce(d.ends_at, d.starts_at) >= ${now}`,
    }
  const keys = refs.map(({ kind, id }) => `${kind} ${id}`)
  return { by: sql`array_position(${keys}::text[], d.kind || ' ' || d.item_id)`, only: sql`true` }
}

/** The documents that the caller may open, in one statement. */
export async function listDocuments(db: Connection, caller: Caller, list: DocumentList): Promise<ListedDocument[]> {
  const kinds = kindsNamed(list.kinds)
  if (kinds.length === 0 || list.refs?.length === 0) return []
  const now = list.now ?? Date.now()
  const { by, only } = orderOf(list, now)
  const ids = list.refs?.map(({ id }) => id)
  const among = list.refs
    ? sql`d.item_id = any(${ids}::uuid[]) and (d.kind, d.item_id) in (select one.kind, one.id
        from jsonb_to_recordset(${JSON.stringify(list.refs)}::jsonb) as one(kind text, id uuid))`
    : sql`true`
  const category = list.categoryIds ? sql`d.category_id = any(${[...list.categoryIds]}::uuid[])` : sql`true`
  const { rows } = await sql<ListedDocument>`select ${columns} from search.document d
    where ${among} and ${category} and ${only} and ${openDocumentSql(caller, kinds, now)}
    order by ${by} limit ${list.limit} offset ${list.offset ?? 0}`.execute(searchTables(db))
  return rows
}
