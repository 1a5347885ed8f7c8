import { useEffect, useState } from 'react'
import { useText } from '../i18n/texts.ts'
import { countdownAt, partsOf, type Span } from './countdown.ts'
import { Icon } from './Icon.tsx'

/** A timer can't wait longer than this; then it looks again. */
const LONGEST_WAIT_MS = 2_000_000_000

/** "Starts in 04:59", "ends in 1 day 3 h", while that is near; nothing otherwise. */
export function CountdownHint({ businessType, startTime, endTime }: Span) {
  const t = useText('shell')
  const [now, setNow] = useState(() => Date.now())
  const hint = countdownAt(now, { businessType, startTime, endTime })
  const { nextLookMs } = hint
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look starts the wait for the next.
  useEffect(() => {
    if (nextLookMs === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(nextLookMs, LONGEST_WAIT_MS))
    return () => clearTimeout(timer)
  }, [now, nextLookMs])
  if (hint.kind === 'none') return null
  const parts = partsOf(hint.remainingMs)
  const form = parts.days > 0 ? 'days' : parts.hours > 0 ? 'hours' : parts.minutes >= 5 ? 'minutes' : 'seconds'
  return (
    <span className={`sy-countdown sy-countdown-${hint.kind}`}>
      <Icon name="clock" size={14} />
      {t(`countdown.${hint.kind}`, { left: t(`countdown.${form}`, { ...parts }) })}
    </span>
  )
}
