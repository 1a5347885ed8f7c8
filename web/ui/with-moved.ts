/** The list with one of its entries in another place; the same order where it has no such entry. */
export function withMoved<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = list[from]
  return moved === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, moved)
}
