import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Person } from '#web/ui/Person.tsx'
import type { Live } from '../../contract/shapes.ts'
import { Countdown } from '../parts/Countdown.tsx'
import { introductionOf, isRunning } from '../parts/facts.ts'
import { HostEntrance, isOfOrganizers } from '../parts/HostEntrance.tsx'
import { LiveFigure } from '../parts/LiveCard.tsx'
import { LiveCover } from '../parts/LiveCover.tsx'
import { OnAir } from '../parts/OnAir.tsx'
import { ReserveButton } from '../parts/ReserveButton.tsx'
import { livePaths } from '../paths.ts'

/** The featured live session: the running one with most viewers, else the next one. */
export function Feature({ live, also }: { live: Live; also: readonly Live[] }) {
  const t = useText('live')
  const running = isRunning(live)
  const words = introductionOf(live)
  return (
    <article className="sy-box sy-column lv-feature" data-running={running}>
      <LiveCover subject={live.subject} path={live.coverPath} />
      <div className="lv-feature-words">
        <p className="sy-row sy-gap-3 lv-feature-state">
          {running ? (
            <OnAir />
          ) : (
            <>
              <span>{t('home.nextOne')}</span>
              <DateText value={live.startTime} />
            </>
          )}
        </p>
        <h2>
          <Link to={livePaths.detail(live.id, live.supplier)}>{live.subject}</Link>
        </h2>
        {words !== '' && <p className="lv-feature-intro">{words}</p>}
        <p className="sy-row sy-wrap sy-apart lv-feature-people">
          <Person name={live.host.fullName} path={live.host.headPortrait} note={live.host.organizationName} size={28} />
          <LiveFigure live={live} />
        </p>
        {also.length > 0 && (
          <div className="sy-grid sy-gap-2 lv-also">
            <p>{t(running ? 'home.alsoOn' : 'home.alsoNext')}</p>
            <ul>
              {also.map((other) => (
                <li key={other.id}>
                  <Link to={livePaths.detail(other.id, other.supplier)}>
                    <span>{other.subject}</span>
                    <span className="sy-faint sy-number">
                      {isRunning(other) ? other.host.fullName : <DateText value={other.startTime} />}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className="sy-row sy-wrap sy-apart sy-gap-4 lv-feature-foot">
          {!running && <Countdown startTime={live.startTime} />}
          {isOfOrganizers(live) ? (
            <HostEntrance live={live} />
          ) : running ? (
            <Link className="sy-inline sy-gap-2 lv-go" to={livePaths.detail(live.id, live.supplier)}>
              <Icon name="play" size={18} />
              {t('detail.enter')}
            </Link>
          ) : (
            <ReserveButton live={live} large />
          )}
        </div>
      </div>
    </article>
  )
}
