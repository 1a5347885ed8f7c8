/** The checks of the live form before sending (LIVE-091 to LIVE-100), and the fields that a state closes. */
import {
  descLengthMax,
  digitsMax,
  lecturerDescLengthMax,
  lecturersMax,
  subjectLengthMax,
} from '../../contract/shapes.ts'
import { fixedFields, type LiveStatus } from '../../contract/states.ts'
import type { FormMode, LiveFormValues } from './values.ts'

const digitsLengthMax = String(digitsMax).length

export type FieldName = keyof LiveFormValues

/** A key of the texts under `form.problem`, with its values. */
export interface Problem {
  readonly key: string
  readonly values?: Readonly<Record<string, number>>
}

/** The problem of each field, in the order of the form: the first one is shown first (LIVE-102). */
export type Problems = ReadonlyMap<FieldName, Problem>

/** The number of characters as a person counts them. */
const lengthOf = (text: string) => [...text.trim()].length

function startOfDay(instant: number): number {
  return new Date(instant).setHours(0, 0, 0, 0)
}

/** Whether a day is too early for the start (LIVE-094). */
export function isPastDay(instant: number, now: number): boolean {
  return instant < startOfDay(now)
}

function digitsProblem(text: string): Problem | undefined {
  if (text.trim() === '') return undefined
  return new RegExp(`^[0-9]{1,${digitsLengthMax}}$`).test(text.trim())
    ? undefined
    : { key: 'digits', values: { max: digitsLengthMax } }
}

function lengthProblem(text: string, max: number): Problem | undefined {
  return lengthOf(text) > max ? { key: 'tooLong', values: { max } } : undefined
}

const required = (key: string, value: unknown): Problem | undefined => (value === null ? { key } : undefined)

function startProblem({ type, startTime }: LiveFormValues, now: number): Problem | undefined {
  if (type === 1) return undefined
  if (startTime === null) return { key: 'startNeeded' }
  return isPastDay(startTime, now) ? { key: 'startPast' } : undefined
}

/** Scope 4 names somebody. */
function audienceProblem({ shareScope, organizations, members }: LiveFormValues): Problem | undefined {
  return shareScope === 4 && organizations.length + members.length === 0 ? { key: 'audienceNeeded' } : undefined
}

/** A duration of zero is invalid; the expected number of people is optional. */
function durationProblem(text: string): Problem | undefined {
  if (text.trim() === '') return { key: 'durationNeeded' }
  const problem = digitsProblem(text)
  if (problem) return problem
  return Number(text) === 0 ? { key: 'durationNeeded' } : undefined
}

export function problemsOf(values: LiveFormValues, now: number): Problems {
  const found: [FieldName, Problem | undefined][] = [
    [
      'subject',
      lengthOf(values.subject) === 0 ? { key: 'subjectNeeded' } : lengthProblem(values.subject, subjectLengthMax),
    ],
    ['startTime', startProblem(values, now)],
    ['liveMode', required('liveModeNeeded', values.liveMode)],
    ['shareScope', required('shareScopeNeeded', values.shareScope)],
    ['organizations', audienceProblem(values)],
    ['executionMode', required('executionModeNeeded', values.executionMode)],
    ['estimateDuration', durationProblem(values.estimateDuration)],
    ['planNumber', digitsProblem(values.planNumber)],
    ['desc', lengthProblem(values.desc, descLengthMax)],
    ['lecturerDesc', lengthProblem(values.lecturerDesc, lecturerDescLengthMax)],
    [
      'lecturers',
      values.lecturers.length > lecturersMax ? { key: 'tooManyLecturers', values: { max: lecturersMax } } : undefined,
    ],
  ]
  return new Map(found.filter((entry): entry is [FieldName, Problem] => entry[1] !== undefined))
}

const editable: readonly FieldName[] = [
  'subject',
  'type',
  'startTime',
  'liveMode',
  'shareScope',
  'organizations',
  'members',
  'executionMode',
  'estimateDuration',
  'planNumber',
  'desc',
  'lecturerDesc',
  'lecturers',
  'cover',
]

/**
 * The read-only fields: all of them in view mode (LIVE-082); the mode after publication, the scope while it runs
 * (LIVE-085, LIVE-087, LIVE-089); the type if something already determines it (LIVE-106).
 */
export function closedFields(form: {
  readonly mode: FormMode
  readonly status?: LiveStatus | undefined
  readonly approval: boolean
}): ReadonlySet<FieldName> {
  const { mode, status, approval } = form
  if (mode === 'view') return new Set(editable)
  const closed = new Set<FieldName>()
  if (approval || mode !== 'detail') closed.add('type')
  const fixed = mode === 'detail' || status === undefined ? [] : fixedFields(status)
  // Who is in the scope is fixed with it.
  if (fixed.includes('shareScope')) for (const name of ['organizations', 'members'] as const) closed.add(name)
  return new Set([...closed, ...fixed])
}
