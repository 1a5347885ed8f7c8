/** Shares of amounts: no hundredth is lost or made. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharesOf, worthOf } from '../contract/shares.ts'

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

  it('of units paid back one after the other are together what was paid', () => {
    const units = fc.integer({ min: 1, max: 60 })
    fc.assert(
      fc.property(amount, units, fc.array(units, { minLength: 1, maxLength: 20 }), (paid, quantity, steps) => {
        let back = 0
        let returned = 0n
        for (const step of steps) {
          const next = Math.min(quantity, back + step)
          returned += worthOf(paid, quantity, next) - worthOf(paid, quantity, back)
          back = next
          if (returned > paid) return false
        }
        returned += worthOf(paid, quantity, quantity) - worthOf(paid, quantity, back)
        return returned === paid
      }),
    )
  })
})
