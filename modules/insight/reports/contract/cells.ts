/** How columns and cells of a report read, on the screen and in files alike. */
import type { Language } from '#kit/caller.ts'
import type { Aggregate, TimeUnit } from './query.ts'
import type { Cell, ResultColumn } from './shapes.ts'

const aggregateTexts: Readonly<Record<Language, Readonly<Record<Aggregate, string>>>> = {
  cn: { count: '数量', distinct: '去重数', sum: '合计', average: '平均', least: '最小', greatest: '最大' },
  en: { count: 'count', distinct: 'distinct', sum: 'total', average: 'average', least: 'lowest', greatest: 'highest' },
}
const unitTexts: Readonly<Record<Language, Readonly<Record<TimeUnit, string>>>> = {
  cn: { day: '按日', week: '按周', month: '按月' },
  en: { day: 'by day', week: 'by week', month: 'by month' },
}

/** `学习时长（小时） · 合计` */
export function headingOf(
  { column, label, type, aggregate, unit }: Omit<ResultColumn, 'states'>,
  language: Language,
): string {
  const measure = { duration: { cn: '（小时）', en: ' (hours)' }, percent: { cn: '（%）', en: ' (%)' } }
  const suffix = type === 'duration' || type === 'percent' ? measure[type][language] : ''
  const how = aggregate && column !== 'rows' ? ` · ${aggregateTexts[language][aggregate]}` : ''
  return `${label}${suffix}${how}${unit ? ` · ${unitTexts[language][unit]}` : ''}`
}

const hundredths = (value: number) => Math.round(value * 100) / 100

/** A number where it can be added up, otherwise a text. Instants are those of the company's zone. */
export function cellValue(cell: Cell, column: ResultColumn, timeZone: string): string | number {
  if (cell === null) return ''
  if (typeof cell === 'object') return cell.name
  switch (column.type) {
    case 'state':
      return column.states.find(({ value }) => value === cell)?.label ?? String(cell)
    case 'duration':
      return hundredths(Number(cell) / 3600)
    case 'money':
      return Number.isSafeInteger(Number(cell)) ? Number(cell) / 100 : String(cell)
    case 'instant':
      return instantTextOf(Number(cell), timeZone)
    default:
      return cell
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** `2026-11-21 09:05` */
function instantTextOf(instant: number, timeZone: string): string {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  formats.set(timeZone, format)
  return format.format(instant)
}
