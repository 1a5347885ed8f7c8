import { asTitle } from './i18n/as-title.ts'
import { textOf, useBilingual, useLanguage } from './i18n/texts.ts'
import type { MenuEntry } from './module.ts'
import { createStore } from './store.ts'

/** What the guards have learnt about the company's switches (SHELL-042). */
export interface AppState {
  /** Empty until a company's own name is loaded, and where it has none. */
  readonly currencyName: string
  readonly rewardConfig: Readonly<Record<string, unknown>>
  readonly daGuanStatus: number
  readonly shareConfig: Readonly<Record<string, unknown>>
  readonly communityIsOpen: boolean
  /** Business types for which the share popup is hidden (SHELL-044). */
  readonly shareBlackList: readonly number[]
  /** The home page that the company has designed for the member; empty: the product's own. */
  readonly homePageId: string
  /** The member belongs to a branch, to be entered from the home page. */
  readonly hasBranches: boolean
  /** The supplier of live sessions, known before a branch is shown (SHELL-034). */
  readonly liveSupply: number | null
}

export const appState = createStore<AppState>({
  currencyName: '',
  rewardConfig: {},
  daGuanStatus: 0,
  shareConfig: {},
  communityIsOpen: false,
  shareBlackList: [],
  homePageId: '',
  hasBranches: false,
  liveSupply: null,
})

/** The word for the coin: the company's own, else 学币 or learning coin (SYSTEM-050). */
export function useCurrencyName(): string {
  const { currencyName } = appState.use()
  useLanguage()
  return currencyName || textOf('shell', 'currencyName')
}

/** What an entry of a menu is called. */
export function useEntryTitle(): (entry: Pick<MenuEntry, 'title' | 'word'>) => string {
  const titleOf = useBilingual()
  const currencyName = useCurrencyName()
  return ({ title, word }) => (word === 'currencyName' ? asTitle(currencyName) : titleOf(title))
}
