import fc from 'fast-check'
import { expect, it } from 'vitest'
import { suppressed } from './cross-table.ts'

const tables = fc.integer({ min: 1, max: 5 }).chain((width) =>
  fc.array(fc.array(fc.integer({ min: 0, max: 12 }), { minLength: width, maxLength: width }), {
    minLength: 1,
    maxLength: 5,
  }),
)

it('no small cell is shown, and none follows from the total of its row or column', () => {
  fc.assert(
    fc.property(tables, (counts) => {
      const grid = suppressed(counts, 5)
      for (const cell of grid.flat()) expect(cell === null || cell === 0 || cell >= 5).toBe(true)
      const columns = (grid[0] ?? []).map((_, column) => grid.map((row) => row[column]))
      for (const line of [...grid, ...columns]) expect(line.filter((cell) => cell === null)).not.toHaveLength(1)
    }),
  )
})

it('nothing is hidden where no group is too small', () => {
  expect(
    suppressed(
      [
        [1, 2],
        [0, 3],
      ],
      0,
    ),
  ).toEqual([
    [1, 2, 3],
    [0, 3, 3],
    [1, 5, 6],
  ])
})
