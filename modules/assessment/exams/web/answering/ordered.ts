/** Puts what is chosen from into the order of the attempt; ids stay what they are. */
import type { PresentedQuestion } from '#modules/assessment/questions/contract.ts'

export function ordered(question: PresentedQuestion, order: readonly number[] | undefined): PresentedQuestion {
  const { options } = question
  if (order === undefined || options === undefined) return question
  const placeOf = new Map(order.map((id, place) => [id, place]))
  const last = order.length
  return { ...question, options: options.toSorted((a, b) => (placeOf.get(a.id) ?? last) - (placeOf.get(b.id) ?? last)) }
}
