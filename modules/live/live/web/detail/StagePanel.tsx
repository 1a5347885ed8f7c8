import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BuyBox } from '#modules/commerce/orders/web.tsx'
import { call, outdate } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { Live } from '../../contract/shapes.ts'
import { bothFamiliesAreOld, liveCalls } from '../calls.ts'
import { entryOf } from '../form/buttons.ts'
import { openRoomWindow } from '../form/room-window.ts'
import { Countdown } from '../parts/Countdown.tsx'
import { isOver, isRunning, isUpcoming } from '../parts/facts.ts'
import { HostEntrance, isOfOrganizers } from '../parts/HostEntrance.tsx'
import { LiveCover } from '../parts/LiveCover.tsx'
import { OnAir } from '../parts/OnAir.tsx'
import { ReserveButton } from '../parts/ReserveButton.tsx'
import { useClock } from '../parts/use-clock.ts'
import { livePaths } from '../paths.ts'
import { isOwnRoom } from './own-room.ts'

const SECOND_MS = 1000

interface Props {
  readonly live: Live
  /** The room belongs to this platform, and the caller may enter. */
  readonly onInside: () => void
}

/** The panel for the current state: the countdown, the entrance, or the provider's replay. */
export function StagePanel({ live, onInside }: Props) {
  return (
    <div className="lv-stage-panel" data-status={live.status}>
      <LiveCover subject={live.subject} path={live.coverPath} />
      <div className="sy-row sy-gap-4 lv-stage-front">
        <StageWords live={live} onInside={onInside} />
      </div>
    </div>
  )
}

function StageWords({ live, onInside }: Props) {
  const t = useText('live')
  if (isForSale(live)) return <Buying live={live} />
  if (isRunning(live)) return <Running live={live} onInside={onInside} />
  if (live.displayStatus === 1 || live.displayStatus === 8) return <Upcoming live={live} onInside={onInside} />
  if (isOver(live) && live.replayUrl !== null) {
    return (
      <StageText title={t('detail.ended')}>
        <a className="sy-inline sy-gap-2 lv-go" href={live.replayUrl} target="_blank" rel="noopener noreferrer">
          <Icon name="play" size={18} />
          {t('detail.watchReplay')}
        </a>
      </StageText>
    )
  }
  const said: Partial<Record<Live['displayStatus'], readonly [string, string?]>> = {
    0: ['detail.unpublished'],
    3: ['detail.ended', 'detail.endedHint'],
    4: ['detail.cancelled', 'detail.cancelledHint'],
  }
  const [title, hint] = said[live.displayStatus] ?? ['detail.unpublished']
  return (
    <StageText title={t(title)} {...(hint !== undefined && { hint: t(hint) })}>
      {isOver(live) && (
        <Link className="lv-stage-link" to={livePaths.home}>
          {t('detail.others')}
        </Link>
      )}
    </StageText>
  )
}

/** Something is there to be bought: it runs, comes, or can be watched again. */
const isForSale = (live: Live) =>
  live.mustBuy && (isRunning(live) || isUpcoming(live) || (isOver(live) && live.replay !== 'none'))

/** What is bought opens: the live session is asked for again. */
const onBought = (live: Live) => () => outdate(liveCalls(live.supplier).front, liveCalls(live.supplier).detail)

function Buying({ live }: { live: Live }) {
  const t = useText('live')
  return (
    <>
      {isRunning(live) && <OnAir />}
      {isUpcoming(live) && <Countdown startTime={live.startTime} />}
      {isOver(live) && <p className="lv-stage-title">{t('detail.ended')}</p>}
      <div className="sy-flow sy-gap-3 lv-stage-actions">
        <BuyBox businessType={live.businessType} itemId={live.id} name={live.subject} onBought={onBought(live)} />
      </div>
      <p className="lv-stage-hint">{t(isOver(live) ? 'detail.buyReplayHint' : 'detail.buyHint')}</p>
    </>
  )
}

function StageText({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <>
      <p className="lv-stage-title">{title}</p>
      {hint !== undefined && <p className="lv-stage-hint">{hint}</p>}
      {children && <div className="sy-flow sy-gap-3 lv-stage-actions">{children}</div>}
    </>
  )
}

function Upcoming({ live, onInside }: Props) {
  const t = useText('live')
  const now = useClock(SECOND_MS)
  const itIsTime = now >= live.startTime
  // External: nobody reports the start.
  if (itIsTime && live.displayStatus === 8) return <Running live={live} onInside={onInside} />
  if (itIsTime) {
    return (
      <StageText title={t('detail.waiting')} hint={t('detail.waitingHint')}>
        <HostEntrance live={live} />
      </StageText>
    )
  }
  return (
    <>
      <p className="lv-stage-hint">{t('detail.countdown')}</p>
      <Countdown startTime={live.startTime} />
      <div className="sy-flow sy-gap-3 lv-stage-actions">
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
  const { busy, run } = useAction()
  const enter = () => {
    if (busy) return
    // Our own room opens in this window. Only the answer says whose room it is, but a window must open now.
    const elsewhere = live.displayStatus === 8 || live.supplier !== 3 ? openRoomWindow() : undefined
    return run(
      async () => {
        const urls = await call(liveCalls(live.supplier).enter, { params: { id: live.id } }, bothFamiliesAreOld)
        const address = entryOf(urls, live.executionMode)
        if (!isOwnRoom(address)) return (elsewhere ?? openRoomWindow()).leadTo(address)
        elsewhere?.close()
        onInside()
      },
      { onFailure: () => elsewhere?.close() },
    )
  }
  return (
    <>
      <OnAir />
      <p className="lv-stage-hint">{t('detail.enterHint')}</p>
      <div className="sy-flow sy-gap-3 lv-stage-actions">
        {isOfOrganizers(live) ? (
          <HostEntrance live={live} />
        ) : (
          <button type="button" className="sy-inline sy-gap-2 lv-go" aria-busy={busy} onClick={() => void enter()}>
            <Icon name="play" size={18} />
            {t('detail.enter')}
          </button>
        )}
      </div>
    </>
  )
}
