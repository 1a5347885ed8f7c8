/** The feed as the screen keeps it: the cards themselves, so that what is liked on another screen changes here as well. */
import type { ContentCard } from '#modules/community/contents/contract.ts'
import { call, queryClient } from '#web/api/query.ts'
import { changeKept } from '#web/ui/use-kept-list.ts'
import { type FeedItem, type FeedTab, feed } from '../../contract.ts'

/** The name of the kept list; screens of contents change what they know of its cards. */
export const KEPT = 'home'

export type HomeItem = ContentCard & Omit<FeedItem, 'content'>

export interface HomePart {
  readonly items: readonly HomeItem[]
  readonly next: string | null
}

export async function readPart(tab: FeedTab, after: string | undefined): Promise<HomePart> {
  const query = { tab, ...(after !== undefined && { after }) }
  const { items, next } = await call(feed.items, { query }, { cache: 0 })
  return { items: items.map(({ content, ...item }) => ({ ...content, ...item })), next }
}

/** By heat a content may move from one part to the next while they are read: it is shown once. */
export function shownOnce(parts: readonly HomePart[]): HomeItem[] {
  return [...new Map(parts.flatMap(({ items }) => items).map((item) => [item.id, item])).values()]
}

export function changeItem(id: string, change: Partial<HomeItem>): void {
  changeKept<HomePart>(KEPT, (part) => ({
    ...part,
    items: part.items.map((item) => (item.id === id ? { ...item, ...change } : item)),
  }))
}

/** Takes out what was hidden, in every tab. */
export function takeOut(isHidden: (item: HomeItem) => boolean): void {
  changeKept<HomePart>(KEPT, (part) => ({ ...part, items: part.items.filter((item) => !isHidden(item)) }))
}

/** Every tab is read again from its beginning. */
export const readAgain = () => queryClient.resetQueries({ queryKey: ['kept', KEPT] })
