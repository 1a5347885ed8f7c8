import { describe, expect, it } from 'vitest'
import { durationText } from './duration.ts'
import { heartsFor } from './hearts.ts'

describe('the duration of a room', () => {
  it.each([
    [-5000, '00:00'],
    [59_999, '00:59'],
    [309_000, '05:09'],
    [3_723_000, '1:02:03'],
  ])('of %i ms is %s', (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text)
  })
})

describe('hearts', () => {
  it('rise one by one for a few likes, and never in a crowd', () => {
    expect([0, 1, 2, 3, 4, 100, 100_000].map(heartsFor)).toEqual([0, 1, 2, 3, 4, 6, 6])
  })
})
