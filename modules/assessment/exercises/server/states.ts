/** What a member may know of a question and of the own answer. The key leaves the server here alone, once it is settled. */
import { presentedOf, type QuestionAnswer, type QuestionContent } from '#modules/assessment/questions/contract.ts'
import type { AnswerState, TemporaryQuestion } from '../contract/wire.ts'

export interface AnswerRow {
  readonly content_id: string
  readonly given: QuestionAnswer
  readonly verdict: 'right' | 'partly' | 'wrong'
  readonly was_right_first: boolean
  readonly is_settled: boolean
  readonly attempts: number
}

/** A question with the content that its reader sees: of a settled one that which was answered. */
export interface QuestionRow {
  readonly id: string
  readonly content_id: string
  readonly content: QuestionContent
  readonly answer: AnswerRow | null
}

/** `content`: what `answer` was given to. */
export function answerState(answer: AnswerRow, content: QuestionContent, askedId: string): AnswerState {
  return {
    answer: answer.content_id === askedId ? answer.given : null,
    verdict: answer.verdict,
    wasRightFirst: answer.was_right_first,
    attempts: answer.attempts,
    isSettled: answer.is_settled,
    key: answer.is_settled ? content : null,
  }
}

export function temporaryQuestion({ id, content_id: contentId, content, answer }: QuestionRow): TemporaryQuestion {
  return {
    id,
    contentId,
    question: presentedOf(content),
    state: answer && answerState(answer, content, contentId),
  }
}
