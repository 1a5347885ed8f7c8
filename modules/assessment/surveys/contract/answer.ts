/** What is answered: a closed shape for each kind of question. */
import { type Static, type TProperties, Type } from 'typebox'
import { byKind } from '#kit/by-kind.ts'
import { Id } from '#kit/schema.ts'
import { Day, matrixRowsMax, optionsMax, type QuestionKind, questionsMax } from './content.ts'

const closed = { additionalProperties: false } as const
const variant = <const K extends QuestionKind, T extends TProperties>(kind: K, properties: T) =>
  Type.Object({ kind: Type.Literal(kind), ...properties }, closed)

/** 0 is "other". */
const chosen = (maxItems: number) =>
  Type.Array(Type.Integer({ minimum: 0, maximum: 999 }), { maxItems, uniqueItems: true })
const choice = (maxItems: number) => ({ chosen: chosen(maxItems), otherText: Type.String({ maxLength: 500 }) })
const value = Type.Number({ minimum: -1e12, maximum: 1e12 })
const scale = { value: Type.Integer({ minimum: 0, maximum: 10 }) }

const answers = {
  'single-choice': variant('single-choice', choice(1)),
  'multiple-choice': variant('multiple-choice', choice(optionsMax + 1)),
  dropdown: variant('dropdown', choice(1)),
  text: variant('text', { text: Type.String({ maxLength: 10_000 }) }),
  number: variant('number', { value }),
  date: variant('date', { day: Day }),
  rating: variant('rating', scale),
  nps: variant('nps', scale),
  slider: variant('slider', { value }),
  ranking: variant('ranking', { order: chosen(20) }),
  /** Of rating rows `chosen` is the one number of stars. */
  matrix: variant('matrix', {
    rows: Type.Array(Type.Object({ rowId: Type.Integer({ minimum: 1, maximum: 999 }), chosen: chosen(20) }, closed), {
      maxItems: matrixRowsMax,
    }),
  }),
  file: variant('file', { fileIds: Type.Array(Id, { maxItems: 10, uniqueItems: true }) }),
} as const satisfies Record<QuestionKind, unknown>

export type SurveyAnswerOf<K extends QuestionKind> = Static<(typeof answers)[K]>
export type SurveyAnswer = { [K in QuestionKind]: SurveyAnswerOf<K> }[QuestionKind]
export const SurveyAnswer = byKind<SurveyAnswer>('SurveyAnswer', answers)

export const AnsweredQuestion = Type.Object({ questionId: Id, answer: SurveyAnswer }, closed)
export type AnsweredQuestion = Static<typeof AnsweredQuestion>
export const Answers = Type.Array(AnsweredQuestion, { maxItems: questionsMax })
export type Answers = readonly AnsweredQuestion[]

/** What was checked when it was stored, and is answered as it is. */
export const StoredAnswers = Type.Array(
  Type.Object({
    questionId: Id,
    answer: Type.Unsafe<SurveyAnswer>({ type: 'object', additionalProperties: true }),
  }),
)
