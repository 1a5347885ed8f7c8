/** The results of one question: counts, means and NPS, divided by those who met the question. */
import type { SurveyAnswer } from '../contract/answer.ts'
import { otherId, type SurveyQuestion } from '../contract/content.ts'
import type { QuestionReport } from '../contract/reports.ts'

type Bar = QuestionReport['bars'][number]
type Numbers = NonNullable<QuestionReport['numbers']>
type Figures = Pick<QuestionReport, 'bars' | 'numbers' | 'nps' | 'places' | 'rows' | 'textCount'>

const rounded = (value: number) => Math.round(value * 1e6) / 1e6

function numbersOf(values: readonly number[]): Numbers | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((one, other) => one - other)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? 0, sorted[sorted.length >> 1] ?? 0]
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return {
    ...{ mean: rounded(mean), median: rounded((low + high) / 2), deviation: rounded(Math.sqrt(variance)) },
    ...{ min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 },
  }
}

/** Promoters answer 9 or 10, detractors 6 or less. */
function npsOf(values: readonly number[]): NonNullable<QuestionReport['nps']> {
  const promoters = values.filter((value) => value >= 9).length
  const detractors = values.filter((value) => value <= 6).length
  const score = values.length === 0 ? 0 : Math.round((1000 * (promoters - detractors)) / values.length)
  return { promoters, passives: values.length - promoters - detractors, detractors, scoreTenths: score }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** The bars of a question, in the order of its options; null: it has none. */
export function keysOf(question: SurveyQuestion): readonly { readonly key: number; readonly label: string }[] | null {
  switch (question.kind) {
    case 'single-choice':
    case 'multiple-choice':
    case 'dropdown':
    case 'ranking': {
      const options = question.options.map(({ id, text }) => ({ key: id, label: text }))
      return 'hasOther' in question && question.hasOther ? [...options, { key: otherId, label: '' }] : options
    }
    case 'rating':
      return range(1, question.max).map((key) => ({ key, label: '' }))
    case 'nps':
      return range(0, 10).map((key) => ({ key, label: '' }))
    default:
      return null
  }
}

/** Which bars an answer belongs to. */
export function chosenOf(answer: SurveyAnswer | undefined): readonly number[] {
  switch (answer?.kind) {
    case 'single-choice':
    case 'multiple-choice':
    case 'dropdown':
      return answer.chosen
    case 'ranking':
      return answer.order.slice(0, 1)
    case 'rating':
    case 'nps':
      return [answer.value]
    default:
      return []
  }
}

function barsOf(keys: ReturnType<typeof keysOf>, chosen: readonly (readonly number[])[]): Bar[] {
  const counts = new Map<number, number>()
  for (const key of chosen.flat()) counts.set(key, (counts.get(key) ?? 0) + 1)
  return (keys ?? []).map(({ key, label }) => ({ key, label, count: counts.get(key) ?? 0 }))
}

function rowsOf(question: SurveyQuestion, answers: readonly SurveyAnswer[]): QuestionReport['rows'] {
  if (question.kind !== 'matrix') return []
  const isRating = question.mode === 'rating'
  const keys = isRating
    ? range(1, question.ratingMax).map((key) => ({ key, label: '' }))
    : question.columns.map(({ id, text }) => ({ key: id, label: text }))
  return question.rows.map(({ id: rowId, text: label }) => {
    const chosen = answers.flatMap((answer) => {
      const row = answer.kind === 'matrix' ? answer.rows.find((one) => one.rowId === rowId) : undefined
      return row && row.chosen.length > 0 ? [row.chosen] : []
    })
    const numbers = isRating ? numbersOf(chosen.flat()) : null
    return { rowId, label, answered: chosen.length, bars: barsOf(keys, chosen), numbers }
  })
}

function placesOf(question: SurveyQuestion, answers: readonly SurveyAnswer[]): QuestionReport['places'] {
  if (question.kind !== 'ranking') return []
  const orders = answers.flatMap((answer) => (answer.kind === 'ranking' ? [answer.order] : []))
  return question.options.map(({ id: key, text: label }) => {
    const places = orders.flatMap((order) => (order.includes(key) ? [order.indexOf(key) + 1] : []))
    return { key, label, mean: numbersOf(places)?.mean ?? 0 }
  })
}

const numeric = (answer: SurveyAnswer): number[] => ('value' in answer ? [answer.value] : [])

/** What was typed: a text, a date, "other". */
export function textOf(answer: SurveyAnswer | undefined): string {
  switch (answer?.kind) {
    case 'text':
      return answer.text.trim()
    case 'date':
      return answer.day
    case 'single-choice':
    case 'multiple-choice':
    case 'dropdown':
      return answer.chosen.includes(otherId) ? answer.otherText.trim() : ''
    default:
      return ''
  }
}

export function figuresOf(question: SurveyQuestion, answers: readonly SurveyAnswer[]): Figures {
  const values = answers.flatMap(numeric)
  const chosen = answers.map(chosenOf)
  return {
    bars: barsOf(keysOf(question), chosen),
    numbers: numbersOf(values),
    nps: question.kind === 'nps' ? npsOf(values) : null,
    places: placesOf(question, answers),
    rows: rowsOf(question, answers),
    textCount: answers.filter((answer) => textOf(answer) !== '').length,
  }
}

export const noFigures: Figures = { bars: [], numbers: null, nps: null, places: [], rows: [], textCount: 0 }
