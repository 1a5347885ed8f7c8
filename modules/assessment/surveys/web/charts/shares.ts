/** Shares of a whole as people read them. */

/** Whole per cent; nothing of nothing is nothing. */
export function percentOf(count: number, base: number): number {
  return base === 0 ? 0 : Math.round((count / base) * 100)
}

/** How strongly a cell of a table is colored: 0 to 1. */
export function strengthOf(count: number, base: number): number {
  return base === 0 ? 0 : Math.min(1, count / base)
}

/** Of 0 to 10: detractors up to 6, promoters from 9. `counts[score]` people gave each score. */
export function netPromoter(counts: readonly number[]) {
  const within = (from: number, to: number) => counts.slice(from, to + 1).reduce((sum, count) => sum + count, 0)
  const [detractors, passives, promoters] = [within(0, 6), within(7, 8), within(9, 10)]
  const all = detractors + passives + promoters
  const score = all === 0 ? null : Math.round(((promoters - detractors) / all) * 100)
  return { detractors, passives, promoters, all, score }
}
