/** A report as one statement of SQL, in the scope of a caller. What comes from outside are parameters; names are looked up. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import {
  contactsSql,
  directorySql,
  organizationsBelowSql,
  subordinatesSql,
  timeZoneSql,
} from '#modules/platform/identity/server.ts'
import {
  type Aggregate,
  aggregatesOf,
  type ReportColumnChoice,
  type ReportQuery,
  ROWS,
  type RuleNode,
} from '../contract/query.ts'
import type { Cell, ResultColumn } from '../contract/shapes.ts'
import { incorrect, type RuleContext, rulesSql } from './rules.ts'
import { columnsOf, getSource, grantedBy, type KnownColumn, type ReportSource, statesOf } from './sources.ts'

export interface CompiledReport {
  /** The statement without an end: `limit` may follow. */
  readonly statement: RawBuilder<Record<string, unknown>>
  readonly columns: readonly ResultColumn[]
  readonly isGrouped: boolean
  readonly limit: number | undefined
  readonly cellsOf: (row: Readonly<Record<string, unknown>>) => Cell[]
  readonly linkOf: (row: Readonly<Record<string, unknown>>) => string | null
}

interface Reader {
  readonly caller: Caller
  readonly language: Language
  readonly now: number
}

/** Whether the caller may see the rows of the member `p`. */
function scopeSql(caller: Caller, source: ReportSource): RawBuilder<boolean> {
  const granted = grantedBy(caller, source)
  if (granted.includes(caller.companyId)) return sql<boolean>`true`
  const parts = [sql`p.id = ${caller.memberId}`]
  if (granted.length > 0) parts.push(sql`p.organization_id in ${organizationsBelowSql(granted)}`)
  if (source.forSuperiors) parts.push(sql`p.id in ${subordinatesSql(caller.memberId)}`)
  return sql<boolean>`(${sql.join(parts, sql` or `)})`
}

function columnSql(column: KnownColumn): RawBuilder<unknown> {
  if (column.type === 'member') return sql`p.id`
  if (column.type === 'organization') return sql`p.organization_id`
  if (column.key === 'staff_number') return sql`k.staff_number`
  return sql`s.${sql.ref(column.key)}`
}

const rowsColumn: KnownColumn = { key: ROWS, label: { cn: '数量', en: 'Count' }, type: 'number', groupable: false }

const counted: ReadonlySet<Aggregate> = new Set(['count', 'distinct'])

function aggregateSql(aggregate: Aggregate, value: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (aggregate) {
    case 'count':
      return sql`count(*)`
    case 'distinct':
      return sql`count(distinct ${value})`
    case 'sum':
      return sql`sum(${value})`
    case 'average':
      return sql`avg(${value})`
    case 'least':
      return sql`min(${value})`
    case 'greatest':
      return sql`max(${value})`
  }
}

/** A chosen column: what it is in SQL, and what the answer says of it. */
interface Chosen {
  readonly value: RawBuilder<unknown>
  /** What it is ordered by: people and organizations by their names. */
  readonly order: RawBuilder<unknown>
  readonly name: RawBuilder<unknown> | undefined
  readonly isAggregate: boolean
  readonly column: ResultColumn
}

/** How a value travels: days as text, money as text, figures as numbers. */
function wireSql(type: ResultColumn['type'], value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (type === 'money') return sql`round(${value})::text`
  if (type === 'day') return sql`(${value})::date::text`
  if (type === 'number' || type === 'percent' || type === 'duration') return sql`round((${value})::numeric, 2)::float8`
  return value
}

function assertChoice(choice: ReportColumnChoice, known: KnownColumn, isGrouped: boolean): void {
  const { column, aggregate, unit } = choice
  if (aggregate && known !== rowsColumn && !aggregatesOf[known.type].includes(aggregate))
    throw incorrect(column, 'aggregate')
  if (known === rowsColumn && aggregate !== 'count') throw incorrect(column, 'aggregate')
  if (unit && (aggregate || (known.type !== 'day' && known.type !== 'instant'))) throw incorrect(column, 'unit')
  if (isGrouped && !aggregate && !known.groupable) throw incorrect(column, 'group')
}

export interface Compilation extends Reader {
  readonly query: ReportQuery
  readonly source: ReportSource
  readonly columnOf: (key: string) => KnownColumn
  readonly zone: RawBuilder<string>
  readonly isGrouped: boolean
}

