/** What a learner answers: a closed shape for each kind. Ids are those of the presented question (presented.ts). */
import { type Static, type TProperties, Type } from 'typebox'
import { byKind } from '#kit/by-kind.ts'
import { Id, Nullable } from '#kit/schema.ts'
import {
  answerLengthMax,
  blanksMax,
  groupPartsMax,
  optionsMax,
  pairsMax,
  type QuestionKind,
  type SimpleKind,
  undeterminedOptionsMax,
} from './question.ts'

const closed = { additionalProperties: false } as const

const variant = <const K extends QuestionKind, T extends TProperties>(kind: K, properties: T) =>
  Type.Object({ kind: Type.Literal(kind), ...properties }, closed)

const id = (max: number) => Type.Integer({ minimum: 0, maximum: max - 1 })
const chosen = (max: number, itemsMax = max) => ({
  chosen: Type.Array(id(max), { maxItems: itemsMax, uniqueItems: true }),
})
const TypedText = Type.String({ maxLength: answerLengthMax })

const simpleAnswers = {
  'single-choice': variant('single-choice', chosen(optionsMax, 1)),
  'multiple-choice': variant('multiple-choice', chosen(optionsMax)),
  'undetermined-choice': variant('undetermined-choice', chosen(undeterminedOptionsMax)),
  'true-false': variant('true-false', { isTrue: Nullable(Type.Boolean()) }),
  'fill-in': variant('fill-in', { texts: Type.Array(TypedText, { maxItems: blanksMax }) }),
  'short-answer': variant('short-answer', { text: Type.String({ maxLength: 20_000 }) }),
  /** For each left item the id of the right one; null where nothing is chosen yet. */
  matching: variant('matching', { rights: Type.Array(Nullable(id(2 * pairsMax)), { maxItems: pairsMax }) }),
  ordering: variant('ordering', { order: Type.Array(id(pairsMax), { maxItems: pairsMax, uniqueItems: true }) }),
  /** For each gap the typed text or the id of the chosen option. */
  cloze: variant('cloze', {
    gaps: Type.Array(Nullable(Type.Union([TypedText, id(optionsMax)])), { maxItems: blanksMax }),
  }),
  numeric: variant('numeric', { text: Type.String({ maxLength: 60 }) }),
  'file-answer': variant('file-answer', { fileIds: Type.Array(Id, { maxItems: 10, uniqueItems: true }) }),
} as const

export type SimpleAnswerOf<K extends SimpleKind> = Static<(typeof simpleAnswers)[K]>
export type SimpleAnswer = { [K in SimpleKind]: SimpleAnswerOf<K> }[SimpleKind]

/** For each part its answer; null where nothing was answered. */
const GroupAnswer = variant('group', {
  parts: Type.Array(Nullable(byKind<SimpleAnswer>('SimpleQuestionAnswer', simpleAnswers)), { maxItems: groupPartsMax }),
})

export const QuestionAnswer = byKind<SimpleAnswer | Static<typeof GroupAnswer>>('QuestionAnswer', {
  ...simpleAnswers,
  group: GroupAnswer,
})
export type QuestionAnswer = SimpleAnswer | Static<typeof GroupAnswer>
