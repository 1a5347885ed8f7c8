import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { TalkItem } from '../../contract/replay.ts'
import { rooms } from '../../contract.ts'

interface Props {
  readonly roomId: string
  readonly beginsAt: number | null
  readonly positionMs: number
  readonly onSeek: (atMs: number) => void
}

interface From {
  readonly fromMs?: number
  readonly after?: string
}

const pageSize = 100
/** The next items are loaded before their time. */
const aheadMs = 60_000

/** Chat and questions up to the current position of the video; later items are dimmed. */
export function Talk({ roomId, beginsAt, positionMs, onSeek }: Props) {
  const t = useText('rooms')
  const [onlyQuestions, setOnlyQuestions] = useState(false)
  const talk = useInfiniteQuery({
    queryKey: ['rooms.talk', roomId, beginsAt],
    queryFn: ({ pageParam }) =>
      call(rooms.replayTalk, { params: { id: roomId }, query: { ...pageParam, limit: pageSize } }, { quiet: true }),
    initialPageParam: {} as From,
    getNextPageParam: ({ items, more }): From | undefined => {
      const last = items.at(-1)
      return more && last ? { fromMs: Math.max(0, last.atMs), after: last.id } : undefined
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const items = talk.data?.pages.flatMap((page) => page.items) ?? []
  const lastMs = items.at(-1)?.atMs ?? 0
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = talk
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && positionMs > lastMs - aheadMs) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, positionMs, lastMs])
  if (talk.isPending) return <LoadingState rows={6} />
  if (talk.isError) return <ErrorState small error={talk.error} onRetry={() => void talk.refetch()} />
  if (items.length === 0)
    return <EmptyState small title={t(beginsAt === null ? 'replay.noTalkUploaded' : 'replay.noTalk')} />
  const shown = onlyQuestions ? items.filter(({ kind }) => kind === 'question') : items
  return (
    <>
      <label className="sy-row sy-gap-2 rp-only">
        <input type="checkbox" checked={onlyQuestions} onChange={({ target }) => setOnlyQuestions(target.checked)} />
        {t('replay.onlyQuestions')}
      </label>
      <TalkList items={shown} positionMs={positionMs} onSeek={onSeek} />
      {hasNextPage && (
        <button type="button" className="sy-button sy-button-plain rp-more" onClick={() => void fetchNextPage()}>
          {t('replay.moreTalk')}
        </button>
      )}
    </>
  )
}

function TalkList({
  items,
  positionMs,
  onSeek,
}: { items: readonly TalkItem[] } & Pick<Props, 'positionMs' | 'onSeek'>) {
  const t = useText('rooms')
  const list = useRef<HTMLOListElement>(null)
  const now = items.findLastIndex(({ atMs }) => atMs <= positionMs)
  // The list follows the video, unless the person reads in it.
  useEffect(() => {
    const place = list.current
    const row = place?.children[now]
    if (!place || !(row instanceof HTMLElement) || place.matches(':hover, :focus-within')) return
    place.scrollTo({ top: row.offsetTop - place.clientHeight / 2, behavior: 'smooth' })
  }, [now])
  return (
    <ol className="rp-talk" ref={list}>
      {items.map((item, index) => (
        <li key={item.id} data-kind={item.kind} data-due={index <= now}>
          <button type="button" onClick={() => onSeek(Math.max(0, item.atMs))}>
            <span className="rp-said-head">
              <strong>{item.name || t('replay.someone')}</strong>
              {item.kind === 'question' && (
                <em>{t(item.answered ? 'replay.answered' : 'replay.asked', { count: item.votes })}</em>
              )}
              <time className="sy-number">{clockText(item.atMs)}</time>
            </span>
            <span className="rp-said-text">{item.text}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
