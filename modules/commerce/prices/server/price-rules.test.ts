/** The rules of prices, tried from both sides of each bound: the form and the server read them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shortDecimalText } from '#kit/amounts.ts'
import { proves } from '#test/proves.ts'
import {
  hundredthsOf,
  isFreeOfCharge,
  type PriceRange,
  type PriceTerms,
  priceProblems,
  rangeFor,
  rangesOf,
} from '../contract/price-rules.ts'

const single: PriceTerms = {
  ...{ isPay: 1, payType: 1, isLadderPrice: 0, coin: 2000, discountCoin: 1999 },
  ...{ payConfig: [], vipCardConfiguration: [] },
}
const range = (
  begin: number,
  end: number,
  discountCoin: number | null = 100,
  coin: number | null = 100,
): PriceRange => ({
  ...{ id: `${begin}`, begin, end, coin, discountCoin },
})
const ladder = (...payConfig: PriceRange[]): PriceTerms => ({ ...single, isLadderPrice: 1, payConfig })
const problemsOf = (terms: PriceTerms) => priceProblems(terms).map(({ problem }) => problem)
const priced = (coin: number | null, discountCoin: number | null) => problemsOf({ ...single, coin, discountCoin })

describe('a single price', () => {
  it('[COMMERCE-020] may be 10,000,000 and not a hundredth more', async () => {
    expect(priced(1_000_000_000, 1_000_000_000)).toEqual([])
    expect(priced(1_000_000_001, 1)).toEqual(['out-of-bounds'])
    expect(priced(1_000_000_000, 1_000_000_001)).toEqual(['out-of-bounds'])
  })

  it('[COMMERCE-021] has a sale price of at most the original one', () => {
    expect(priced(1999, 1999)).toEqual([])
    expect(priced(1999, 2000)).toEqual(['sale-above-original'])
  })

  it('[COMMERCE-022] is not empty', () => {
    expect(priced(null, 1)).toEqual(['empty'])
    expect(priced(1, null)).toEqual(['empty'])
  })

  it('[COMMERCE-018] has no part of a hundredth and is not below 0', async () => {
    expect(['0', '0.01', '19.9', '19.99', '10000000'].map(hundredthsOf)).toEqual([0, 1, 1990, 1999, 1_000_000_000])
    for (const wrong of ['-0.01', '1.234', '', '1,5', '1e3', '.5', '１', 'NaN', '01'])
      expect(hundredthsOf(wrong)).toBeUndefined()
    expect(priced(0, 0)).toEqual([])
    expect(priced(-1, -1)).toEqual(['out-of-bounds', 'out-of-bounds'])
    expect(priced(1.5, 1)).toEqual(['out-of-bounds'])
  })

  it('[COMMERCE-025] is written in units and kept in hundredths', () => {
    expect(shortDecimalText(1999)).toBe('19.99')
    expect(hundredthsOf('19.99')).toBe(1999)
    expect([shortDecimalText(2000), shortDecimalText(5), shortDecimalText('0'), shortDecimalText(10n ** 17n)]).toEqual([
      ...['20', '0.05', '0', '1000000000000000'],
    ])
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        (amount) => hundredthsOf(shortDecimalText(amount)) === amount,
      ),
    )
  })

  it('[COMMERCE-027] of what is free asks for nothing, and nothing is kept', () => {
    const free = { ...ladder(), isPay: 0, coin: null, discountCoin: null } as const
    expect(priceProblems(free)).toEqual([])
    expect(rangesOf({ ...free, payConfig: [range(5, 3)] })).toEqual([])
  })

  it('[COMMERCE-024] by member card names one', () => {
    const byCard = { ...single, payType: 3, coin: null, discountCoin: null } as const
    expect(problemsOf(byCard)).toEqual(['no-member-card'])
    expect(problemsOf({ ...byCard, vipCardConfiguration: [{ id: 'a', cardName: '年卡' }] })).toEqual([])
  })
})

describe('a ladder', () => {
  it('has at most five ranges', async () => {
    const five = [range(1, 1), range(2, 2), range(3, 3), range(4, 4), range(5, -1)]
    await proves('COMMERCE-011', () => {
      expect(problemsOf(ladder(...five))).toEqual([])
      expect(problemsOf(ladder(...five.slice(0, 4), range(5, 5), range(6, -1)))).toEqual(['too-many-ranges'])
    })
    expect(problemsOf(ladder())).toEqual(['range-wrong'])
  })

  it('goes from 1 without gap or overlap to a last range without an end', async () => {
    await proves('COMMERCE-012', () => {
      expect(problemsOf(ladder(range(1, -1)))).toEqual([])
      expect(problemsOf(ladder(range(2, -1)))).toEqual(['range-wrong'])
    })
    await proves('COMMERCE-013', () => {
      expect(problemsOf(ladder(range(1, 10)))).toEqual(['range-wrong'])
      expect(problemsOf(ladder(range(1, 10), range(11, -1)))).toEqual([])
    })
    await proves('COMMERCE-014', () => {
      expect(problemsOf(ladder(range(1, 10), range(12, -1)))).toEqual(['range-wrong'])
      expect(problemsOf(ladder(range(1, 10), range(10, -1)))).toEqual(['range-wrong'])
    })
    await proves('COMMERCE-015', () => {
      expect(problemsOf(ladder(range(1, 5), range(6, 5), range(6, -1)))).toEqual(['range-wrong'])
      expect(problemsOf(ladder(range(1, 5), range(6, 6), range(7, -1)))).toEqual([])
    })
    await proves('COMMERCE-016', () => {
      expect(problemsOf(ladder(range(1, -1), range(0, -1)))).toContain('range-wrong')
      expect(problemsOf(ladder(range(1, 999_999), range(1_000_000, -1)))).toEqual([])
    })
    await proves('COMMERCE-017', () => {
      expect(problemsOf(ladder(range(1, 1_000_000), range(1_000_001, -1)))).toEqual(['range-wrong'])
      expect(problemsOf(ladder(range(1, 1_000_001), range(1_000_002, -1)))).toContain('range-wrong')
      expect(problemsOf(ladder(range(0, 5), range(6, -1)))).toContain('range-wrong')
    })
  })

  it('[COMMERCE-023] asks the same of each row as of a single price', () => {
    const rows = (discountCoin: number | null, coin: number | null = 100) =>
      problemsOf(ladder(range(1, 5), range(6, -1, discountCoin, coin)))
    expect(rows(100)).toEqual([])
    expect(rows(101)).toEqual(['sale-above-original'])
    expect(rows(null)).toEqual(['empty'])
    expect(rows(-1)).toEqual(['out-of-bounds'])
    expect(rows(1, 1_000_000_001)).toEqual(['out-of-bounds'])
    expect(rows(0.5)).toEqual(['out-of-bounds'])
  })

  it('[COMMERCE-026] answers the range of a quantity, and never two', () => {
    const ranges = [range(1, 9), range(10, 99), range(100, -1)]
    const beginOf = (quantity: number) => rangeFor(ranges, quantity)?.begin
    expect([1, 9, 10, 99, 100, 1_000_000].map(beginOf)).toEqual([1, 1, 10, 10, 100, 100])
    expect([0, -1].map(beginOf)).toEqual([undefined, undefined])
  })

  it('that is right has exactly one range for every quantity', () => {
    const steps = fc.uniqueArray(fc.integer({ min: 2, max: 1_000_000 }), { maxLength: 4 })
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 1_000_000 }), (begins, quantity) => {
        const all = [1, ...begins.toSorted((a, b) => a - b)]
        const ranges = all.map((begin, place) => range(begin, (all[place + 1] ?? 0) - 1))
        if (priceProblems(ladder(...ranges)).length > 0) return false
        return ranges.filter(({ begin, end }) => quantity >= begin && (end === -1 || quantity <= end)).length === 1
      }),
    )
  })
})

describe('nothing to pay', () => {
  it('is what costs 0 in every range, and never what asks for a card', () => {
    expect(isFreeOfCharge([{ discountCoin: 0 }], 1)).toBe(true)
    expect(isFreeOfCharge([{ discountCoin: 0 }, { discountCoin: 1 }], 2)).toBe(false)
    expect(isFreeOfCharge([], 3)).toBe(false)
  })
})
