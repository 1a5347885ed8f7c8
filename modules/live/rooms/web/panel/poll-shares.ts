/** The result of a poll as bars: shares of the answers, in whole percent. */
export interface Share {
  readonly count: number
  readonly percent: number
}

/**
 * For single choices the shares add up to 100, with the largest remainders rounded up; for multiple choices they are
 * independent.
 */
export function sharesOf(counts: readonly number[], answered: number, multiple: boolean): Share[] {
  if (answered <= 0) return counts.map((count) => ({ count, percent: 0 }))
  const exact = counts.map((count) => (count / answered) * 100)
  if (multiple) return counts.map((count, at) => ({ count, percent: Math.round(exact[at] ?? 0) }))
  const whole = exact.map(Math.floor)
  const total = Math.round(exact.reduce((sum, share) => sum + share, 0))
  const byRemainder = exact
    .map((share, at) => ({ at, remainder: share - Math.floor(share) }))
    .sort((a, b) => b.remainder - a.remainder || a.at - b.at)
  let left = total - whole.reduce((sum, share) => sum + share, 0)
  for (const { at } of byRemainder) {
    if (left-- <= 0) break
    whole[at] = (whole[at] ?? 0) + 1
  }
  return counts.map((count, at) => ({ count, percent: whole[at] ?? 0 }))
}
