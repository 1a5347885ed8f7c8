/** How draws follow from the seed: known results, no favored remainder, fair frequencies. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawAgain, drawnPlace, partsInAll, partsOf, placeOf, type WeighedPrize } from '../contract/chances.ts'
import { commitmentOf, newSeed, partsOfDraw } from './chance.ts'

const seed = '5a'.repeat(32)
const lotteryId = '01a1fdaa-c672-74fb-8330-3df9166daa01'

const digestOf = (...words: readonly number[]) => {
  const bytes = new Uint8Array(words.length * 4)
  const view = new DataView(bytes.buffer)
  for (const [at, word] of words.entries()) view.setUint32(at * 4, word)
  return bytes
}

/** Pearson's measure of how far counts are from what was expected. */
const chiSquare = (counts: readonly number[], expected: readonly number[]) =>
  counts.reduce((total, count, at) => total + (count - (expected[at] ?? 0)) ** 2 / (expected[at] ?? 1), 0)

describe('the parts of a draw', () => {
  it('are those that any other program computes', () => {
    // By Python: hmac.new(bytes.fromhex(seed), b"{id}:{n}", sha256), hashlib.sha256(bytes.fromhex(seed)).
    const known = [566588, 646341, 807741, 188282, 177605, 208183, 74174, 506763, 449147, 950368]
    expect(known.map((_, at) => partsOfDraw(seed, lotteryId, at + 1))).toEqual(known)
    expect(commitmentOf(seed)).toBe('60bf07c488aad18fda339df07e4fbc47b4f00be71711936f18d04d352ad01890')
  })

  it('come from the first number of the digest that favors no remainder', () => {
    expect(partsOf(digestOf(4_293_999_999))).toBe(999_999)
    expect(partsOf(digestOf(4_294_000_000))).toBeUndefined()
    expect(partsOf(digestOf(4_294_000_000, 2 ** 32 - 1, 1_000_007))).toBe(7)
    expect(partsOf(digestOf(0))).toBe(0)
  })

  it('of 100,000 draws are as even as chance makes them', () => {
    const parts = Array.from({ length: 100_000 }, (_, at) => partsOfDraw(seed, lotteryId, at + 1))
    const steps = Array.from({ length: 100 }, () => 0)
    for (const one of parts) steps[Math.floor(one / 10_000)] = (steps[Math.floor(one / 10_000)] ?? 0) + 1
    // One in a thousand exceeds 148.2 with 99 degrees of freedom, and 16.3 with 3.
    expect(
      chiSquare(
        steps,
        steps.map(() => 1000),
      ),
    ).toBeLessThan(148.2)
    const weights = [10_000, 40_000, 150_000, 800_000].map((weight) => ({ weight }))
    const prizes = weights.map(() => 0)
    for (const one of parts) prizes[placeOf(weights, one)] = (prizes[placeOf(weights, one)] ?? 0) + 1
    expect(
      chiSquare(
        prizes,
        weights.map(({ weight }) => weight / 10),
      ),
    ).toBeLessThan(16.3)
  })

  it('fall on the prize whose range holds them, each bound from both sides', () => {
    const prizes = [{ weight: 1 }, { weight: 0 }, { weight: 999_999 }]
    expect([0, 1, 999_999].map((parts) => placeOf(prizes, parts))).toEqual([0, 2, 2])
    expect(() => placeOf([{ weight: 10 }], 10)).toThrow()
  })
})

describe('a seed', () => {
  it('is another one each time, and bound by its hash', () => {
    const [one, other] = [newSeed(), newSeed()]
    expect(one.seed).toMatch(/^[0-9a-f]{64}$/)
    expect(one.seed).not.toBe(other.seed)
    expect(one.commitment).toBe(commitmentOf(one.seed))
  })
})

describe('10,000 draws', () => {
  /** Thanks for half of them, so that what is used up shows. */
  const weights = [500, 10_000, 90_000, 399_500]
  const prizesOf = (stocks: readonly number[]): WeighedPrize[] => [
    ...weights.map((weight, at): WeighedPrize => ({ kind: 'goods', weight, stock: stocks[at] ?? 0 })),
    { kind: 'thanks', weight: 500_000, stock: null },
  ]
  const draws = 10_000
  const countsOf = (places: readonly number[]) =>
    Array.from({ length: weights.length + 1 }, (_, place) => places.filter((one) => one === place).length)

  it('[COMMERCE-089] give each prize its share within 3 standard deviations, and none more often than there is', () => {
    const plenty = prizesOf(weights.map(() => draws))
    const few = prizesOf([1, 40, 100_000, 3])
    // Other lotteries, for a seed that happens to be right would prove nothing.
    for (const seeded of ['5a', '13', 'c4']) {
      const again = [drawAgain(plenty), drawAgain(few)]
      const parts = Array.from({ length: draws }, (_, at) => partsOfDraw(seeded.repeat(32), lotteryId, at + 1))
      const [shares = [], given = []] = again.map((next) => countsOf(parts.map(next)))
      for (const [place, { weight }] of plenty.entries()) {
        const chance = weight / partsInAll
        const deviation = Math.sqrt(draws * chance * (1 - chance))
        expect(Math.abs((shares[place] ?? 0) - draws * chance)).toBeLessThanOrEqual(3 * deviation)
      }
      for (const [place, { stock }] of few.entries()) expect(given[place]).toBeLessThanOrEqual(stock ?? draws)
      expect(given.reduce((total, count) => total + count, 0)).toBe(draws)
    }
  })

  it('are drawn by what the server draws by: a prize that is used up is thanks from then on', () => {
    const prizes = prizesOf([1, 1, 1, 1])
    const left = prizes.map(({ stock }) => stock)
    const next = drawAgain(prizes)
    for (let number = 1; number <= 200; number++) {
      const parts = partsOfDraw(seed, lotteryId, number)
      const place = drawnPlace(prizes, left, parts)
      expect(next(parts)).toBe(place)
      expect(left[place]).not.toBe(0)
      const before = left[place] ?? null
      if (before !== null) left[place] = before - 1
    }
  })
})

describe('drawing again', () => {
  it('never gives more of a prize than there is, and thanks for the rest', () => {
    const prize = fc.record({ share: fc.integer({ min: 1, max: 1000 }), stock: fc.integer({ min: 1, max: 5 }) })
    const lottery = fc.record({
      prizes: fc.array(prize, { minLength: 1, maxLength: 9 }),
      draws: fc.array(fc.integer({ min: 0, max: partsInAll - 1 }), { maxLength: 200 }),
    })
    fc.assert(
      fc.property(lottery, ({ prizes: drawn, draws }) => {
        const shares = drawn.reduce((total, { share }) => total + share, 0)
        const goods = drawn.map(({ share, stock }): WeighedPrize => {
          return { kind: 'goods', stock, weight: Math.floor((share * 900_000) / shares) }
        })
        const rest = partsInAll - goods.reduce((total, { weight }) => total + weight, 0)
        const prizes: WeighedPrize[] = [...goods, { kind: 'thanks', weight: rest, stock: null }]
        const next = drawAgain(prizes)
        const places = draws.map(next)
        for (const [place, { stock }] of goods.entries()) {
          const given = places.filter((one) => one === place).length
          const wished = draws.filter((parts) => placeOf(prizes, parts) === place).length
          expect(given).toBe(Math.min(wished, stock ?? 0))
        }
      }),
    )
  })
})
