/** The maps of docs/spec/maps.tsv, and the requirements that ask for them. */
import type { RequirementId } from '#test/proves.ts'
import { readTable, requirementsThatQuote } from './tables.ts'

export interface MapRow {
  readonly map: string
  readonly value: string
  readonly label_cn: string
  readonly label_en: string
}

export function readMaps(): Map<string, MapRow[]> {
  return Map.groupBy(readTable('maps', ['map', 'value', 'label_en', 'label_cn']), ({ map }) => map)
}

const shows = requirementsThatQuote(/Map `([^`]+)` shows /)
const inBrackets = requirementsThatQuote(/\(map `([^`]+)`\)/)

/** The ids of a map's requirements: "Map `language` shows …", and those that name it in brackets at their end. */
export function idsOfMap(name: string): RequirementId[] {
  return [...(shows.get(name) ?? []), ...(inBrackets.get(name) ?? [])].map(({ id }) => id)
}
