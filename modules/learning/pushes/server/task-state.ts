/** How far a member is with a learning package. The one place that decides it; pure. */
import type { StudyState } from '#modules/content/study/server.ts'
import type { TaskStatus } from '../contract/shapes.ts'

export interface PackageItem {
  readonly isRequired: boolean
  /** False for items that nobody can start any more: off the shelf or deleted. */
  readonly isAvailable: boolean
  /** Undefined where nothing is known of the member. */
  readonly state: Pick<StudyState, 'isStarted' | 'isFinished' | 'percent' | 'finishedAt'> | undefined
}

export interface TaskState {
  readonly status: TaskStatus
  readonly percent: number
  readonly finishedCount: number
  readonly requiredCount: number
  /** Of the required item that was finished last; null where that is not known. */
  readonly finishedAt: number | null
}

/**
 * Done is who has finished all that is required (COURSE-076). What has gone from the shelf asks nothing of those who have
 * not finished it, but where nothing is left to do and nothing was finished, the task is not done.
 */
export function taskState(items: readonly PackageItem[]): TaskState {
  const required = items.filter(
    ({ isRequired, isAvailable, state }) => isRequired && (isAvailable || state?.isFinished),
  )
  const finished = required.filter(({ state }) => state?.isFinished)
  const isDone = required.length > 0 && finished.length === required.length
  const hasStarted = items.some(({ state }) => state?.isStarted || state?.isFinished)
  const sum = required.reduce((total, { state }) => total + (state?.isFinished ? 100 : (state?.percent ?? 0)), 0)
  const instants = finished.flatMap(({ state }) => state?.finishedAt ?? [])
  return {
    status: isDone ? 3 : hasStarted ? 2 : 1,
    percent: isDone ? 100 : Math.min(99, required.length === 0 ? 0 : Math.floor(sum / required.length)),
    finishedCount: finished.length,
    requiredCount: required.length,
    finishedAt: isDone && instants.length > 0 ? Math.max(...instants) : null,
  }
}
