import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { checkInPath, codeEveryMs, codeValidMs, type Display } from '../../contract/checking-in.ts'
import { phaseOf } from '../parts/phase.ts'
import { RingedCode } from '../parts/RingedCode.tsx'
import { clockText, leftText } from '../parts/times.ts'

interface Props {
  readonly display: Display
  /** When the answer came, and what time it is: by the clock of this device. */
  readonly shownAt: number
  readonly now: number
}

/** The code of the moment with the time that is left of it; or why there is none. */
export function CodePlace({ display, shownAt, now }: Props) {
  const t = useText('attendance')
  const { code, direction, opensAt, serverTime } = display
  const phase = phaseOf(display, serverTime + now - shownAt)
  if (code === null) {
    return (
      <div className="at-screen-none" role="status">
        <Icon name={phase === 'over' ? 'check' : 'clock'} size={64} />
        <p>{t(phase === 'over' ? 'screen.over' : 'screen.notOpen')}</p>
        {phase === 'coming' && (
          <p className="sy-number">{t('screen.opensIn', { time: leftText(opensAt - serverTime - (now - shownAt)) })}</p>
        )}
        {phase !== 'over' && <p className="sy-faint">{clockText(opensAt)}</p>}
      </div>
    )
  }
  const leftMs = code.changesInMs - (now - shownAt)
  // Whoever scanned an older one would be refused: better none than that.
  if (leftMs < codeEveryMs - codeValidMs)
    return (
      <div className="at-screen-none" role="alert">
        <Icon name="refresh" size={64} />
        <p>{t('screen.away')}</p>
      </div>
    )
  return (
    <div className="at-screen-code">
      <RingedCode
        text={`${location.origin}/#${checkInPath(code.signId, code)}`}
        label={t('screen.code')}
        left={leftMs / codeEveryMs}
      />
      <p className="at-screen-scan">{t(direction === 'out' ? 'screen.scanOut' : 'screen.scan')}</p>
      <p className="sy-faint sy-number">{t('screen.changes', { count: Math.max(0, Math.ceil(leftMs / 1000)) })}</p>
    </div>
  )
}
