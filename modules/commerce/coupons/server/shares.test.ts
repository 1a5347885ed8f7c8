/** Shares of amounts: no hundredth is lost or made. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharesOf } from '../contract/shares.ts'

const amount = fc.bigInt({ min: 0n, max: 10n ** 17n })
const sum = (parts: readonly bigint[]) => parts.reduce((all, part) => all + part, 0n)

describe('shares of an amount', () => {
  it('go to the largest remainders first', () => {
    expect(sharesOf(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n])
    expect(sharesOf(10n, [5n, 3n, 2n])).toEqual([5n, 3n, 2n])
    expect(sharesOf(1n, [0n, 1n, 5n])).toEqual([0n, 0n, 1n])
    expect(sharesOf(7n, [0n, 0n])).toEqual([7n, 0n])
    expect(sharesOf(7n, [])).toEqual([])
  })

  it('are together the amount, and each within one of its exact part', () => {
    fc.assert(
      fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 20 }), (total, weights) => {
        const shares = sharesOf(total, weights)
        const all = sum(weights)
        if (sum(shares) !== total) return false
        if (all === 0n) return true
        return shares.every((share, place) => {
          const exact = total * (weights[place] ?? 0n)
          return share * all > exact - all && share * all < exact + all
        })
      }),
    )
  })
})
