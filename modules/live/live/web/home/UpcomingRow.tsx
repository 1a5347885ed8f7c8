import { Link } from 'react-router'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { CountdownHint } from '#web/ui/CountdownHint.tsx'
import { longDay } from '#web/ui/date.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Live } from '../../contract/shapes.ts'
import { clockText, isRunning } from '../parts/facts.ts'
import { livePaths } from '../paths.ts'

/** A live session in one line: its time, its name, its host. */
export function UpcomingRow({ live }: { live: Live }) {
  const t = useText('live')
  const language = useLanguage()
  return (
    <Link
      className="sy-box sy-row sy-gap-4 lvh-row"
      data-running={isRunning(live)}
      to={livePaths.detail(live.id, live.supplier)}
    >
      <span className="sy-row lvh-when">
        <b className="sy-number">{clockText(live.startTime)}</b>
        <small>{longDay(live.startTime, language)}</small>
      </span>
      <span className="lvh-words">
        <strong>{live.subject}</strong>
        <span className="sy-row sy-wrap sy-note lvh-host">
          <Avatar name={live.host.fullName} path={live.host.headPortrait} size={20} />
          {live.host.fullName}
          {live.appointmentStatus && (
            <span className="sy-inline lvh-reserved">
              <Icon name="check" size={14} />
              {t('detail.reserved')}
            </span>
          )}
        </span>
      </span>
      {isRunning(live) ? (
        <span className="sy-inline lvh-live">
          <Icon name="live" size={16} />
          {t('card.onAir')}
        </span>
      ) : (
        <CountdownHint businessType={live.businessType} startTime={live.startTime} />
      )}
    </Link>
  )
}
