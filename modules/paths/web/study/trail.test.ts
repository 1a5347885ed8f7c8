import { expect, it } from 'vitest'
import { placeOf, trailPath, trailWidth } from './trail.ts'

it('runs to the right and back, row by row', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map((index) => placeOf(index, 3))).toEqual([
    { row: 0, column: 0 },
    { row: 0, column: 1 },
    { row: 0, column: 2 },
    { row: 1, column: 2 },
    { row: 1, column: 1 },
    { row: 1, column: 0 },
    { row: 2, column: 0 },
  ])
  expect(trailWidth(3)).toBe(300)
})

it('is a line along a row and a bend between rows', () => {
  expect(trailPath(0, 2, 150, 40)).toBe('M 50 40')
  expect(trailPath(1, 2, 150, 40)).toBe('M 50 40 L 150 40')
  expect(trailPath(2, 2, 150, 40)).toBe('M 50 40 L 150 40 C 205 40 205 190 150 190')
  expect(trailPath(-1, 2, 150, 40)).toBe('M 50 40')
})
