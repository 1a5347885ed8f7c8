/** The results of questions: counts, means and NPS, counted answer by answer, so that no more than the counts is in memory. */
import type { SurveyAnswer } from '../contract/answer.ts'
import { otherId, type SurveyQuestion } from '../contract/content.ts'
import type { QuestionReport } from '../contract/reports.ts'
import { type Interval, intervalAt, intervalsOf } from './intervals.ts'

type Bar = QuestionReport['bars'][number]
export type Numbers = NonNullable<QuestionReport['numbers']>
type Figures = Pick<QuestionReport, 'bars' | 'numbers' | 'nps' | 'places' | 'rows' | 'textCount'>
type Key = { readonly key: number; readonly label: string }
type Counts = Map<number, number>

const countIn = (counts: Counts, key: number) => counts.set(key, (counts.get(key) ?? 0) + 1)

const rounded = (value: number) => Math.round(value * 1e6) / 1e6

/** Of values and how often each was given. */
function numbersOf(counts: ReadonlyMap<number, number>): Numbers | null {
  const sorted = [...counts].toSorted(([one], [other]) => one - other)
  const total = sorted.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return null
  const valueAt = (place: number) => {
    let left = place
    for (const [value, count] of sorted) {
      if (left < count) return value
      left -= count
    }
    return 0
  }
  const mean = sorted.reduce((sum, [value, count]) => sum + value * count, 0) / total
  const variance = sorted.reduce((sum, [value, count]) => sum + count * (value - mean) ** 2, 0) / total
  const median = (valueAt((total - 1) >> 1) + valueAt(total >> 1)) / 2
  return {
    ...{ mean: rounded(mean), median: rounded(median), deviation: rounded(Math.sqrt(variance)) },
    ...{ min: sorted[0]?.[0] ?? 0, max: sorted.at(-1)?.[0] ?? 0 },
  }
}

/** Detractors answer 6 or less, promoters 9 or 10. */
const npsGroups = [
  [0, 6],
  [7, 8],
  [9, 10],
] as const

function npsOf(counts: ReadonlyMap<number, number>): NonNullable<QuestionReport['nps']> {
  const within = (from: number, to: number) => range(from, to).reduce((sum, value) => sum + (counts.get(value) ?? 0), 0)
  const [detractors = 0, passives = 0, promoters = 0] = npsGroups.map(([least, most]) => within(least, most))
  const all = detractors + passives + promoters
  const score = all === 0 ? 0 : Math.round((1000 * (promoters - detractors)) / all)
  return { promoters, passives, detractors, scoreTenths: score }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** The bars of a question, in the order of its options; null: it has none. */
function keysOf(question: SurveyQuestion): readonly Key[] | null {
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

/** The lines of a cross table: scores from 0 to 10 in their three groups, each by its least score; null: it has none. */
export function crossKeysOf(question: SurveyQuestion): readonly Key[] | null {
  if (question.kind !== 'nps') return keysOf(question)
  return npsGroups.map(([least, most]) => ({ key: least, label: `${least}–${most}` }))
}

export function crossedOf(answer: SurveyAnswer | undefined): readonly number[] {
  if (answer?.kind !== 'nps') return chosenOf(answer)
  return npsGroups.flatMap(([least, most]) => (answer.value >= least && answer.value <= most ? [least] : []))
}

/** Which bars an answer belongs to. */
function chosenOf(answer: SurveyAnswer | undefined): readonly number[] {
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

function hasText(answer: SurveyAnswer): boolean {
  switch (answer.kind) {
    case 'text':
      return answer.text.trim() !== ''
    case 'date':
      return true
    case 'single-choice':
    case 'multiple-choice':
    case 'dropdown':
      return answer.chosen.includes(otherId) && answer.otherText.trim() !== ''
    default:
      return false
  }
}

const barsOf = (keys: readonly Key[], counts: Counts): Bar[] =>
  keys.map(({ key, label }) => ({ key, label, count: counts.get(key) ?? 0 }))

/** Counts the answers to one question. `numbers`: of a number or slider, from the database, which sorts them without holding all. */
export class QuestionCounter {
  shown = 0
  answered = 0
  readonly #question: SurveyQuestion
  readonly #numbers: Numbers | null
  readonly #intervals: readonly Interval[]
  readonly #chosen: Counts = new Map()
  /** Of each option of a ranking: the sum of its places. */
  readonly #places: Counts = new Map()
  readonly #rows = new Map<number, Counts>()
  readonly #rowsAnswered: Counts = new Map()
  #textCount = 0

  constructor(question: SurveyQuestion, numbers: Numbers | null) {
    this.#question = question
    this.#numbers = numbers
    this.#intervals = intervalsOf(question, numbers)
  }

  add(answer: SurveyAnswer | undefined): void {
    this.shown += 1
    if (!answer) return
    this.answered += 1
    for (const key of chosenOf(answer)) countIn(this.#chosen, key)
    if (hasText(answer)) this.#textCount += 1
    if (answer.kind === 'number' || answer.kind === 'slider')
      countIn(this.#chosen, intervalAt(this.#intervals, answer.value))
    if (answer.kind === 'ranking')
      for (const [at, key] of answer.order.entries()) this.#places.set(key, (this.#places.get(key) ?? 0) + at + 1)
    if (answer.kind !== 'matrix') return
    for (const { rowId, chosen } of answer.rows) {
      if (chosen.length === 0) continue
      countIn(this.#rowsAnswered, rowId)
      const counts = this.#rows.get(rowId) ?? new Map()
      this.#rows.set(rowId, counts)
      for (const key of chosen) countIn(counts, key)
    }
  }

  /** Of an anonymous survey, a row of a matrix that fewer than `minimum` have answered has no figures. */
  figures(minimum: number): Figures {
    const { kind } = this.#question
    const isScale = kind === 'rating' || kind === 'nps'
    return {
      bars: barsOf(this.#intervals.length > 0 ? this.#intervals : (keysOf(this.#question) ?? []), this.#chosen),
      numbers: isScale ? numbersOf(this.#chosen) : this.#numbers,
      nps: kind === 'nps' ? npsOf(this.#chosen) : null,
      places: this.#placesOfOptions(),
      rows: this.#matrixRows(minimum),
      textCount: this.#textCount,
    }
  }

  #placesOfOptions(): QuestionReport['places'] {
    const question = this.#question
    if (question.kind !== 'ranking') return []
    return question.options.map(({ id: key, text: label }) => {
      const mean = this.answered === 0 ? 0 : rounded((this.#places.get(key) ?? 0) / this.answered)
      return { key, label, mean }
    })
  }

  #matrixRows(minimum: number): QuestionReport['rows'] {
    const question = this.#question
    if (question.kind !== 'matrix') return []
    const isRating = question.mode === 'rating'
    const keys = isRating
      ? range(1, question.ratingMax).map((key) => ({ key, label: '' }))
      : question.columns.map(({ id, text }) => ({ key: id, label: text }))
    return question.rows.map(({ id: rowId, text: label }) => {
      const counts: Counts = this.#rows.get(rowId) ?? new Map()
      const answered = this.#rowsAnswered.get(rowId) ?? 0
      if (answered < minimum) return { rowId, label, answered: 0, bars: [], numbers: null }
      return { rowId, label, answered, bars: barsOf(keys, counts), numbers: isRating ? numbersOf(counts) : null }
    })
  }
}

export const noFigures: Figures = { bars: [], numbers: null, nps: null, places: [], rows: [], textCount: 0 }
