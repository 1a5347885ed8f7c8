import { hasText, textOf } from '#web/i18n/texts.ts'

type LiveMap = 'live-form-type' | 'live-mode' | 'share-scope' | 'execution-mode' | 'supplier' | 'live-role'

const executionModes = ['0', 'web', 'client']

/** The word of one of the specification's maps; a dash for a value that the map does not have. */
export function mapLabel(map: LiveMap, value: string | number): string {
  // The map calls the numbers by name (LIVE-042).
  const name = map === 'execution-mode' ? executionModes[Number(value)] : value
  const key = `maps.${map}.${name}`
  return hasText('live', key) ? textOf('live', key) : '–'
}

/** The word for a state: the statuses of a live, and beyond them those of its approval (LIVE-054, LIVE-055). */
export function stateLabel(state: number): string {
  return textOf('live', `maps.${state < 5 ? 'live-status' : 'live-display-status'}.${state}`)
}
