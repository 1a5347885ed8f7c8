/** Probabilities as those type them who run a lottery: in per cent, while the first thank-you prize takes what is left. */
import { partsInAll, totalWeight } from '../../contract/chances.ts'
import type { PrizeInput } from '../../contract/fields.ts'

export const percentOf = (weight: number): number => (weight * 100) / partsInAll
export const weightOf = (percent: number | null): number => Math.round(((percent ?? 0) * partsInAll) / 100)

/** The prizes with a total of a million parts, as far as the first thank-you prize can make up for the others. */
export function balanced(prizes: readonly PrizeInput[]): PrizeInput[] {
  const rest = prizes.findIndex(({ kind }) => kind === 'thanks')
  const others = totalWeight(prizes.filter((_, at) => at !== rest))
  return prizes.map((prize, at) => (at === rest ? { ...prize, weight: Math.max(0, partsInAll - others) } : prize))
}
