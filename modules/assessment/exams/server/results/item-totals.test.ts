import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ItemStatistics, statisticsOf } from '#modules/assessment/questions/contract.ts'
import {
  buildDirectory,
  buildQuestions,
  contentOf,
  currentVersionsOf,
} from '#modules/assessment/questions/server/questions.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { examsTables } from '../db.ts'
import { buildExam } from '../exams.fixture.ts'
import { examTotalsOf } from './item-totals.ts'
import { buildMarked, type MarkedAttempt, type MarkedItem } from './marked.fixture.ts'
import { reliabilityOf } from './reliability.ts'

const platform = testPlatform()
let author: BuiltMember
let versions: readonly string[] = []

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  author = await buildMember(platform.db, { companyId, roles: ['admin'] })
  const directoryId = await buildDirectory(platform.db, { author })
  const ids = await buildQuestions(
    platform.db,
    { author, directoryId },
    Array.from({ length: 8 }, () => ({ content: contentOf['single-choice'] })),
  )
  versions = [...(await currentVersionsOf(platform.db, ids)).values()]
})

const item = (index: number, tenths: number, maxTenths: number, rest: Partial<MarkedItem> = {}): MarkedItem => ({
  ...{ versionId: versions[index] ?? '', tenths, maxTenths, ...rest },
})

type Rule = 'best' | 'last' | 'average'

/** The statistics of an exam with these attempts, by version. */
async function evaluated(attempts: readonly MarkedAttempt[], rule: Rule = 'best') {
  const examId = await buildExam(platform.db, { author, now: platform.now, rules: { countingRule: rule } })
  const exam = { examId, companyId: author.companyId, now: platform.now }
  if (attempts.length > 0) await buildMarked(platform.db, exam, attempts)
  const db = examsTables(platform.db)
  const { items: totals, scores } = await examTotalsOf(db, examId, rule)
  return {
    items: new Map(totals.map((one) => [one.versionId, statisticsOf(one)])),
    scores,
    reliability: reliabilityOf(scores),
  }
}

const of = (items: ReadonlyMap<string, ItemStatistics>, index: number): ItemStatistics => {
  const found = items.get(versions[index] ?? '')
  if (!found) throw new Error(`question ${index} has no statistics`)
  return found
}

/**
 * The survey of a company by Chatterjee and Price, which R has as `attitude`: 30 rows of 7 numbers below 100. The reference
 * values are those that the manual of the R package psych prints for `alpha(attitude)`: raw_alpha, mean and r.drop.
 */
const attitude = `
43 51 30 39 61 92 45|63 64 51 54 63 73 47|71 70 68 69 76 86 48|61 63 45 47 54 84 35|81 78 56 66 71 83 47|43 55 49 44 54 49 34
58 67 42 56 66 68 35|71 75 50 55 70 66 41|72 82 72 67 71 83 31|67 61 45 47 62 80 41|64 53 53 58 58 67 34|67 60 47 39 59 74 41
69 62 57 42 55 63 25|68 83 83 45 59 77 35|77 77 54 72 79 77 46|81 90 50 72 60 54 36|74 85 64 69 79 79 63|65 60 65 75 55 80 60
65 70 46 57 75 85 46|50 58 68 54 64 78 52|50 40 33 34 43 64 33|64 61 52 62 66 80 41|53 66 52 50 63 80 37|40 37 42 58 50 57 49
63 54 42 48 66 75 33|66 77 66 63 88 76 72|78 75 58 74 80 78 49|48 57 44 45 51 83 38|85 85 71 71 77 74 55|82 82 39 59 64 78 39`
  .trim()
  .split(/[\n|]/)
  .map((row) => row.trim().split(' ').map(Number))

