/** SCORM's data as it stands in the run-time: what a unit finds when it begins, and what its data say of the learner. */
import type { UnitResult } from '../attempts.ts'
import type { UnitFacts } from '../prepare/manifest.ts'

export type Cmi = Readonly<Record<string, unknown>>
export type ScormVersion = 'scorm-1.2' | 'scorm-2004'

function objectAt(value: unknown, ...way: readonly string[]): Cmi {
  let found: unknown = value
  for (const name of way) found = typeof found === 'object' && found !== null ? (found as Cmi)[name] : undefined
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Cmi) : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** Empty text is no number. */
function numberOf(value: unknown): number | undefined {
  const text = textOf(value).trim()
  const number = text === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : undefined
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** The score as percent: as it is scaled, by its bounds, or as the raw number that most packages mean as percent. */
function scorePercent(score: Cmi): number | undefined {
  const scaled = numberOf(score.scaled)
  if (scaled !== undefined) return clamp(scaled, 0, 1) * 100
  const raw = numberOf(score.raw)
  if (raw === undefined) return undefined
  const low = numberOf(score.min) ?? 0
  const high = numberOf(score.max) ?? 100
  const share = high > low ? (raw - low) / (high - low) : raw / 100
  // Bounds too far apart for a number yield no share.
  return Number.isNaN(share) ? undefined : clamp(share, 0, 1) * 100
}

function without<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T
}

function result12(cmi: Cmi, facts: UnitFacts): UnitResult {
  const core = objectAt(cmi, 'core')
  const status = textOf(core.lesson_status)
  const score = objectAt(core, 'score')
  const raw = numberOf(score.raw)
  const isMastered = facts.masteryScore === undefined || raw === undefined ? undefined : raw >= facts.masteryScore
  const isDone = status === 'completed' || status === 'passed' || status === 'failed'
  const byStatus = status === 'passed' ? true : status === 'failed' ? false : undefined
  const passed = isDone ? (isMastered ?? byStatus) : undefined
  // There is one status for both: what is failed is not done, it is to be tried again.
  return without({ completed: isDone && passed !== false, passed, scorePercent: scorePercent(score) }) as UnitResult
}

function result2004(cmi: Cmi, facts: UnitFacts): UnitResult {
  const measure = numberOf(cmi.progress_measure)
  const score = objectAt(cmi, 'score')
  const scaled = numberOf(score.scaled)
  const { completionThreshold, scaledPassingScore } = facts
  // A threshold decides alone; without its measure the status is unknown (RTE 4.2.4.1, 4.2.22.1).
  const completed =
    completionThreshold === undefined
      ? textOf(cmi.completion_status) === 'completed'
      : measure !== undefined && measure >= completionThreshold
  const said = textOf(cmi.success_status)
  const bySaying = said === 'passed' ? true : said === 'failed' ? false : undefined
  const byScore = scaled === undefined ? undefined : scaled >= (scaledPassingScore ?? 0)
  const passed = scaledPassingScore === undefined ? bySaying : byScore
  return without({
    completed,
    passed,
    scorePercent: scorePercent(score),
    progressPercent: measure === undefined ? undefined : Math.floor(clamp(measure, 0, 1) * 100),
  }) as UnitResult
}

export function scormResult(version: ScormVersion, cmi: Cmi, facts: UnitFacts): UnitResult {
  return version === 'scorm-1.2' ? result12(cmi, facts) : result2004(cmi, facts)
}

/** `0001:02:03.5` of SCORM 1.2, `P1DT2H3M4.5S` of 2004; 0 for anything else. */
export function durationMs(text: unknown): number {
  const said = textOf(text)
  const clock = /^(\d{2,4}):(\d{2}):(\d{2}(?:\.\d{1,2})?)$/.exec(said)
  if (clock) return Math.round((Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3])) * 1000)
  const iso = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(said)
  if (!iso) return 0
  const [years, months, days, hours, minutes, seconds] = iso.slice(1).map((part) => Number(part ?? 0)) as number[]
  const wholeDays = (years ?? 0) * 365 + (months ?? 0) * 30 + (days ?? 0)
  return Math.round((wholeDays * 86_400 + (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)) * 1000)
}

