import './reports.css'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { type ChartData, type ChartLook, chartOption } from '../../contract/chart-option.ts'

interface Props {
  readonly data: ChartData
  /** The chart as the server has drawn it, until the browser draws it. */
  readonly picture?: string
}

/** The colors of the theme that the page has now. */
function lookNow(): ChartLook {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string) => style.getPropertyValue(`--sy-${name}`).trim()
  return {
    ...{ ink: of('ink'), faint: of('ink-faint'), line: of('line'), font: getComputedStyle(document.body).fontFamily },
    series: [of('accent'), of('cinnabar'), of('success'), of('warning'), of('ink-faint')],
  }
}

/** Draws what stands in `place`, again with its size and with the theme. */
function useDrawing(data: ChartData, isShown: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || !isShown) return
    let close: (() => void) | undefined
    let isOver = false
    void import('./draw.ts').then(({ begin }) => {
      if (isOver) return
      const chart = begin(element)
      const draw = () => chart.setOption(chartOption(data, lookNow()), { notMerge: true })
      draw()
      setDrawn(true)
      const sizes = new ResizeObserver(() => chart.resize())
      sizes.observe(element)
      const theme = new MutationObserver(draw)
      theme.observe(document.documentElement, { attributes: true })
      close = () => {
        sizes.disconnect()
        theme.disconnect()
        chart.dispose()
      }
    })
    return () => {
      isOver = true
      setDrawn(false)
      close?.()
    }
  }, [data, isShown])
  return { place, isDrawn }
}

/** A chart, with its numbers as a table behind the other choice. */
export function Chart({ data, picture }: Props) {
  const t = useText('reports')
  const [shown, setShown] = useState<'chart' | 'table'>('chart')
  const { place, isDrawn } = useDrawing(data, shown === 'chart')
  return (
    <figure className="rp-chart" aria-label={data.description}>
      <Choice
        label={t('chart.as')}
        value={shown}
        options={[
          { value: 'chart' as const, label: t('chart.chart') },
          { value: 'table' as const, label: t('chart.table') },
        ]}
        onChange={setShown}
      />
      {shown === 'chart' ? (
        <>
          {picture !== undefined && !isDrawn && (
            <img
              className="rp-drawing"
              alt={data.description}
              src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
            />
          )}
          <div
            className="rp-drawing"
            data-behind={picture !== undefined && !isDrawn}
            ref={place}
            role="img"
            aria-label={data.description}
          />
        </>
      ) : (
        <ChartTable data={data} />
      )}
    </figure>
  )
}

function ChartTable({ data }: { readonly data: ChartData }) {
  const t = useText('reports')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section className="rp-numbers" tabIndex={0} aria-label={data.description}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('chart.label')}</th>
            {data.series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.labels.map((label, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and rows never move.
            <tr key={at}>
              <th scope="row">{label}</th>
              {data.series.map(({ name, values }) => (
                <td key={name}>{values[at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
