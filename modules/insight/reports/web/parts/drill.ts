/** The rows behind a group of a report: the same rules, and those that make the group. */
import { limits, type ReportQuery, type Rule, type RuleTree } from '../../contract/query.ts'
import type { ReportResult, ResultColumn, ResultRow, SourceInfo } from '../../contract/shapes.ts'

const columnsShown = 9
const dayMs = 86_400_000

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** The last day of the week or month that begins with this day. */
function lastDayOf(day: string, unit: ResultColumn['unit']): string {
  if (unit === 'week') return addDays(day, 6)
  if (unit !== 'month') return day
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

function ruleOf({ column, type, unit }: ResultColumn, cell: ResultRow['cells'][number]): Rule {
  if (cell === null || (typeof cell === 'object' && cell.id === null)) return { column, operator: 'empty' }
  if (typeof cell === 'object')
    return { column, operator: type === 'organization' ? 'only' : 'in', value: [cell.id ?? ''] }
  if (type === 'state') return { column, operator: 'in', value: [String(cell)] }
  if (type === 'day') return { column, operator: 'between', value: [String(cell), lastDayOf(String(cell), unit)] }
  return { column, operator: 'eq', value: cell }
}

const isAll = (tree: RuleTree) => tree.match !== 'any'

/** Undefined where the rules would become too deep for a report. */
export function drillQuery(
  query: ReportQuery,
  source: SourceInfo,
  columns: ReportResult['columns'],
  row: ResultRow,
): ReportQuery | undefined {
  const rules = columns.flatMap((column, at) =>
    column.aggregate === null ? [ruleOf(column, row.cells[at] ?? null)] : [],
  )
  const { filter } = query
  const isDeep = filter?.rules.some((one) => 'rules' in one && one.rules.some((inner) => 'rules' in inner))
  if (filter && !isAll(filter) && isDeep) return undefined
  const kept = filter === undefined ? [] : isAll(filter) ? filter.rules : [filter as RuleTree['rules'][number]]
  if (kept.length + rules.length > limits.rules) return undefined
  return {
    source: query.source,
    columns: source.columns.slice(0, columnsShown).map(({ key }) => ({ column: key })),
    filter: { match: 'all', rules: [...kept, ...rules] },
  }
}
