import { Link } from 'react-router'
import { PriceBadge } from '#modules/commerce/prices/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { HoverCard } from '#web/ui/HoverCard.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { fullNumber } from '#web/ui/number.ts'
import { Person } from '#web/ui/Person.tsx'
import type { Live } from '../../contract/shapes.ts'
import { livePaths } from '../paths.ts'
import { AfterEnd, mayCopy } from './AfterEnd.tsx'
import { introductionOf, isOver, isRunning, isUpcoming } from './facts.ts'
import { HostEntrance } from './HostEntrance.tsx'
import { LiveCover } from './LiveCover.tsx'
import { mapLabel } from './labels.ts'
import { OnAir } from './OnAir.tsx'

/** A live session in a list. The whole card is a link. */
function LiveCard({ live, ids, rank }: { live: Live; ids: readonly string[]; rank?: number }) {
  const t = useText('live')
  return (
    <Link className="sy-box sy-column lv-card" to={livePaths.detail(live.id, live.supplier)}>
      <LiveCover subject={live.subject} path={live.coverPath}>
        {rank !== undefined && (
          <span className="lv-rank" data-rank={rank}>
            <span aria-hidden="true">{rank}</span>
            <span className="sy-visually-hidden">{t('card.rank', { rank })}</span>
          </span>
        )}
        <PriceBadge businessType={live.businessType} id={live.id} ids={ids} onCover />
        <span className="sy-inline lv-cover-badge">
          {isRunning(live) && <OnAir />}
          {isUpcoming(live) && <DateText value={live.startTime} />}
          {isOver(live) && live.replay === 'ready' && (
            <>
              <Icon name="play" size={14} />
              {t('card.replay')}
            </>
          )}
        </span>
      </LiveCover>
      <span className="lv-card-body">
        <strong>{live.subject}</strong>
        <span className="sy-row sy-apart sy-gap-3 sy-note">
          <Person name={live.host.fullName} path={live.host.headPortrait} size={22} />
          <LiveFigure live={live} />
        </span>
      </span>
    </Link>
  )
}

/** The most relevant figure of the state: viewers, reservations, or attendance. */
export function LiveFigure({ live }: { live: Live }) {
  const t = useText('live')
  const [icon, key, count] = isRunning(live)
    ? (['eye', 'card.watching', live.viewers] as const)
    : isUpcoming(live)
      ? (['bell', 'card.reserved', live.subNumber] as const)
      : (['users', 'card.attended', live.attendNumber] as const)
  return (
    <span className="sy-note lv-figure">
      {live.avgScore > 0 && (
        <span className="lv-figure-score">
          <Icon name="star" size={14} label={t('card.score')} />
          {live.avgScore.toFixed(1)}
        </span>
      )}
      <span title={t(key, { count })}>
        <Icon name={icon} size={14} />
        <NumberText value={count} />
        <span className="sy-visually-hidden">{t(key, { count: fullNumber(count, 'cn') })}</span>
      </span>
    </span>
  )
}

/** Cards in as many columns as fit. */
export function LiveGrid({ lives, ranked }: { lives: readonly Live[]; ranked?: number }) {
  const ids = lives.map(({ id }) => id)
  return (
    <ul className="lv-grid">
      {lives.map((live, index) => (
        <li key={live.id}>
          <HoverCard card={() => <LiveGlance live={live} />}>
            <span className="lv-card-place">
              <LiveCard live={live} ids={ids} {...(ranked !== undefined && { rank: ranked + index })} />
            </span>
          </HoverCard>
          <OwnFoot live={live} />
        </li>
      ))}
    </ul>
  )
}

/** Below the card of an own live session: the way in, and after the end what follows. */
function OwnFoot({ live }: { live: Live }) {
  if (isOver(live)) return mayCopy(live) ? <AfterEnd live={live} withoutReplay /> : null
  const comes = isUpcoming(live) || isRunning(live)
  return comes && live.liveType === 1 ? <HostEntrance live={live} size="small" /> : null
}

/** The tooltip of a live session: enough to decide whether to open it. */
export function LiveGlance({ live }: { live: Live }) {
  const t = useText('live')
  const words = introductionOf(live)
  return (
    <div className="sy-column sy-gap-2 lv-glance">
      <strong>{live.subject}</strong>
      <p className="sy-faint">
        <DateText value={live.startTime} /> · {t('card.minutes', { minutes: live.estimateDuration })} ·{' '}
        <span className="lv-word">{mapLabel('live-mode', live.vhallExtendInfo.liveMode)}</span>
      </p>
      {words !== '' && <p>{words}</p>}
      <Person name={live.host.fullName} path={live.host.headPortrait} note={live.host.organizationName} size={26} />
    </div>
  )
}
