/** Shares of amounts: no hundredth is lost or made. */
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { worthOf } from '../contract/shares.ts'

const amount = fc.bigInt({ min: 0n, max: 10n ** 17n })

describe('parts of an amount', () => {
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
