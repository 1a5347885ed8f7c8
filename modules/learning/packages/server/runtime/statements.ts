/** What xAPI statements say, read without trusting their shape: the record store has checked it already. */
import type { JsonObject } from '#modules/learning/xapi/server.ts'
import type { UnitResult } from '../attempts.ts'

function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

/** The part of a statement at the end of a way of names. */
export function partOf(statement: JsonObject, ...way: readonly string[]): JsonObject {
  return way.reduce<JsonObject>((found, name) => objectOf(found[name]), statement)
}

export function verbOf(statement: JsonObject): string {
  return String(partOf(statement, 'verb').id ?? '')
}

export function objectIdOf(statement: JsonObject): string {
  return String(partOf(statement, 'object').id ?? '')
}

export const verbs = {
  launched: 'http://adlnet.gov/expapi/verbs/launched',
  initialized: 'http://adlnet.gov/expapi/verbs/initialized',
  answered: 'http://adlnet.gov/expapi/verbs/answered',
  progressed: 'http://adlnet.gov/expapi/verbs/progressed',
  completed: 'http://adlnet.gov/expapi/verbs/completed',
  passed: 'http://adlnet.gov/expapi/verbs/passed',
  mastered: 'http://adlnet.gov/expapi/verbs/mastered',
  failed: 'http://adlnet.gov/expapi/verbs/failed',
  terminated: 'http://adlnet.gov/expapi/verbs/terminated',
  abandoned: 'https://w3id.org/xapi/adl/verbs/abandoned',
  satisfied: 'https://w3id.org/xapi/adl/verbs/satisfied',
  waived: 'https://w3id.org/xapi/adl/verbs/waived',
} as const

const progressExtension = 'https://w3id.org/xapi/cmi5/result/extensions/progress'

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

function scorePercent(score: JsonObject): number | undefined {
  const { scaled, raw, min = 0, max } = score
  if (typeof scaled === 'number') return clamp(scaled, 0, 1) * 100
  if (typeof raw !== 'number' || typeof max !== 'number' || typeof min !== 'number' || max <= min) return undefined
  const share = (raw - min) / (max - min)
  return Number.isNaN(share) ? undefined : clamp(share, 0, 1) * 100
}

/** What a statement about the content itself says of the learner. */
export function resultOf(statement: JsonObject): UnitResult {
  const verb = verbOf(statement)
  const result = partOf(statement, 'result')
  const progress = partOf(result, 'extensions')[progressExtension]
  const score = scorePercent(partOf(result, 'score'))
  const isPassed = verb === verbs.passed || verb === verbs.mastered
  const evaluates = isPassed || verb === verbs.failed || verb === verbs.completed || verb === verbs.answered
  const said = typeof result.success === 'boolean' ? result.success : undefined
  const passed = isPassed ? true : verb === verbs.failed ? false : evaluates ? said : undefined
  return {
    completed: result.completion !== false && (verb === verbs.completed || isPassed),
    ...(passed !== undefined && { passed }),
    ...(score !== undefined && evaluates && { scorePercent: score }),
    ...(typeof progress === 'number' && { progressPercent: Math.floor(clamp(progress, 0, 100)) }),
  }
}
