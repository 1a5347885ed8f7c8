/** Conditions as the builder shows them: clauses that all hold, or of which one does. */
import type { Comparison, Condition } from '../../contract/condition.ts'
import {
  isQuestion,
  otherId,
  type SurveyContent,
  type SurveyItem,
  type SurveyQuestion,
} from '../../contract/content.ts'

export const clauseTests = ['is', 'is-not', 'in', 'lt', 'gt', 'answered', 'not-answered'] as const
export type ClauseTest = (typeof clauseTests)[number]
export type ClauseValue = number | string

export interface Clause {
  readonly questionId: string
  /** Of a matrix. */
  readonly rowId: number | undefined
  readonly test: ClauseTest
  /** One but for `in`; none where answered or not is all that is asked. */
  readonly values: readonly ClauseValue[]
}

export interface Clauses {
  readonly join: 'and' | 'or'
  readonly clauses: readonly Clause[]
}

function clauseOf(condition: Condition): Clause | undefined {
  if ('of' in condition) return undefined
  if (condition.op === 'not') {
    const { condition: inner } = condition
    if (inner.op !== 'eq' && inner.op !== 'answered') return undefined
    const clause = clauseOf(inner)
    return clause && { ...clause, test: inner.op === 'eq' ? 'is-not' : 'not-answered' }
  }
  const { questionId, rowId } = condition
  switch (condition.op) {
    case 'answered':
      return { questionId, rowId, test: 'answered', values: [] }
    case 'eq':
      return { questionId, rowId, test: 'is', values: [condition.value] }
    case 'in':
      return { questionId, rowId, test: 'in', values: condition.values }
    default:
      return { questionId, rowId, test: condition.op, values: [condition.value] }
  }
}

/** Nothing where the condition is too deep for a list of clauses: it came through the interface of the server. */
export function clausesOf(condition: Condition | null): Clauses | undefined {
  if (condition === null) return { join: 'and', clauses: [] }
  const [join, parts] = 'of' in condition ? [condition.op, condition.of] : (['and', [condition]] as const)
  const clauses = parts.map(clauseOf)
  return clauses.every((clause) => clause !== undefined) ? { join, clauses } : undefined
}

function comparisonOf({ questionId, rowId, test, values }: Clause): Condition | undefined {
  const subject = { questionId, ...(rowId !== undefined && { rowId }) }
  const [value] = values
  if (test === 'answered') return { op: 'answered', ...subject }
  if (test === 'not-answered') return { op: 'not', condition: { op: 'answered', ...subject } }
  if (value === undefined) return undefined
  if (test === 'in') return { op: 'in', ...subject, values }
  const comparison = (op: 'eq' | 'lt' | 'gt'): Comparison => ({ op, ...subject, value })
  if (test === 'is-not') return { op: 'not', condition: comparison('eq') }
  return comparison(test === 'is' ? 'eq' : test)
}

/** A clause whose value is still missing asks for nothing. */
export function conditionOf({ join, clauses }: Clauses): Condition | null {
  const of = clauses.flatMap((clause) => comparisonOf(clause) ?? [])
  return of.length > 1 ? { op: join, of } : (of[0] ?? null)
}

/** What can be asked of a question's answer. */
export function testsOf(question: SurveyQuestion): readonly ClauseTest[] {
  switch (question.kind) {
    case 'single-choice':
    case 'dropdown':
    case 'multiple-choice':
      return ['is', 'is-not', 'in', 'answered', 'not-answered']
    case 'matrix':
      return question.mode === 'rating'
        ? ['is', 'lt', 'gt', 'answered', 'not-answered']
        : ['is', 'is-not', 'in', 'answered', 'not-answered']
    case 'number':
    case 'rating':
    case 'nps':
    case 'slider':
    case 'date':
      return ['is', 'lt', 'gt', 'answered', 'not-answered']
    case 'text':
    case 'ranking':
    case 'file':
      return ['answered', 'not-answered']
  }
}

/** What is chosen from in a clause; nothing where a number or a day is typed. */
export function choicesOf(
  question: SurveyQuestion,
  otherWord: string,
): readonly { id: number; text: string }[] | undefined {
  switch (question.kind) {
    case 'single-choice':
    case 'dropdown':
    case 'multiple-choice':
      return question.hasOther ? [...question.options, { id: otherId, text: otherWord }] : question.options
    case 'matrix':
      return question.mode === 'rating' ? undefined : question.columns
    default:
      return undefined
  }
}

/** The questions that are asked before an item or a page: conditions and texts may use their answers. */
export function questionsBefore(
  content: Pick<SurveyContent, 'pages'>,
  place: { readonly id: string },
): SurveyQuestion[] {
  const before: SurveyItem[] = []
  for (const page of content.pages) {
    if (page.id === place.id) break
    const at = page.items.findIndex(({ id }) => id === place.id)
    before.push(...(at < 0 ? page.items : page.items.slice(0, at)))
    if (at >= 0) break
  }
  return before.filter(isQuestion)
}

/** Q1, Q2, …: how questions are called, by their order now. */
export function numbersOf(content: Pick<SurveyContent, 'pages'>): ReadonlyMap<string, number> {
  const questions = content.pages.flatMap(({ items }) => items).filter(isQuestion)
  return new Map(questions.map(({ id }, at) => [id, at + 1]))
}
