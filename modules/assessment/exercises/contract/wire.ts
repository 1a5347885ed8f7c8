/** What exercises are on the wire: for learners without their keys, for authors with all that the form holds. */
import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf } from '#kit/schema.ts'
import {
  PresentedQuestion,
  type QuestionAnswer,
  QuestionContent,
  verdicts,
} from '#modules/assessment/questions/contract.ts'

export const exercisesMax = 50
const questionsMax = 10
const attemptsLimit = 10

/** What was checked when it was stored, and is answered as it is. */
const StoredContent = Type.Unsafe<QuestionContent>({ type: 'object', additionalProperties: true })
const StoredAnswer = Type.Unsafe<QuestionAnswer>({ type: 'object', additionalProperties: true })

/** Milliseconds. */
const Place = Type.Integer({ minimum: 0, maximum: 2_000_000_000 })

/** What a member answered, and how it was evaluated. */
export const AnswerState = Type.Object({
  /** Null where the question was changed since, and can be answered again. */
  answer: Nullable(StoredAnswer),
  verdict: OneOf(verdicts),
  wasRightFirst: Type.Boolean(),
  attempts: Type.Integer(),
  /** Right, or without attempts left. */
  isSettled: Type.Boolean(),
  /** The content with its key and explanation, once the question is settled. */
  key: Nullable(StoredContent),
})
export type AnswerState = Static<typeof AnswerState>

/** A question as a learner meets it: nothing of its key is in it. A settled one is shown as it was answered. */
export const TemporaryQuestion = Type.Object({
  id: Id,
  /** What is asked; an answer names it. */
  contentId: Id,
  question: PresentedQuestion,
  state: Nullable(AnswerState),
})
export type TemporaryQuestion = Static<typeof TemporaryQuestion>

export const Exercise = Type.Object({
  id: Id,
  sectionId: Id,
  /** Milliseconds into the section; null: at its end. */
  at: Nullable(Type.Integer()),
  /** Nothing goes on before it is answered. */
  mustAnswer: Type.Boolean(),
  attemptsMax: Type.Integer(),
  /** Whoever answers wrong may study again from here. */
  backTo: Nullable(Type.Integer()),
  questions: Type.Array(TemporaryQuestion),
})
export type Exercise = Static<typeof Exercise>

const closed = { additionalProperties: false } as const

/** `id` alone: the question stays. With a content, or one of the bank, that is asked from now on. */
const QuestionInput = Type.Object(
  {
    id: Type.Optional(Id),
    content: Type.Optional(QuestionContent),
    /** The newest version of this question of the bank. */
    bankQuestionId: Type.Optional(Id),
  },
  closed,
)

export const ExerciseInput = Type.Object(
  {
    /** Named, the exercise stays the same one and keeps its answers. */
    id: Type.Optional(Id),
    at: Nullable(Place),
    mustAnswer: Type.Boolean(),
    attemptsMax: Type.Integer({ minimum: 1, maximum: attemptsLimit }),
    backTo: Type.Optional(Nullable(Place)),
    questions: Type.Array(QuestionInput, { minItems: 1, maxItems: questionsMax }),
  },
  closed,
)
export type ExerciseInput = Static<typeof ExerciseInput>

export const AuthoredQuestion = Type.Object({
  id: Id,
  content: StoredContent,
  /** The version of the bank that it was taken from. */
  bankVersionId: Nullable(Id),
  /** Members who answered what is asked now, and how many of them were right at the first attempt. */
  answeredCount: Type.Integer(),
  rightFirstCount: Type.Integer(),
  /** Of a choice: how often each option is in the last answers; of true or false: true, then false. */
  optionCounts: Nullable(Type.Array(Type.Integer())),
})
export type AuthoredQuestion = Static<typeof AuthoredQuestion>

export const AuthoredExercise = Type.Object({
  id: Id,
  at: Nullable(Type.Integer()),
  mustAnswer: Type.Boolean(),
  attemptsMax: Type.Integer(),
  backTo: Nullable(Type.Integer()),
  questions: Type.Array(AuthoredQuestion),
})
export type AuthoredExercise = Static<typeof AuthoredExercise>
