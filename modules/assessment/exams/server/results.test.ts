import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proves } from '#test/proves.ts'
import { attemptListStateOf, recordStateOf, results } from '../contract/states.ts'
import { countedOf, isScoreShown, resultOf, viewObstacle } from './results.ts'

const rules = { passTenths: 600, goodTenths: 750, excellentTenths: 900 }

describe('the result', () => {
  it.each([
    [5990, 'fail'],
    [5999, 'fail'],
    [6000, 'pass'],
    [7499, 'pass'],
    [7500, 'good'],
    [8990, 'good'],
    [9000, 'excellent'],
  ] as const)('of %i hundredths is %s', (score, result) => {
    expect(resultOf(score, rules)).toBe(result)
  })

  it('is never a failure without a pass mark, and only a pass without the others', () => {
    expect(resultOf(0, { passTenths: null, goodTenths: null, excellentTenths: null })).toBe('pass')
    expect(resultOf(10_000, { ...rules, goodTenths: null, excellentTenths: null })).toBe('pass')
  })

  it('has its own number in each of the two lists, and is the same in both', async () => {
    await proves(['EXAM-020', 'EXAM-021'], async () => {
      const numbers = results.map((result) => {
        const standing = { state: 'final', result } as const
        return [recordStateOf(standing), attemptListStateOf({ ...standing, cause: 'member', hasPassMark: true })]
      })
      expect(numbers).toEqual([
        [5, 7],
        [6, 6],
        [7, 9],
        [8, 10],
      ])
    })
  })

  it('before it is there, tells how far the attempt is', async () => {
    await proves(['EXAM-016', 'EXAM-017', 'EXAM-022'], async () => {
      const inProgress = { state: 'in-progress', result: null } as const
      const toGrade = { state: 'to-grade', result: null } as const
      expect([null, inProgress, toGrade].map((one) => recordStateOf(one))).toEqual([2, 3, 4])
      const second = (standing: typeof inProgress | typeof toGrade | null) =>
        attemptListStateOf(standing && { ...standing, cause: null, hasPassMark: true })
      expect([null, inProgress, toGrade].map(second)).toEqual([1, 2, 5])
      const final = { state: 'final', result: 'pass', hasPassMark: true } as const
      expect(attemptListStateOf({ ...final, cause: 'leaves' })).toBe(4)
      expect(attemptListStateOf({ ...final, cause: 'member', hasPassMark: false })).toBe(8)
    })
  })
})

const attempt = (scoreTenths: number) => ({ scoreTenths, totalTenths: 1000 })

describe('what counts', () => {
  it('[EXAM-027] is the best, the last, or the average with two decimals', () => {
    const attempts = [attempt(600), attempt(905), attempt(701)]
    expect(countedOf(attempts, 'best')?.scoreHundredths).toBe(9050)
    expect(countedOf(attempts, 'last')?.scoreHundredths).toBe(7010)
    expect(countedOf(attempts, 'average')?.scoreHundredths).toBe(7353)
    expect(countedOf([], 'best')).toBeUndefined()
  })

  it('lies between the lowest and the highest, whatever the rule', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 20 }),
        fc.constantFrom('best', 'last', 'average'),
        (scores, rule) => {
          const counted = countedOf(scores.map(attempt), rule)?.scoreHundredths ?? -1
          return counted >= Math.min(...scores) * 10 && counted <= Math.max(...scores) * 10
        },
      ),
    )
  })
})

describe('the paper with its key', () => {
  const facts = { state: 'final', hasOpenAttempt: false, hasEnded: false, hasPassed: false } as const
  it.each([
    ['never', { hasEnded: true, hasPassed: true }, 'never'],
    ['after-submission', {}, null],
    ['after-submission', { state: 'in-progress' }, 'open'],
    ['after-submission', { hasOpenAttempt: true }, 'open'],
    ['after-end', {}, 'after-end'],
    ['after-end', { hasEnded: true }, null],
    ['after-pass', { hasEnded: true }, 'after-pass'],
    ['after-pass', { hasPassed: true }, null],
    ['after-pass', { hasPassed: true, hasOpenAttempt: true }, 'open'],
  ] as const)('%s with %j: %s', (rule, change, expected) => {
    expect(viewObstacle(rule, { ...facts, ...change })).toBe(expected)
  })

  it('is one thing, the score another', () => {
    expect(isScoreShown({ scoreShown: 'at-once' }, { hasEnded: false })).toBe(true)
    expect(isScoreShown({ scoreShown: 'after-end' }, { hasEnded: false })).toBe(false)
    expect(isScoreShown({ scoreShown: 'after-end' }, { hasEnded: true })).toBe(true)
  })
})
