/** Whether answers fit the questions; the form asks it before it sends, and the server when it receives. */
import type { Answers, SurveyAnswer, SurveyAnswerOf } from './answer.ts'
import {
  otherId,
  questionsOf,
  type SurveyContent,
  type SurveyOption,
  type SurveyQuestion,
  type SurveyQuestionOf,
} from './content.ts'

export const answerProblems = ['unknown-question', 'twice', 'kind', 'option', 'count', 'length', 'range'] as const
export type AnswerProblem = (typeof answerProblems)[number]

const hasOption = (options: readonly SurveyOption[], id: number) => options.some((option) => option.id === id)

type Choice = SurveyQuestionOf<'single-choice' | 'multiple-choice' | 'dropdown'>
function problemOfChoice(question: Choice, { chosen }: { readonly chosen: readonly number[] }): AnswerProblem | null {
  const isKnown = (id: number) => (id === otherId ? question.hasOther : hasOption(question.options, id))
  if (!chosen.every(isKnown)) return 'option'
  if (question.kind !== 'multiple-choice' || chosen.length === 0) return null
  const { chosenMin, chosenMax } = question
  return chosen.length < (chosenMin ?? 0) || chosen.length > (chosenMax ?? chosen.length) ? 'count' : null
}

function problemOfMatrix(
  question: SurveyQuestionOf<'matrix'>,
  { rows }: SurveyAnswerOf<'matrix'>,
): AnswerProblem | null {
  if (new Set(rows.map(({ rowId }) => rowId)).size < rows.length) return 'twice'
  if (!rows.every(({ rowId }) => hasOption(question.rows, rowId))) return 'option'
  if (question.mode !== 'multiple' && rows.some(({ chosen }) => chosen.length > 1)) return 'count'
  const isKnown = (id: number) =>
    question.mode === 'rating' ? id >= 1 && id <= question.ratingMax : hasOption(question.columns, id)
  return rows.every(({ chosen }) => chosen.every(isKnown)) ? null : 'option'
}

const isWithin = (value: number, min: number | null, max: number | null) =>
  value >= (min ?? value) && value <= (max ?? value)

/** Whether the value is a whole number of steps from the start, but for the last bits of a floating point number. */
function isStep(value: number, start: number, step: number): boolean {
  const steps = (value - start) / step
  return Math.abs(steps - Math.round(steps)) < 1e-6
}

const isRealDay = (day: string) => {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/** Null: it fits. An empty answer always does. */
export function problemOfAnswer(question: SurveyQuestion, answer: SurveyAnswer): AnswerProblem | null {
  if (question.kind !== answer.kind) return 'kind'
  switch (question.kind) {
    case 'single-choice':
    case 'multiple-choice':
    case 'dropdown':
      return problemOfChoice(question, answer as { readonly chosen: readonly number[] })
    case 'matrix':
      return problemOfMatrix(question, answer as SurveyAnswerOf<'matrix'>)
    case 'text':
      return (answer as SurveyAnswerOf<'text'>).text.length > question.lengthMax ? 'length' : null
    case 'number': {
      const { value } = answer as SurveyAnswerOf<'number'>
      const isExact = isStep(value, 0, 10 ** -question.decimals)
      return isWithin(value, question.min, question.max) && isExact ? null : 'range'
    }
    case 'date': {
      const { day } = answer as SurveyAnswerOf<'date'>
      const isAllowed = day >= (question.earliest ?? day) && day <= (question.latest ?? day)
      return isRealDay(day) && isAllowed ? null : 'range'
    }
    case 'rating':
      return isWithin((answer as SurveyAnswerOf<'rating'>).value, 1, question.max) ? null : 'range'
    case 'nps':
      return null
    case 'slider': {
      const { value } = answer as SurveyAnswerOf<'slider'>
      const isOnStep = isStep(value, question.min, question.step) || value === question.max
      return isWithin(value, question.min, question.max) && isOnStep ? null : 'range'
    }
    case 'ranking': {
      const { order } = answer as SurveyAnswerOf<'ranking'>
      if (!order.every((id) => hasOption(question.options, id))) return 'option'
      return order.length === 0 || order.length === question.options.length ? null : 'count'
    }
    case 'file':
      return (answer as SurveyAnswerOf<'file'>).fileIds.length > question.filesMax ? 'count' : null
  }
}

/** The first answer that does not fit the content. `allowed`: this problem is none. */
export function problemOfAnswers(
  content: Pick<SurveyContent, 'pages'>,
  answers: Answers,
  allowed?: AnswerProblem,
): { readonly questionId: string; readonly problem: AnswerProblem } | null {
  const questions = new Map(questionsOf(content).map((question) => [question.id, question]))
  const seen = new Set<string>()
  for (const { questionId, answer } of answers) {
    const question = questions.get(questionId)
    if (!question) return { questionId, problem: 'unknown-question' }
    if (seen.has(questionId)) return { questionId, problem: 'twice' }
    seen.add(questionId)
    const problem = problemOfAnswer(question, answer)
    if (problem && problem !== allowed) return { questionId, problem }
  }
  return null
}

/** A required matrix is answered in each row, "other" by its text. */
export function isComplete(question: SurveyQuestion, answer: SurveyAnswer | undefined): boolean {
  if (!answer) return !question.isRequired
  if ('otherText' in answer && answer.chosen.includes(otherId) && answer.otherText.trim() === '') return false
  if (question.kind !== 'matrix' || answer.kind !== 'matrix' || !question.isRequired) return true
  return question.rows.every(({ id }) => answer.rows.some(({ rowId, chosen }) => rowId === id && chosen.length > 0))
}
