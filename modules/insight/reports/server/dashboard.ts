/** The dashboard: reports that everybody knows, each read by itself, so that a slow one takes no other along. */
import { coversCompany } from '#kit/caller.ts'
import type { Input, Output } from '#kit/contract.ts'
import { Refusal } from '#kit/errors.ts'
import { storedBytes } from '#modules/platform/files/server.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import { chartDataOf } from '../contract/chart-data.ts'
import { PREVIEW_TOO_SLOW, SOURCE_CLOSED } from '../contract/codes.ts'
import type { DashboardFigure, DashboardPanel } from '../contract/dashboard.ts'
import type { ReportQuery } from '../contract/query.ts'
import type { ReportResult } from '../contract/shapes.ts'
import type { reports } from '../contract.ts'
import type { ReportsDb } from './db.ts'
import { drawChart } from './draw-chart.ts'
import { previewReport } from './preview.ts'

type Answer = Output<(typeof reports)['dashboard']>

const lastDays = (column: string, value: number) => ({ rules: [{ column, operator: 'lastDays', value }] })

const panelsOf = (days: number): readonly { key: DashboardPanel['key']; query: ReportQuery }[] => [
  {
    key: 'days',
    query: {
      source: 'study-time',
      columns: [
        { column: 'day', ...(days > 30 && { unit: 'week' as const }) },
        { column: 'member', aggregate: 'distinct' },
        { column: 'study_seconds', aggregate: 'sum' },
      ],
      ...{ filter: lastDays('day', days), sort: [{ at: 0 }], chart: 'line' },
    },
  },
  {
    key: 'organizations',
    query: {
      source: 'study-time',
      columns: [
        { column: 'organization' },
        { column: 'study_seconds', aggregate: 'sum' },
        { column: 'member', aggregate: 'distinct' },
      ],
      ...{ filter: lastDays('day', days), sort: [{ at: 1, descending: true }], limit: 12, chart: 'bar' },
    },
  },
  {
    key: 'courses',
    query: {
      source: 'course-study',
      columns: [{ column: 'course' }, { column: 'rows', aggregate: 'count' }, { column: 'finished', aggregate: 'sum' }],
      ...{ filter: lastDays('registered_at', days), sort: [{ at: 1, descending: true }], limit: 12, chart: 'bar' },
    },
  },
]

const figuresOf = (days: number): readonly { key: DashboardFigure['key']; query: ReportQuery; factor?: number }[] => [
  {
    key: 'learners',
    query: { source: 'study-time', columns: [{ column: 'member', aggregate: 'distinct' }], filter: lastDays('day', 1) },
  },
  {
    ...{ key: 'hours', factor: 3600 },
    query: {
      source: 'study-time',
      columns: [{ column: 'study_seconds', aggregate: 'sum' }],
      filter: lastDays('day', days),
    },
  },
  {
    key: 'completion',
    query: {
      source: 'course-study',
      columns: [{ column: 'completion', aggregate: 'average' }],
      filter: lastDays('registered_at', days),
    },
  },
  { key: 'overdue', query: { source: 'learning-tasks', columns: [{ column: 'overdue', aggregate: 'sum' }] } },
]

/** Null where it takes too long, or is not open to the caller. */
async function read(db: ReportsDb, query: ReportQuery, context: Context): Promise<ReportResult | null> {
  try {
    return await inTransaction(db, (transaction) => previewReport(transaction, query, context))
  } catch (error) {
    const passed: readonly number[] = [PREVIEW_TOO_SLOW.code, SOURCE_CLOSED.code]
    if (error instanceof Refusal && passed.includes(error.error.code)) return null
    throw error
  }
}

export async function readDashboard(
  db: ReportsDb,
  { days, theme }: Input<(typeof reports)['dashboard']>['query'],
  context: Context,
): Promise<Answer> {
  const { caller, language } = context
  const figures: DashboardFigure[] = []
  for (const { key, query, factor = 1 } of figuresOf(Number(days))) {
    const result = await read(db, query, context)
    figures.push({ key, value: result && Math.round((100 * Number(result.rows[0]?.cells[0] ?? 0)) / factor) / 100 })
  }
  // What the company stores belongs to no organization.
  if (coversCompany(caller, 'task.manage'))
    figures.push({ key: 'storage', value: await storedBytes(db, caller.companyId) })
  const panels: DashboardPanel[] = []
  for (const { key, query } of panelsOf(Number(days))) {
    const result = await read(db, query, context)
    const sortedBy = query.sort?.[0]?.at
    const data = result && chartDataOf(result, { kind: query.chart, title: key, language, sortedBy })
    panels.push({ key, query, result, picture: data && data.labels.length > 0 ? drawChart(data, theme) : '' })
  }
  return { figures, panels }
}
