import fc from 'fast-check'
import { expect, it } from 'vitest'
import { editDistance } from './edit-distance.ts'

it.each([
  ['研发中心', '研发中心', 0],
  ['研发中新', '研发中心', 1],
  ['研发心中', '研发中心', 1],
  ['研发', '研发中心', 2],
  ['kitten', 'sitting', 3],
  ['', 'ab', 2],
  ['😀a', 'a', 1],
])('between %s and %s it is %i', (first, second, distance) => {
  expect(editDistance(first, second, 3)).toBe(distance)
  expect(editDistance(second, first, distance)).toBe(distance)
  if (distance > 0) expect(editDistance(first, second, distance - 1)).toBe(undefined)
})

it('is the same both ways, nothing only between equal texts, and never more than the longer text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '研', '发'), maxLength: 8 })
  fc.assert(
    fc.property(text, text, (first, second) => {
      const distance = editDistance(first, second, 8) ?? Number.NaN
      expect(editDistance(second, first, 8)).toBe(distance)
      expect(distance === 0).toBe(first === second)
      expect(distance).toBeLessThanOrEqual(Math.max(first.length, second.length))
    }),
  )
})
