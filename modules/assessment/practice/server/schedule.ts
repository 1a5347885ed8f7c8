/** When a question is due again: FSRS over whole days of the company. Pure. */
import { createEmptyCard, fsrs, Rating as Grade, type State } from 'ts-fsrs'
import type { Rating } from '../contract/practicing.ts'

/** What the scheduler remembers of a question; null: nothing yet. */
export interface Memory {
  readonly stability: number
  readonly difficulty: number
  readonly scheduledDays: number
  readonly reps: number
  readonly lapses: number
  readonly state: State
  readonly lastDay: number
}

const dayMs = 86_400_000
const intervalDaysMax = 365
const dateOf = (day: number) => new Date(day * dayMs)

/**
 * Without short steps: first steps of minutes would ask a question again within the same day. Without chance, so that the
 * same answers always lead to the same days. Nothing waits for longer than a year.
 */
const scheduler = fsrs({ enable_short_term: false, enable_fuzz: false, maximum_interval: intervalDaysMax })

const grades = {
  again: Grade.Again,
  hard: Grade.Hard,
  good: Grade.Good,
  easy: Grade.Easy,
} as const satisfies Record<Rating, Grade>

function cardOf(memory: Memory | null, day: number) {
  if (memory === null) return createEmptyCard(dateOf(day))
  const { stability, difficulty, scheduledDays, reps, lapses, state, lastDay } = memory
  return {
    ...{ stability, difficulty, reps, lapses, state, scheduled_days: scheduledDays },
    ...{ elapsed_days: 0, learning_steps: 0, last_review: dateOf(lastDay), due: dateOf(lastDay + scheduledDays) },
  }
}

/** `day` counts from 1970-01-01. A clock that is set back counts as the day of the last answer. */
export function schedule(
  memory: Memory | null,
  day: number,
  rating: Rating,
): { readonly memory: Memory; readonly dueDay: number } {
  const today = Math.max(day, memory?.lastDay ?? day)
  const { card } = scheduler.next(cardOf(memory, today), dateOf(today), grades[rating])
  const { stability, difficulty, reps, lapses, state } = card
  const scheduledDays = Math.min(intervalDaysMax, Math.max(1, card.scheduled_days))
  return {
    memory: { stability, difficulty, scheduledDays, reps, lapses, state, lastDay: today },
    dueDay: today + scheduledDays,
  }
}
