/** The report of a share account as a file, in the language of whoever asks. */
import type { Context, StreamAnswer } from '#server/module.ts'
import { type SheetFormat, sheetAnswer } from '#server/spreadsheet/answer.ts'
import { moduleText } from '#server/texts.ts'
import type { CommunityDb } from './db.ts'
import { accountReport } from './figures.ts'

const columns = ['month', 'attentionNum', 'won', 'lost', 'visits', 'reads', 'praise', 'contents'] as const

interface ExportQuery {
  readonly id: string
  readonly months?: number
  readonly format?: SheetFormat
}

export async function exportReport(
  db: CommunityDb,
  { format = 'csv', ...query }: ExportQuery,
  { caller, language, now }: Context,
): Promise<StreamAnswer> {
  const text = (key: string) => moduleText('community', key, language) ?? key
  const { name, items } = await accountReport(db, caller, query, now)
  const heading = columns.map((column) => text(`analysis.${column}`))
  const rows = items.map((item) => columns.map((column) => item[column]))
  return sheetAnswer(`${name} ${text('analysis.report')}`, [heading, ...rows], { format, plainName: 'account-report' })
}
