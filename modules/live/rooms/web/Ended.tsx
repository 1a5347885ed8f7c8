import { useEffect, useState } from 'react'
import type { CallError } from '#web/api/call-error.ts'
import { errorText, useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LINK_INVALID } from '../contract/errors.ts'
import type { Ending } from './connection/room-session.ts'

interface Props {
  readonly ending: Ending
  readonly failure: CallError | undefined
  readonly onAgain: () => void
  readonly onLeave: () => void
  /** A guest may have mistyped the name. */
  readonly onRename: (() => void) | undefined
}

/** The visit is over or was refused: the reason, and the possible actions. */
export function Ended({ ending, failure, onAgain, onLeave, onRename }: Props) {
  const t = useText('rooms')
  const [reason, setReason] = useState<string>()
  const code = failure?.errorCode
  useEffect(() => {
    if (code !== undefined) void errorText(code, failure?.data).then(setReason)
  }, [code, failure])
  const final = ending === 'removed' || ending === 'no-access' || ending === 'link' || code === LINK_INVALID.code
  return (
    <EmptyState
      page
      title={ending === 'refused' ? (reason ?? t('ended.refused')) : t(`ended.${ending}`)}
      description={t(`ended.hint.${ending}`)}
      action={
        <>
          {!final && (
            <button type="button" className="sy-button" onClick={onAgain}>
              {t(ending === 'left' ? 'ended.comeBack' : 'ended.again')}
            </button>
          )}
          {onRename && ending === 'refused' && !final && (
            <button type="button" className="sy-button sy-button-plain" onClick={onRename}>
              {t('ended.rename')}
            </button>
          )}
          <button type="button" className="sy-button sy-button-plain" onClick={onLeave}>
            {t('ended.close')}
          </button>
        </>
      }
    />
  )
}
