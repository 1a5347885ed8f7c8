import { expect, it } from 'vitest'
import { dropOf, placeOf, trailPath, trailWidth, WAVE } from './trail.ts'

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

it('swings along a row and bends between rows', () => {
  expect(trailPath(0, 2, 150, 40)).toBe('M 50 40')
  expect([0, 1, 2].map(dropOf)).toEqual([0, WAVE, 0])
  expect(trailPath(1, 2, 150, 40)).toBe('M 50 40 C 100 40 100 70 150 70')
  expect(trailPath(2, 2, 150, 40)).toBe('M 50 40 C 100 40 100 70 150 70 C 205 70 205 220 150 220')
  expect(trailPath(-1, 2, 150, 40)).toBe('M 50 40')
})
