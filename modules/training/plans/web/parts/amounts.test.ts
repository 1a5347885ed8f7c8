import { describe, expect, it } from 'vitest'
import { amountText, hundredthsOf } from './amounts.ts'

describe('amounts of plans', () => {
  it('are exact in hundredths, and easy to read', () => {
    expect([0.07, 1.1, 19.99, 100_000].map(hundredthsOf)).toEqual([7, 110, 1999, 10_000_000])
    expect([null, undefined].map(hundredthsOf)).toEqual([0, 0])
    expect([0, 5, 123_450, 10_000_000].map(amountText)).toEqual(['0.00', '0.05', '1,234.50', '100,000.00'])
  })
})
