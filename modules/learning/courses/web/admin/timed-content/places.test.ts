import { expect, test } from 'vitest'
import { placeOf, placeText } from './places.ts'

test('a place is read as authors type it, and nothing else is taken for one', () => {
  expect(['90', '1:30', '01:02:03', '0:02.5', '1：30'].map(placeOf)).toEqual([90_000, 90_000, 3_723_000, 2500, 90_000])
  expect(['', 'a', '1:60', '1:2:3:4', '1.5:00', '-1', '1:', '1:00.1234'].map(placeOf)).toEqual(
    Array.from({ length: 8 }, () => undefined),
  )
})

test('a place that is shown is read back as the same', () => {
  for (const ms of [0, 1000, 2500, 83_456, 3_723_000, 59_999]) expect(placeOf(placeText(ms))).toBe(ms)
})
