/** What a report draws: its first group along, its figures beside each other. */
import type { Language } from '#kit/caller.ts'
import { cellValue, headingOf } from './cells.ts'
import type { ChartData } from './chart-option.ts'
import type { ChartKind } from './query.ts'
import type { ReportResult } from './shapes.ts'

const [pointsMax, seriesMax] = [60, 4]

/** Nothing where the rows are no groups, or nothing of them is a figure. */
export function chartDataOf(
  { columns, rows, timeZone }: Pick<ReportResult, 'columns' | 'rows' | 'timeZone'>,
  { kind, title, language }: { kind: ChartKind | undefined; title: string; language: Language },
): ChartData | undefined {
  if (kind === undefined || kind === 'table') return undefined
  const label = columns.findIndex(({ aggregate }) => aggregate === null)
  const figures = columns
    .flatMap(({ aggregate }, at) => (aggregate === null ? [] : [at]))
    .slice(0, kind === 'pie' ? 1 : seriesMax)
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
