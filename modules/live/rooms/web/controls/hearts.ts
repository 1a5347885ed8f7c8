/** How many hearts rise for so many likes: each of a few, ever fewer of many. */
export function heartsFor(likes: number): number {
  return Math.min(6, Math.max(0, likes <= 3 ? likes : Math.round(2 + Math.log2(likes))))
}
