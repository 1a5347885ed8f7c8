/** The number of hearts for a number of likes: one each for a few, ever fewer for many. */
export function heartsFor(likes: number): number {
  return Math.min(6, Math.max(0, likes <= 3 ? likes : Math.round(2 + Math.log2(likes))))
}
