/** What questions, conditions and quotas must agree on; the editor asks it as well as the server. */
import { type Comparison, type Condition, comparisonsOf } from './condition.ts'
import {
  isQuestion,
  itemsOf,
  otherId,
  questionsMax,
  questionsOf,
  type SurveyContent,
  type SurveyOption,
  type SurveyQuestion,
} from './content.ts'
import { pipePattern } from './path.ts'

export const problemKinds = [
  /** Two pages, items, options or quotas with one id. */
  'id-twice',
  /** More questions than a survey may have. */
  'too-many',
  /** A condition or title names a question that comes later, or itself: a loop, or a look ahead. */
  'looks-ahead',
  'unknown-question',
  /** The question has no such option, row or value, or the comparison does not suit it. */
  'value',
  /** The least is more than the most, or more than there are options; a matrix without columns. */
  'bounds',
] as const
export type ProblemKind = (typeof problemKinds)[number]

/** `id`: of the page, item or quota. */
export interface SurveyProblem {
  readonly id: string
  readonly problem: ProblemKind
}

const hasTwice = (ids: readonly (number | string)[]) => new Set(ids).size < ids.length

const isRising = (low: number | null, high: number | null) => low === null || high === null || low <= high

function areBoundsRight(question: SurveyQuestion): boolean {
  switch (question.kind) {
    case 'multiple-choice': {
      const count = question.options.length + (question.hasOther ? 1 : 0)
      const { chosenMin, chosenMax } = question
      return isRising(chosenMin, chosenMax) && (chosenMin ?? 0) <= count
    }
    case 'number':
      return isRising(question.min, question.max)
    case 'date':
      return question.earliest === null || question.latest === null || question.earliest <= question.latest
    case 'slider':
      return question.min < question.max && question.step <= question.max - question.min
    case 'matrix':
      return question.mode === 'rating' || question.columns.length > 0
    default:
      return true
  }
}

function areOptionsUnique(question: SurveyQuestion): boolean {
  const lists =
    question.kind === 'matrix' ? [question.rows, question.columns] : 'options' in question ? [question.options] : []
  return lists.every((list) => !hasTwice(list.map(({ id }) => id)))
}

function isOption(question: SurveyQuestion, value: number | string): boolean {
  if (!('options' in question)) return false
  const hasOther = 'hasOther' in question && question.hasOther
  return (hasOther && value === otherId) || question.options.some(({ id }) => id === value)
}

/** Whether a value can be an answer to the question. */
function fits(question: SurveyQuestion, value: number | string): boolean {
  switch (question.kind) {
    case 'text':
      return typeof value === 'string'
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
    case 'number':
    case 'rating':
    case 'nps':
    case 'slider':
      return typeof value === 'number'
    case 'matrix':
      return question.mode === 'rating' ? typeof value === 'number' : question.columns.some(({ id }) => id === value)
    case 'file':
      return false
    default:
      return isOption(question, value)
  }
}

const orderedKinds: ReadonlySet<string> = new Set(['number', 'date', 'rating', 'nps', 'slider'])

function suits(comparison: Comparison, question: SurveyQuestion): boolean {
  const { rowId, op } = comparison
  const hasRow = question.kind === 'matrix' && question.rows.some(({ id }) => id === rowId)
  if (rowId !== undefined && !hasRow) return false
  if (op === 'answered') return true
  if (question.kind === 'matrix' && !hasRow) return false
  if (op === 'in') return comparison.values.every((value) => fits(question, value))
  const isOrdered = orderedKinds.has(question.kind) || (question.kind === 'matrix' && question.mode === 'rating')
  return (op === 'eq' || isOrdered) && fits(question, comparison.value)
}

type Known = ReadonlyMap<string, SurveyQuestion>

function problemOf(comparison: Comparison, earlier: Known, all: Known): ProblemKind | null {
  const question = earlier.get(comparison.questionId)
  if (!question) return all.has(comparison.questionId) ? 'looks-ahead' : 'unknown-question'
  return suits(comparison, question) ? null : 'value'
}

