/** What coupons save: the rules of one purchase, and the shares of its lines. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SavingTerms, savingOf } from '../contract/saving.ts'
import { sharesOf } from '../contract/shares.ts'
import { isCouponCode, normalizeCouponCode } from '../contract/terms.ts'

const terms: SavingTerms = {
  ...{ kind: 'amount', amount: 500n, percent: null, cap: null, payType: 1, minimum: 0n, isForAll: true, scope: [] },
}
const line = (amount: bigint, businessType = 1, itemId = 'a') => ({ businessType, itemId, amount })
const saves = (change: Partial<SavingTerms>, lines = [line(1999n)], payType = 1) =>
  savingOf({ ...terms, ...change }, payType, lines)

describe('what a coupon saves', () => {
  it.each([
    ['an amount', {}, 500n],
    ['no more than everything', { amount: 5000n }, 1999n],
    ['a percentage, rounded down', { kind: 'percent', amount: null, percent: 33 }, 659n],
    ['a percentage up to its limit', { kind: 'percent', amount: null, percent: 50, cap: 600n }, 600n],
    ['from its minimum on', { minimum: 1999n }, 500n],
    ['of a kind', { isForAll: false, scope: [{ businessType: 1, itemId: null }] }, 500n],
    ['of an item', { isForAll: false, scope: [{ businessType: 1, itemId: 'a' }] }, 500n],
  ] as const)('is %s', (_, change, expected) => {
    expect(saves(change as Partial<SavingTerms>)).toEqual({ saves: expected, fits: [true], obstacle: null })
  })

  it.each([
    ['pay-type', { payType: 2 }],
    ['minimum', { minimum: 2000n }],
    ['items', { isForAll: false, scope: [{ businessType: 2, itemId: null }] }],
    ['items', { isForAll: false, scope: [{ businessType: 1, itemId: 'b' }] }],
  ] as const)('is nothing because of %s', (obstacle, change) => {
    expect(saves(change)).toMatchObject({ saves: 0n, obstacle })
  })

  it('is nothing where a percentage rounds down to it', () => {
    expect(saves({ kind: 'percent', amount: null, percent: 1 }, [line(99n)])).toMatchObject({ obstacle: 'nothing' })
    expect(saves({ kind: 'percent', amount: null, percent: 1 }, [line(100n)])).toMatchObject({ saves: 1n })
  })

  it('counts toward the minimum only what it is for', () => {
    const scope = { isForAll: false, scope: [{ businessType: 1, itemId: null }], minimum: 1000n }
    expect(saves(scope, [line(999n), line(5000n, 2)])).toMatchObject({ obstacle: 'minimum' })
    expect(saves(scope, [line(1000n), line(5000n, 2)])).toMatchObject({ saves: 500n, fits: [true, false] })
  })

  it('is shared by the lines that it fits: exactly the saving together, and none above its line', () => {
    const amounts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1, maxLength: 20 })
    const coupon = fc.record({
      kind: fc.constantFrom('amount', 'percent'),
      amount: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      percent: fc.integer({ min: 1, max: 99 }),
      cap: fc.option(fc.bigInt({ min: 1n, max: 10n ** 10n })),
      kinds: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
    })
    fc.assert(
      fc.property(amounts, coupon, ([...prices], { kinds, ...worth }) => {
        const lines = prices.map((amount, place) => line(amount, (place % 3) + 1))
        const scope = kinds.map((businessType) => ({ businessType, itemId: null }))
        const given = { ...terms, ...worth, isForAll: kinds.length === 0, scope } as SavingTerms
        const { saves: total, fits } = savingOf(given, 1, lines)
        const shares = sharesOf(
          total,
          lines.map(({ amount }, place) => (fits[place] ? amount : 0n)),
        )
        if (total === 0n) return true
        return (
          shares.reduce((sum, share) => sum + share, 0n) === total &&
          shares.every((share, place) => share >= 0n && share <= (fits[place] ? (prices[place] ?? 0n) : 0n))
        )
      }),
    )
  })
})

describe('the code of a coupon', () => {
  it('is the same however it is typed', () => {
    expect(normalizeCouponCode(' ｎew 2026\u200B ')).toBe('NEW2026')
    expect(['abcd', 'A'.repeat(20)].every(isCouponCode)).toBe(true)
    expect(['abc', 'A'.repeat(21), 'new-year', '新年快乐', ''].some(isCouponCode)).toBe(false)
  })
})
