import type { Question } from '../../contract/shapes.ts'

/** Open questions first, by votes; then answered questions, newest first. */
export function orderedQuestions(questions: readonly Question[]): Question[] {
  return [...questions].sort((a, b) => {
    if ((a.answeredAt === null) !== (b.answeredAt === null)) return a.answeredAt === null ? -1 : 1
    if (a.answeredAt !== null && b.answeredAt !== null) return b.answeredAt - a.answeredAt
    return b.votes - a.votes || a.at - b.at
  })
}
