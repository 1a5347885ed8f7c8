import { useEffect, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import type { LearnerSection } from '../../contract/learning.ts'

const SECONDS = 5

interface Props {
  readonly next: LearnerSection
  readonly onNext: () => void
  readonly onStay: () => void
}

/** After the end: what comes next, in five seconds or at once, or not. */
export function NextSection({ next, onNext, onStay }: Props) {
  const t = useText('courses')
  const [left, setLeft] = useState(SECONDS)
  useEffect(() => {
    if (left === 0) return onNext()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, onNext])
  return (
    <div className="sy-row sy-gap-3 co-next" role="status">
      <span>{t('player.nextIn', { seconds: left })}</span>
      <strong>{next.title}</strong>
      <div className="sy-actions">
        <button type="button" className="sy-button" onClick={onNext}>
          {t('player.nextNow')}
        </button>
        <button type="button" className="sy-button co-button-glass" onClick={onStay}>
          {t('player.stay')}
        </button>
      </div>
    </div>
  )
}
