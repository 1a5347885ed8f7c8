import { useEffect, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'
import type { ShownModule } from '../../contract/shown.ts'
import { PageLink } from './PageLink.tsx'

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

/** Days, hours and minutes: seconds would only make the page restless. */
export function Countdown({ module }: { module: ShownModule }) {
  const t = useText('pages')
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  const { endsAt, link } = module
  if (endsAt === null) return null
  const left = Math.max(0, endsAt - now)
  const parts = [
    ['days', Math.floor(left / dayMs)],
    ['hours', Math.floor((left % dayMs) / hourMs)],
    ['minutes', Math.floor((left % hourMs) / minuteMs)],
  ] as const
  const shown = (
    <span className="sy-box pg-countdown">
      {left === 0 ? (
        <strong>{t('view.over')}</strong>
      ) : (
        <span className="pg-countdown-parts">
          {parts.map(([unit, count]) => (
            <span key={unit}>
              <strong>{count}</strong>
              <small>{t(`view.${unit}`)}</small>
            </span>
          ))}
        </span>
      )}
      <small>{dateText(endsAt, 'minute')}</small>
    </span>
  )
  return link ? <PageLink to={link}>{shown}</PageLink> : shown
}
