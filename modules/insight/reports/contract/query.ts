/** What a report asks: a source, columns, rules, an order, a chart. Names of columns and operators are looked up, never taken over. */
import { type Static, type TSchema, Type } from 'typebox'
import { Body, OneOf } from '#kit/schema.ts'

export const columnTypes = [
  ...(['text', 'number', 'percent', 'duration', 'instant', 'day', 'member', 'organization', 'money', 'state'] as const),
] as const
export type ColumnType = (typeof columnTypes)[number]

export const aggregates = ['count', 'distinct', 'sum', 'average', 'least', 'greatest'] as const
export type Aggregate = (typeof aggregates)[number]
export const timeUnits = ['day', 'week', 'month'] as const
export type TimeUnit = (typeof timeUnits)[number]

const setOperators = ['in', 'notIn'] as const
const emptyOperators = ['empty', 'filled'] as const
const numberOperators = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', ...emptyOperators] as const
const timeOperators = [
  'on',
  'before',
  'after',
  'between',
  'lastDays',
  'thisMonth',
  'lastMonth',
  ...emptyOperators,
] as const

/** Which operators a type of columns has: the server compiles these and no others, the screen offers them. */
export const operatorsOf = {
  text: ['eq', 'ne', 'contains', 'lacks', 'starts', ...emptyOperators],
  number: numberOperators,
  percent: numberOperators,
  duration: numberOperators,
  money: numberOperators,
  day: timeOperators,
  instant: timeOperators,
  member: setOperators,
  /** `only`: without those below it. */
  organization: [...setOperators, 'only'],
  state: [...setOperators, ...emptyOperators],
} as const satisfies Readonly<Record<ColumnType, readonly string[]>>
export const operators = [
  ...['eq', 'ne', 'contains', 'lacks', 'starts', 'lt', 'le', 'gt', 'ge', 'between', 'on', 'before', 'after'],
  ...['lastDays', 'thisMonth', 'lastMonth', 'in', 'notIn', 'only', 'empty', 'filled'],
] as const

export const aggregatesOf: Readonly<Record<ColumnType, readonly Aggregate[]>> = {
  text: ['distinct'],
  state: ['distinct'],
  member: ['distinct'],
  organization: ['distinct'],
  number: ['sum', 'average', 'least', 'greatest'],
  money: ['sum', 'average', 'least', 'greatest'],
  duration: ['sum', 'average', 'least', 'greatest'],
  percent: ['average', 'least', 'greatest'],
  day: ['least', 'greatest', 'distinct'],
  instant: ['least', 'greatest'],
}

/** The column that counts rows. */
export const ROWS = 'rows'

export const limits = { columns: 20, rules: 50, values: 500, sorts: 3, limit: 10_000, preview: 100 } as const

const Key = Type.String({ minLength: 1, maxLength: 60 })
const Value = Type.Union([
  Type.Number({ minimum: -9e15, maximum: 9e15 }),
  Type.String({ maxLength: 200 }),
  Type.Array(Type.String({ maxLength: 200 }), { maxItems: limits.values }),
  Type.Array(Type.Number({ minimum: -9e15, maximum: 9e15 }), { maxItems: 2 }),
])

export const Rule = Body({
  column: Key,
  operator: Type.String({ minLength: 1, maxLength: 20 }),
  value: Type.Optional(Value),
})
export type Rule = Static<typeof Rule>

const match = Type.Optional(OneOf(['all', 'any'] as const))
const group = <T extends TSchema>(one: T) => Body({ match, rules: Type.Array(one, { maxItems: limits.rules }) })
const Inner = group(Rule)
const Middle = group(Type.Union([Rule, Inner]))
/** Rules that all hold, or of which any holds, three levels deep. */
export const RuleTree = group(Type.Union([Rule, Middle]))
export type RuleTree = Static<typeof RuleTree>
export type RuleNode = Rule | { readonly match?: 'all' | 'any'; readonly rules: readonly RuleNode[] }

export const ReportColumnChoice = Body({
  column: Key,
  /** With any of these in the report, the other columns are what the rows are grouped by. */
  aggregate: Type.Optional(OneOf(aggregates)),
  /** Of days and instants in groups. */
  unit: Type.Optional(OneOf(timeUnits)),
})
export type ReportColumnChoice = Static<typeof ReportColumnChoice>

export const chartKinds = ['table', 'bar', 'line', 'pie'] as const
export type ChartKind = (typeof chartKinds)[number]

export const ReportQuery = Body({
  source: Key,
  columns: Type.Array(ReportColumnChoice, { minItems: 1, maxItems: limits.columns }),
  filter: Type.Optional(RuleTree),
  sort: Type.Optional(
    Type.Array(
      Body({
        at: Type.Integer({ minimum: 0, maximum: limits.columns - 1 }),
        descending: Type.Optional(Type.Boolean()),
      }),
      { maxItems: limits.sorts },
    ),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.limit })),
  chart: Type.Optional(OneOf(chartKinds)),
})
export type ReportQuery = Static<typeof ReportQuery>
