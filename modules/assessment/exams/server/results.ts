/** What scores mean: the result by the thresholds of the exam, and which attempts count. Pure. */
import type { ExamRules, ViewingRule } from '../contract/rules.ts'
import type { AttemptState, Result } from '../contract/states.ts'

export type Thresholds = Pick<ExamRules, 'passTenths' | 'goodTenths' | 'excellentTenths'>

/** The total that a score is out of, and the one that was drawn: smaller after a question was dropped. */
export interface Totals {
  readonly totalTenths: number
  readonly drawnTenths: number
}

const asDrawn: Totals = { totalTenths: 1, drawnTenths: 1 }

/**
 * A score equal to a threshold reaches it. Without a pass mark nobody fails. Thresholds are points of the paper as it was drawn:
 * they shrink with the total, exactly.
 */
export function resultOf(scoreHundredths: number, rules: Thresholds, totals: Totals = asDrawn): Result {
  const { totalTenths, drawnTenths } = totals
  const reaches = (tenths: number | null) =>
    tenths !== null && scoreHundredths * drawnTenths >= tenths * 10 * totalTenths
  if (reaches(rules.excellentTenths)) return 'excellent'
  if (reaches(rules.goodTenths)) return 'good'
  return rules.passTenths === null || reaches(rules.passTenths) ? 'pass' : 'fail'
}

export interface FinalAttempt {
  readonly scoreTenths: number
  readonly totalTenths: number
  /** Missing: the total is as it was drawn. */
  readonly drawnTenths?: number | null
}

export interface Counted extends Totals {
  readonly scoreHundredths: number
}

const drawnOf = ({ drawnTenths, totalTenths }: FinalAttempt) => drawnTenths ?? totalTenths

/** The higher share is the better one, whatever the totals are; of equals the first. */
const isBetter = (one: FinalAttempt, other: FinalAttempt) =>
  one.scoreTenths * other.totalTenths > other.scoreTenths * one.totalTenths ||
  (other.totalTenths === 0 && one.totalTenths > 0)

/** What counts of the final attempts, in the order of their numbers; undefined: nothing is final yet. */
export function countedOf(attempts: readonly FinalAttempt[], rule: ExamRules['countingRule']): Counted | undefined {
  const last = attempts.at(-1)
  if (!last) return undefined
  const best = attempts.reduce((one, other) => (isBetter(other, one) ? other : one))
  const shown = rule === 'best' ? best : last
  const totals = { totalTenths: shown.totalTenths, drawnTenths: drawnOf(shown) }
  if (rule !== 'average') return { scoreHundredths: shown.scoreTenths * 10, ...totals }
  // An attempt that was dropped as a whole says nothing.
  const counting = attempts.filter(({ totalTenths }) => totalTenths > 0)
  const sum = counting.reduce((total, one) => total + (one.scoreTenths * last.totalTenths) / one.totalTenths, 0)
  return { scoreHundredths: Math.round((sum * 10) / Math.max(1, counting.length)), ...totals }
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
