import { useState } from 'react'

/** Sizes that a pager offers, and its own (SHELL-075); tables begin with 10 (SHELL-076). */
export const PAGE_SIZES = [10, 20, 30, 40] as const
export const LIST_PAGE_SIZE = 20
export const TABLE_PAGE_SIZE = 10

export interface Paging {
  readonly page: number
  readonly pageSize: number
  readonly change: (page: number, pageSize: number) => void
  /** Back to the first page: after a new search or filter. */
  readonly reset: () => void
}

/** Where a pager leads: another size begins with the first page, for the present one may no longer be there. */
export function turnedTo(sizeBefore: number, page: number, pageSize: number): { page: number; pageSize: number } {
  return { page: pageSize === sizeBefore ? page : 1, pageSize }
}

/** Page and size of a list. */
export function usePaging(startSize: number = LIST_PAGE_SIZE): Paging {
  const [{ page, pageSize }, set] = useState({ page: 1, pageSize: startSize })
  return {
    page,
    pageSize,
    change: (nextPage, nextSize) => set(turnedTo(pageSize, nextPage, nextSize)),
    reset: () => set({ page: 1, pageSize }),
  }
}

/** What is searched for in such a list; another word leads back to the first page. Undefined: everything. */
export function useSearch(paging: Paging): readonly [search: string | undefined, setSearch: (text: string) => void] {
  const [search, setSearch] = useState('')
  const change = (text: string) => {
    setSearch(text)
    paging.reset()
  }
  return [search || undefined, change]
}
