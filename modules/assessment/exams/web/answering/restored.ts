import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import type { AnsweringEvent, GivenAnswer } from '../../contract/answering.ts'

export type Answers = ReadonlyMap<number, QuestionAnswer | null>

const isAnswerEvent = (event: AnsweringEvent): event is Extract<AnsweringEvent, { place: number }> => 'place' in event

/**
 * The answers as the server has them, with what this browser kept of them and the server has not. `newer`: answers that another
 * device gave later, which those that are still to be sent must not replace: they are sent once more after them.
 */
export function restored(stored: readonly GivenAnswer[], kept: readonly AnsweringEvent[]) {
  const given = new Map(stored.map((one) => [one.place, one]))
  const answers = new Map(stored.map(({ place, answer }) => [place, answer]))
  const newer = new Map<number, AnsweringEvent>()
  for (const event of kept.filter(isAnswerEvent)) {
    const there = given.get(event.place)
    if (there && there.at > event.at) newer.set(event.place, there)
    else {
      answers.set(event.place, event.answer)
      newer.delete(event.place)
    }
  }
  return { answers: answers as Answers, newer: [...newer.values()] }
}
