import { useEffect, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'

/** The result came sooner than its author finds credible: for how long the package has to stay open until it counts. */
export function WaitingResult({ waitsMs }: { waitsMs: number }) {
  const t = useText('packages')
  const [leftMs, setLeftMs] = useState(waitsMs)
  useEffect(() => {
    const end = performance.now() + waitsMs
    setLeftMs(waitsMs)
    const timer = setInterval(() => setLeftMs(Math.max(0, end - performance.now())), 1000)
    return () => clearInterval(timer)
  }, [waitsMs])
  return (
    <p className="package-notice package-waits">
      <span role="status">{t('player.waits')}</span>
      {/* Not read out each second. */}
      <strong role="timer">{clockText(Math.ceil(leftMs / 1000) * 1000)}</strong>
    </p>
  )
}