describe('published data', () => {
  it('has the alpha, the means and the item-rest correlations of the manual', async () => {
    const { items, reliability } = await evaluated(
      attitude.map((row) => ({ memberId: uuid(), items: row.map((points, at) => item(at, points, 100)) })),
    )
    expect(reliability).toMatchObject({ attempts: 30, items: 7, obstacle: null })
    expect(reliability.alpha).toBeCloseTo(0.84, 2)
    const published = [0.67, 0.74, 0.56, 0.71, 0.79, 0.27, 0.46]
    expect(published.map((_, at) => Number(of(items, at).itemRest?.toFixed(2)))).toEqual(published)
    const means = [64.6, 66.6, 53.1, 56.4, 64.6, 74.8, 42.9]
    expect(means.map((_, at) => Number((of(items, at).difficulty * 100).toFixed(1)))).toEqual(means)
    expect(of(items, 0).deviation * 100).toBeCloseTo(12.17, 2)
  })
})

const mean = (values: readonly number[]) => values.reduce((one, other) => one + other, 0) / values.length
const product = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, at) => sum + (value - mean(one)) * ((other[at] ?? 0) - mean(other)), 0)
const correlation = (one: readonly number[], other: readonly number[]) =>
  product(one, other) / Math.sqrt(product(one, one) * product(other, other))
const variance = (values: readonly number[]) => product(values, values) / (values.length - 1)

/** The mean of the first `size` in the order; of those who tie at the edge, everyone counts with an equal part. */
function edgeMean(rows: readonly { whole: number; share: number }[], size: number, descending: boolean): number {
  const ordered = rows.toSorted((one, other) => (descending ? other.whole - one.whole : one.whole - other.whole))
  const edge = ordered[size - 1]?.whole ?? 0
  const inside = ordered.filter(({ whole }) => (descending ? whole > edge : whole < edge))
  const tied = ordered.filter(({ whole }) => whole === edge)
  const weight = (size - inside.length) / tied.length
  const earned = (some: typeof rows) => some.reduce((sum, { share }) => sum + share, 0)
  return (earned(inside) + weight * earned(tied)) / size
}

const close = (one: number | null | undefined, other: number | null) =>
  one === null || one === undefined || other === null || Number.isNaN(other)
    ? (one ?? null) === null && (other === null || Number.isNaN(other))
    : Math.abs(one - other) < 1e-9

describe('any marks', () => {
  const people = 12
  const matrix = fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 3, maxLength: 3 }), {
    minLength: people,
    maxLength: people,
  })

  it('give what a plain computation gives', async () => {
    await fc.assert(
      fc.asyncProperty(matrix, async (rows) => {
        const maxima = [40, 20, 100]
        const marks = rows.map((row) => row.map((quarters, at) => (quarters * (maxima[at] ?? 0)) / 4))
        const { items, reliability } = await evaluated(
          marks.map((row) => ({ memberId: uuid(), items: row.map((tenths, at) => item(at, tenths, maxima[at] ?? 0)) })),
        )
        const totals = marks.map((row) => row.reduce((one, other) => one + other, 0))
        for (const at of [0, 1, 2]) {
          const found = of(items, at)
          const shares = marks.map((row) => (row[at] ?? 0) / (maxima[at] ?? 1))
          const rest = marks.map((row, person) => (totals[person] ?? 0) - (row[at] ?? 0))
          expect(close(found.difficulty, mean(shares))).toBe(true)
          expect(close(found.deviation, Math.sqrt(variance(shares)))).toBe(true)
          expect([found.itemRest, close(found.itemRest, correlation(shares, rest))]).toEqual([found.itemRest, true])
          const pairs = shares.map((share, person) => ({ share, whole: totals[person] ?? 0 }))
          const size = Math.round(0.27 * people)
          expect(close(found.discrimination, edgeMean(pairs, size, true) - edgeMean(pairs, size, false))).toBe(true)
          expect(found.bins).toEqual(
            [0, 1, 2, 3, 4].flatMap((step) => [
              rows.filter((row) => row[at] === step).length,
              ...(step === 3 ? [0] : []),
            ]),
          )
        }
        const ofItems = [0, 1, 2].map((at) => variance(marks.map((row) => row[at] ?? 0)))
        const alpha = 1.5 * (1 - ofItems.reduce((one, other) => one + other, 0) / variance(totals))
        expect(close(reliability.alpha, Number.isFinite(alpha) ? alpha : null)).toBe(true)
      }),
      { numRuns: 25 },
    )
  })
})

