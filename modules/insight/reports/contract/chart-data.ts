/** What a report draws: its first group along, its figures beside each other. */
import type { Language } from '#kit/caller.ts'
import { cellValue, headingOf } from './cells.ts'
import type { ChartData } from './chart-option.ts'
import type { ChartKind } from './query.ts'
import type { ReportResult } from './shapes.ts'

const [pointsMax, seriesMax] = [60, 4]

interface Drawn {
  readonly kind: ChartKind | undefined
  readonly title: string
  readonly language: Language
  /** The column of the first order. */
  readonly sortedBy?: number | undefined
}

/** Nothing where the rows are no groups, or nothing of them is a figure. */
export function chartDataOf(
  { columns, rows, timeZone }: Pick<ReportResult, 'columns' | 'rows' | 'timeZone'>,
  { kind, title, language, sortedBy }: Drawn,
): ChartData | undefined {
  if (kind === undefined || kind === 'table') return undefined
  const label = columns.findIndex(({ aggregate }) => aggregate === null)
  const all = columns.flatMap(({ aggregate }, at) => (aggregate === null ? [] : [at]))
  // Figures of one kind share a scale: those like the one that the rows are sorted by, or like the first.
  const main = all.find((at) => at === sortedBy) ?? all[0]
  const type = main === undefined ? undefined : columns[main]?.type
  const figures = all.filter((at) => columns[at]?.type === type).slice(0, kind === 'pie' ? 1 : seriesMax)
  if (label < 0 || figures.length === 0) return undefined
  const shown = rows.slice(0, pointsMax)
  const textAt = (cells: (typeof rows)[number]['cells'], at: number) => {
    const [cell, column] = [cells[at] ?? null, columns[at]]
    return column ? cellValue(cell, column, timeZone) : ''
  }
  return {
    kind,
    labels: shown.map(({ cells }) => String(textAt(cells, label)) || '–'),
    series: figures.map((at) => ({
      name: columns[at] ? headingOf(columns[at], language) : '',
      values: shown.map(({ cells }) => Number(textAt(cells, at)) || 0),
    })),
    description: title,
  }
}
