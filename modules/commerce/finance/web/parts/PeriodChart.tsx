import './finance.css'
import { useId } from 'react'
import { useText } from '#web/i18n/texts.ts'

export interface Point {
  readonly key: string
  /** The period, as it is called. */
  readonly label: string
  readonly value: number
  readonly text: string
  /** The same of before, drawn behind it. */
  readonly previous?: number
  readonly previousText?: string
}

interface Props {
  readonly title: string
  readonly points: readonly Point[]
  readonly valueHeading: string
}

const width = 600
const height = 160

/** Amounts by period as columns, those of before as a line across each. The numbers are in a table, which anybody can open. */
export function PeriodChart({ title, points, valueHeading }: Props) {
  const t = useText('finance')
  const shell = useText('shell')
  const id = useId()
  const all = points.flatMap(({ value, previous = 0 }) => [value, previous])
  const [most, least] = [Math.max(1, ...all), Math.min(0, ...all)]
  const step = width / Math.max(1, points.length)
  const yOf = (value: number) => ((most - value) / (most - least)) * (height - 4) + 2
  const hasPrevious = points.some(({ previous }) => previous !== undefined)
  return (
    <figure className="sy-box fi-chart" aria-labelledby={id}>
      <figcaption className="sy-row sy-apart sy-gap-2 sy-wrap">
        <strong id={id}>{title}</strong>
        {hasPrevious && (
          <span className="sy-note-tiny fi-legend" aria-hidden="true">
            {t('previous')}
          </span>
        )}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {points.map(({ key, label, value, text, previous, previousText }, at) => (
          <g key={key}>
            <title>{`${label}: ${text}${previousText === undefined ? '' : ` (${t('previous')}: ${previousText})`}`}</title>
            <rect className="fi-hit" x={at * step} width={step} y={0} height={height} />
            <rect
              className="fi-bar"
              data-below={value < 0}
              x={at * step + step * 0.15}
              width={step * 0.7}
              y={Math.min(yOf(value), yOf(0))}
              height={Math.abs(yOf(value) - yOf(0))}
            />
            {previous !== undefined && previous !== 0 && (
              <path
                className="fi-before"
                d={`M${at * step + step * 0.05} ${yOf(previous)}h${step * 0.9}`}
                vectorEffect="non-scaling-stroke"
              />
            )}
          </g>
        ))}
        <path className="fi-zero" d={`M0 ${yOf(0)}H${width}`} vectorEffect="non-scaling-stroke" />
      </svg>
      <div className="sy-note-tiny sy-row sy-apart" aria-hidden="true">
        <span>{points[0]?.label}</span>
        {points.length > 1 && <span>{points.at(-1)?.label}</span>}
      </div>
      <details>
        <summary aria-describedby={id}>{shell('chart.asTable')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('period')}</th>
              <th scope="col">{valueHeading}</th>
              {hasPrevious && <th scope="col">{t('previous')}</th>}
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ key, label, text, previousText }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td>{text}</td>
                {hasPrevious && <td>{previousText}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

/** `2026-03-01`, or `2026-03-02 – 03-08` of one year. */
export function periodText({ from, until }: { readonly from: string; readonly until: string }): string {
  if (from === until) return from
  return `${from} – ${from.slice(0, 4) === until.slice(0, 4) ? until.slice(5) : until}`
}
