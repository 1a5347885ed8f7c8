/** What an answer changes of a card. Pure. */
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import type { Rating } from '../contract/practicing.ts'
import { type Memory, schedule } from './schedule.ts'

/** The columns of a card that answers change; a review keeps them as they were before it. */
export interface CardState {
  readonly answered_count: number
  readonly wrong_count: number
  readonly streak: number
  readonly last_share: number
  readonly last_answered_at: number
  readonly book: 'none' | 'open' | 'mastered' | 'removed'
  readonly entered_at: number | null
  readonly last_wrong_at: number | null
  readonly last_wrong_answer: QuestionAnswer | null
  readonly wrong_version_id: string | null
  readonly source_name: string
  readonly memory: Memory | null
  readonly due_day: number | null
  readonly last_day: number | null
}

/** An answer that was evaluated. `share` is what it earns of 1000. */
export interface Evaluated {
  readonly questionId: string
  readonly versionId: string
  readonly answer: QuestionAnswer | null
  readonly share: number
  readonly rating: Rating
  /** Where it was given, in words. */
  readonly sourceName: string
}

export interface Moment {
  readonly now: number
  /** The company's day. */
  readonly day: number
  readonly masterAfter: number
}

export const isDue = ({ book, due_day: dueDay }: Pick<CardState, 'book' | 'due_day'>, day: number): boolean =>
  book === 'open' && dueDay !== null && dueDay <= day

/**
 * An answer that lost points puts the question into the book; a right one in the book moves it further away, and so many in
 * a row master it. What was never wrong is not scheduled.
 */
export function afterAnswer(
  card: CardState,
  { answer, versionId, share, rating, sourceName }: Evaluated,
  { now, day, masterAfter }: Moment,
): CardState {
  const isRight = share === 1000
  const answered = {
    ...card,
    answered_count: card.answered_count + 1,
    last_share: share,
    last_answered_at: now,
    last_day: day,
    streak: isRight ? card.streak + 1 : 0,
  }
  if (isRight && card.book !== 'open') return answered
  const { memory, dueDay } = schedule(card.memory, day, rating)
  if (!isRight)
    return {
      ...answered,
      ...{
        memory,
        due_day: dueDay,
        book: 'open',
        entered_at: card.entered_at ?? now,
        wrong_count: card.wrong_count + 1,
      },
      ...{ last_wrong_at: now, last_wrong_answer: answer, wrong_version_id: versionId, source_name: sourceName },
    }
  const isMastered = answered.streak >= masterAfter
  return { ...answered, memory, book: isMastered ? 'mastered' : 'open', due_day: isMastered ? null : dueDay }
}
