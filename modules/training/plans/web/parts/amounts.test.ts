import { expect, it } from 'vitest'
import { hundredthsOf } from './amounts.ts'

it('amounts of plans are exact in hundredths', () => {
  expect([0.07, 1.1, 19.99, 100_000].map(hundredthsOf)).toEqual([7, 110, 1999, 10_000_000])
  expect([null, undefined].map(hundredthsOf)).toEqual([0, 0])
})
