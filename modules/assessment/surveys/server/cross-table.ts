/** How often answers come together. Of an anonymous survey, cells that speak of few are hidden, and so is what they follow from. */
import type { CrossTable } from '../contract/reports.ts'

/** A cell is hidden where it counts fewer than `minimum`, but not zero. */
const isSmall = (count: number, minimum: number) => count > 0 && count < minimum

type Grid = (number | null)[][]

/** A line with one hidden cell tells it by its sum: the least of the others is hidden with it. Answers whether one was. */
function hideSecond(grid: Grid, cells: readonly (readonly [number, number])[]): boolean {
  const hidden = cells.filter(([row, column]) => grid[row]?.[column] === null)
  if (hidden.length !== 1) return false
  const shown = cells.filter(([row, column]) => grid[row]?.[column] !== null)
  const countOf = ([row, column]: readonly [number, number]) => grid[row]?.[column] ?? 0
  const candidates = shown.filter((cell) => countOf(cell) > 0)
  const [least] = (candidates.length > 0 ? candidates : shown).toSorted((one, other) => countOf(one) - countOf(other))
  if (!least) return false
  const line = grid[least[0]]
  if (line) line[least[1]] = null
  return true
}

/**
 * The table with its totals as last row and column, of which no hidden cell can be computed from one line. `minimum` 0 hides
 * nothing.
 */
export function suppressed(counts: readonly (readonly number[])[], minimum: number): Grid {
  const totals = counts[0]?.map((_, column) => counts.reduce((sum, row) => sum + (row[column] ?? 0), 0)) ?? []
  const full = [...counts, totals].map((row) => [...row, row.reduce((sum, count) => sum + count, 0)])
  const grid: Grid = full.map((row) => row.map((count) => (isSmall(count, minimum) ? null : count)))
  const [height, width] = [grid.length, grid[0]?.length ?? 0]
  const lines = [
    ...grid.map((_, row) => Array.from({ length: width }, (__, column) => [row, column] as const)),
    ...Array.from({ length: width }, (_, column) => grid.map((__, row) => [row, column] as const)),
  ]
  let isChanged = height > 0
  while (isChanged) isChanged = lines.map((cells) => hideSecond(grid, cells)).includes(true)
  return grid
}

interface Axis {
  readonly keys: readonly { readonly key: number; readonly label: string }[]
}

/** `pairs`: of each response the chosen keys of both questions. `counts` of a line: responses that chose it. */
export function crossTableOf(
  rows: Axis,
  columns: Axis,
  pairs: readonly { readonly row: readonly number[]; readonly column: readonly number[] }[],
  minimum: number,
): CrossTable {
  const counts = rows.keys.map(({ key: rowKey }) =>
    columns.keys.map(
      ({ key: columnKey }) =>
        pairs.filter(({ row, column }) => row.includes(rowKey) && column.includes(columnKey)).length,
    ),
  )
  const grid = suppressed(counts, minimum)
  const sumRow = grid.at(-1) ?? []
  return {
    rows: rows.keys.map((one, at) => ({ ...one, count: grid[at]?.at(-1) ?? null })),
    columns: columns.keys.map((one, at) => ({ ...one, count: sumRow[at] ?? null })),
    cells: rows.keys.map((_, at) => (grid[at] ?? []).slice(0, columns.keys.length)),
    base: pairs.length,
  }
}
