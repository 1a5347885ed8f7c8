/**
 * Lists that are kept alive: who opens an item and comes back finds the same pages and the same place, without a new request.
 * Who comes by a link or the menu gets the list as it is now.
 */
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { queryClient } from '../api/query.ts'

const KEPT_MS = 30 * 60_000
const FRESH_MS = 10_000

/** A page of a list that goes on after its `next`. */
export interface KeptPage {
  readonly next: string | null
}

const keyOf = (name: string, filters: object) => ['kept', name, filters]

interface Options<Page extends KeptPage> {
  readonly name: string
  /** What the list is cut to, as the address has it: other filters are another list. */
  readonly filters: object
  readonly read: (after: string | undefined) => Promise<Page>
  readonly enabled?: boolean
}

/** The pages of such a list, and the place in it where the member was. */
export function useKeptList<Page extends KeptPage>({ name, filters, read, enabled = true }: Options<Page>) {
  const isBack = useNavigationType() === 'POP'
  useState(() => {
    if (!isBack) queryClient.removeQueries({ queryKey: ['kept', name] })
  })
  const list = useInfiniteQuery({
    queryKey: keyOf(name, filters),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => read(pageParam),
    getNextPageParam: (last) => last.next ?? undefined,
    staleTime: isBack ? Number.POSITIVE_INFINITY : FRESH_MS,
    gcTime: KEPT_MS,
    enabled,
  })
  useKeptPlace(name, list.data !== undefined)
  return list
}

/** Changes what is shown of an item in all kept lists of this name: what was liked in a card is liked after coming back. */
export function changeKept<Page extends KeptPage>(name: string, change: (page: Page) => Page): void {
  queryClient.setQueriesData<InfiniteData<Page>>(
    { queryKey: ['kept', name] },
    (data) => data && { ...data, pages: data.pages.map(change) },
  )
}

/** The entry of the history that the browser is at: while the next screen is loading, that is no longer the one of the list. */
const entryKey = () => (history.state as { key?: string } | null)?.key ?? 'default'

/** By the entry of the history, and the name of the list. */
const places = new Map<string, number>()

function useKeptPlace(name: string, isThere: boolean): void {
  const { key } = useLocation()
  const place = `${key} ${name}`
  useEffect(() => {
    if (!isThere) return
    const top = places.get(place)
    // The shell moves to the top of a new screen first.
    const frame = top === undefined ? undefined : requestAnimationFrame(() => window.scrollTo(0, top))
    // A list that is left moves once more, when its place is taken by a shorter screen.
    const keep = () => {
      if (entryKey() === key) places.set(place, window.scrollY)
    }
    addEventListener('scroll', keep, { passive: true })
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
      removeEventListener('scroll', keep)
    }
  }, [key, place, isThere])
}
