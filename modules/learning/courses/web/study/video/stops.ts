/** When a video stops for an exercise. */
import type { Exercise } from '#modules/assessment/exercises/contract.ts'

/** The video goes on by itself this far between two looks; a longer way is a jump. */
const STRIDE_MS = 2500

/** An exercise of a video with its place; one at the end has the place of the end. */
export type PlacedExercise = Exercise & { readonly at: number }

const isOpen = ({ questions }: PlacedExercise) => questions.some(({ state }) => state === null)

/** The end itself is never played over: what stands there is met a moment before. */
const BEFORE_END_MS = 400

export function placedIn(exercises: readonly Exercise[], durationMs: number): PlacedExercise[] {
  const last = Math.max(0, durationMs - BEFORE_END_MS)
  return exercises.map((exercise) => ({ ...exercise, at: Math.min(exercise.at ?? last, last) }))
}

/**
 * The exercise to stop for on the way from one place to the next: one that is passed, or one that must be answered and
 * lies behind already. `done` were met in this sitting and are not asked for again.
 */
export function stopOnTheWay(
  exercises: readonly PlacedExercise[],
  fromMs: number,
  toMs: number,
  done: ReadonlySet<string>,
): PlacedExercise | undefined {
  const played = toMs >= fromMs && toMs - fromMs <= STRIDE_MS
  return exercises.find((exercise) => {
    if (!isOpen(exercise) || done.has(exercise.id) || exercise.at > toMs) return false
    return exercise.mustAnswer || (played && exercise.at > fromMs - 1)
  })
}

/** The furthest place that may be reached where nobody may seek forward: where the watched ranges have no hole. */
export function reachOf(watched: readonly { readonly from: number; readonly to: number }[]): number {
  return watched.reduce((furthest, { to }) => Math.max(furthest, to), 0)
}