export function problemsOf(content: SurveyContent): SurveyProblem[] {
  const problems: SurveyProblem[] = []
  const say = (id: string, problem: ProblemKind | null) => {
    if (problem !== null) problems.push({ id, problem })
  }
  const items = itemsOf(content)
  const all: Known = new Map(items.filter(isQuestion).map((question) => [question.id, question]))
  const earlier = new Map<string, SurveyQuestion>()
  const check = (id: string, condition: Condition | null) => {
    for (const comparison of comparisonsOf(condition)) say(id, problemOf(comparison, earlier, all))
  }
  const ids = [...content.pages, ...items, ...content.quotas].map(({ id }) => id)
  for (const id of new Set(ids.filter((one, at) => ids.indexOf(one) !== at))) say(id, 'id-twice')
  if (items.length > questionsMax) say(items[questionsMax]?.id ?? '', 'too-many')
  for (const page of content.pages) {
    check(page.id, page.visibleIf)
    for (const item of page.items) {
      check(item.id, item.visibleIf)
      for (const [, id = ''] of item.title.matchAll(pipePattern))
        if (!earlier.has(id)) say(item.id, all.has(id) ? 'looks-ahead' : 'unknown-question')
      if (!isQuestion(item)) continue
      if (!areOptionsUnique(item)) say(item.id, 'id-twice')
      if (!areBoundsRight(item)) say(item.id, 'bounds')
      earlier.set(item.id, item)
    }
  }
  for (const quota of content.quotas) check(quota.id, quota.condition)
  return problems
}

const optionIds = (question: SurveyQuestion) => ('options' in question ? question.options : [])

/** Whether answers to the earlier version of a question still mean the same in the later one. */
export function keepsMeaning(before: SurveyQuestion, after: SurveyQuestion): boolean {
  if (before.kind !== after.kind) return false
  if (before.kind === 'rating' && after.kind === 'rating') return before.max === after.max
  if (before.kind === 'slider' && after.kind === 'slider')
    return before.min === after.min && before.max === after.max && before.step === after.step
  if (before.kind === 'matrix' && after.kind === 'matrix')
    return before.mode === after.mode && (before.mode !== 'rating' || before.ratingMax === after.ratingMax)
  if (before.kind === 'ranking') {
    const ids = (question: SurveyQuestion) =>
      optionIds(question)
        .map(({ id }) => id)
        .sort((a, b) => a - b)
        .join()
    return ids(before) === ids(after)
  }
  return true
}

const numberedFields = ['options', 'rows', 'columns'] as const

/** `1` of the options is another number than `1` of the rows. */
function numbersOf(question: SurveyQuestion | undefined): ReadonlyMap<string, string> {
  const none: Record<(typeof numberedFields)[number], readonly SurveyOption[]> = { options: [], rows: [], columns: [] }
  const listed: typeof none = { ...none, ...question }
  const pairs = numberedFields.map((field) => listed[field].map(({ id, text }) => [`${field} ${id}`, text] as const))
  return new Map(pairs.flat())
}

/** What the editor needs so that it never offers what `keepsMeaning` and `reusesNumber` refuse. */
export function fixedQuestions(published: readonly SurveyContent[]) {
  const versions = Map.groupBy(published.flatMap(questionsOf), ({ id }) => id)
  return [...versions].map(([id, questions]) => {
    const keys = questions.flatMap((question) => [...numbersOf(question).keys()])
    const highest = (field: (typeof numberedFields)[number]) =>
      Math.max(0, ...keys.filter((key) => key.startsWith(`${field} `)).map((key) => Number(key.slice(field.length))))
    return { id, taken: { options: highest('options'), rows: highest('rows'), columns: highest('columns') } }
  })
}

/**
 * Whether an option that was removed comes back with another text: the answers that were given to it would mean that.
 * `published`: the question of each version, the oldest first; `stored`: of the draft, whose options may be reworded.
 */
export function reusesNumber(
  published: readonly SurveyQuestion[],
  stored: SurveyQuestion | undefined,
  after: SurveyQuestion,
): boolean {
  const known = new Map(published.flatMap((question) => [...numbersOf(question)]))
  const kept = numbersOf(stored)
  return [...numbersOf(after)].some(([key, text]) => !kept.has(key) && (known.get(key) ?? text) !== text)
}
