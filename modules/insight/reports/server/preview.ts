/** The first rows of a report for a screen: read only, planned for its values, and given up after some seconds. */
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { getTimeZone } from '#modules/platform/identity/server.ts'
import type { Context } from '#server/module.ts'
import { PREVIEW_TOO_SLOW } from '../contract/codes.ts'
import { limits, type ReportQuery } from '../contract/query.ts'
import type { ReportResult } from '../contract/shapes.ts'
import { compileReport } from './compile.ts'
import type { ReportsDb } from './db.ts'

const previewSeconds = 5
const canceled = '57014'

/** Settings of the transaction: nothing is written from here on. */
export async function readingOnly(db: ReportsDb, seconds: number): Promise<void> {
  await sql`select set_config('transaction_read_only', 'on', true),
    set_config('statement_timeout', ${String(seconds * 1000)}, true),
    set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(db)
}

export async function previewReport(
  db: ReportsDb,
  query: ReportQuery,
  { caller, language, now }: Pick<Context, 'caller' | 'language' | 'now'>,
): Promise<ReportResult> {
  const report = compileReport(query, { caller, language, now })
  const timeZone = await getTimeZone(db, caller.companyId)
  const shown = Math.min(report.limit ?? limits.preview, limits.preview)
  await readingOnly(db, previewSeconds)
  try {
    const { rows } = await sql<Record<string, unknown>>`${report.statement} limit ${shown + 1}`.execute(db)
    const isMore = rows.length > shown && shown !== report.limit
    return {
      columns: [...report.columns],
      rows: rows.slice(0, shown).map((row) => ({ cells: report.cellsOf(row), link: report.linkOf(row) })),
      ...{ isGrouped: report.isGrouped, isMore, timeZone },
    }
  } catch (error) {
    if ((error as { code?: string }).code === canceled) throw refuse(PREVIEW_TOO_SLOW, { seconds: previewSeconds })
    throw error
  }
}
