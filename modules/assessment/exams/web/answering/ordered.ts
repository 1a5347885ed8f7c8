/** Puts what is chosen from into the order of the attempt, in each part of a group; ids stay what they are. */
import type { PresentedQuestion } from '#modules/assessment/questions/contract.ts'

type Options = PresentedQuestion['options']

function inOrder(options: Options, order: readonly number[] = []): Options {
  if (options === undefined || order.length === 0) return options
  const placeOf = new Map(order.map((id, place) => [id, place]))
  const last = order.length
  return options.toSorted((a, b) => (placeOf.get(a.id) ?? last) - (placeOf.get(b.id) ?? last))
}

const withOptions = <Q extends { readonly options?: Options }>(question: Q, order: readonly number[] | undefined): Q =>
  question.options === undefined ? question : { ...question, options: inOrder(question.options, order) }

/** `orders`: one for each part of a group, or one for a question without parts. */
export function ordered(question: PresentedQuestion, orders: readonly (readonly number[])[]): PresentedQuestion {
  if (question.parts === undefined) return withOptions(question, orders[0])
  const parts = question.parts.map((part, at) => ({ ...part, question: withOptions(part.question, orders[at]) }))
  return { ...question, parts }
}
