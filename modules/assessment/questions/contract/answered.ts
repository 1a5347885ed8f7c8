import type { QuestionAnswer } from './answer.ts'

const isWritten = (text: string) => text.trim() !== ''

/** Whether there is anything in an answer: a question that was opened and left as it was is not answered. */
export function isAnswered(answer: QuestionAnswer | null | undefined): boolean {
  if (!answer) return false
  switch (answer.kind) {
    case 'single-choice':
    case 'multiple-choice':
    case 'undetermined-choice':
      return answer.chosen.length > 0
    case 'true-false':
      return answer.isTrue !== null
    case 'fill-in':
      return answer.texts.some(isWritten)
    case 'short-answer':
    case 'numeric':
      return isWritten(answer.text)
    case 'matching':
      return answer.rights.some((right) => right !== null)
    case 'ordering':
      return answer.order.length > 0
    case 'cloze':
      return answer.gaps.some((gap) => typeof gap === 'number' || (gap !== null && isWritten(gap)))
    case 'file-answer':
      return answer.fileIds.length > 0
    case 'group':
      return answer.parts.some(isAnswered)
  }
}
