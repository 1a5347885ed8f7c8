/**
 * A kind of content, declared once: what it is called, and which of its items a caller finds and may open. What a module
 * does with content of any kind (study it, comment it, restore it) is a facet: the module that reads a facet has its type and
 * a function that makes it, and takes what is common from here. So this file knows none of them.
 *
 *     contentKind({ businessType: 1, label, ...tableContent(…) }, [studied({ states, register }), discussed({ mayScore })])
 */
import type { RawBuilder } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { type Extension, extensionPoint } from '#server/extension.ts'

export interface ContentItem {
  readonly id: string
  readonly name: string
  /** The screen on which it is opened, as a path of the hash router. */
  readonly link: string
  readonly coverFileId: string | null
  /** False for items that are off the shelf or deleted: nobody can start them, but progress stays. */
  readonly isAvailable: boolean
}

/** An item to choose for others, with what tells it from others of the same name. */
export interface ContentCandidate extends ContentItem {
  readonly authorId?: string | null
  readonly category?: string | null
  readonly status?: Readonly<Record<Language, string>>
  /** When it was published; of a live session, when it starts. */
  readonly at?: number | null
}

export interface ContentCategory {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
}

export interface ContentKind {
  /** Map `business-type`. */
  readonly businessType: number
  readonly label: Readonly<Record<Language, string>>
  /** Nobody makes items of this kind where its service is not connected: lists of kinds leave it out while it has none. */
  readonly isLegacy?: true
  /** The items of these ids in the company, deleted ones too while they are known. One statement for all ids. */
  items(db: Connection, companyId: string, ids: readonly string[]): Promise<readonly ContentItem[]>
  /** Those of these ids that the caller may open now. One statement for all ids. */
  visible(db: Connection, caller: Caller, ids: readonly string[]): Promise<readonly ContentItem[]>
  /** What the caller may choose from for others, by name, at most `limit`; of a category, with all below it. */
  search(
    db: Connection,
    caller: Caller,
    search: string,
    limit: number,
    categoryId?: string,
  ): Promise<readonly ContentCandidate[]>
  /**
   * Whether the caller finds the item of this id: it is on the shelf, and they may open it. As a condition, for statements
   * that look at items of many kinds. Undefined for kinds that search and lists of many kinds leave out.
   */
  foundSql?(caller: Caller, id: RawBuilder<unknown>): RawBuilder<boolean>
  /** The category tree of the company, parents before their children. Undefined for kinds without categories. */
  categories?(db: Connection, companyId: string): Promise<readonly ContentCategory[]>
}

/** A kind with the modules that do something with it. */
export interface RegisteredKind extends ContentKind {
  readonly facets: readonly string[]
}

export const contentKinds = extensionPoint<RegisteredKind>('catalog.kind')

/** Registers the kind with a module that does something with content. */
export type Facet = (kind: ContentKind) => Extension

/** The kind itself, and the parts of other modules' extension points that it has by its facets. */
export function contentKind(kind: ContentKind, facets: readonly Facet[]): readonly Extension[] {
  const extensions = facets.map((facet) => facet(kind))
  const moduleOf = ({ point }: Extension) => point.split('.')[0] ?? point
  return [contentKinds({ ...kind, facets: extensions.map(moduleOf) }), ...extensions]
}
