import type { ReactNode } from 'react'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { MoreBelow } from '#web/ui/MoreBelow.tsx'
import { useKeptList } from '#web/ui/use-kept-list.ts'

interface Part<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}

interface Props<Item> {
  readonly name: string
  /** Other filters are another list. */
  readonly filters: object
  readonly read: (after: string | undefined) => Promise<Part<Item>>
  readonly label: string
  readonly empty: { readonly title: string; readonly description?: string; readonly action?: ReactNode }
  readonly row: (item: Item) => ReactNode
}

/** A list that grows by scrolling; who comes back to it finds its pages and its place. */
export function Scrolled<Item>({ name, filters, read, label, empty, row }: Props<Item>) {
  const list = useKeptList<Part<Item>>({ name, filters, read })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  if (list.isPending) return <LoadingState rows={6} />
  if (!list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (items.length === 0) return <EmptyState {...empty} />
  return (
    <>
      <ul className="sy-plain-list ask-list" aria-label={label}>
        {items.map(row)}
      </ul>
      <MoreBelow hasMore={list.hasNextPage} busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </>
  )
}