/** What the unit itself counted since it was opened. */
export function sessionMs(version: ScormVersion, cmi: Cmi): number {
  return durationMs(version === 'scorm-1.2' ? objectAt(cmi, 'core').session_time : cmi.session_time)
}

function timeText(version: ScormVersion, ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const hours = Math.floor(seconds / 3600)
  const [m, s] = [Math.floor(seconds / 60) % 60, seconds % 60]
  if (version === 'scorm-2004') return `PT${hours}H${m}M${s}S`
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(hours).padStart(4, '0')}:${two(m)}:${two(s)}`
}

export interface Learner {
  readonly id: string
  readonly name: string
}

export interface KeptState {
  readonly cmi: Cmi
  readonly totalMs: number
}

/** Where the unit goes on: by its own word, or because it left something to go on from. */
function entryOf(version: ScormVersion, cmi: Cmi): string {
  const core = version === 'scorm-1.2' ? objectAt(cmi, 'core') : cmi
  const location = version === 'scorm-1.2' ? core.lesson_location : cmi.location
  if (textOf(core.exit) === 'suspend' || textOf(cmi.suspend_data) !== '' || textOf(location) !== '') return 'resume'
  return Object.keys(cmi).length === 0 ? 'ab-initio' : ''
}

/** The initial data of a unit's run-time: its data of the last session, and the values of the server. */
export function startData(
  version: ScormVersion,
  kept: KeptState | undefined,
  facts: UnitFacts,
  { learner, isPreview }: { readonly learner: Learner; readonly isPreview: boolean },
): Cmi {
  const cmi = kept?.cmi ?? {}
  const credit = isPreview ? 'no-credit' : 'credit'
  const mode = isPreview ? 'browse' : 'normal'
  const total = timeText(version, kept?.totalMs ?? 0)
  const entry = entryOf(version, cmi)
  if (version === 'scorm-2004') {
    const { session_time: _session, exit: _exit, ...own } = cmi
    return without({
      ...own,
      learner_id: learner.id,
      learner_name: learner.name,
      credit,
      mode,
      entry,
      total_time: total,
      launch_data: facts.dataFromLms,
      completion_threshold: facts.completionThreshold === undefined ? undefined : String(facts.completionThreshold),
      scaled_passing_score: facts.scaledPassingScore === undefined ? undefined : String(facts.scaledPassingScore),
      max_time_allowed: facts.maxTimeAllowed,
      time_limit_action: facts.timeLimitAction,
    })
  }
  const { session_time: _session, exit: _exit, ...core } = objectAt(cmi, 'core')
  return without({
    ...cmi,
    core: {
      ...core,
      student_id: learner.id,
      student_name: learner.name,
      credit,
      lesson_mode: mode,
      entry,
      total_time: total,
    },
    launch_data: facts.dataFromLms,
    student_data: without({
      ...objectAt(cmi, 'student_data'),
      mastery_score: facts.masteryScore === undefined ? undefined : String(facts.masteryScore),
      max_time_allowed: facts.maxTimeAllowed,
      time_limit_action: facts.timeLimitAction,
    }),
  })
}

export interface Interaction {
  readonly position: number
  readonly identifier: string
  readonly content: Cmi
}

const interactionsMax = 1000

/** The answers, in the order in which they were given. */
export function interactionsOf(cmi: Cmi): Interaction[] {
  const list = cmi.interactions
  const entries = Array.isArray(list)
    ? list.map((one, index) => [String(index), one] as const)
    : Object.entries(objectAt(list))
  return entries
    .filter(([key]) => /^(0|[1-9]\d{0,3})$/.test(key))
    .map(([key, value]) => ({ position: Number(key), content: objectAt(value) }))
    .filter(({ content }) => textOf(content.id) !== '')
    .slice(0, interactionsMax)
    .map(({ position, content }) => ({ position, content, identifier: textOf(content.id).slice(0, 4000) }))
}
