import { hasText, textOf } from '#web/i18n/texts.ts'

type LiveMap = 'live-form-type' | 'live-mode' | 'share-scope' | 'execution-mode' | 'supplier' | 'live-role'

const executionModes = ['0', 'web', 'client']

/** The label of a value in one of the specification's maps; a dash for an unknown value. */
export function mapLabel(map: LiveMap, value: string | number): string {
  // The map names the numbers (LIVE-042).
  const name = map === 'execution-mode' ? executionModes[Number(value)] : value
  const key = `maps.${map}.${name}`
  return hasText('live', key) ? textOf('live', key) : '–'
}

/** The label of a state: the statuses of a live session, and the approval states (LIVE-054, LIVE-055). */
export function stateLabel(state: number): string {
  return textOf('live', `maps.${state < 5 ? 'live-status' : 'live-display-status'}.${state}`)
}
