import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'
import type { Endpoint } from '#kit/contract.ts'
import { contractOf } from '#kit/contract.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'

interface Part<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}

export type Scroll<Item> = UseInfiniteQueryResult<InfiniteData<Part<Item>, string | undefined>>

/** A list that grows by scrolling. What was read stays while the screen is away, so that its place is found again. */
export function useScroll<Item>(
  entry: Endpoint,
  key: readonly unknown[],
  read: (after: string | undefined) => Promise<Part<Item>>,
): Scroll<Item> {
  return useInfiniteQuery({
    queryKey: ['ask.scroll', ...key],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => read(pageParam),
    getNextPageParam: (last) => last.next ?? undefined,
    staleTime: 60_000,
    meta: { contract: contractOf(entry), quiet: true },
  })
}

/** Where lists were left, by their names. */
const places = new Map<string, number>()

/** Back at a list, the page stands where it was left; a list that a link opened starts at its top. */
function usePlace(name: string, isShown: boolean): void {
  const isBack = useNavigationType() === 'POP'
  const found = useRef(false)
  useEffect(() => {
    if (!isShown || found.current) return
    found.current = true
    const top = places.get(name)
    if (isBack && top !== undefined) requestAnimationFrame(() => window.scrollTo(0, top))
  }, [name, isBack, isShown])
  useEffect(() => {
    const keep = () => {
      if (found.current) places.set(name, window.scrollY)
    }
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [name])
}

interface Props<Item> {
  readonly name: string
  readonly scroll: Scroll<Item>
  readonly label: string
  readonly empty: { readonly title: string; readonly description?: string; readonly action?: ReactNode }
  readonly row: (item: Item) => ReactNode
}

export function Scrolled<Item>({ name, scroll, label, empty, row }: Props<Item>) {
  const t = useText('ask')
  const items = scroll.data?.pages.flatMap((page) => page.items) ?? []
  usePlace(name, scroll.data !== undefined)
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = scroll
  const mayRead = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (!mayRead || !end.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage()
      },
      { rootMargin: '600px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [mayRead, fetchNextPage])
  if (scroll.isPending) return <LoadingState rows={6} />
  if (!scroll.data) return <ErrorState error={scroll.error} onRetry={() => void scroll.refetch()} />
  if (items.length === 0) return <EmptyState {...empty} />
  return (
    <>
      <ul className="sy-plain-list ask-list" aria-label={label}>
        {items.map(row)}
      </ul>
      <div ref={end} className="ask-more">
        {hasNextPage && (
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t(isFetchNextPageError ? 'list.again' : 'list.more')}
          </Button>
        )}
      </div>
    </>
  )
}
