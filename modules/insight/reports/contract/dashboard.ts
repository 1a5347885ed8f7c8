/** The dashboard of administrators: figures of today, and how they have changed. */
import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '#kit/schema.ts'
import { ReportQuery } from './query.ts'
import { ReportResult } from './shapes.ts'

export const spans = ['7', '30', '90'] as const

export const DashboardFigure = Type.Object({
  key: OneOf(['learners', 'hours', 'completion', 'overdue', 'storage'] as const),
  /** Learners and overdue tasks as numbers, hours as hours, completion as percent, storage as bytes; null: it took too long. */
  value: Nullable(Type.Number()),
})
export type DashboardFigure = Static<typeof DashboardFigure>

export const DashboardPanel = Type.Object({
  key: OneOf(['days', 'organizations', 'courses'] as const),
  /** What a builder opens with to look closer. */
  query: ReportQuery,
  /** Null: it took too long. */
  result: Nullable(ReportResult),
  /** The chart, drawn by the server; empty where there is nothing to draw. */
  picture: Type.String(),
})
export type DashboardPanel = Static<typeof DashboardPanel>

export const dashboardCalls = {
  dashboard: {
    method: 'GET',
    path: '/reports/dashboard',
    summary: 'Figures and charts of study, in the scope of the caller',
    access: 'signed-in',
    query: Type.Object({ days: OneOf(spans), theme: OneOf(['light', 'dark'] as const) }),
    response: Type.Object({ figures: Type.Array(DashboardFigure), panels: Type.Array(DashboardPanel) }),
    cacheSeconds: 60,
  },
} as const
