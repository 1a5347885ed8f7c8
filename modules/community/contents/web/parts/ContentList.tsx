import type { ReactNode } from 'react'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { MoreBelow } from '#web/ui/MoreBelow.tsx'
import type { useKeptList } from '#web/ui/use-kept-list.ts'
import type { ContentCard as Card } from '../../contract.ts'
import { ContentCard } from './ContentCard.tsx'

export interface CardPage {
  readonly items: readonly Card[]
  readonly next: string | null
}

interface Props {
  readonly list: ReturnType<typeof useKeptList<CardPage>>
  readonly label: string
  /** All are of one account, and the pinned ones stand at the head. */
  readonly isOfAccount?: boolean
  /** Where there is nothing: says why, and what can be done. */
  readonly empty: ReactNode
}

/** Contents as cards, page after page. */
export function ContentList({ list, label, isOfAccount = false, empty }: Props) {
  if (list.isPending) return <LoadingState rows={8} />
  if (!list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const items = list.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return empty
  return (
    <>
      <ol className="sy-plain-list ct-cards" aria-label={label}>
        {items.map((content) => (
          <li key={content.id}>
            <ContentCard content={content} isOfAccount={isOfAccount} />
          </li>
        ))}
      </ol>
      <MoreBelow hasMore={list.hasNextPage} busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </>
  )
}
