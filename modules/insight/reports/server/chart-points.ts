/** What a report draws: its first group by its first figure. */
import type { SheetRow } from '#server/spreadsheet/sheet-row.ts'
import type { ResultColumn } from '../contract/shapes.ts'

export interface ChartPoint {
  readonly label: string
  readonly value: number
}

const pointsMax = 20

/** None where nothing is grouped, or nothing is counted. */
export function chartPoints(columns: readonly ResultColumn[], rows: readonly SheetRow[]): ChartPoint[] {
  const [label, value] = [
    columns.findIndex((one) => one.aggregate === null),
    columns.findIndex((one) => one.aggregate !== null),
  ]
  if (label < 0 || value < 0) return []
  return rows.slice(0, pointsMax).map((row) => ({ label: String(row[label] ?? ''), value: Number(row[value]) || 0 }))
}
