/** What scores mean: the result by the thresholds of the exam, and which attempts count. Pure. */
import type { ExamRules, ViewingRule } from '../contract/rules.ts'
import type { AttemptState, Result } from '../contract/states.ts'

export type Thresholds = Pick<ExamRules, 'passTenths' | 'goodTenths' | 'excellentTenths'>

/** A score equal to a threshold reaches it. Without a pass mark nobody fails. */
export function resultOf(scoreHundredths: number, rules: Thresholds): Result {
  const reaches = (tenths: number | null) => tenths !== null && scoreHundredths >= tenths * 10
  if (reaches(rules.excellentTenths)) return 'excellent'
  if (reaches(rules.goodTenths)) return 'good'
  return rules.passTenths === null || reaches(rules.passTenths) ? 'pass' : 'fail'
}

export interface FinalAttempt {
  readonly scoreTenths: number
  readonly totalTenths: number
}

/** What counts of the final attempts, in the order of their numbers; undefined: nothing is final yet. */
export function countedOf(
  attempts: readonly FinalAttempt[],
  rule: ExamRules['countingRule'],
): { readonly scoreHundredths: number; readonly totalTenths: number } | undefined {
  const last = attempts.at(-1)
  if (!last) return undefined
  if (rule === 'last') return { scoreHundredths: last.scoreTenths * 10, totalTenths: last.totalTenths }
  if (rule === 'best') {
    const best = attempts.reduce((one, other) => (other.scoreTenths > one.scoreTenths ? other : one))
    return { scoreHundredths: best.scoreTenths * 10, totalTenths: best.totalTenths }
  }
  const sum = attempts.reduce((total, attempt) => total + attempt.scoreTenths, 0)
  return { scoreHundredths: Math.round((sum * 10) / attempts.length), totalTenths: last.totalTenths }
}

interface Moment {
  readonly now: number
  /** The exam has ended for everybody. */
  readonly hasEnded: boolean
}

/** Whether the examinee may read score and result. */
export function isScoreShown(rules: Pick<ExamRules, 'scoreShown'>, { hasEnded }: Pick<Moment, 'hasEnded'>): boolean {
  return rules.scoreShown === 'at-once' || hasEnded
}

export type ViewObstacle = 'open' | 'after-end' | 'after-pass' | 'never'

/** Why the examinee may not read the paper with its key; null: it may be read. */
export function viewObstacle(
  rule: ViewingRule,
  facts: {
    readonly state: AttemptState
    readonly hasOpenAttempt: boolean
    readonly hasEnded: boolean
    readonly hasPassed: boolean
  },
): ViewObstacle | null {
  if (rule === 'never') return 'never'
  if (rule === 'after-end' && !facts.hasEnded) return 'after-end'
  if (rule === 'after-pass' && !facts.hasPassed) return 'after-pass'
  // An earlier paper would tell the key to the attempt that goes on.
  return facts.state === 'in-progress' || facts.hasOpenAttempt ? 'open' : null
}
