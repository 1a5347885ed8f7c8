/** The maps of docs/spec/maps.tsv, and the requirements that ask for them. */
import type { RequirementId } from '#test/proves.ts'
import { readTable, requirementsThatQuote } from './tables.ts'

export interface MapRow {
  readonly map: string
  readonly value: string
  readonly label_cn: string
  readonly label_en: string
}

/** Maps whose values the table does not give, and what was decided (docs/decisions/0160-invoices.md). */
const decided: Readonly<Record<string, readonly Omit<MapRow, 'map'>[]>> = {
  'billing-type': [
    { value: 'details', label_en: 'order details', label_cn: '订单明细' },
    { value: 'training', label_en: 'training fee', label_cn: '培训费' },
    { value: 'information', label_en: 'information service fee', label_cn: '信息服务费' },
    { value: 'materials', label_en: 'learning materials', label_cn: '教材资料费' },
    { value: 'conference', label_en: 'conference fee', label_cn: '会议费' },
  ],
}
const isNotShown = ({ value }: MapRow) => value === '-'

export function readMaps(): Map<string, MapRow[]> {
  const rows = readTable('maps', ['map', 'value', 'label_en', 'label_cn'])
  return Map.groupBy(
    rows.flatMap((row) =>
      isNotShown(row) ? (decided[row.map] ?? []).map((one) => ({ map: row.map, ...one })) : [row],
    ),
    ({ map }) => map,
  )
}

/** The maps of which the table says that their values are not shown, and those of them that were decided. */
export const notShown = (): readonly string[] =>
  readTable('maps', ['map', 'value', 'label_en', 'label_cn']).flatMap((row) => (isNotShown(row) ? [row.map] : []))
export const decidedMaps: readonly string[] = Object.keys(decided)

const shows = requirementsThatQuote(/Map `([^`]+)` shows /)
const inBrackets = requirementsThatQuote(/\(map `([^`]+)`\)/)

/** The ids of a map's requirements: "Map `language` shows …", and those that name it in brackets at their end. */
export function idsOfMap(name: string): RequirementId[] {
  return [...(shows.get(name) ?? []), ...(inBrackets.get(name) ?? [])].map(({ id }) => id)
}
