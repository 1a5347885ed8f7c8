/** The rules of a report as conditions of SQL. Every value is a parameter; every operator and column is looked up here. */
import { type RawBuilder, sql } from 'kysely'
import { isCalendarDay } from '#kit/days.ts'
import { type Refusal, refuse } from '#kit/errors.ts'
import { idPattern } from '#kit/schema.ts'
import { organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { contains } from '#server/db/search.ts'
import { QUERY_INCORRECT } from '../contract/codes.ts'
import { type ColumnType, limits, operatorsOf, type Rule, type RuleNode } from '../contract/query.ts'
import type { KnownColumn } from './sources.ts'

export interface RuleContext {
  readonly columnOf: (key: string) => KnownColumn
  /** The value of a column, without its name. */
  readonly columnSql: (column: KnownColumn) => RawBuilder<unknown>
  /** The first moment of a day of the company, in milliseconds; `day` is of the type date. */
  readonly startOf: (day: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The day that it is for the company. */
  readonly today: RawBuilder<unknown>
}

type Value = Rule['value']
type Condition = RawBuilder<boolean>

/** A report that cannot be: which part, and why. */
export function incorrect(at: string, reason: string): Refusal {
  return refuse(QUERY_INCORRECT, { at, reason })
}

const wrongValue = (rule: Rule) => incorrect(rule.column, 'value')

function textOf(rule: Rule): string {
  if (typeof rule.value !== 'string' || rule.value.includes('\0')) throw wrongValue(rule)
  return rule.value
}

function numberOf(rule: Rule, value: Value): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrongValue(rule)
  return value
}

function textsOf(rule: Rule): readonly string[] {
  const { value } = rule
  if (!Array.isArray(value)) throw wrongValue(rule)
  const texts = value.filter((one) => typeof one === 'string' && !one.includes('\0')) as string[]
  if (texts.length !== value.length) throw wrongValue(rule)
  return texts
}

function idsOf(rule: Rule): readonly string[] {
  const ids = textsOf(rule)
  if (!ids.every((id) => idPattern.test(id))) throw wrongValue(rule)
  return ids
}

function dayOf(rule: Rule, day: unknown): RawBuilder<unknown> {
  if (typeof day !== 'string' || !isCalendarDay(day)) throw wrongValue(rule)
  return sql`${day}::date`
}

function pairOf<T>(rule: Rule): readonly [T, T] {
  const { value } = rule
  if (!Array.isArray(value) || value.length !== 2) throw wrongValue(rule)
  return value as unknown as readonly [T, T]
}

type Compile = (value: RawBuilder<unknown>, rule: Rule, context: RuleContext) => Condition

const empty: Compile = (value) => sql`${value} is null`
const filled: Compile = (value) => sql`${value} is not null`

const text: Readonly<Record<(typeof operatorsOf)['text'][number], Compile>> = {
  eq: (value, rule) => sql`${value} = ${textOf(rule)}::text`,
  ne: (value, rule) => sql`${value} is distinct from ${textOf(rule)}::text`,
  contains: (value, rule) => sql`${value} ilike ${contains(textOf(rule))}::text`,
  lacks: (value, rule) => sql`coalesce(${value}, '') not ilike ${contains(textOf(rule))}::text`,
  starts: (value, rule) => sql`starts_with(lower(${value}), lower(${textOf(rule)}::text))`,
  empty: (value) => sql`coalesce(${value}, '') = ''`,
  filled: (value) => sql`coalesce(${value}, '') <> ''`,
}

const number: Readonly<Record<(typeof operatorsOf)['number'][number], Compile>> = {
  eq: (value, rule) => sql`${value} = ${numberOf(rule, rule.value)}::float8`,
  ne: (value, rule) => sql`${value} is distinct from ${numberOf(rule, rule.value)}::float8`,
  lt: (value, rule) => sql`${value} < ${numberOf(rule, rule.value)}::float8`,
  le: (value, rule) => sql`${value} <= ${numberOf(rule, rule.value)}::float8`,
  gt: (value, rule) => sql`${value} > ${numberOf(rule, rule.value)}::float8`,
  ge: (value, rule) => sql`${value} >= ${numberOf(rule, rule.value)}::float8`,
  between(value, rule) {
    const [from, until] = pairOf<number>(rule)
    return sql`${value} between ${numberOf(rule, from)}::float8 and ${numberOf(rule, until)}::float8`
  },
  empty,
  filled,
}

interface Days {
  /** The first day, and the day after the last; null: no bound. */
  readonly from: RawBuilder<unknown> | null
  readonly until: RawBuilder<unknown> | null
}

const daysMax = 3660

function daysOf(rule: Rule, { today }: RuleContext): Days {
  const next = (day: RawBuilder<unknown>) => sql`(${day} + 1)`
  const month = (shift: number) =>
    sql`(date_trunc('month', ${today}::timestamp) + ${shift}::int * interval '1 month')::date`
  switch (rule.operator as (typeof operatorsOf)['day'][number]) {
    case 'on':
      return { from: dayOf(rule, rule.value), until: next(dayOf(rule, rule.value)) }
    case 'before':
      return { from: null, until: dayOf(rule, rule.value) }
    case 'after':
      return { from: next(dayOf(rule, rule.value)), until: null }
    case 'between': {
      const [from, until] = pairOf<string>(rule)
      return { from: dayOf(rule, from), until: next(dayOf(rule, until)) }
    }
    case 'lastDays': {
      const days = numberOf(rule, rule.value)
      if (!Number.isInteger(days) || days < 1 || days > daysMax) throw wrongValue(rule)
      return { from: sql`(${today} - ${days - 1}::int)`, until: next(today) }
    }
    case 'thisMonth':
      return { from: month(0), until: month(1) }
    default:
      return { from: month(-1), until: month(0) }
  }
}

function timeCondition(value: RawBuilder<unknown>, rule: Rule, context: RuleContext, isInstant: boolean): Condition {
  if (rule.operator === 'empty') return empty(value, rule, context)
  if (rule.operator === 'filled') return filled(value, rule, context)
  const { from, until } = daysOf(rule, context)
  const bound = (day: RawBuilder<unknown>) => (isInstant ? context.startOf(day) : day)
  const conditions = [
    ...(from ? [sql`${value} >= ${bound(from)}`] : []),
    ...(until ? [sql`${value} < ${bound(until)}`] : []),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

function stateCondition(value: RawBuilder<unknown>, rule: Rule, column: KnownColumn, context: RuleContext): Condition {
  if (rule.operator === 'empty') return empty(value, rule, context)
  if (rule.operator === 'filled') return filled(value, rule, context)
  const codes = textsOf(rule)
  if (!codes.every((code) => Object.hasOwn(column.states ?? {}, code))) throw wrongValue(rule)
  const found = sql<boolean>`coalesce(${value} = any(${codes}::text[]), false)`
  return rule.operator === 'in' ? found : sql<boolean>`not ${found}`
}

const numeric: ReadonlySet<ColumnType> = new Set(['number', 'percent', 'duration', 'money'])

function ruleCondition(rule: Rule, context: RuleContext): Condition {
  const column = context.columnOf(rule.column)
  const known: readonly string[] = operatorsOf[column.type]
  if (!known.includes(rule.operator)) throw incorrect(rule.column, 'operator')
  const value = context.columnSql(column)
  if (column.type === 'text') return text[rule.operator as keyof typeof text](value, rule, context)
  if (numeric.has(column.type)) return number[rule.operator as keyof typeof number](value, rule, context)
  if (column.type === 'state') return stateCondition(value, rule, column, context)
  if (column.type === 'day' || column.type === 'instant')
    return timeCondition(value, rule, context, column.type === 'instant')
  const ids = idsOf(rule)
  if (rule.operator === 'only') return sql<boolean>`${value} = any(${ids}::uuid[])`
  const found =
    column.type === 'member'
      ? sql<boolean>`${value} = any(${ids}::uuid[])`
      : sql<boolean>`${value} in ${organizationsBelowSql(ids)}`
  return rule.operator === 'in' ? found : sql<boolean>`not (${found})`
}

/** The whole tree; none of `all` holds for every row, none of `any` as well: a group without rules says nothing. */
export function rulesSql(tree: RuleNode | undefined, context: RuleContext): Condition {
  let count = 0
  const compile = (node: RuleNode): Condition => {
    if (!('rules' in node)) {
      if (++count > limits.rules) throw incorrect('filter', 'tooMany')
      return ruleCondition(node, context)
    }
    const parts = node.rules.map(compile)
    if (parts.length === 0) return sql<boolean>`true`
    return sql<boolean>`(${sql.join(parts, node.match === 'any' ? sql` or ` : sql` and `)})`
  }
  return tree ? compile(tree) : sql<boolean>`true`
}
