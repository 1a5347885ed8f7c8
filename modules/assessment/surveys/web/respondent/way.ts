/** Where a respondent is: the page, the pages before it on the path, and what is wrong on it. */
import type { SurveyAnswer } from '../../contract/answer.ts'
import { isComplete, problemOfAnswer } from '../../contract/check-answers.ts'
import type { Condition } from '../../contract/condition.ts'
import {
  isQuestion,
  type SurveyContent,
  type SurveyItem,
  type SurveyPage,
  type SurveyQuestion,
} from '../../contract/content.ts'
import { type AnswerMap, fulfils, isAnswered, type Path, pathOf } from '../../contract/path.ts'

export interface Way {
  readonly path: Path
  readonly page: SurveyPage
  /** What is shown of the page. */
  readonly items: readonly SurveyItem[]
  readonly backId: string | undefined
  readonly nextId: string | undefined
  /** 0 to 1: how much of the survey lies behind this page. */
  readonly progress: number
}

/** Nothing where the survey shows no page at all. A page that has gone from the path gives way to the one before it. */
export function wayAt(content: SurveyContent, given: AnswerMap, pageId: string | undefined): Way | undefined {
  const path = pathOf(content, given)
  const order = new Map(content.pages.map(({ id }, at) => [id, at]))
  const wanted = (pageId !== undefined && order.get(pageId)) || 0
  const at = Math.max(
    0,
    path.pages.findLastIndex((visited) => (order.get(visited.pageId) ?? 0) <= wanted),
  )
  const here = path.pages[at]
  const page = content.pages.find(({ id }) => id === here?.pageId)
  if (!here || !page) return undefined
  const shown = new Set(here.itemIds)
  return {
    path,
    page,
    items: page.items.filter(({ id }) => shown.has(id)),
    backId: path.pages[at - 1]?.pageId,
    nextId: path.pages[at + 1]?.pageId,
    progress: (order.get(page.id) ?? 0) / content.pages.length,
  }
}

export type FieldProblem = 'missing' | 'other' | 'rows' | 'count' | 'length' | 'range' | 'option'

/** What keeps a question from being left; nothing where it is right. */
export function problemAt(question: SurveyQuestion, given: SurveyAnswer | undefined): FieldProblem | undefined {
  const answer = isAnswered(given) ? given : undefined
  if (answer) {
    const problem = problemOfAnswer(question, answer)
    if (problem === 'count' || problem === 'length' || problem === 'range') return problem
    if (problem !== null) return 'option'
  }
  if (isComplete(question, answer)) return undefined
  if (!answer) return 'missing'
  return question.kind === 'matrix' ? 'rows' : 'other'
}

/** By question, in the order of the page. */
export function problemsOn(items: readonly SurveyItem[], answers: AnswerMap): ReadonlyMap<string, FieldProblem> {
  const found = items.filter(isQuestion).map((question) => [question.id, problemAt(question, answers.get(question.id))])
  return new Map(found.filter((entry): entry is [string, FieldProblem] => entry[1] !== undefined))
}

/** The full quota that the answers fall under: the survey ends with its message. */
export function fullQuotaOf<Full extends { readonly condition: object }>(full: readonly Full[], path: Path) {
  return full.find(({ condition }) => fulfils(condition as Condition, path.answers))
}

/** The numbers that questions have for the respondent: 1, 2, … along the path, without gaps. */
export const numbersOn = ({ shown }: Path): ReadonlyMap<string, number> =>
  new Map(shown.map(({ id }, at) => [id, at + 1]))
