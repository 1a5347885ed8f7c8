import type { Award } from '../../contract/fields.ts'
import type { RankedWork } from '../../contract/works.ts'

/** Work → award. */
export type Winners = Readonly<Record<string, string>>

/** The best works of all groups get the awards in their order, each as often as there are; of the same rank, the higher score first. */
export function proposeWinners(items: readonly RankedWork[], awards: readonly Award[]): Winners {
  const best = items.toSorted((a, b) => a.rank - b.rank || b.score - a.score || a.work.number - b.work.number)
  const places = awards.flatMap(({ key, count }) => Array.from({ length: count }, () => key))
  return Object.fromEntries(best.slice(0, places.length).map(({ work }, at) => [work.id, places[at] ?? '']))
}
