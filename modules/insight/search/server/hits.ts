/** The statement of a search: candidates by the indexes, those that the caller may open, in the order of how well they fit. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { contains } from '#server/db/search.ts'
import { hitsCountedMax } from '../contract/searching.ts'
import type { SearchDb } from './db.ts'
import { openDocumentSql, readDocumentSql, type SearchKind } from './kinds.ts'

/** What is looked for, in one of the columns. */
export interface Looked {
  readonly column: 'words' | 'pinyin' | 'initials'
  readonly all: string
  /** In the title, and any of it, for the order. */
  readonly title: string
  readonly any: string
  readonly key: string
  readonly phrases: readonly string[]
  readonly without: readonly string[]
}

export interface HitRow {
  readonly id: string
  readonly kind: string
  readonly itemId: string
  readonly title: string
  readonly summary: string
  readonly content: string
  readonly link: string
  readonly coverFileId: string | null
  readonly authorId: string | null
  readonly publishedAt: number | null
  readonly startsAt: number | null
  readonly endsAt: number | null
  readonly mayRead: boolean
}

export interface Found {
  readonly rows: readonly HitRow[]
  readonly counts: readonly { readonly filter: string; readonly count: number }[]
  /** There were more candidates than were looked at. */
  readonly isCut: boolean
}

interface Search {
  readonly caller: Caller
  readonly kinds: readonly SearchKind[]
  readonly looked: Looked
  /** Undefined: all. */
  readonly filter: string | undefined
  readonly limit: number
  readonly offset: number
  readonly candidatesMax: number
  readonly now: number
}

const excerptedMax = 20_000
const yearMs = 31_536_000_000

