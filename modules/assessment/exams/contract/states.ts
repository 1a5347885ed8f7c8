/** The states of exams and of their records, in the numbers of the specification's maps. */
import { type Static, Type } from 'typebox'
import { OneOf } from '#kit/schema.ts'
import type { RegistrationState } from './registration.ts'

/**
 * Map `exam-publishing`. 1 unpublished, 2 publishing: an application waits, 3 not started, 5 in progress, 6 ended, 7 info
 * updating: changes of a published exam wait for approval. 4 registering: not started, and members register now. Follows from the shelf and the clock, and is stored nowhere.
 */
const publishingStates = [1, 2, 3, 4, 5, 6, 7] as const
export const PublishingState = OneOf(publishingStates)
export type PublishingState = Static<typeof PublishingState>

/** Where an attempt stands. */
const attemptStates = ['in-progress', 'to-grade', 'final'] as const
export const AttemptState = OneOf(attemptStates)
export type AttemptState = Static<typeof AttemptState>

/** Who or what ended an attempt: `leaves` and `invigilator` are abnormal. */
const submissionCauses = ['member', 'time', 'leaves', 'invigilator'] as const
export const SubmissionCause = OneOf(submissionCauses)
export type SubmissionCause = Static<typeof SubmissionCause>

export const results = ['fail', 'pass', 'good', 'excellent'] as const
export const Result = OneOf(results)
export type Result = Static<typeof Result>

/** Map `exam-record`: 1 pending review of the registration, 2 to be examined, 3 in exam, 4 to be graded, 5 fail, 6 pass, 7 good, 8 excellent. */
const recordStates = [1, 2, 3, 4, 5, 6, 7, 8] as const
export const RecordState = OneOf(recordStates)
export type RecordState = Static<typeof RecordState>

/**
 * Map `exam-record-list-2`: 1 not started, 2 in progress, 4 abnormal submit, 5 to grade, 6 pass, 7 fail, 8 completed: an exam
 * without a pass mark, 9 good, 10 excellent.
 */
export const attemptListStates = [1, 2, 4, 5, 6, 7, 8, 9, 10] as const
export const AttemptListState = OneOf(attemptListStates)
export type AttemptListState = Static<typeof AttemptListState>

export interface Standing {
  readonly state: AttemptState
  readonly result: Result | null
}

const recordStateOfResult = { fail: 5, pass: 6, good: 7, excellent: 8 } as const satisfies Record<Result, RecordState>
const listStateOfResult = { fail: 7, pass: 6, good: 9, excellent: 10 } as const satisfies Record<
  Result,
  AttemptListState
>

/** The state of an attempt in the examinee's own list; null: no attempt yet, and a registration may not be decided (EXAM-022). */
export function recordStateOf(standing: Standing | null, registration: RegistrationState | null = null): RecordState {
  if (standing === null) return registration === 'pending' || registration === 'waiting' ? 1 : 2
  if (standing.state === 'in-progress') return 3
  return standing.result === null ? 4 : recordStateOfResult[standing.result]
}

/** The state of the same attempt in the administrator's list (EXAM-020, EXAM-021). */
export function attemptListStateOf(
  standing: (Standing & { readonly cause: SubmissionCause | null; readonly hasPassMark: boolean }) | null,
): AttemptListState {
  if (standing === null) return 1
  if (standing.state === 'in-progress') return 2
  if (standing.cause === 'leaves') return 4
  if (standing.result === null) return 5
  return standing.hasPassMark ? listStateOfResult[standing.result] : 8
}

/** A score of several attempts, such as their average, has two decimals; that of one has one (EXAM-026). */
export const ScoreHundredths = Type.Integer({ minimum: 0, maximum: 100_000 })
export const TotalTenths = Type.Integer({ minimum: 0, maximum: 10_000 })
