/** Shares of amounts in whole hundredths, which never lose or make one. Pure. */

/**
 * The total in shares by weight (largest remainder): each is its exact share, rounded down or up, and together they are the
 * total. Equal remainders favor the earlier one. Weights of 0 get nothing, unless all are 0: then the first gets all.
 */
export function sharesOf(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  if (weights.length === 0) return []
  if (sum === 0n) return weights.map((_, place) => (place === 0 ? total : 0n))
  const parts = weights.map((weight, place) => {
    const exact = total * weight
    return { place, share: exact / sum, rest: exact % sum }
  })
  let left = total - parts.reduce((all, { share }) => all + share, 0n)
  const byRest = parts.toSorted((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1))
  const shares = parts.map(({ share }) => share)
  for (const { place } of byRest) {
    if (left === 0n) break
    shares[place] = (shares[place] ?? 0n) + 1n
    left -= 1n
  }
  return shares
}
