import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import type { AnsweringEvent, GivenAnswer } from '../../contract/answering.ts'

export type Answers = ReadonlyMap<number, QuestionAnswer | null>

/**
 * The answers as the server has them, with what this browser kept of them and the server has not. What another device answered
 * later stays: the server decides alike when what was kept reaches it.
 */
export function restored(stored: readonly GivenAnswer[], kept: readonly AnsweringEvent[]): Answers {
  const given = new Map(stored.map((one) => [one.place, one]))
  const answers = new Map(stored.map(({ place, answer }) => [place, answer]))
  for (const event of kept) {
    if (!('place' in event) || (given.get(event.place)?.at ?? 0) > event.at) continue
    answers.set(event.place, event.answer)
  }
  return answers
}
