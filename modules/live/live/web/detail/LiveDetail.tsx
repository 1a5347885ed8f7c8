import '../live.css'
import './detail.css'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { PriceCard } from '#modules/commerce/prices/web.tsx'
import { Discussion, ScoreStars } from '#modules/content/topics/web.tsx'
import { Replay } from '#modules/live/rooms/web.tsx'
import { outdate } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { usePageTitle } from '#web/title.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { Live } from '../../contract/shapes.ts'
import { liveCalls } from '../calls.ts'
import { mayCopy, seesAttendance } from '../parts/AfterEnd.tsx'
import { isOver, isRunning } from '../parts/facts.ts'
import { livePaths } from '../paths.ts'
import { About } from './About.tsx'
import { AfterRoom } from './AfterRoom.tsx'
import { Facts } from './Facts.tsx'
import { RoomScreen } from './RoomScreen.tsx'
import { StagePanel } from './StagePanel.tsx'

interface Props {
  readonly live: Live
  /** A note above the live session: a preview, or the class that it belongs to. */
  readonly note?: ReactNode
  /** A preview has no comments and no score. */
  readonly preview?: boolean
}

/** For its people: attendance and figures once it has started, another one like it once it is over. */
function FollowUps({ live }: { live: Live }) {
  const t = useText('live')
  return (
    <>
      {(isRunning(live) || isOver(live)) && seesAttendance(live) && (
        <Link className="sy-button sy-button-plain" to={livePaths.attendance(live.id)}>
          <Icon name="chart" size={18} />
          {t('after.attendance')}
        </Link>
      )}
      {isOver(live) && mayCopy(live) && (
        <Link className="sy-button sy-button-plain" to={livePaths.copy(live.id)}>
          <Icon name="copy" size={18} />
          {t('after.copy')}
        </Link>
      )}
    </>
  )
}

/** The detail of a live session for a learner. */
export function LiveDetail({ live, note, preview = false }: Props) {
  const t = useText('live')
  const [inside, setInside] = useState(false)
  usePageTitle(live.subject)
  const leave = () => {
    setInside(false)
    // It may have ended meanwhile.
    outdate(liveCalls(live.supplier).front)
  }
  // Another provider's replay opens there; the panel links to it.
  const hasReplay = live.replay !== 'none' && live.replayUrl === null && !live.mustBuy
  const hasStarted = isRunning(live) || isOver(live)
  if (inside)
    return <RoomScreen roomId={live.id} onLeave={leave} afterEnd={<AfterRoom live={live} onLeave={leave} />} />
  return (
    <>
      <PageHeader
        title={live.subject}
        back={<Link to={livePaths.home}>{t('detail.back')}</Link>}
        actions={!preview && <FollowUps live={live} />}
      />
      {note}
      <div className="sy-grid sy-gap-5 lv-detail">
        {hasReplay && !preview ? (
          <div className="lv-detail-replay">
            <Replay roomId={live.id} />
          </div>
        ) : (
          <StagePanel live={live} onInside={() => setInside(true)} />
        )}
        <Facts live={live} />
        <div className="sy-column sy-gap-6 lv-detail-below">
          <About live={live} />
          {(live.role === 'host' || live.role === 'manager') && (
            <PriceCard businessType={live.businessType} itemId={live.id} />
          )}
          {!preview && <Discussion businessType={live.businessType} businessId={live.id} />}
        </div>
        {hasStarted && (
          <aside className="lv-detail-side" aria-label={t('detail.score')}>
            <ScoreStars businessType={live.businessType} businessId={live.id} />
          </aside>
        )}
      </div>
    </>
  )
}
