/** How an answer is evaluated, and what the learner sees of it. Pure. */
import { type QuestionAnswer, type QuestionContent, scoreOf } from '#modules/assessment/questions/contract.ts'
import type { Feedback, Rating } from '../contract/practicing.ts'

export type StoredVerdict = 'right' | 'partly' | 'wrong' | null

/** Whether no rule evaluates the answer: the learner compares it with the key. */
export function needsPerson(content: QuestionContent): boolean {
  if (content.kind === 'group') return content.parts.some((part) => needsPerson(part.content))
  return content.kind === 'short-answer' || content.kind === 'file-answer'
}

interface Evaluation {
  readonly verdict: 'right' | 'partly' | 'wrong'
  /** Of 1000. */
  readonly share: number
  readonly rating: Rating
}

/** Null: the learner rates the answer. */
export function evaluate(content: QuestionContent, answer: QuestionAnswer | null): Evaluation | null {
  if (needsPerson(content)) return null
  const { tenths, verdict } = scoreOf(content, answer, 1000)
  if (verdict === 'right') return { verdict, share: 1000, rating: 'good' }
  if (verdict === 'partly') return { verdict, share: Math.min(999, Math.max(1, tenths)), rating: 'hard' }
  return { verdict: 'wrong', share: 0, rating: 'again' }
}

/** What a learner's own rating of an answer says that no rule evaluates. */
export function ratedEvaluation(rating: Rating): Evaluation {
  if (rating === 'again') return { verdict: 'wrong', share: 0, rating }
  if (rating === 'hard') return { verdict: 'partly', share: 500, rating }
  return { verdict: 'right', share: 1000, rating }
}

const knownWell: readonly Rating[] = ['hard', 'good', 'easy']

/** Of an answer that its rule calls wrong, nobody says that it was easy. */
export function ratingsOf(content: QuestionContent, verdict: StoredVerdict): readonly Rating[] {
  if (needsPerson(content)) return ['again', ...knownWell]
  return verdict === 'right' ? knownWell : []
}

export function feedbackOf(
  content: QuestionContent,
  {
    answer,
    verdict,
    share,
  }: { readonly answer: QuestionAnswer | null; readonly verdict: StoredVerdict; readonly share: number | null },
): Feedback {
  return { answer, content, verdict, share, mayRate: [...ratingsOf(content, verdict)] }
}
