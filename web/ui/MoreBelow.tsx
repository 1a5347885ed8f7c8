import { useEffect, useRef } from 'react'
import { useText } from '../i18n/texts.ts'

interface Props {
  readonly hasMore: boolean
  readonly busy: boolean
  readonly onMore: () => void
}

/** At the end of a list that goes on: it loads more when it comes near, and by its button. */
export function MoreBelow({ hasMore, busy, onMore }: Props) {
  const t = useText('shell')
  const button = useRef<HTMLButtonElement>(null)
  const latest = useRef(onMore)
  useEffect(() => {
    latest.current = onMore
  })
  const isWaiting = hasMore && !busy
  useEffect(() => {
    if (!isWaiting || !button.current) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: '400px',
    })
    watch.observe(button.current)
    return () => watch.disconnect()
  }, [isWaiting])
  if (!hasMore) return null
  return (
    <button
      ref={button}
      type="button"
      className="sy-button sy-button-plain sy-more-below"
      aria-busy={busy}
      disabled={busy}
      onClick={onMore}
    >
      {t('more')}
    </button>
  )
}
