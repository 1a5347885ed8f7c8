/**
 * How many characters are inserted, deleted, replaced or exchanged with their neighbor between two texts (optimal string
 * alignment); undefined where it is more than `max`, which is found out early.
 */
export function editDistance(first: string, second: string, max: number): number | undefined {
  const from = [...first]
  const to = [...second]
  if (Math.abs(from.length - to.length) > max) return undefined
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [row, letter] of from.entries()) {
    const current = [row + 1]
    for (const [column, other] of to.entries()) {
      const replaced = (last[column] ?? 0) + (letter === other ? 0 : 1)
      const isExchanged = row > 0 && column > 0 && letter === to[column - 1] && other === from[row - 1]
      const exchanged = isExchanged ? (beforeLast[column - 1] ?? 0) + 1 : replaced
      current.push(Math.min(replaced, exchanged, (last[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    if (Math.min(...current, ...last) > max) return undefined
    beforeLast = last
    last = current
  }
  const distance = last[to.length] ?? 0
  return distance > max ? undefined : distance
}
