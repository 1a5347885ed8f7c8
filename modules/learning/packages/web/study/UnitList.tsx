import type { CSSProperties } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Moves, PlayerUnit } from '../player/shapes.ts'

interface Props {
  readonly title: string
  readonly units: readonly PlayerUnit[]
  readonly unitId: string | null
  readonly moves: Moves | null
  readonly onOpen: (unitId: string) => void
  readonly onMove: (to: 'next' | 'previous') => void
}

function depthsOf(units: readonly PlayerUnit[]): ReadonlyMap<number, number> {
  const depths = new Map<number, number>()
  for (const { position, parentPosition } of units)
    depths.set(position, parentPosition === null ? 0 : (depths.get(parentPosition) ?? 0) + 1)
  return depths
}

/** The contents of a package of several units; which of them is open, and how each ended. */
export function UnitList({ title, units, unitId, moves, onOpen, onMove }: Props) {
  const t = useText('packages')
  const depths = depthsOf(units)
  return (
    <nav className="package-units" aria-label={t('player.unitsOf', { title })}>
      <h2>{t('player.units')}</h2>
      <ol>
        {units
          .filter(({ isHidden }) => !isHidden)
          .map((unit) => (
            <li key={unit.id} style={{ '--depth': depths.get(unit.position) ?? 0 } as CSSProperties}>
              {unit.isLaunchable ? (
                <button
                  type="button"
                  aria-current={unit.id === unitId}
                  disabled={unit.isClosed === true && unit.id !== unitId}
                  onClick={() => onOpen(unit.id)}
                >
                  <span className="package-title">{unit.title}</span>
                  <Standing unit={unit} />
                </button>
              ) : (
                <span className="package-block">{unit.title}</span>
              )}
            </li>
          ))}
      </ol>
      {moves && (
        <div className="package-moves">
          <button
            type="button"
            className="sy-button sy-button-small sy-button-plain"
            disabled={!moves.previous}
            onClick={() => onMove('previous')}
          >
            {t('player.previous')}
          </button>
          <button
            type="button"
            className="sy-button sy-button-small"
            disabled={!moves.next}
            onClick={() => onMove('next')}
          >
            {t('player.next')}
          </button>
        </div>
      )}
    </nav>
  )
}

function Standing({ unit: { isDone, passed } }: { unit: PlayerUnit }) {
  const t = useText('packages')
  if (passed === false) return <Icon name="alert" size={16} label={t('player.notPassed')} />
  if (isDone) return <Icon name="check" size={16} label={t(passed ? 'player.passed' : 'player.done')} />
  return null
}
