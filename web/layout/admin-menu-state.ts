import { createStore } from '../store.ts'

interface AdminMenuState {
  /** Addresses of entries that are favorites, in the order in which they became ones. */
  readonly favorites: readonly string[]
  /** Group → whether this member opened or closed it. */
  readonly open: Readonly<Record<string, boolean>>
  /** Groups that were visited since the page was opened: they stay open, but are not remembered. */
  readonly visited: readonly string[]
}

const KEY = 'shuyuan.admin-menu'
const favoritesMax = 12
const empty: AdminMenuState = { favorites: [], open: {}, visited: [] }

function readState(): AdminMenuState {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<AdminMenuState>
    const favorites = Array.isArray(kept.favorites) ? kept.favorites.filter((path) => typeof path === 'string') : []
    return { ...empty, favorites, open: kept.open ?? {} }
  } catch {
    return empty
  }
}

/** What this device keeps of the administration's menu. An entry that the member may no longer open is not shown. */
export const adminMenu = createStore(readState())

function keep(next: Partial<AdminMenuState>): void {
  adminMenu.set(next)
  const { favorites, open } = adminMenu.get()
  localStorage.setItem(KEY, JSON.stringify({ favorites, open }))
}

/** Makes an entry a favorite, or no longer one; the oldest gives way when there are too many. */
export function turnFavorite(path: string): void {
  const { favorites } = adminMenu.get()
  const without = favorites.filter((each) => each !== path)
  keep({ favorites: without.length < favorites.length ? without : [...favorites, path].slice(-favoritesMax) })
}

export function turnGroup(group: string, open: boolean): void {
  keep({ open: { ...adminMenu.get().open, [group]: open } })
}

export function visitGroup(group: string): void {
  const { visited } = adminMenu.get()
  if (!visited.includes(group)) adminMenu.set({ visited: [...visited, group] })
}
