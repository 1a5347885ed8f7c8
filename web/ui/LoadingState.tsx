import { useEffect, useState } from 'react'
import { useText } from '../i18n/texts.ts'

const SHOW_AFTER_MS = 200

interface Props {
  /** What stands where the content will be: lines of text, cards, or a turning sign in the middle. */
  readonly shape?: 'lines' | 'cards' | 'spinner'
  readonly rows?: number
}

/** Shows after a moment that something is on its way; a quick answer never flickers. */
export function LoadingState({ shape = 'lines', rows = 5 }: Props) {
  const t = useText('shell')
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={`sy-loading sy-loading-${shape}`} role="status" aria-live="polite" data-shown={shown}>
      <span className="sy-visually-hidden">{t('loading')}</span>
      {shape === 'spinner' ? (
        <span className="sy-spinner" aria-hidden="true" />
      ) : (
        Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
          <span key={row} className="sy-skeleton" aria-hidden="true" />
        ))
      )}
    </div>
  )
}
