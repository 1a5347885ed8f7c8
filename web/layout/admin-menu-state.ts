import { createStore } from '../store.ts'

interface AdminMenuState {
  /** Addresses of entries that are favourites, in the order in which they became ones. */
  readonly favourites: readonly string[]
  /** Group → whether this member opened or closed it. */
  readonly open: Readonly<Record<string, boolean>>
  /** Groups that were visited since the page was opened: they stay open, but are not remembered. */
  readonly visited: readonly string[]
}

const KEY = 'shuyuan.admin-menu'
const favouritesMax = 12
const empty: AdminMenuState = { favourites: [], open: {}, visited: [] }

function readState(): AdminMenuState {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<AdminMenuState>
    const favourites = Array.isArray(kept.favourites) ? kept.favourites.filter((path) => typeof path === 'string') : []
    return { ...empty, favourites, open: kept.open ?? {} }
  } catch {
    return empty
  }
}

/** What this device keeps of the administration's menu. An entry that the member may no longer open is not shown. */
export const adminMenu = createStore(readState())

function keep(next: Partial<AdminMenuState>): void {
  adminMenu.set(next)
  const { favourites, open } = adminMenu.get()
  localStorage.setItem(KEY, JSON.stringify({ favourites, open }))
}

/** Makes an entry a favourite, or no longer one; the oldest gives way when there are too many. */
export function turnFavourite(path: string): void {
  const { favourites } = adminMenu.get()
  const without = favourites.filter((each) => each !== path)
  keep({ favourites: without.length < favourites.length ? without : [...favourites, path].slice(-favouritesMax) })
}

export function turnGroup(group: string, open: boolean): void {
  keep({ open: { ...adminMenu.get().open, [group]: open } })
}

export function visitGroup(group: string): void {
  const { visited } = adminMenu.get()
  if (!visited.includes(group)) adminMenu.set({ visited: [...visited, group] })
}
