import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { PathChapter } from '../../contract/wire.ts'
import { lockText } from './lock-text.ts'
import { dropOf, placeOf, trailPath, trailWidth } from './trail.ts'

interface Props {
  readonly chapters: readonly PathChapter[]
  /** Where the learner is, and where to go on; indexes. */
  readonly here: number | undefined
  readonly next: number | undefined
  readonly chosen: number
  /** The id of the element that shows the chosen chapter. */
  readonly panelId: string
  readonly onChoose: (index: number) => void
}

const ROW_HEIGHT = 180
const STATION_TOP = 42
const CELL_MIN = 176
/** Below this width the stations stand one below the other. */
const SINGLE_BELOW = 560

/** As many stations a row as there is room for; one on a phone. */
function useColumns() {
  const place = useRef<HTMLElement>(null)
  const [columns, setColumns] = useState(4)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0
      setColumns(width < SINGLE_BELOW ? 1 : Math.min(5, Math.floor(width / CELL_MIN)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { place, columns }
}

/** The chapters as stations of a road: where one is, what is next, and why what is locked is locked. */
export function PathMap({ chapters, here, next, chosen, panelId, onChoose }: Props) {
  const t = useText('paths')
  const { place, columns: room } = useColumns()
  const columns = room === 1 ? 1 : Math.min(room, chapters.length)
  const rows = Math.ceil(chapters.length / columns)
  const reached = chapters.findLastIndex((chapter) => chapter.lockIcon === null)
  return (
    <nav className="lp-map" aria-label={t('map.label')} ref={place} data-single={columns === 1 || undefined}>
      {columns > 1 && (
        <svg
          className="lp-road"
          viewBox={`0 0 ${trailWidth(columns)} ${rows * ROW_HEIGHT}`}
          preserveAspectRatio="none"
          style={{ height: rows * ROW_HEIGHT }}
          aria-hidden="true"
        >
          <path className="lp-road-ahead" d={trailPath(chapters.length - 1, columns, ROW_HEIGHT, STATION_TOP)} />
          <path className="lp-road-done" d={trailPath(reached, columns, ROW_HEIGHT, STATION_TOP)} />
        </svg>
      )}
      <ol style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}>
        {chapters.map((chapter, index) => {
          const { row, column } = placeOf(index, columns)
          return (
            <li
              key={chapter.id}
              style={
                columns > 1
                  ? { gridRow: row + 1, gridColumn: column + 1, height: ROW_HEIGHT, paddingTop: dropOf(column) }
                  : undefined
              }
            >
              <Station
                chapter={chapter}
                isHere={index === here}
                isNext={index === next && index !== here}
                isChosen={index === chosen}
                panelId={panelId}
                onChoose={() => onChoose(index)}
              />
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

interface StationProps {
  readonly chapter: PathChapter
  readonly isHere: boolean
  readonly isNext: boolean
  readonly isChosen: boolean
  readonly panelId: string
  readonly onChoose: () => void
}

function Station({ chapter, isHere, isNext, isChosen, panelId, onChoose }: StationProps) {
  const t = useText('paths')
  const { index, title, lock, isFinished, requiredCount, requiredDoneCount, finishedCount, sectionCount } = chapter
  const state = lock ? 'locked' : isFinished ? 'done' : 'open'
  const figures =
    requiredCount > 0
      ? t('map.required', { done: requiredDoneCount, count: requiredCount })
      : t('map.elective', { done: finishedCount, count: sectionCount })
  return (
    <button
      type="button"
      className="sy-row sy-gap-2 lp-station"
      data-state={state}
      data-here={isHere || undefined}
      aria-pressed={isChosen}
      aria-controls={panelId}
      title={lock ? lockText(lock, t) : undefined}
      onClick={onChoose}
    >
      <span className="lp-dot" aria-hidden="true">
        {state === 'locked' ? <Icon name="lock" size={20} /> : null}
        {state === 'done' ? <Icon name="check" size={22} /> : null}
        {state === 'open' ? <b>{index + 1}</b> : null}
      </span>
      <span className="sy-row lp-station-words">
        <span className="sy-visually-hidden">{t('map.chapter', { number: index + 1 })}</span>
        <strong>{title}</strong>
        <small>{figures}</small>
        {lock && <span className="sy-visually-hidden">{lockText(lock, t)}</span>}
        {state === 'done' && <span className="sy-visually-hidden">{t('map.done')}</span>}
        {isHere && <em className="lp-here">{t('map.here')}</em>}
        {isNext && <em className="lp-next">{t('map.next')}</em>}
      </span>
    </button>
  )
}
