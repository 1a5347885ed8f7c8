import type { QuestionAnswer } from '../../contract/answer.ts'
import type { PresentedQuestion } from '../../contract/presented.ts'

/** What each field of a question is given. */
export interface AnswerField {
  readonly question: PresentedQuestion
  readonly onChange: ((answer: QuestionAnswer) => void) | undefined
  /** The id of the stem, which names the field. */
  readonly labelledBy: string
}

/** A, B, … Z, AA, …: how options are called. */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter
}

/** Rich text in a place that takes plain text alone. */
export function plainTextOf(html: string): string {
  const holder = document.createElement('template')
  holder.innerHTML = html
  return holder.content.textContent.replace(/\s+/g, ' ').trim()
}
