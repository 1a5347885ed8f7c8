import { useText } from '#web/i18n/texts.ts'
import { useRefusalText } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { clockText } from '../parts/times.ts'
import type { QueueState } from './scan-queue.ts'

interface Props {
  readonly state: QueueState
  readonly isKept: boolean
  readonly loadedAt: number
  readonly onSend: () => void
}

/** Whether the server has everything that was scanned, and since when. */
export function SyncState({ state, isKept, loadedAt, onSend }: Props) {
  const t = useText('attendance')
  const { waiting, isSending, isAway, sentAt, refusal } = state
  const reason = useRefusalText(refusal)
  const look = refusal !== undefined ? 'refused' : waiting > 0 || isAway ? 'waiting' : 'sent'
  return (
    <div className="at-sync" data-look={look}>
      <p role="status">
        <Icon name={look === 'sent' ? 'check' : isSending ? 'refresh' : 'clock'} size={16} />
        <b>{waiting > 0 ? t('scanner.waitingCount', { count: waiting }) : t('scanner.allSent')}</b>
        <span>
          {isSending && waiting > 0
            ? t('scanner.sending')
            : sentAt === undefined
              ? t('scanner.loadedAt', { time: clockText(loadedAt) })
              : t('scanner.sentAt', { time: clockText(sentAt) })}
        </span>
        {waiting > 0 && !isSending && (
          <button type="button" className="sy-link" onClick={onSend}>
            {t('scanner.sendNow')}
          </button>
        )}
      </p>
      {isAway && <p>{t('scanner.away')}</p>}
      {!isAway && isKept && (
        <p>
          <span>{t('scanner.keepOpen')}</span>
        </p>
      )}
      {refusal !== undefined && <p role="alert">{t('scanner.refused', { reason: reason ?? '' })}</p>}
      {!isKept && <p role="alert">{t('scanner.notKept')}</p>}
    </div>
  )
}
