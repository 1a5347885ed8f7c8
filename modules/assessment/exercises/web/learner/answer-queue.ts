/** An answer on its way: kept in this tab until the server has it, and sent again under the same id. */
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'

export interface WaitingAnswer {
  readonly submissionId: string
  readonly contentId: string
  readonly answer: QuestionAnswer
}

const keyOf = (questionId: string) => `shuyuan.exercise.${questionId}`

/** Of the tab and no longer: on a shared computer the next member must not hand it in. */
export function waitingAnswer(questionId: string): WaitingAnswer | undefined {
  const text = sessionStorage.getItem(keyOf(questionId))
  return text === null ? undefined : (JSON.parse(text) as WaitingAnswer)
}

export const keepAnswer = (questionId: string, waiting: WaitingAnswer) =>
  sessionStorage.setItem(keyOf(questionId), JSON.stringify(waiting))

export const dropAnswer = (questionId: string) => sessionStorage.removeItem(keyOf(questionId))
