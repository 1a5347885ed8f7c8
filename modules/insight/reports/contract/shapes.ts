/** What the calls of reports answer. */
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf } from '#kit/schema.ts'
import { aggregates, columnTypes, ReportQuery, timeUnits } from './query.ts'

export const ReportColumn = Type.Object({
  key: Type.String(),
  label: Type.String(),
  type: OneOf(columnTypes),
  groupable: Type.Boolean(),
  /** What the codes of a state mean. */
  states: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
})
export type ReportColumn = Static<typeof ReportColumn>

export const SourceInfo = Type.Object({
  key: Type.String(),
  label: Type.String(),
  hint: Type.String(),
  /** Whose rows there are: the caller's own alone, those of some members, or those of the whole company. */
  scope: OneOf(['own', 'members', 'company'] as const),
  columns: Type.Array(ReportColumn),
})
export type SourceInfo = Static<typeof SourceInfo>

export const Cell = Type.Union([
  Type.Number(),
  Type.String(),
  Type.Object({ id: Nullable(Id), name: Type.String() }),
  Type.Null(),
])
export type Cell = Static<typeof Cell>

export const ResultColumn = Type.Object({
  column: Type.String(),
  label: Type.String(),
  type: OneOf(columnTypes),
  aggregate: Nullable(OneOf(aggregates)),
  unit: Nullable(OneOf(timeUnits)),
  states: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
})
export type ResultColumn = Static<typeof ResultColumn>

export const ResultRow = Type.Object({
  cells: Type.Array(Cell),
  /** The page of the evidence; null where a row stands for several. */
  link: Nullable(Type.String()),
})
export type ResultRow = Static<typeof ResultRow>

export const ReportResult = Type.Object({
  columns: Type.Array(ResultColumn),
  rows: Type.Array(ResultRow),
  isGrouped: Type.Boolean(),
  /** There are more rows than these. */
  isMore: Type.Boolean(),
  timeZone: Type.String(),
})
export type ReportResult = Static<typeof ReportResult>

export const audiences = ['owner', 'chosen', 'company'] as const

export const ViewItem = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  source: Type.String(),
  sourceLabel: Type.String(),
  chart: Type.String(),
  owner: Type.Object({ id: Id, fullName: Type.String() }),
  audience: OneOf(audiences),
  isOwn: Type.Boolean(),
  revision: Type.Integer(),
  scheduleCount: Type.Integer(),
  updatedAt: Instant,
})
export type ViewItem = Static<typeof ViewItem>

export const ViewDetails = Type.Object({
  ...ViewItem.properties,
  query: ReportQuery,
  organizationIds: Type.Array(Id),
  memberIds: Type.Array(Id),
  /** Whether the caller may share it with others. */
  canShare: Type.Boolean(),
})
export type ViewDetails = Static<typeof ViewDetails>

export const formats = ['xlsx', 'csv', 'pdf'] as const
export type Format = (typeof formats)[number]

const runStates = ['waiting', 'ready', 'failed', 'expired'] as const
export const ReportRun = Type.Object({
  id: Id,
  name: Type.String(),
  format: OneOf(formats),
  state: OneOf(runStates),
  rowCount: Type.Integer(),
  sizeBytes: Nullable(Type.Integer()),
  createdAt: Instant,
  expiresAt: Nullable(Instant),
})
export type ReportRun = Static<typeof ReportRun>