const chosen = (option: number | null) => ({ kind: 'single-choice' as const, chosen: option === null ? [] : [option] })

describe('options', () => {
  it('are counted with those who chose nothing, and each has its own correlation with the rest', async () => {
    // The best choose the first option, the middle the second, the weakest nothing or the third.
    const picks = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, null, null]
    const rest = [90, 95, 100, 85, 60, 65, 70, 55, 20, 25, 30, 10]
    const { items } = await evaluated(
      picks.map((pick, at) => ({
        memberId: uuid(),
        items: [item(0, pick === 0 ? 10 : 0, 10, { answer: chosen(pick), seconds: 20 }), item(1, rest[at] ?? 0, 100)],
      })),
    )
    const { options, omitted, seconds } = of(items, 0)
    expect(omitted).toBe(2)
    expect(seconds).toBe(20)
    expect(options.map(({ option, count }) => [option, count])).toEqual([
      [0, 4],
      [1, 4],
      [2, 2],
      [null, 2],
    ])
    for (const { option, itemRest } of options)
      expect(itemRest).toBeCloseTo(
        correlation(
          picks.map((pick) => Number(pick === option)),
          rest,
        ),
        9,
      )
    expect(of(items, 1).options).toEqual([])
  })

  it('of the parts of a group are counted by part, and what is typed is none', async () => {
    const picks = [0, 0, 0, 0, 1, 1, 1, null, null, null]
    const parts = (at: number) => [
      chosen(picks[at] ?? null),
      at < 8 ? { kind: 'true-false' as const, isTrue: at < 5 } : null,
      { kind: 'short-answer' as const, text: '文' },
    ]
    const { items } = await evaluated(
      picks.map((_, at) => ({
        memberId: uuid(),
        items: [
          item(0, 10 - at, 10, { answer: at === 9 ? null : { kind: 'group', parts: parts(at) } }),
          item(1, 100 - at, 100),
        ],
      })),
    )
    const { options } = of(items, 0)
    expect(options.map(({ part, option, count }) => [part, option, count])).toEqual([
      ...[
        [0, 0, 4],
        [0, 1, 3],
        [0, null, 3],
      ],
      ...[
        [1, 0, 5],
        [1, 1, 3],
        [1, null, 2],
      ],
    ])
    const rest = picks.map((_, at) => 100 - at)
    const first = picks.map((pick) => Number(pick === 0))
    expect(options[0]?.itemRest).toBeCloseTo(correlation(first, rest), 9)
  })

  it('count the answer that was given last, and an untouched question as omitted', async () => {
    const attempts = Array.from({ length: 10 }, (_, at) => ({
      memberId: uuid(),
      items: [
        item(0, 10, 10, { earlier: [chosen(2), null], answer: chosen(0) }),
        item(1, at, 10, at < 4 ? { earlier: [chosen(1)], answer: null } : {}),
      ],
    }))
    const { items } = await evaluated(attempts)
    expect(of(items, 0)).toMatchObject({ omitted: 0, options: [{ option: 0, count: 10, share: 1, itemRest: null }] })
    expect(of(items, 1)).toMatchObject({ omitted: 10 })
  })
})

