import { Link } from 'react-router'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { longDay } from '#web/ui/date.ts'
import { HoverCard } from '#web/ui/HoverCard.tsx'
import type { Live } from '../../contract/shapes.ts'
import { clockText, isRunning } from '../parts/facts.ts'
import { HostEntrance, isOfOrganizers } from '../parts/HostEntrance.tsx'
import { LiveGlance } from '../parts/LiveCard.tsx'
import { OnAir } from '../parts/OnAir.tsx'
import { ReserveButton } from '../parts/ReserveButton.tsx'
import { useClock } from '../parts/use-clock.ts'
import { livePaths } from '../paths.ts'
import { byDay, dayNameOf } from '../schedule.ts'

const MINUTE_MS = 60_000

/** The upcoming live sessions on a timeline: one column for each day, running ones first. */
export function Schedule({ lives }: { lives: readonly Live[] }) {
  const t = useText('live')
  const language = useLanguage()
  const now = useClock(MINUTE_MS)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section className="sy-grid sy-gap-5 lv-schedule" aria-label={t('home.schedule')} tabIndex={0}>
      {byDay(lives).map(({ day, lives: ofDay }) => {
        const name = dayNameOf(day, now)
        return (
          <section key={day} className="lv-day" aria-label={longDay(day, language)}>
            <h3>
              {name !== 'later' && <b>{t(`home.${name}`)}</b>}
              {longDay(day, language)}
            </h3>
            <ol>
              {ofDay.map((live) => (
                <li key={live.id} data-running={isRunning(live)} data-reserved={live.appointmentStatus}>
                  <time className="sy-number" dateTime={new Date(live.startTime).toISOString()}>
                    {clockText(live.startTime)}
                  </time>
                  <div>
                    <HoverCard card={() => <LiveGlance live={live} />}>
                      <Link to={livePaths.detail(live.id, live.supplier)}>{live.subject}</Link>
                    </HoverCard>
                    <p>
                      <span className="sy-faint">{live.host.fullName}</span>
                      {isRunning(live) && <OnAir />}
                      {isOfOrganizers(live) ? (
                        <HostEntrance live={live} size="small" />
                      ) : (
                        !isRunning(live) && <ReserveButton live={live} />
                      )}
                    </p>
                  </div>
                </li>
              ))}
            </ol>
          </section>
        )
      })}
    </section>
  )
}
