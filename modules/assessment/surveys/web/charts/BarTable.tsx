import './charts.css'
import type { CSSProperties } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { percentOf } from './shares.ts'

export interface BarRow {
  readonly key: string
  readonly label: string
  readonly count: number
  /** Where the rows have different ones: how many could have chosen this. */
  readonly base?: number
  /** In place of the count. */
  readonly value?: string
}

interface Props {
  /** What is counted, for screen readers. */
  readonly caption: string
  readonly rowsLabel: string
  readonly rows: readonly BarRow[]
  /** How many answered: what a full bar is. */
  readonly base: number
  /** Left out where the bars compare something else than shares. */
  readonly hasShares?: boolean
}

/** A chart that is its own table of figures: each row has its bar, its count and its share. */
export function BarTable({ caption, rowsLabel, rows, base, hasShares = true }: Props) {
  const t = useText('surveys')
  return (
    <table className="sv-bars">
      <caption className="sy-visually-hidden">{caption}</caption>
      <thead className="sy-visually-hidden">
        <tr>
          <th scope="col">{rowsLabel}</th>
          <th scope="col">{t('report.count')}</th>
          {hasShares && <th scope="col">{t('report.share')}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, count, base: own = base, value }) => {
          const percent = percentOf(count, own)
          return (
            <tr key={key} style={{ '--sv-share': `${percent}%` } as CSSProperties}>
              <th scope="row">{label}</th>
              <td className="sy-number">{value ?? count}</td>
              {hasShares && <td className="sy-number">{percent}%</td>}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
