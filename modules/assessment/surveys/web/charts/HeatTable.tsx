import './charts.css'
import type { CSSProperties } from 'react'
import { percentOf, strengthOf } from './shares.ts'

interface Line {
  readonly key: string
  readonly label: string
}

interface Props {
  readonly caption: string
  readonly corner: string
  readonly rows: readonly (Line & { readonly base: number | null })[]
  readonly columns: readonly Line[]
  /** Null, and a `base` of null: not shown, for it would tell of too few. */
  readonly countOf: (rowKey: string, columnKey: string) => number | null
  /** A last column: an average, for instance. */
  readonly end?: { readonly title: string; readonly of: (rowKey: string) => string }
}

/** Rows by columns: share and count in each cell, the more the darker. */
export function HeatTable({ caption, corner, rows, columns, countOf, end }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by the keyboard.
    <section className="sv-heat" aria-label={caption} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            {end && <th scope="col">{end.title}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key: row, label, base }) => (
            <tr key={row}>
              <th scope="row">
                {label} <small>{base}</small>
              </th>
              {columns.map(({ key }) => {
                const count = countOf(row, key)
                if (count === null)
                  return (
                    <td key={key} className="sv-heat-hidden">
                      —
                    </td>
                  )
                if (base === null) return <td key={key}>{count}</td>
                const strength = strengthOf(count, base)
                return (
                  <td key={key} style={{ '--sv-strength': `${Math.round(strength * 55)}%` } as CSSProperties}>
                    {percentOf(count, base)}% <small>{count}</small>
                  </td>
                )
              })}
              {end && <td className="sv-heat-end">{end.of(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
