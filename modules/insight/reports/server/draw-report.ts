/** A report as a PDF, drawn in a thread of its own. */
import type { Language } from '#kit/caller.ts'
import { documentThread } from '#server/pdf/document-thread.ts'
import type { SheetRow } from '#server/spreadsheet/sheet-row.ts'
import type { ResultColumn } from '../contract/shapes.ts'
import { chartPoints } from './chart-points.ts'
import type { PrintedReport } from './pdf/document.ts'

const print = documentThread<PrintedReport>(new URL('./pdf/worker.ts', import.meta.url))

interface Drawing {
  readonly name: string
  readonly rows: AsyncIterable<SheetRow>
  readonly columns: readonly ResultColumn[]
  /** The rows are groups, and are drawn as bars above the table. */
  readonly hasChart: boolean
  readonly language: Language
  readonly now: number
  readonly timeZone: string
}

const texts = {
  cn: { made: '生成时间', page: '第 {at} 页，共 {of} 页' },
  en: { made: 'Made', page: 'Page {at} of {of}' },
} as const
const numeric = new Set(['number', 'percent', 'duration', 'money'])

export async function drawReport({ name, rows, columns, hasChart, language, now, timeZone }: Drawing): Promise<Buffer> {
  const all: SheetRow[] = []
  for await (const row of rows) all.push(row)
  const [heading = [], ...body] = all
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return print({
    title: name,
    subtitle: `${texts[language].made} ${format.format(now)} (${timeZone})`,
    pageText: texts[language].page,
    heading: heading.map(String),
    rows: body.map((row) => row.map(String)),
    isNumber: columns.map(({ type }) => numeric.has(type)),
    bars: hasChart ? chartPoints(columns, body) : [],
  })
}
