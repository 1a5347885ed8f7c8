import './lotteries.css'
import type { ReactNode } from 'react'
import { useText } from '#web/i18n/texts.ts'
import type { ShownPrize } from '../../contract/drawing.ts'
import { rimPoint } from './wheel.ts'

const radius = 96
const shownLength = 7

/** The fields that touch have different colors, the last and the first one as well. */
const colorOf = (at: number, count: number) => (at === count - 1 && count % 2 === 1 && count > 1 ? 2 : at % 2)

const short = (name: string) => (name.length > shownLength ? `${name.slice(0, shownLength - 1)}…` : name)

function Field({ prize, at, count }: { prize: ShownPrize; at: number; count: number }) {
  const step = 360 / count
  const [fromX, fromY] = rimPoint(at * step, radius)
  const [toX, toY] = rimPoint((at + 1) * step, radius)
  const path = `M0 0L${fromX} ${fromY}A${radius} ${radius} 0 ${step > 180 ? 1 : 0} 1 ${toX} ${toY}Z`
  return (
    <g className="lo-field" data-color={colorOf(at, count)} data-kind={prize.kind}>
      {count === 1 ? <circle r={radius} /> : <path d={path} />}
      <text transform={`rotate(${(at + 0.5) * step}) translate(0 -68)`} textAnchor="middle">
        {short(prize.name)}
      </text>
    </g>
  )
}

interface Props {
  readonly prizes: readonly ShownPrize[]
  /** Where it stands, or turns to. It only shows what the server has decided. */
  readonly angle: number
  readonly onStop: () => void
  /** In its middle. */
  readonly children: ReactNode
}

/** The wheel. What it says to the eye is said to screen readers by the list of prizes and the result beside it. */
export function Wheel({ prizes, angle, onStop, children }: Props) {
  const t = useText('lotteries')
  return (
    <div className="lo-wheel">
      <svg viewBox="-100 -100 200 200" role="img" aria-label={t('draw.wheel')}>
        <circle r="99" className="lo-rim" />
        <g className="lo-disc" style={{ transform: `rotate(${angle}deg)` }} onTransitionEnd={onStop}>
          {prizes.map((prize, at) => (
            <Field key={prize.place} prize={prize} at={at} count={prizes.length} />
          ))}
        </g>
        <path className="lo-pointer" d="M-9 -100h18l-9 20z" />
      </svg>
      {children}
    </div>
  )
}
