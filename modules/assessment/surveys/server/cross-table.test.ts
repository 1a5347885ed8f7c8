import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CrossCount, suppressed } from './cross-table.ts'

const sizes = fc.record({ height: fc.integer({ min: 2, max: 3 }), width: fc.integer({ min: 2, max: 3 }) })
const tables = sizes.chain(({ height, width }) =>
  fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: width, maxLength: width }), {
    minLength: height,
    maxLength: height,
  }),
)
const sumOf = (line: readonly number[]) => line.reduce((sum, count) => sum + count, 0)
const columnsOf = (counts: readonly (readonly number[])[]) =>
  (counts[0] ?? []).map((_, column) => counts.map((line) => line[column] ?? 0))

/** All that somebody who knows the totals and the shown cells must think possible, by trying. */
function* possible(
  grid: readonly (readonly (number | null)[])[],
  rowTotals: readonly number[],
  columnTotals: readonly number[],
): Generator<number[][]> {
  const width = columnTotals.length
  function* fill(made: number[], left: number[], rowLeft: number): Generator<number[]> {
    const at = made.length
    if (at === grid.length * width) return yield made
    const [row, column] = [Math.floor(at / width), at % width]
    const inRow = column === 0 ? (rowTotals[row] ?? 0) : rowLeft
    const shown = grid[row]?.[column] ?? null
    const most = Math.min(inRow, left[column] ?? 0)
    for (let count = shown ?? 0; count <= (shown ?? most) && count <= most; count++) {
      if (column === width - 1 && count !== inRow) continue
      if (row === grid.length - 1 && count !== left[column]) continue
      yield* fill([...made, count], left.with(column, (left[column] ?? 0) - count), inRow - count)
    }
  }
  for (const flat of fill([], [...columnTotals], 0))
    yield grid.map((_, row) => flat.slice(row * width, (row + 1) * width))
}

it('whoever knows all totals and the shown cells cannot find out a cell of few', () => {
  fc.assert(
    fc.property(tables, fc.integer({ min: 2, max: 4 }), (counts, minimum) => {
      const grid = suppressed(counts, minimum)
      if (grid.flat().every((cell) => cell === null)) return
      const seen = counts.map((line) => line.map(() => new Set<number>()))
      for (const table of possible(grid, counts.map(sumOf), columnsOf(counts).map(sumOf)))
        for (const [row, line] of table.entries())
          for (const [column, count] of line.entries()) seen[row]?.[column]?.add(count)
      for (const [row, line] of counts.entries())
        for (const [column, count] of line.entries()) {
          if (row === counts.length - 1 && column === line.length - 1) continue
          if (count > 0 && count < minimum) expect(seen[row]?.[column]?.size).toBeGreaterThan(1)
        }
    }),
    { numRuns: 300 },
  )
})

it('no cell of a row or column of few is shown, not even that it is empty', () => {
  const grid = suppressed(
    [
      [2, 0, 0, 0],
      [9, 9, 9, 0],
      [9, 9, 9, 0],
      [0, 0, 0, 0],
    ],
    5,
  )
  expect(grid[0]).toEqual([null, null, null, null])
  expect(grid.flat().filter((cell) => cell === null).length).toBeGreaterThan(4)
})

it('nothing is hidden where no group is too small', () => {
  const counts = [
    [1, 2, 0],
    [0, 3, 1],
    [1, 0, 4],
  ]
  expect(suppressed(counts, 0)).toEqual(counts)
})

const axis = (count: number) => ({ keys: Array.from({ length: count }, (_, key) => ({ key, label: '' })) })
const crossed = (pairs: readonly (readonly [number[], number[]])[], minimum: number) => {
  const count = new CrossCount(axis(2), axis(2))
  for (const [row, column] of pairs) count.add(row, column)
  return count.table(minimum)
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

it('totals count responses, however many options each of them chose', () => {
  const table = crossed([...times(3, [[0], [0, 1]] as const), [[1], [1]], [[1], []]] as never, 0)
  expect(table.cells).toEqual([
    [3, 3],
    [0, 1],
  ])
  expect([table.rows.map(({ count }) => count), table.columns.map(({ count }) => count), table.base]).toEqual([
    [3, 1],
    [3, 4],
    4,
  ])
})

it('a total does not tell that one person left the other question out', () => {
  const pairs = [...times(10, [[0], [0]]), ...times(10, [[1], [1]]), ...times(10, [[0], [1]]), [[0], []]]
  const { rows, cells } = crossed(pairs as never, 5)
  expect(rows[0]?.count).toBeNull()
  expect(cells.flat()).toContain(null)
})
