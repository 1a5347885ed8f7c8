/**
 * A kind of content, declared once: what it is called, and which of its items a caller finds and may open. What a module
 * does with content of any kind (study it, comment it, restore it) is a facet: the module that reads a facet has its type and
 * a function that makes it, and takes what is common from here. So this file knows none of them.
 *
 *     contentKind({ businessType: 1, label, ...tableContent(…) }, [studied({ states, register }), discussed({ mayScore })])
 */
import type { Caller, Language } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Extension } from '#server/extension.ts'

export interface ContentItem {
  readonly id: string
  readonly name: string
  /** The screen on which it is opened, as a path of the hash router. */
  readonly link: string
  readonly coverFileId: string | null
  /** False for items that are off the shelf or deleted: nobody can start them, but progress stays. */
  readonly isAvailable: boolean
}

export interface ContentKind {
  /** Map `business-type`. */
  readonly businessType: number
  readonly label: Readonly<Record<Language, string>>
  /** The items of these ids in the company, deleted ones too while they are known. One statement for all ids. */
  items(db: Connection, companyId: string, ids: readonly string[]): Promise<readonly ContentItem[]>
  /** Those of these ids that the caller may open now. One statement for all ids. */
  visible(db: Connection, caller: Caller, ids: readonly string[]): Promise<readonly ContentItem[]>
  /** What the caller may choose from for others, by name, at most `limit`. */
  search(db: Connection, caller: Caller, search: string, limit: number): Promise<readonly ContentItem[]>
}

/** Registers the kind with a module that does something with content. */
export type Facet = (kind: ContentKind) => Extension

/** The parts of other modules' extension points that the kind has by its facets. */
export function contentKind(kind: ContentKind, facets: readonly Facet[]): readonly Extension[] {
  return facets.map((facet) => facet(kind))
}
