/** The feed as the screen keeps it: the cards themselves, so that what is liked on another screen changes here as well. */
import type { ContentCard } from '#modules/community/contents/contract.ts'
import { call, queryClient } from '#web/api/query.ts'
import { getSession } from '#web/session.ts'
import { changeKept } from '#web/ui/use-kept-list.ts'
import { type AskedTab, type FeedItem, type FeedTab, feed, feedTabs } from '../../contract.ts'

/** The name of the kept list; screens of contents change what they know of its cards. */
export const KEPT = 'home'

export type HomeItem = ContentCard & Omit<FeedItem, 'content'>

export interface HomePart {
  readonly tab: FeedTab
  readonly items: readonly HomeItem[]
  readonly next: string | null
}

/** The place of the next part begins with the tab that was answered. */
export async function readPart(asked: AskedTab, place: string | undefined): Promise<HomePart> {
  const [named, after] = place?.split(' ') ?? []
  const query = { tab: feedTabs.find((one) => one === named) ?? asked, ...(after !== undefined && { after }) }
  const { tab, items, next } = await call(feed.items, { query }, { cache: 0 })
  return {
    tab,
    items: items.map(({ content, ...item }) => ({ ...content, ...item })),
    next: next === null ? null : `${tab} ${next}`,
  }
}

const remembered = () => `feed.tab.${getSession().user?.id ?? ''}`

/** The tab that the member has chosen last on this device; before that what they follow, or by heat. */
export function firstTab(): AskedTab {
  const chosen = localStorage.getItem(remembered())
  return feedTabs.find((one) => one === chosen) ?? 'home'
}

export function rememberTab(tab: FeedTab): void {
  try {
    localStorage.setItem(remembered(), tab)
  } catch {
    // A full storage forgets the tab.
  }
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
