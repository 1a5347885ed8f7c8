/**
 * What modules of a page show: a module of the product registers the types whose entries it knows (`rankings`, `news`), and the
 * pages ask it for all modules of a page at once. It stands here because rankings and recommendations lie below the portal.
 *
 *     extensions: [pageModule({ types: ['news'], entries, list })]
 */
import type { Caller, Language } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'

export interface PageEntry {
  readonly id: string
  /** As search names it: `course`. Empty for what is no content. */
  readonly kind: string
  readonly title: string
  readonly text?: string
  /** A path of the hash router: `/study-v`. */
  readonly link: string | null
  readonly coverFileId?: string | null
  readonly publishedAt?: number | null
  readonly startsAt?: number | null
  readonly endsAt?: number | null
  readonly value?: number | null
  readonly rank?: number | null
}

/** A module of a page, as far as its entries depend on it. */
export interface PageModuleRequest {
  /** Of the module in its page. */
  readonly id: string
  readonly type: string
  /** Null for a page of the product. */
  readonly pageId: string | null
  readonly count: number
  readonly source: {
    readonly type: string
    readonly refs?: readonly { readonly kind: string; readonly id: string }[]
    readonly categoryIds?: readonly string[]
    readonly order?: 'newest' | 'hot' | 'soon'
  } | null
  readonly settings: { readonly ranking?: string | null; readonly figures?: readonly string[] }
}

export interface PageReader {
  readonly caller: Caller
  readonly language: Language
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface PageModuleKind {
  readonly types: readonly string[]
  /** Of each module by its id: one entry more than its count where there are more. Only what the caller may open. */
  entries(
    db: Connection,
    reader: PageReader,
    modules: readonly PageModuleRequest[],
  ): Promise<ReadonlyMap<string, readonly PageEntry[]>>
  /** A page of all its entries; undefined where there is no such list. */
  list?(
    db: Connection,
    reader: PageReader,
    module: PageModuleRequest,
    window: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly entries: readonly PageEntry[]; readonly recordCount: number }>
}

export const pageModule = extensionPoint<PageModuleKind>('catalog.page-module')

/** Where documents of these kinds come from that is no order of the index: `recommended`. The best first. */
export interface PageSource {
  readonly source: string
  refs(
    db: Connection,
    reader: PageReader,
    kinds: readonly string[],
    limit: number,
  ): Promise<readonly { readonly kind: string; readonly id: string }[]>
}

export const pageSource = extensionPoint<PageSource>('catalog.page-source')
