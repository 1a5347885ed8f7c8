import { type ReactNode, useEffect, useState } from 'react'
import { CallError } from '../api/call-error.ts'
import { errorText, useLanguage, useText } from '../i18n/texts.ts'
import { BrokenBridge } from './pictures/BrokenBridge.tsx'
import { ClosedGate } from './pictures/ClosedGate.tsx'

interface Props {
  readonly title?: ReactNode
  readonly description?: ReactNode
  /** The error of the call, so that a missing permission is not shown as a network problem. */
  readonly error?: unknown
  readonly onRetry?: () => void
  readonly small?: boolean
  /** It stands in place of a whole page: its title is the page's heading. */
  readonly page?: boolean
}

/** Where something could not be loaded: says so and why, and offers to try again where that can help. */
export function ErrorState({ title, description, error, onRetry, small, page }: Props) {
  const t = useText('shell')
  const refusal = useRefusalText(error)
  const forbidden = error instanceof CallError && error.status === 403
  const Title = page ? 'h1' : 'p'
  const ownTitle = t(forbidden ? 'error.forbidden' : 'error.title')
  const ownDescription = forbidden ? t('forbidden.description') : (refusal ?? t(descriptionKey(error)))
  return (
    <div className={small ? 'sy-empty sy-empty-small' : 'sy-empty'} role="alert">
      {!small && <div className="sy-empty-picture">{forbidden ? <ClosedGate /> : <BrokenBridge />}</div>}
      <Title className="sy-empty-title">{title ?? ownTitle}</Title>
      <p className="sy-empty-description">{description ?? ownDescription}</p>
      {onRetry && !forbidden && (
        <div className="sy-empty-action">
          <button type="button" className="sy-button" onClick={onRetry}>
            {t('retry')}
          </button>
        </div>
      )}
    </div>
  )
}

function descriptionKey(error: unknown): string {
  return error instanceof CallError && error.kind === 'server' ? 'error.server' : 'error.description'
}

/** The words of a refusal by its code; nothing while they load, and where there is no code. */
export function useRefusalText(error: unknown): string | undefined {
  const [text, setText] = useState<string>()
  const language = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language has other words for it.
  useEffect(() => {
    setText(undefined)
    if (!(error instanceof CallError) || error.kind !== 'refused' || error.errorCode === undefined) return
    let shown = true
    void errorText(error.errorCode, error.data).then((found) => shown && setText(found))
    return () => {
      shown = false
    }
  }, [error, language])
  return text
}
