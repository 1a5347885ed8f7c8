import './community.css'
import { useId } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { NumberText } from '#web/ui/NumberText.tsx'

interface Point {
  readonly day: string
  readonly value: number
}

interface Props {
  readonly title: string
  readonly points: readonly Point[]
  /** What is lost stands in another color. */
  readonly tone?: 'bad'
  /** What a column stands for; a day where nothing is said. */
  readonly by?: 'day' | 'month'
  /** Beside the title, where the sum of the columns says nothing: how many there are today. */
  readonly today?: number
}

const width = 300
const height = 64

/** One figure by day or month, as small columns. Who does not see them hears the sum and the best day; the numbers are in a table. */
export function DayChart({ title, points, tone, by = 'day', today }: Props) {
  const t = useText('community')
  const shell = useText('shell')
  const id = useId()
  const total = points.reduce((sum, { value }) => sum + value, 0)
  const most = Math.max(0, ...points.map(({ value }) => value))
  const step = width / Math.max(1, points.length)
  const heightOf = (value: number) => (value / Math.max(1, most)) * (height - 2)
  return (
    <figure className="sy-box cm-chart" data-tone={tone} aria-labelledby={id}>
      <figcaption className="sy-row sy-gap-2">
        <strong id={id}>{title}</strong>
        <NumberText value={today ?? total} />
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t(`analysis.chartOf.${today === undefined ? by : 'level'}`, { title, total: today ?? total, most })}
      >
        <path className="cm-chart-line" d={`M0 ${height - 0.5}H${width}`} vectorEffect="non-scaling-stroke" />
        {points.map(({ day, value }, at) => (
          <rect
            key={day}
            x={at * step + step * 0.15}
            width={step * 0.7}
            y={height - heightOf(value)}
            height={heightOf(value)}
          >
            <title>{`${day}: ${value}`}</title>
          </rect>
        ))}
      </svg>
      <div className="sy-note-tiny cm-chart-axis" aria-hidden="true">
        <span>{points[0]?.day}</span>
        <span>{points.at(-1)?.day}</span>
      </div>
      <details>
        <summary aria-describedby={id}>{shell('chart.asTable')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(`analysis.${by}`)}</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ day, value }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
