/**
 * The way of a respondent through a survey: which pages and questions the answers so far lead to. Browser and server run this
 * code. Only answers of questions that are shown count, so what was answered on an abandoned branch shows nothing.
 */
import type { Answers, SurveyAnswer } from './answer.ts'
import type { Comparison, Condition } from './condition.ts'
import { isQuestion, otherId, type SurveyContent, type SurveyQuestion } from './content.ts'

export type AnswerMap = ReadonlyMap<string, SurveyAnswer>
export const answerMap = (answers: Answers): AnswerMap =>
  new Map(answers.map(({ questionId, answer }) => [questionId, answer]))

/** Whether somebody has given the answer, or left it empty. */
export function isAnswered(answer: SurveyAnswer | undefined): answer is SurveyAnswer {
  switch (answer?.kind) {
    case undefined:
      return false
    case 'single-choice':
    case 'multiple-choice':
    case 'dropdown':
      return answer.chosen.length > 0
    case 'text':
      return answer.text.trim() !== ''
    case 'ranking':
      return answer.order.length > 0
    case 'matrix':
      return answer.rows.some(({ chosen }) => chosen.length > 0)
    case 'file':
      return answer.fileIds.length > 0
    default:
      return true
  }
}

/** What comparisons look at: several where several options are chosen. */
function valuesOf(answer: SurveyAnswer | undefined, rowId?: number): readonly (number | string)[] {
  if (!isAnswered(answer)) return []
  switch (answer.kind) {
    case 'single-choice':
    case 'multiple-choice':
    case 'dropdown':
      return answer.chosen
    case 'text':
      return [answer.text.trim()]
    case 'date':
      return [answer.day]
    case 'ranking':
      return answer.order.slice(0, 1)
    case 'matrix':
      return answer.rows.find((row) => row.rowId === rowId)?.chosen ?? []
    case 'file':
      return []
    default:
      return [answer.value]
  }
}

function compare(comparison: Comparison, answers: AnswerMap): boolean {
  const answer = answers.get(comparison.questionId)
  const values = valuesOf(answer, comparison.rowId)
  switch (comparison.op) {
    case 'answered':
      return comparison.rowId === undefined ? isAnswered(answer) : values.length > 0
    case 'eq':
      return values.includes(comparison.value)
    case 'in':
      return comparison.values.some((value) => values.includes(value))
    case 'lt':
      return values.some((value) => typeof value === typeof comparison.value && value < comparison.value)
    case 'gt':
      return values.some((value) => typeof value === typeof comparison.value && value > comparison.value)
  }
}

/** Whether the answers fulfil the condition; no condition is always fulfilled. */
export function fulfils(condition: Condition | null, answers: AnswerMap): boolean {
  if (condition === null) return true
  switch (condition.op) {
    case 'and':
      return condition.of.every((part) => fulfils(part, answers))
    case 'or':
      return condition.of.some((part) => fulfils(part, answers))
    case 'not':
      return !fulfils(condition.condition, answers)
    default:
      return compare(condition, answers)
  }
}

export interface PathPage {
  readonly pageId: string
  /** Questions and headings, in their order. */
  readonly itemIds: readonly string[]
}

export interface Path {
  /** "Back" goes to the page before in this list. */
  readonly pages: readonly PathPage[]
  /** The questions that are shown. */
  readonly shown: readonly SurveyQuestion[]
  /** The answers of these alone. */
  readonly answers: AnswerMap
}

export function pathOf({ pages }: Pick<SurveyContent, 'pages'>, given: AnswerMap): Path {
  const answers = new Map<string, SurveyAnswer>()
  const shown: SurveyQuestion[] = []
  const visited: PathPage[] = []
  for (const page of pages) {
    if (!fulfils(page.visibleIf, answers)) continue
    const itemIds: string[] = []
    for (const item of page.items) {
      if (!fulfils(item.visibleIf, answers)) continue
      itemIds.push(item.id)
      if (!isQuestion(item)) continue
      shown.push(item)
      const answer = given.get(item.id)
      if (answer?.kind === item.kind && isAnswered(answer)) answers.set(item.id, answer)
    }
    // A page whose items are all hidden is passed over; an empty one with a text of its own is shown.
    if (itemIds.length > 0 || page.items.length === 0) visited.push({ pageId: page.id, itemIds })
  }
  return { pages: visited, shown, answers }
}

/** An answer as a reader would say it, plain text. */
export function answerText(question: SurveyQuestion, answer: SurveyAnswer | undefined): string {
  if (!isAnswered(answer)) return ''
  const label = (id: number) => {
    if (id === otherId) return 'otherText' in answer ? answer.otherText.trim() : ''
    return ('options' in question ? question.options : []).find((option) => option.id === id)?.text ?? ''
  }
  switch (answer.kind) {
    case 'single-choice':
    case 'multiple-choice':
    case 'dropdown':
      return answer.chosen.map(label).join('、')
    case 'text':
      return answer.text.trim()
    case 'date':
      return answer.day
    case 'ranking':
      return answer.order.map(label).join(' > ')
    case 'matrix':
      return question.kind === 'matrix' ? matrixText(question, answer.rows) : ''
    case 'file':
      return ''
    default:
      return String(answer.value)
  }
}

function matrixText(
  { mode, rows, columns }: Extract<SurveyQuestion, { kind: 'matrix' }>,
  given: readonly { readonly rowId: number; readonly chosen: readonly number[] }[],
): string {
  const text = (options: readonly { readonly id: number; readonly text: string }[], id: number) =>
    options.find((option) => option.id === id)?.text ?? ''
  const answered = given.filter(({ chosen }) => chosen.length > 0)
  return answered
    .map(({ rowId, chosen }) => {
      const values = mode === 'rating' ? chosen.map(String) : chosen.map((id) => text(columns, id))
      return `${text(rows, rowId)}: ${values.join('、')}`
    })
    .join('; ')
}

export const pipePattern = /\{\{([0-9a-f]{8}-[0-9a-f-]{27})\}\}/g

/** A title with the earlier answers in it, as text and never as HTML: whoever shows it must escape it as any text. */
export function piped(title: string, content: Pick<SurveyContent, 'pages'>, answers: AnswerMap): string {
  const questions = new Map(
    content.pages.flatMap(({ items }) => items.filter(isQuestion).map((one) => [one.id, one] as const)),
  )
  return title.replace(pipePattern, (_, id: string) => {
    const question = questions.get(id)
    return question ? answerText(question, answers.get(id)) : ''
  })
}
