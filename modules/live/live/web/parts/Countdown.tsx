import { useText } from '#web/i18n/texts.ts'
import { partsOf } from '#web/ui/countdown.ts'
import { useClock } from './use-clock.ts'

/** Days, hours, minutes and seconds until a start; empty after it. */
export function Countdown({ startTime }: { startTime: number }) {
  const t = useText('live')
  const now = useClock(1000)
  if (startTime <= now) return null
  const left = partsOf(startTime - now)
  const units = left.days > 0 ? (['days', 'hours', 'minutes'] as const) : (['hours', 'minutes', 'seconds'] as const)
  return (
    <div className="lv-countdown" role="timer" aria-label={t('detail.countdown')}>
      {units.map((unit) => (
        <span key={unit}>
          <b className="sy-number">{String(left[unit]).padStart(2, '0')}</b>
          {t(`detail.${unit}`)}
        </span>
      ))}
    </div>
  )
}
