import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Stage } from '../../contract/wire.ts'
import { layoutMap, type MapLayout, type Point } from './map-layout.ts'

interface Props {
  readonly stages: readonly Stage[]
  /** The whole subject is finished: the goal is reached. */
  readonly finished: boolean
  readonly openId: string | undefined
  readonly onOpen: (stageId: string) => void
  /** The contents of the opened stage; they stand below the map. */
  readonly children: ReactNode
}

/** The width of the map, which is drawn again when the width changes. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}

/** How many stations have been left behind, all of them where the subject is finished. */
function reachedOf(stages: readonly Stage[], finished: boolean): number {
  if (finished) return stages.length
  const current = stages.findIndex(({ state }) => state === 'current')
  return current >= 0 ? current : stages.filter(({ state }) => state === 'done').length
}

/**
 * A learning map drawn as one: hills in ink, the way with its stations, where one is, and the goal. The stations are
 * buttons in the order of the way; the drawing itself is for the eyes alone.
 */
export function StageMap({ stages, finished, openId, onOpen, children }: Props) {
  const t = useText('subjects')
  const { ref, width } = useWidth()
  const layout = width > 0 ? layoutMap(stages.length, width) : undefined
  const reached = reachedOf(stages, finished)
  return (
    <>
      <div className="sb-map" ref={ref} style={layout && { height: layout.height }}>
        {layout && <Landscape layout={layout} reached={reached} />}
        {layout && (
          <ol className="sy-plain-list sb-map-stations" aria-label={t('map.label', { count: stages.length })}>
            {stages.map((stage, index) => (
              <li key={stage.id} style={placeOf(layout.stations[index])}>
                <Station stage={stage} number={index + 1} open={stage.id === openId} onOpen={() => onOpen(stage.id)} />
              </li>
            ))}
            <li style={placeOf(layout.stations[stages.length])} className="sb-goal" data-reached={finished}>
              <span className="sb-seal">
                <Icon name="medal" size={26} />
              </span>
              <strong>{t(finished ? 'map.reached' : 'map.goal')}</strong>
            </li>
          </ol>
        )}
      </div>
      {children}
    </>
  )
}

const placeOf = (point: Point | undefined) => ({ left: point?.x ?? 0, top: point?.y ?? 0 })

function Station({ stage, number, open, onOpen }: { stage: Stage; number: number; open: boolean; onOpen: () => void }) {
  const t = useText('subjects')
  const { state, title, finishedCount, requiredCount, percent } = stage
  return (
    <button
      type="button"
      className="sy-row sb-station"
      data-state={state}
      aria-pressed={open}
      aria-current={state === 'current' ? 'step' : undefined}
      aria-controls={open ? 'stage-panel' : undefined}
      onClick={onOpen}
    >
      {state === 'current' && <span className="sb-here">{t('map.here')}</span>}
      <span className="sb-seal" aria-hidden="true">
        {state === 'done' ? <Icon name="check" size={28} /> : number}
      </span>
      <strong>
        <span className="sy-visually-hidden">{t('stage.number', { number })}</span>
        {title}
      </strong>
      <small>
        {requiredCount > 0 ? t('stage.required', { done: finishedCount, of: requiredCount }) : t('stage.elective')}
        <span className="sy-visually-hidden">{t(`stage.state.${state}`)}</span>
        {state === 'current' && percent > 0 && ` · ${percent}%`}
      </small>
    </button>
  )
}

/** Ridges that fade into mist, the sun behind the goal, and the way: walked as far as one has come, dotted ahead. */
function Landscape({ layout, reached }: { layout: MapLayout; reached: number }) {
  const { width, height, ways, stations } = layout
  const id = useId()
  const goal = stations.at(-1)
  const ridges = Array.from({ length: Math.max(3, Math.ceil(height / 118)) }, (_, row) => ridgeOf(width, row))
  return (
    <svg className="sb-map-land" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
          <stop className="sb-map-ridge" offset="0" />
          <stop className="sb-map-mist" offset="1" />
        </linearGradient>
      </defs>
      {goal && <circle className="sb-map-sun" cx={goal.x} cy={goal.y - 16} r="66" />}
      {ridges.map((ridge) => (
        <path key={ridge} d={ridge} fill={`url(#${id})`} />
      ))}
      {ways.map((way, index) => (
        <g key={way} data-walked={index < reached}>
          <path d={way} className="sb-map-bed" />
          <path d={way} className="sb-map-way" />
        </g>
      ))}
    </svg>
  )
}

/** A ridge from edge to edge: peaks and valleys by turns, rounded through the middles between them. */
function ridgeOf(width: number, row: number): string {
  const base = 128 + row * 118
  const count = Math.max(5, Math.round(width / 116))
  const step = width / (count - 1)
  const peaks = Array.from({ length: count + 1 }, (_, index) => {
    const chance = ((row * 71 + index * 43) % 97) / 97
    const lift = (index + row) % 2 === 0 ? 52 + chance * 44 : chance * 16
    return { x: Math.round((index - (row % 2) * 0.5) * step), y: Math.round(base - lift) }
  })
  const curves = peaks.slice(1).map((to, index) => {
    const from = peaks[index] ?? to
    return `Q${from.x} ${from.y} ${Math.round((from.x + to.x) / 2)} ${Math.round((from.y + to.y) / 2)}`
  })
  const first = peaks[0]
  return `M-20 ${base + 60} L-20 ${first?.y ?? base} ${curves.join(' ')} L${width + 20} ${peaks.at(-1)?.y ?? base} V${base + 60}Z`
}
