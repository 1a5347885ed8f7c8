import './bar-chart.css'
import { useId } from 'react'
import { useText } from '../i18n/texts.ts'

export interface Bar {
  readonly key: string
  readonly label: string
  readonly value: number
  /** What stands at the bar, and in the table, instead of the bare number: `12 (40 %)`. */
  readonly text?: string
  /** A bar that means something by itself: what is right, what is wrong, what nobody chose. A word in `label` says so, too. */
  readonly tone?: 'good' | 'bad' | 'muted'
}

interface Props {
  readonly title: string
  /** The title stands above the chart already: only screen readers hear it again. */
  readonly isTitled?: boolean
  readonly bars: readonly Bar[]
  /** The headings of the two columns of the table. */
  readonly labelHeading: string
  readonly valueHeading: string
  /** `rows`: long labels, a bar beside each. `columns`: steps of a scale, next to each other. */
  readonly shape?: 'rows' | 'columns'
  /** What a full bar stands for; without it, the longest one. */
  readonly max?: number
  /** A sentence below the title. */
  readonly note?: string
}

/** Bars with the numbers that they stand for. Who does not see the bars reads the table, which anybody can open. */
export function BarChart(props: Props) {
  const { title, isTitled = false, bars, labelHeading, valueHeading, shape = 'rows', max, note } = props
  const t = useText('shell')
  const id = useId()
  const full = Math.max(max ?? 0, ...bars.map(({ value }) => value)) || 1
  const textOf = ({ value, text }: Bar) => text ?? String(value)
  return (
    <figure className="sy-chart" aria-labelledby={id}>
      <figcaption {...(isTitled && { className: 'sy-visually-hidden' })}>
        <strong id={id}>{title}</strong>
        {note !== undefined && <small>{note}</small>}
      </figcaption>
      <div className="sy-chart-bars" data-shape={shape} aria-hidden="true">
        {bars.map((bar) => (
          <div key={bar.key} className="sy-chart-bar" data-tone={bar.tone}>
            <span className="sy-chart-label" title={bar.label}>
              {bar.label}
            </span>
            <span className="sy-chart-track">
              <span style={{ '--sy-bar': `${(100 * Math.max(0, bar.value)) / full}%` } as React.CSSProperties} />
            </span>
            <span className="sy-chart-value">{textOf(bar)}</span>
          </div>
        ))}
      </div>
      <details>
        <summary aria-describedby={id}>{t('chart.asTable')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{labelHeading}</th>
              <th scope="col">{valueHeading}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.key}>
                <th scope="row">{bar.label}</th>
                <td>{textOf(bar)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
