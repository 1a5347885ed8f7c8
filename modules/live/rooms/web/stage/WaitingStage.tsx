import type { ReactNode } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { useRoomSession } from '../connection/room-session.ts'
import { useAction, useAllowed } from '../connection/use-request.ts'
import { useRoom } from '../state/room-store.ts'

/** Before the start, and after the end. */
export function WaitingStage({ afterEnd }: { afterEnd: ReactNode }) {
  const t = useText('rooms')
  const { request } = useRoomSession()
  const [busy, run] = useAction()
  const title = useRoom((view) => view.title)
  const over = useRoom((view) => view.state !== 'waiting')
  const endedAt = useRoom((view) => view.endedAt)
  const mayStart = useAllowed('room.start')
  return (
    <section className="room-stage room-waiting" aria-label={t('stage.title')} data-main="waiting" data-over={over}>
      <div className="room-waiting-inner">
        <WaitingPicture />
        <h2>{title}</h2>
        <p>{over ? t('stage.over') : mayStart ? t('stage.mayStart') : t('stage.waiting')}</p>
        {over && endedAt !== null && (
          <p className="sy-faint">
            <DateText value={endedAt} />
          </p>
        )}
        {over && afterEnd}
        {mayStart && (
          <button
            type="button"
            className="sy-button sy-button-large room-start"
            disabled={busy}
            onClick={() => void run(() => request('room.start'))}
          >
            {t('stage.start')}
          </button>
        )}
      </div>
    </section>
  )
}

/** A moon over hills, for a quiet room. */
function WaitingPicture() {
  return (
    <svg className="room-waiting-picture" viewBox="0 0 240 120" aria-hidden="true">
      <circle cx="172" cy="38" r="20" className="moon" />
      <path d="M0 104C34 70 62 66 92 88s52 14 78-8 50-18 70 2v38H0Z" className="hill far" />
      <path d="M0 116c44-26 82-24 118-8s82 8 122-10v22H0Z" className="hill near" />
    </svg>
  )
}
