import './attendance.css'
import { useText } from '#web/i18n/texts.ts'
import type { CheckInFigures } from '../../contract/check-ins.ts'

const shares = ['present', 'late', 'early', 'madeUp', 'leave', 'absent'] as const

/** How the participants attended a session: a bar, and its parts in words. */
export function FigureBar({ figures }: { figures: CheckInFigures }) {
  const t = useText('attendance')
  const shown = shares.filter((share) => figures[share] > 0)
  const nameOf = (share: (typeof shares)[number]) => t(`states.${share === 'madeUp' ? 'made-up' : share}`)
  return (
    <div className="at-figures">
      <div className="att-bar" aria-hidden="true">
        {shown.map((share) => (
          <span
            key={share}
            data-state={share === 'madeUp' ? 'made-up' : share}
            style={{ flexGrow: figures[share] }}
            title={`${nameOf(share)} ${figures[share]}`}
          />
        ))}
        <span
          style={{
            flexGrow: Math.max(0, figures.participants - shown.reduce((sum, share) => sum + figures[share], 0)),
          }}
        />
      </div>
      {shown.length > 0 && (
        <ul className="at-figure-words" aria-label={t('lists.bar')}>
          {shown.map((share) => (
            <li key={share} data-state={share === 'madeUp' ? 'made-up' : share}>
              {nameOf(share)} <b>{figures[share]}</b>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
