/** The paper of one attempt, as it is stored: versions, scores, orders of options, and the time of each section. */
import type { DrawnPaper } from '#modules/assessment/papers/server.ts'
import type { StoredSection } from './attempts.ts'

/** Places count from 1 through all sections. `timePercent`: how much of its time the examinee has for each section. */
export function frozen({ sections }: DrawnPaper, timePercent: number): StoredSection[] {
  let place = 0
  return sections.map(({ title, instructions, minutes, questions }) => ({
    ...{ title, instructions, timeMs: minutes === null ? null : minutes * 600 * timePercent },
    questions: questions.map(({ versionId, scoreTenths, content, optionOrders }) => {
      place++
      return { place, versionId, scoreTenths, kind: content.kind, optionOrders }
    }),
  }))
}