function choose({ language, columnOf, zone, isGrouped }: Compilation, choice: ReportColumnChoice): Chosen {
  const { aggregate = null } = choice
  const known = choice.column === ROWS ? rowsColumn : columnOf(choice.column)
  assertChoice(choice, known, isGrouped)
  const isTime = known.type === 'day' || known.type === 'instant'
  // An instant stands in a group by its day.
  const unit = choice.unit ?? (isGrouped && !aggregate && known.type === 'instant' ? 'day' : null)
  const isNumber = aggregate !== null && counted.has(aggregate)
  const type = isNumber ? 'number' : isTime && unit ? 'day' : known.type
  const plain = known === rowsColumn ? sql`1` : columnSql(known)
  const local =
    known.type === 'instant' ? sql`(to_timestamp(${plain} / 1000.0) at time zone ${zone})` : sql`${plain}::timestamp`
  const value = aggregate
    ? aggregateSql(aggregate, plain)
    : unit
      ? sql`date_trunc(${sql.lit(unit)}, ${local})::date`
      : plain
  const isNamed = !aggregate && (known.type === 'member' || known.type === 'organization')
  const name = isNamed ? (known.type === 'member' ? sql`p.full_name` : sql`p.organization_name`) : undefined
  return {
    value,
    ...{ order: name ?? value, name, isAggregate: aggregate !== null },
    column: {
      ...{ column: choice.column, label: known.label[language], type, aggregate, unit },
      states: statesOf(known, language),
    },
  }
}

/** Columns that rules name, at any depth. */
function ruledColumns(node: RuleNode | undefined): string[] {
  if (!node) return []
  return 'rules' in node ? node.rules.flatMap(ruledColumns) : [node.column]
}

function neededBy(query: ReportQuery): ReadonlySet<string> {
  return new Set([...query.columns.map(({ column }) => column), ...ruledColumns(query.filter)])
}

function ruleContext({ columnOf, zone, now }: Compilation): RuleContext {
  return {
    ...{ columnOf, columnSql },
    startOf: (day) => sql`(extract(epoch from (${day})::timestamp at time zone ${zone}) * 1000)::bigint`,
    today: sql`(to_timestamp(${now}::bigint / 1000.0) at time zone ${zone})::date`,
  }
}

function fromSql(compilation: Compilation): RawBuilder<unknown> {
  const { caller, source, query, now } = compilation
  const { companyId } = caller
  const needs = neededBy(query)
  // A column and no parameter: what is grouped by and what is shown must be the same expression.
  const timeZone = timeZoneSql(companyId)
  const rows = sql`${source.rows({ companyId, now, timeZone, needs })} s cross join (select ${timeZone} as name) z`
  const rules = rulesSql(query.filter, ruleContext(compilation))
  if (source.scope === 'company') return sql`from ${rows} where ${rules}`
  const contacts = needs.has('staff_number') ? sql`join ${contactsSql(companyId)} k on k.id = p.id` : sql``
  return sql`from ${rows} join ${directorySql(companyId)} p on p.id = s.member_id ${contacts}
    where ${scopeSql(caller, source)} and ${rules}`
}

function orderSql(query: ReportQuery, chosen: readonly Chosen[], isGrouped: boolean): RawBuilder<unknown> {
  const sorted = (query.sort ?? []).map(({ at, descending }) => {
    const one = chosen[at]
    if (!one) throw incorrect(`sort.${at}`, 'column')
    return sql`${one.order} ${descending ? sql`desc nulls last` : sql`asc nulls last`}`
  })
  // What is equal stands in one order, so that the pages of a screen and of a file agree.
  const rest = chosen.filter(({ isAggregate }) => !isGrouped || !isAggregate).map(({ value }) => sql`${value}`)
  const all = [...sorted, ...rest]
  return all.length === 0 ? sql`` : sql`order by ${sql.join(all)}`
}

/** Refuses with 418001 what is no report, and with 418007 a source that is not open to the caller. */
export function compileReport(query: ReportQuery, reader: Reader): CompiledReport {
  const source = getSource(reader.caller, query.source)
  const known = new Map(columnsOf(source).map((column) => [column.key, column]))
  const columnOf = (key: string) => {
    const column = known.get(key)
    if (!column) throw incorrect(key, 'column')
    return column
  }
  const isGrouped = query.columns.some(({ aggregate }) => aggregate !== undefined)
  const zone = sql<string>`z.name`
  const compilation: Compilation = { ...reader, query, source, columnOf, zone, isGrouped }
  const chosen = query.columns.map((choice) => choose(compilation, choice))
  const selected = chosen.flatMap(({ value, name, column }, at) => [
    sql`${wireSql(column.type, value)} as ${sql.ref(`c${at}`)}`,
    ...(name ? [sql`${name} as ${sql.ref(`n${at}`)}`] : []),
  ])
  if (!isGrouped) selected.push(sql`s.evidence`)
  const groups = chosen.flatMap(({ value, name, isAggregate }) => (isAggregate ? [] : name ? [value, name] : [value]))
  const grouped = isGrouped && groups.length > 0 ? sql`group by ${sql.join(groups)}` : sql``
  return {
    statement: sql`select ${sql.join(selected)} ${fromSql(compilation)} ${grouped} ${orderSql(query, chosen, isGrouped)}`,
    columns: chosen.map(({ column }) => column),
    isGrouped,
    limit: query.limit,
    cellsOf: (row) =>
      chosen.map(({ name }, at): Cell => {
        const value = (row[`c${at}`] ?? null) as Cell
        return name ? { id: value as string | null, name: String(row[`n${at}`] ?? '') } : value
      }),
    linkOf: (row) => (isGrouped ? null : ((row.evidence ?? null) as string | null)),
  }
}