describe('which attempts count', () => {
  const [ada, bob] = [uuid(), uuid()]
  const one = (memberId: string, number: number, tenths: number, rest: Partial<MarkedAttempt> = {}): MarkedAttempt => ({
    ...{ memberId, number, items: [item(0, tenths, 10), item(1, 10, 10)], ...rest },
  })
  const attempts = () => [
    one(ada, 1, 8),
    one(ada, 2, 2),
    one(bob, 1, 5),
    one(bob, 2, 10, { isReset: true }),
    one(bob, 3, 9, { state: 'to-grade' }),
  ]

  it.each([
    ['best', 2, 0.65],
    ['last', 2, 0.35],
    ['average', 3, 0.5],
  ] as const)('%s: %i attempts', async (rule, answers, difficulty) => {
    const { items, scores } = await evaluated(attempts(), rule)
    expect(of(items, 0)).toMatchObject({ answers })
    expect(of(items, 0).difficulty).toBeCloseTo(difficulty, 9)
    expect(scores.attempts).toBe(answers)
  })
})

describe('too little', () => {
  const many = (count: number, items: (at: number) => MarkedItem[]) =>
    Array.from({ length: count }, (_, at) => ({ memberId: uuid(), items: items(at) }))

  it('nobody: nothing, without an error', async () => {
    const { items, reliability } = await evaluated([])
    expect(items.size).toBe(0)
    expect(reliability).toMatchObject({ alpha: null, obstacle: 'too-few', attempts: 0, items: 0 })
  })

  it('nine are too few for a correlation, ten are enough', async () => {
    const spread = (at: number) => [item(0, at % 3, 10), item(1, at, 10)]
    const nine = await evaluated(many(9, spread))
    expect(of(nine.items, 0)).toMatchObject({ answers: 9, itemRest: null, discrimination: null })
    expect(nine.reliability).toMatchObject({ alpha: null, error: null, obstacle: 'too-few' })
    const ten = await evaluated(many(10, spread))
    expect(of(ten.items, 0)).toMatchObject({ itemRest: expect.any(Number), discrimination: expect.any(Number) })
    expect(ten.reliability).toMatchObject({ alpha: expect.any(Number), error: expect.any(Number), obstacle: null })
  })

  it('a single question has no rest, and no alpha', async () => {
    const { items, reliability } = await evaluated(many(12, (at) => [item(0, at % 5, 10)]))
    expect(of(items, 0)).toMatchObject({ itemRest: null, discrimination: expect.any(Number) })
    expect(reliability).toMatchObject({ alpha: null, obstacle: 'one-question' })
  })

  it('everyone right, or everyone silent: no correlation, and no alpha', async () => {
    const right = await evaluated(many(12, () => [item(0, 7, 7, { answer: chosen(0) }), item(1, 3, 3)]))
    expect(of(right.items, 0)).toMatchObject({
      difficulty: 1,
      deviation: 0,
      itemRest: null,
      discrimination: 0,
      omitted: 0,
    })
    expect(right.reliability).toMatchObject({ alpha: null, obstacle: 'no-variance' })
    const silent = await evaluated(many(12, () => [item(0, 0, 7, { answer: null }), item(1, 0, 3)]))
    expect(of(silent.items, 0)).toMatchObject({ difficulty: 0, itemRest: null, omitted: 12 })
  })

  it('a question without points, as one that was dropped, says nothing and takes nothing from the others', async () => {
    const { items, reliability } = await evaluated(
      many(12, (at) => [item(0, 0, 0), item(1, at % 4, 10), item(2, at, 20)]),
    )
    expect([...items.keys()].sort()).toEqual([versions[1], versions[2]].sort())
    expect(reliability).toMatchObject({ items: 2, obstacle: null })
  })

  it('of random papers each question counts those who got it, and there is no alpha', async () => {
    const { items, reliability } = await evaluated(
      many(20, (at) => [item(0, at % 10, 10), item(1 + (at % 2), at % 7, 10)]),
    )
    expect([0, 1, 2].map((at) => of(items, at).answers)).toEqual([20, 10, 10])
    expect(of(items, 1).itemRest).toEqual(expect.any(Number))
    expect(reliability).toMatchObject({ alpha: null, error: null, obstacle: 'different-papers', items: 3 })
  })
})