/** The statements have words of any frequency: a plan made for one of them would not suit the others. */
export const plannedForWordsSql = sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`

const query = (text: string) => sql`${text}::text::tsquery`

/** Candidates: what begins with the typed text, what has it in its head, what has it anywhere; of the latter those that most use. */
function candidatesSql({ caller, kinds, looked, filter, candidatesMax }: Search): RawBuilder<unknown> {
  const named = kinds.map(({ kind }) => kind)
  const own = sql`d.company_id = ${caller.companyId} and d.kind = any(${named}::text[])
    and ${filter === undefined ? sql`true` : sql`d.filter = ${filter}`}`
  const by = (column: RawBuilder<unknown>) => sql`(select d.id from search.document d
    where ${own} and ${column} @@ ${query(looked.all)} order by d.heat desc, d.id limit ${candidatesMax}::int)`
  if (looked.column !== 'words') return by(sql.ref(`d.${looked.column}`))
  return sql`(select d.id from search.document d where ${own} and d.title_key like ${contains(looked.key).slice(1)}
      and d.head_words @@ ${query(looked.all)} order by d.title_key limit 100)
    union ${by(sql`d.head_words`)} union ${by(sql`d.words`)}`
}

/** A phrase stands in the title, in the text, or in a passage that the caller may read. */
function holdsSql(phrase: string, mayRead: RawBuilder<boolean>): RawBuilder<boolean> {
  const pattern = contains(phrase)
  return sql`(d.title_key like ${pattern} or normalize(lower(d.content), NFKC) like ${pattern} or ${mayRead} and exists (
    select from search.passage p where p.document_id = d.id and normalize(lower(p.text), NFKC) like ${pattern}))`
}

function scoreSql({ looked, now }: Search): RawBuilder<number> {
  const fits =
    looked.column === 'words'
      ? sql`case when d.title_key = ${looked.key} then 400 when starts_with(d.title_key, ${looked.key}) then 260
          when strpos(d.title_key, ${looked.key}) > 0 then 220 else 0 end
        + case when d.head_words @@ ${query(looked.title)} then 150 else 0 end
        + 300 * ts_rank('{0,0.1,0.3,1}', d.head_words, ${query(looked.any)})`
      : sql`case when length(d.title) < 12 then 12 - length(d.title) else 0 end`
  return sql<number>`(${fits} + 6 * ln(1 + d.heat)
    + 15 * exp(-greatest(0, ${now}::float8 - coalesce(d.published_at, 0)) / ${yearMs}::float8))`
}

export async function findHits(db: SearchDb, search: Search): Promise<Found> {
  const { caller, kinds, looked, limit, offset, candidatesMax, now } = search
  const mayRead = readDocumentSql(caller, kinds, now)
  const open = openDocumentSql(caller, kinds, now)
  const inOpenText =
    looked.column === 'words'
      ? sql`(d.open_words is null or d.open_words @@ ${query(looked.all)} or ${mayRead})`
      : sql`true`
  const phrases = looked.phrases.map((one) => sql`and ${holdsSql(one, mayRead)}`)
  const without = looked.without.map((one) => sql`and not ${holdsSql(one, sql`true`)}`)
  const { rows } = await sql<{ counts: Found['counts'] | null; rows: HitRow[] | null; candidates: number }>`
    with candidate as materialized (${candidatesSql(search)}),
    found as materialized (
      select d.id, d.filter, ${scoreSql(search)} as score
      from candidate join search.document d on d.id = candidate.id
      where ${open} and ${inOpenText} ${sql.join([...phrases, ...without], sql` `)}),
    page as (
      select d.id::text as id, d.kind, d.item_id as "itemId", d.title, d.summary, left(d.content, ${excerptedMax}::int) as content,
        d.link, d.cover_file_id as "coverFileId", d.author_id as "authorId", d.published_at as "publishedAt",
        d.starts_at as "startsAt", d.ends_at as "endsAt", ${mayRead} as "mayRead", f.score
      from (select * from found order by score desc, id desc limit ${limit}::int offset ${offset}::int) f
      join search.document d on d.id = f.id)
    select (select count(*)::int from candidate) as candidates,
      (select jsonb_agg(jsonb_build_object('filter', filter, 'count', count)) from (
        select filter, count(*)::int as count from found group by filter) counted) as counts,
      (select jsonb_agg(to_jsonb(page) - 'score' order by page.score desc, page.id::bigint desc) from page) as rows`.execute(
    db,
  )
  const [answer] = rows
  return { rows: answer?.rows ?? [], counts: answer?.counts ?? [], isCut: (answer?.candidates ?? 0) >= candidatesMax }
}

/** How many of each filter match, each counted to `hitsCountedMax`: for words that more documents have than a search looks at. */
export async function countByFilter(db: SearchDb, { caller, kinds, looked, now }: Search): Promise<Found['counts']> {
  const filters = [...new Set(kinds.map(({ filter }) => filter))]
  const { rows } = await sql<{ filter: string; count: number }>`
    select f.filter, counted.count from unnest(${filters}::text[]) f(filter) cross join lateral (
      select count(*)::int as count from (
        select from search.document d where d.company_id = ${caller.companyId} and d.filter = f.filter
          and d.words @@ ${query(looked.all)} and ${openDocumentSql(caller, kinds, now)}
          and (d.open_words is null or d.open_words @@ ${query(looked.all)} or ${readDocumentSql(caller, kinds, now)})
        limit ${hitsCountedMax}::int) capped) counted where counted.count > 0`.execute(db)
  return rows
}

export interface PassageRow {
  readonly documentId: string
  readonly text: string
  readonly source: string
  readonly link: string
  readonly kind: 'second' | 'page' | 'text'
  readonly at: number
  readonly marks: readonly number[]
}

/** The passages of these documents with most of the needles, at most `limit` of each. */
export async function findPassages(
  db: SearchDb,
  documentIds: readonly string[],
  needles: readonly string[],
  limit: number,
): Promise<PassageRow[]> {
  if (documentIds.length === 0 || needles.length === 0) return []
  const patterns = needles.slice(0, 12).map(contains)
  const { rows } = await sql<PassageRow>`
    select id::text as "documentId", text, source, link, kind, at, marks from (
      select p.*, p.document_id as id, row_number() over (partition by p.document_id order by m.count desc, p.place) as number
      from search.passage p cross join lateral (
        select count(*) as count from unnest(${patterns}::text[]) needle where lower(p.text) like needle) m
      where p.document_id = any(${[...documentIds]}::bigint[]) and m.count > 0) best
    where number <= ${limit}::int order by id, number`.execute(db)
  return rows
}
