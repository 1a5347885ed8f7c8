import { expect, it } from 'vitest'
import { placeAt, rimPoint, turnTo } from './wheel.ts'

it('the wheel stops at the prize that was drawn, from wherever it stands, after several turns', () => {
  for (let count = 1; count <= 10; count++)
    for (let place = 0; place < count; place++)
      for (const before of [0, 17, 359.9, 3600 + 123]) {
        const angle = turnTo(before, place, count)
        expect(placeAt(angle, count)).toBe(place)
        expect(angle - before).toBeGreaterThanOrEqual(5 * 360)
        expect(angle - before).toBeLessThan(8 * 360)
      }
})

it('begins at the top and turns clockwise', () => {
  const rounded = (angle: number) => rimPoint(angle, 10).map(Math.round)
  expect([0, 90, 180].map((angle) => rounded(angle).map((value) => value + 0))).toEqual([
    [0, -10],
    [10, 0],
    [0, 10],
  ])
  expect([0, 90].map((angle) => placeAt(angle + 1, 4))).toEqual([3, 2])
})
