/**
 * What can be found: each module registers its kinds. A kind says what is known of its items, and who may open one. The
 * search asks the latter inside its query, so nothing of what a caller may not open leaves the database.
 *
 *     contentKind(content, [searched({ kind: 'survey', filter: 'survey', documents, ids })])
 *     extensions: [searchKind({ kind: 'notice', filter: 'other', label, businessType: null, openSql, documents, ids })]
 */
import { type RawBuilder, sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import type { ContentKind, Facet } from '#modules/content/catalog/server.ts'
import { type Connection, withTables } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { DocumentFilter } from '../contract/filters.ts'

/** A part of an item with a place of its own: what is said in a video, a page, the text of a section. */
export interface Passage {
  readonly text: string
  /** What it is of: the name of the section. */
  readonly source: string
  /** Where it opens, as a path of the hash router, without the second or page. */
  readonly link: string
  /** The second at which it is said. `marks`: the further seconds within the text, each with its position in it. */
  readonly second?: number
  readonly marks?: readonly (readonly [position: number, second: number])[]
  /** From 1. */
  readonly page?: number
}

/** What is indexed of an item. */
export interface SearchDocument {
  readonly id: string
  readonly title: string
  readonly summary?: string | null
  /** Categories, topics, the name of the author: found almost like the title. */
  readonly keywords?: readonly (string | null)[]
  /** Further texts that whoever may open the item may read. */
  readonly texts?: readonly (string | null)[]
  readonly passages?: readonly Passage[]
  readonly link: string
  readonly coverFileId?: string | null
  readonly authorId?: string | null
  readonly categoryId?: string | null
  /** Milliseconds since 1970. */
  readonly publishedAt?: number | null
  readonly startsAt?: number | null
  readonly endsAt?: number | null
  /** How many use it: it decides between documents that fit equally well. */
  readonly heat?: number
}

type FollowedItems = (db: Connection, companyId: string, ids: readonly string[]) => Promise<readonly string[]>

export interface SearchKind {
  /** `course`: also the topic under which its changes are noted (`server.watch_items`), unless `topic` says another. */
  readonly kind: string
  readonly topic?: string
  readonly filter: DocumentFilter
  readonly label: Readonly<Record<Language, string>>
  /** Map `business-type`; null for what is no content. */
  readonly businessType: number | null
  /** Whether the caller may open the item `d.item_id` now: exact, and never more than the module itself opens. */
  openSql(caller: Caller, now: number): RawBuilder<boolean>
  /** Whether the caller may read the passages of the item `d.item_id` now; all who may open it where it is left out. */
  readSql?(caller: Caller, now: number): RawBuilder<boolean>
  /** Items that show something of changed items of another topic: those of these ids are indexed again. */
  readonly follows?: Readonly<Record<string, FollowedItems>>
  /** What is indexed of these items of the company. An item without a document (a draft) is taken out of the index. */
  documents(db: Connection, companyId: string, ids: readonly string[]): Promise<readonly SearchDocument[]>
  /** The next ids after this one, with their company, in their order, for the rebuild. */
  ids(
    db: Connection,
    afterId: string,
    limit: number,
  ): Promise<readonly { readonly id: string; readonly companyId: string }[]>
}

export const searchKind = extensionPoint<SearchKind>('search.kind')

export type SearchFacet = Pick<SearchKind, 'kind' | 'filter' | 'documents' | 'ids' | 'readSql' | 'topic' | 'follows'>

/** The facet of a content kind that is found. */
export function searched(facet: SearchFacet): Facet {
  return (content: ContentKind) => {
    const { foundSql, label, businessType } = content
    if (!foundSql) throw new Error(`content of kind ${businessType} does not say who finds it`)
    return searchKind({ label, businessType, openSql: (caller) => foundSql(caller, sql`d.item_id`), ...facet })
  }
}

/** `ids` of a kind whose items are the rows of one table. */
export const idsOf =
  (table: string): SearchKind['ids'] =>
  async (db, afterId, limit) => {
    const { rows } = await sql<{ id: string; companyId: string }>`
      select id, company_id as "companyId" from ${sql.table(table)} where id > ${afterId} order by id limit ${limit}`.execute(
      withTables<unknown>(db),
    )
    return rows
  }

/** The kinds that the caller may find, or those of them with these names. */
export function kindsNamed(names?: readonly string[]): readonly SearchKind[] {
  return names ? searchKind.all().filter(({ kind }) => names.includes(kind)) : searchKind.all()
}

/** Whether the caller may open the document `d`. */
export function openDocumentSql(caller: Caller, kinds: readonly SearchKind[], now: number): RawBuilder<boolean> {
  const ofKinds = kinds.map(({ kind, openSql }) => sql`(d.kind = ${kind} and ${openSql(caller, now)})`)
  if (ofKinds.length === 0) return sql`false`
  return sql`(d.company_id = ${caller.companyId} and (${sql.join(ofKinds, sql` or `)}))`
}

/** Whether the caller may read the passages of the document `d`, which they may open. */
export function readDocumentSql(caller: Caller, kinds: readonly SearchKind[], now: number): RawBuilder<boolean> {
  const gated = kinds.flatMap(({ kind, readSql }) => (readSql ? [{ kind, readSql }] : []))
  if (gated.length === 0) return sql`true`
  const cases = gated.map(({ kind, readSql }) => sql`when ${kind} then ${readSql(caller, now)}`)
  return sql`(case d.kind ${sql.join(cases, sql` `)} else true end)`
}
