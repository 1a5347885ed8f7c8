import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { probeLevel } from '../media/levels.ts'

const BARS = 14
/** Speech is low in the range; the square root makes it visible. */
const barsFor = (level: number) => Math.min(BARS, Math.round(Math.sqrt(level) * 1.6 * BARS))
/** A pause of this length is normal. */
const QUIET_MS = 6000

/** The level of the microphone, drawn without React; after a while of silence a hint appears. */
export function LevelMeter({ track }: { track: MediaStreamTrack }) {
  const t = useText('rooms')
  const root = useRef<HTMLDivElement>(null)
  const [silent, setSilent] = useState(false)
  useEffect(() => {
    const probe = probeLevel(new MediaStream([track]))
    let heardAt = performance.now()
    const timer = setInterval(() => {
      const bars = barsFor(probe.level())
      if (bars > 1) heardAt = performance.now()
      setSilent(performance.now() - heardAt > QUIET_MS)
      for (const [at, bar] of [...(root.current?.children ?? [])].entries()) bar.toggleAttribute('data-lit', at < bars)
    }, 80)
    return () => {
      clearInterval(timer)
      probe.close()
    }
  }, [track])
  return (
    <>
      <div ref={root} className="room-meter" role="img" aria-label={t('check.level')}>
        {Array.from({ length: BARS }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars are alike and never move.
          <i key={at} />
        ))}
      </div>
      <p className="room-check-hint" role="status">
        {silent ? t('check.silent') : t('check.speak')}
      </p>
    </>
  )
}
