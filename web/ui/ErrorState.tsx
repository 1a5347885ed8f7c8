import type { ReactNode } from 'react'
import { useText } from '../i18n/texts.ts'
import { BrokenBridge } from './pictures/BrokenBridge.tsx'

interface Props {
  readonly title?: ReactNode
  readonly description?: ReactNode
  readonly onRetry?: () => void
  readonly small?: boolean
  /** It stands in place of a whole page: its title is the page's heading. */
  readonly page?: boolean
}

/** Where something could not be loaded: says so, and offers to try again. */
export function ErrorState({ title, description, onRetry, small, page }: Props) {
  const t = useText('shell')
  const Title = page ? 'h1' : 'p'
  return (
    <div className={small ? 'sy-empty sy-empty-small' : 'sy-empty'} role="alert">
      {!small && (
        <div className="sy-empty-picture">
          <BrokenBridge />
        </div>
      )}
      <Title className="sy-empty-title">{title ?? t('error.title')}</Title>
      <p className="sy-empty-description">{description ?? t('error.description')}</p>
      {onRetry && (
        <div className="sy-empty-action">
          <button type="button" className="sy-button" onClick={onRetry}>
            {t('retry')}
          </button>
        </div>
      )}
    </div>
  )
}
