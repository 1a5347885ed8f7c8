import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Live } from '../../contract/shapes.ts'
import { bothFamiliesAreOld, liveCalls } from '../calls.ts'
import { entryOf } from '../form/buttons.ts'
import { openRoomWindow } from '../form/room-window.ts'
import { Countdown } from '../parts/Countdown.tsx'
import { isOver, isRunning } from '../parts/facts.ts'
import { LiveCover } from '../parts/LiveCover.tsx'
import { OnAir } from '../parts/OnAir.tsx'
import { ReserveButton } from '../parts/ReserveButton.tsx'
import { useClock } from '../parts/use-clock.ts'
import { livePaths } from '../paths.ts'
import { isOwnRoom } from './own-room.ts'

const SECOND_MS = 1000

interface Props {
  readonly live: Live
  /** The room is this platform's, and the caller has been let in. */
  readonly onInside: () => void
}

/** What a live has to show where it stands: the time until it begins, the way in, or its provider's replay. */
export function StagePanel({ live, onInside }: Props) {
  return (
    <div className="lv-stage-panel" data-status={live.status}>
      <LiveCover subject={live.subject} path={live.coverPath} />
      <div className="lv-stage-front">
        <StageWords live={live} onInside={onInside} />
      </div>
    </div>
  )
}

function StageWords({ live, onInside }: Props) {
  const t = useText('live')
  if (isRunning(live)) return <Running live={live} onInside={onInside} />
  if (live.displayStatus === 1 || live.displayStatus === 8) return <Coming live={live} onInside={onInside} />
  if (isOver(live) && live.replayUrl !== null) {
    return (
      <Said title={t('detail.ended')}>
        <a className="lv-go" href={live.replayUrl} target="_blank" rel="noopener noreferrer">
          <Icon name="play" size={18} />
          {t('detail.watchReplay')}
        </a>
      </Said>
    )
  }
  const said: Partial<Record<Live['displayStatus'], readonly [string, string?]>> = {
    0: ['detail.unpublished'],
    3: ['detail.ended'],
    4: ['detail.cancelled', 'detail.cancelledHint'],
  }
  const [title, hint] = said[live.displayStatus] ?? ['detail.unpublished']
  return <Said title={t(title)} {...(hint !== undefined && { hint: t(hint) })} />
}

function Said({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <>
      <p className="lv-stage-title">{title}</p>
      {hint !== undefined && <p className="lv-stage-hint">{hint}</p>}
      {children && <div className="lv-stage-actions">{children}</div>}
    </>
  )
}

/** Its people go to the page from which it is run. */
function HostEntrance({ live }: { live: Live }) {
  const t = useText('live')
  if (live.role === 'host') {
    return (
      <Link className="lv-go" to={livePaths.action(live.id, live.supplier)}>
        <Icon name="live" size={18} />
        {t('detail.enterHost')}
      </Link>
    )
  }
  if (live.role !== 'lecturer') return null
  return (
    <Link className="lv-go" to={livePaths.lecturer(live.id)}>
      <Icon name="live" size={18} />
      {t('stage.lecturerTitle')}
    </Link>
  )
}

const isOfOrganizers = ({ role }: Live) => role === 'host' || role === 'lecturer'

function Coming({ live, onInside }: Props) {
  const t = useText('live')
  const now = useClock(SECOND_MS)
  const itIsTime = now >= live.startTime
  // Held elsewhere: nobody tells when it begins.
  if (itIsTime && live.displayStatus === 8) return <Running live={live} onInside={onInside} />
  if (itIsTime) {
    return (
      <Said title={t('detail.waiting')} hint={t('detail.waitingHint')}>
        <HostEntrance live={live} />
      </Said>
    )
  }
  return (
    <>
      <p className="lv-stage-hint">{t('detail.countdown')}</p>
      <Countdown startTime={live.startTime} />
      <div className="lv-stage-actions">
        {isOfOrganizers(live) ? <HostEntrance live={live} /> : <ReserveButton live={live} large />}
      </div>
      {!isOfOrganizers(live) && (
        <p className="lv-stage-hint">{t(live.appointmentStatus ? 'detail.reservedHint' : 'detail.reserveHint')}</p>
      )}
    </>
  )
}

function Running({ live, onInside }: Props) {
  const t = useText('live')
  const [busy, setBusy] = useState(false)
  const enter = async () => {
    if (busy) return
    // Ours opens in this window. Whose it is only the answer tells, and a window opens only now.
    const elsewhere = live.displayStatus === 8 || live.supplier !== 3 ? openRoomWindow() : undefined
    setBusy(true)
    try {
      const urls = await call(liveCalls(live.supplier).enter, { params: { id: live.id } }, bothFamiliesAreOld)
      const address = entryOf(urls, live.executionMode)
      if (!isOwnRoom(address)) return (elsewhere ?? openRoomWindow()).leadTo(address)
      elsewhere?.close()
      onInside()
    } catch {
      // The call has said why.
      elsewhere?.close()
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <OnAir />
      <p className="lv-stage-hint">{t('detail.enterHint')}</p>
      <div className="lv-stage-actions">
        {isOfOrganizers(live) ? (
          <HostEntrance live={live} />
        ) : (
          <button type="button" className="lv-go" aria-busy={busy} onClick={() => void enter()}>
            <Icon name="play" size={18} />
            {t('detail.enter')}
          </button>
        )}
      </div>
    </>
  )
}
