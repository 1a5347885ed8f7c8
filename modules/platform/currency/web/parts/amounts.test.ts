import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountMax, amountText, averageShares, cutTyped, parseAmount, typedOf } from './amounts.ts'

describe('amounts', () => {
  it('[CURRENCY-017] shows 1234 as 12.34', () => {
    const shown = ['1234', '0', '5', '-5', '100000', '123456789', '100000000000000000'].map(amountText)
    expect(shown).toEqual(['12.34', '0.00', '0.05', '−0.05', '1,000.00', '1,234,567.89', '1,000,000,000,000,000.00'])
  })

  it('[CURRENCY-053] parses typed text, and cuts a third decimal', () => {
    expect(
      ['12.34', '12', '12.', '.5', '１２．５', '1,000', '0', '1e3', '', '.', '-1', 'NaN'].map(parseAmount),
    ).toEqual([1234n, 1200n, 1200n, 50n, 1250n, 100_000n, 0n, undefined, undefined, undefined, undefined, undefined])
    expect(['1.234', '12a', '1.2.3', '-5', '1e3'].map(cutTyped)).toEqual(['1.23', '12', '1.23', '5', '13'])
  })

  it('[CURRENCY-056] reads back what it shows, to the last hundredth', () => {
    const amount = fc.bigInt({ min: 0n, max: amountMax })
    fc.assert(fc.property(amount, (value) => parseAmount(typedOf(value)) === value))
    fc.assert(fc.property(amount, (value) => parseAmount(amountText(value)) === value))
  })

  it('[CURRENCY-055] 10.00 among three is 3.33, 3.33 and 3.34', () => {
    expect(averageShares(1000n, 3)).toEqual([333n, 333n, 334n])
    expect(averageShares(2n, 3)).toBeUndefined()
    expect(averageShares(3n, 3)).toEqual([1n, 1n, 1n])
    expect(averageShares(100n, 0)).toBeUndefined()
  })

  it('[CURRENCY-055] shares always sum to the total, and only the last differs', () => {
    const total = fc.bigInt({ min: 1n, max: amountMax })
    fc.assert(
      fc.property(total, fc.integer({ min: 1, max: 2000 }), (sum, count) => {
        const shares = averageShares(sum, count)
        if (!shares) return sum < BigInt(count)
        const first = shares.slice(0, -1)
        return (
          shares.reduce((all, one) => all + one, 0n) === sum &&
          new Set(first).size <= 1 &&
          shares.every((one) => one > 0n)
        )
      }),
    )
  })
})
