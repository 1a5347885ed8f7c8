import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Candidate, draw } from './draw.ts'
import { type Cell, shortagesOf } from './shortage.ts'

const ruleCount = 4

/** Small enough that every way to draw can be tried. */
const casesOf = fc.record({
  counts: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: ruleCount }),
  pool: fc.array(
    fc.record({
      mask: fc.integer({ min: 1, max: 2 ** ruleCount - 1 }),
      exposure: fc.integer({ min: 0, max: 3 }),
      isAvoided: fc.boolean(),
    }),
    { maxLength: 7 },
  ),
  seed: fc.integer(),
})
type Case = typeof casesOf extends fc.Arbitrary<infer Value> ? Value : never

function candidatesOf({ counts, pool }: Case): Candidate[] {
  return pool.flatMap(({ mask, exposure }, at) => {
    const rules = [...counts.keys()].filter((rule) => (mask >> rule) & 1)
    return rules.length === 0 ? [] : [{ id: `q${at}`, rules, exposure }]
  })
}

const avoidedOf = ({ pool }: Case) => new Set(pool.flatMap(({ isAvoided }, at) => (isAvoided ? [`q${at}`] : [])))

function cellsOf(candidates: readonly Candidate[]): Cell[] {
  const cells = Map.groupBy(candidates, ({ rules }) => rules.join())
  return [...cells.values()].map((own) => ({ rules: own[0]?.rules ?? [], size: own.length }))
}

/** Whether exactly these questions can be shared among the rules, by trying all ways. */
function canShare(counts: readonly number[], chosen: readonly Candidate[]): boolean {
  const [first, ...rest] = chosen
  if (!first) return counts.every((count) => count === 0)
  return first.rules.some((rule) => {
    const count = counts[rule] ?? 0
    return count > 0 && canShare(counts.with(rule, count - 1), rest)
  })
}

function subsets<Item>(items: readonly Item[], size: number): Item[][] {
  if (size === 0) return [[]]
  return items.flatMap((item, at) => subsets(items.slice(at + 1), size - 1).map((rest) => [item, ...rest]))
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Every set of questions that the rules can be satisfied with. */
const allDraws = (counts: readonly number[], candidates: readonly Candidate[]) =>
  subsets(candidates, sum(counts)).filter((chosen) => canShare(counts, chosen))

describe('draw', () => {
  it('finds a draw whenever there is one, the best one, and never a question twice', () => {
    fc.assert(
      fc.property(casesOf, (input) => {
        const { counts, seed } = input
        const candidates = candidatesOf(input)
        const avoided = avoidedOf(input)
        const drawn = draw(counts, candidates, seed, avoided)
        const possible = allDraws(counts, candidates)
        expect(drawn !== undefined).toBe(possible.length > 0)
        if (!drawn) return
        expect(drawn.map((ids) => ids.length)).toEqual(counts)
        const ids = drawn.flat()
        expect(new Set(ids).size).toBe(ids.length)
        const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]))
        const fits = drawn.flatMap((own, rule) => own.map((id) => byId.get(id)?.rules.includes(rule)))
        expect(fits.every(Boolean)).toBe(true)
        const cost = (chosen: readonly string[]) =>
          chosen.filter((id) => avoided.has(id)).length * 1000 + sum(chosen.map((id) => byId.get(id)?.exposure ?? 0))
        expect(cost(ids)).toBe(Math.min(...possible.map((chosen) => cost(chosen.map(({ id }) => id)))))
      }),
      { numRuns: 2000 },
    )
  })

  it('draws the same with the same seed, whatever the order of the pool, and others with others', () => {
    const pool = Array.from({ length: 200 }, (_, at) => ({ id: `question ${at}`, rules: [at % 2], exposure: 0 }))
    const drawn = (seed: number, from = pool) => draw([5, 5], from, seed, new Set())
    expect(drawn(1, pool.toReversed())).toEqual(drawn(1))
    const seeds = Array.from({ length: 50 }, (_, seed) => JSON.stringify(drawn(seed)))
    expect(new Set(seeds).size).toBe(50)
  })

  it('gives every question the same chance', () => {
    const pool = Array.from({ length: 20 }, (_, at) => ({ id: `question ${at}`, rules: [0], exposure: 0 }))
    const times = new Map<string, number>()
    for (let seed = 0; seed < 4000; seed++)
      for (const id of draw([5], pool, seed, new Set())?.flat() ?? []) times.set(id, (times.get(id) ?? 0) + 1)
    // 1,000 each, with a standard deviation of 27: chi-square of 19 degrees of freedom stays below 43.8 in 99.9 %.
    const chiSquare = sum([...times.values()].map((count) => (count - 1000) ** 2 / 1000))
    expect(times.size).toBe(20)
    expect(chiSquare).toBeLessThan(43.8)
  })
})

describe('shortages', () => {
  const cells = (sizes: Readonly<Record<string, number>>): Cell[] =>
    Object.entries(sizes).map(([rules, size]) => ({ rules: rules.split('').map(Number), size }))

  it.each([
    ['one rule alone', [5], { 0: 3 }, [{ rules: [0], asked: 5, available: 3 }]],
    ['two rules that share their questions', [4, 6, 6], { 0: 9, 12: 9 }, [{ rules: [1, 2], asked: 12, available: 9 }]],
    ['a rule without any question', [1, 2], { 0: 1 }, [{ rules: [1], asked: 2, available: 0 }]],
    ['nothing', [4, 5], { 0: 2, '01': 4, 1: 3 }, []],
    [
      'two shortages at once',
      [3, 2, 2],
      { 0: 1, 12: 3 },
      [
        { rules: [0], asked: 3, available: 1 },
        { rules: [1, 2], asked: 4, available: 3 },
      ],
    ],
  ])('name %s', (_, counts, sizes, shortages) => {
    expect(shortagesOf(counts, cells(sizes))).toEqual(shortages)
  })

  it('are named exactly where no draw exists, each with as few rules as possible', () => {
    fc.assert(
      fc.property(casesOf, (input) => {
        const { counts } = input
        const candidates = candidatesOf(input)
        const shortages = shortagesOf(counts, cellsOf(candidates))
        expect(shortages.length > 0).toBe(allDraws(counts, candidates).length === 0)
        for (const { rules, asked, available } of shortages) {
          const touched = candidates.filter((candidate) => candidate.rules.some((rule) => rules.includes(rule)))
          expect({ asked, available }).toEqual({
            asked: sum(rules.map((rule) => counts[rule] ?? 0)),
            available: touched.length,
          })
          expect(asked).toBeGreaterThan(available)
          for (const left of rules) {
            const others = counts.map((count, rule) => (rules.includes(rule) && rule !== left ? count : 0))
            expect(draw(others, candidates, 1, new Set())).toBeDefined()
          }
        }
      }),
      { numRuns: 2000 },
    )
  })
})
