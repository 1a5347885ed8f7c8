import type { PresentedQuestion, QuestionAnswer } from '#modules/assessment/questions/contract.ts'

/** The answer after the key of a digit, 1 for the first option; undefined where the digit chooses nothing. */
export function chosenByDigit(
  question: PresentedQuestion,
  answer: QuestionAnswer | null,
  digit: number,
): QuestionAnswer | undefined {
  const { kind, options = [] } = question
  if (kind === 'true-false') return digit <= 2 ? { kind, isTrue: digit === 1 } : undefined
  if (kind !== 'single-choice' && kind !== 'multiple-choice' && kind !== 'undetermined-choice') return undefined
  const option = options[digit - 1]
  if (!option) return undefined
  if (kind === 'single-choice') return { kind, chosen: [option.id] }
  const chosen = answer?.kind === kind ? answer.chosen : []
  const isChosen = chosen.includes(option.id)
  const next = isChosen ? chosen.filter((id) => id !== option.id) : [...chosen, option.id]
  return { kind, chosen: next.toSorted((one, other) => one - other) }
}
