/** When a video stops for an exercise. */
import type { Exercise } from '#modules/assessment/exercises/contract.ts'

/** The video goes on by itself this far between two looks; a longer way is a jump. */
const STRIDE_MS = 2500

/** An exercise of a video with its place; one at the end has the place of the end. */
export type PlacedExercise = Exercise & { readonly at: number }

const isOpen = ({ questions }: PlacedExercise) => questions.some(({ state }) => state === null)
const hasAttempts = ({ questions }: PlacedExercise) => questions.some(({ state }) => !state?.isSettled)

/**
 * The end itself is never played over: what stands there is met a moment before. Browsers look about four times a second, which at
 * twice the speed is every half second of the video.
 */
const BEFORE_END_MS = 1000

export function placedIn(exercises: readonly Exercise[], durationMs: number): PlacedExercise[] {
  const last = Math.max(0, durationMs - BEFORE_END_MS)
  return exercises.map((exercise) => ({ ...exercise, at: Math.min(exercise.at ?? last, last) }))
}

/**
 * The exercise to stop for on the way from one place to the next: one that is passed, or one that must be answered and
 * lies behind already. `done` were met in this sitting and are not asked for again, but for those of `again`: the learner
 * went back to study for another attempt.
 */
export function stopOnTheWay(
  exercises: readonly PlacedExercise[],
  fromMs: number,
  toMs: number,
  done: ReadonlySet<string>,
  again: ReadonlySet<string> = new Set(),
): PlacedExercise | undefined {
  const isMet = (exercise: PlacedExercise) =>
    again.has(exercise.id) ? hasAttempts(exercise) : isOpen(exercise) && !done.has(exercise.id)
  const played = toMs >= fromMs && toMs - fromMs <= STRIDE_MS
  return exercises.find((exercise) => {
    if (exercise.at > toMs || !isMet(exercise)) return false
    return exercise.mustAnswer || (played && exercise.at > fromMs - 1)
  })
}

/** The furthest place that may be reached where nobody may seek forward: where the watched ranges have no hole. */
export function reachOf(watched: readonly { readonly from: number; readonly to: number }[]): number {
  return watched.reduce((furthest, { to }) => Math.max(furthest, to), 0)
}
