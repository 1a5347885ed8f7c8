/** The calls of a learner who practices: start, answer with immediate feedback, finish. */
import { type Static, Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { NO_EXAMINEE, PAPER_AFTER_END, PAPER_AFTER_PASS, PAPER_NEVER } from '#modules/assessment/exams/contract.ts'
import {
  PresentedQuestion,
  QuestionAnswer,
  type QuestionContent,
  QuestionKind,
  questionKinds,
} from '#modules/assessment/questions/contract.ts'
import { BANK_UPDATED, IN_EXAM, NOT_RATABLE, NOTHING_TO_ASK, PRACTICE_NOT_FOUND, PRACTICE_OVER } from './codes.ts'

export const practiceQuestionsMax = 200

const params = Type.Object({ id: Id })
const closed = { additionalProperties: false } as const

/** As they were checked when they were stored. */
export const StoredContent = Type.Unsafe<QuestionContent>({ type: 'object', additionalProperties: true })
export const StoredAnswer = Type.Unsafe<QuestionAnswer>({ type: 'object', additionalProperties: true })

const sourceKinds = ['set', 'exam', 'content', 'book', 'due', 'list'] as const
export const SourceKind = OneOf(sourceKinds)
export type SourceKind = Static<typeof SourceKind>

const ContentType = Type.Integer({ minimum: 1, maximum: 99 })

/**
 * Where the questions come from: a practice set; an exam whose paper the caller may view; the sets for the caller, cut to the
 * knowledge points of a course or other content; the own wrong-answer book; what is due today.
 */
const Source = Type.Union([
  Type.Object({ kind: Type.Literal('set'), id: Id }, closed),
  Type.Object({ kind: Type.Literal('exam'), id: Id }, closed),
  Type.Object({ kind: Type.Literal('content'), businessType: ContentType, id: Id }, closed),
  Type.Object({ kind: Type.Literal('book'), topicId: Type.Optional(Id) }, closed),
  Type.Object({ kind: Type.Literal('due') }, closed),
])
export type Source = Static<typeof Source>

/** `new`: never answered. `wrong`: in the wrong-answer book. `due`: in the book and due today. */
export const onlyFilters = ['all', 'new', 'wrong', 'due'] as const
export const orders = ['given', 'random'] as const

const StartInput = Body({
  source: Source,
  count: Type.Integer({ minimum: 1, maximum: practiceQuestionsMax }),
  /** Empty: all kinds. */
  kinds: Type.Array(QuestionKind, { maxItems: questionKinds.length, uniqueItems: true }),
  order: OneOf(orders),
  only: OneOf(onlyFilters),
})
export type StartInput = Static<typeof StartInput>

export const ratings = ['again', 'hard', 'good', 'easy'] as const
export const Rating = OneOf(ratings)
export type Rating = Static<typeof Rating>

const practiceVerdicts = ['right', 'partly', 'wrong'] as const

/** What the learner sees once the question is answered: verdict, key, and when it comes again. */
export const Feedback = Type.Object({
  answer: Nullable(StoredAnswer),
  content: StoredContent,
  /** Null: the learner compares the answer with the key and rates it. */
  verdict: Nullable(OneOf(practiceVerdicts)),
  /** Of 1000. */
  share: Nullable(Type.Integer()),
  /** The ratings that the learner may still choose. */
  mayRate: Type.Array(Rating),
})
export type Feedback = Static<typeof Feedback>

/** What the wrong-answer book says of the question after the answer. */
const Standing = Type.Object({
  inBook: Type.Boolean(),
  isMastered: Type.Boolean(),
  wrongCount: Type.Integer(),
  streak: Type.Integer(),
  masterAfter: Type.Integer(),
  /** In so many days it is due again. */
  dueInDays: Nullable(Type.Integer()),
})

export const Answered = Type.Object({ place: Type.Integer(), ...Feedback.properties, standing: Standing })
export type Answered = Static<typeof Answered>

const Place = Type.Integer({ minimum: 1, maximum: practiceQuestionsMax })

export const Practice = Type.Object({
  id: Id,
  name: Type.String(),
  source: SourceKind,
  sourceId: Nullable(Id),
  round: Type.Integer(),
  /** The bank was updated, and nothing is answered since (EXAM-045). */
  wasReset: Type.Boolean(),
  startedAt: Instant,
  finishedAt: Nullable(Instant),
  questions: Type.Array(Type.Object({ place: Place, question: PresentedQuestion, feedback: Nullable(Feedback) })),
})
export type Practice = Static<typeof Practice>

const counts = {
  questionCount: Type.Integer(),
  answeredCount: Type.Integer(),
}

/** What the caller knows of the questions that a source asks, and their kinds. */
const known = {
  ...counts,
  /** In the wrong-answer book. */
  wrongCount: Type.Integer(),
  dueCount: Type.Integer(),
  kinds: Type.Array(Type.Object({ kind: QuestionKind, count: Type.Integer() })),
}
export type KnownQuestions = Static<Type.TObject<typeof known>>

/** A set in the learner's list. */
export const PracticeSet = Type.Object({
  id: Id,
  name: Type.String(),
  summary: Type.String(),
  authorName: Type.String(),
  publishedAt: Nullable(Instant),
  /** The own practice in progress, which may be resumed. */
  openPracticeId: Nullable(Id),
})
export type PracticeSet = Static<typeof PracticeSet>

export const PracticeSetDetails = Type.Object({
  ...PracticeSet.properties,
  ...known,
})
export type PracticeSetDetails = Static<typeof PracticeSetDetails>

export const SourceDetails = Type.Object({ name: Type.String(), ...known })
export type SourceDetails = Static<typeof SourceDetails>

export const OpenPractice = Type.Object({
  id: Id,
  name: Type.String(),
  source: SourceKind,
  savedAt: Instant,
  ...counts,
})

export const PracticeSummary = Type.Object({
  id: Id,
  name: Type.String(),
  source: SourceKind,
  sourceId: Nullable(Id),
  startedAt: Instant,
  finishedAt: Nullable(Instant),
  ...counts,
  rightCount: Type.Integer(),
  partlyCount: Type.Integer(),
  wrongCount: Type.Integer(),
  /** Of 1000, the mean of what was evaluated; null where nothing was. */
  share: Nullable(Type.Integer()),
  /** Questions of this practice that are in the wrong-answer book now. */
  inBookCount: Type.Integer(),
  masteredCount: Type.Integer(),
})
export type PracticeSummary = Static<typeof PracticeSummary>

const Started = Type.Object({ id: Id, questionCount: Type.Integer() })
/** Whoever may not view the paper of an exam may not practice it. */
const notViewable = [NO_EXAMINEE, PAPER_AFTER_END, PAPER_AFTER_PASS, PAPER_NEVER] as const
const own = [PRACTICE_NOT_FOUND, IN_EXAM] as const

export const practicingCalls = {
  practiceSets: {
    method: 'GET',
    path: '/practice/sets',
    summary: 'The practice sets for the caller, the newest first',
    access: 'signed-in',
    query: PageQuery({ search: Type.Optional(OptionalText(100)) }),
    response: Page(PracticeSet),
    cacheSeconds: 0,
  },
  practiceSet: {
    method: 'GET',
    path: '/practice/sets/{id}',
    summary: 'One practice set with what the caller has answered of it',
    access: 'signed-in',
    params,
    response: PracticeSetDetails,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  examSource: {
    method: 'GET',
    path: '/practice/exams/{id}',
    summary:
      'What an exam offers for practice once its paper may be viewed, and what of it the caller has answered wrong',
    access: 'signed-in',
    writes: true,
    noDryRun: 'reading',
    params,
    response: SourceDetails,
    errors: [NOT_FOUND, ...notViewable],
    cacheSeconds: 0,
  },
  contentSource: {
    method: 'GET',
    path: '/practice/contents/{businessType}/{id}',
    summary: 'What the practice sets for the caller offer on the topics of a course or other content',
    access: 'signed-in',
    params: Type.Object({ businessType: ContentType, id: Id }),
    response: SourceDetails,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  openPractices: {
    method: 'GET',
    path: '/practice/open',
    summary: "The caller's practices in progress, the last saved first",
    access: 'signed-in',
    query: PageQuery({}),
    response: Page(OpenPractice),
    cacheSeconds: 0,
  },
  startPractice: {
    method: 'POST',
    path: '/practice/start',
    summary: 'Draw the questions of a practice. Those of an exam only when its paper may be viewed',
    access: 'signed-in',
    body: StartInput,
    response: Started,
    errors: [NOT_FOUND, NOTHING_TO_ASK, ...notViewable],
  },
  practice: {
    method: 'GET',
    path: '/practice/{id}',
    summary:
      'A practice with its questions and what was answered. After a bank update its answers are reset (EXAM-044)',
    access: 'signed-in',
    writes: true,
    noDryRun: 'reading',
    params,
    response: Practice,
    errors: own,
    cacheSeconds: 0,
  },
  answerQuestion: {
    method: 'POST',
    path: '/practice/{id}/answers',
    summary:
      'Answer one question and learn at once how. The first answer of a round counts; a repeat is answered the same',
    access: 'signed-in',
    params,
    body: Body({
      round: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      place: Place,
      /** Null: the learner does not know. */
      answer: Nullable(QuestionAnswer),
    }),
    response: Answered,
    errors: [...own, BANK_UPDATED, PRACTICE_OVER],
    noDryRun: 'reveals',
  },
  rateAnswer: {
    method: 'PUT',
    path: '/practice/{id}/answers/{place}/rating',
    summary: 'Say how well one knew it: of an answer that no rule evaluates, or of a right one',
    access: 'signed-in',
    params: Type.Object({ id: Id, place: Place }),
    body: Body({ rating: Rating }),
    response: Answered,
    errors: [...own, NOT_RATABLE],
    noDryRun: 'reveals',
  },
  finishPractice: {
    method: 'POST',
    path: '/practice/{id}/finish',
    summary: 'End a practice. A repeat answers the same',
    access: 'signed-in',
    params,
    response: PracticeSummary,
    errors: [PRACTICE_NOT_FOUND],
  },
  practiceSummary: {
    method: 'GET',
    path: '/practice/{id}/summary',
    summary: 'How a practice went',
    access: 'signed-in',
    params,
    response: PracticeSummary,
    errors: [PRACTICE_NOT_FOUND],
    cacheSeconds: 0,
  },
  discardPractice: {
    method: 'DELETE',
    path: '/practice/{id}',
    summary: 'Discard a practice in progress. The wrong-answer book and the mastery keep what was answered',
    access: 'signed-in',
    params,
    response: Done,
    errors: [PRACTICE_NOT_FOUND],
  },
} as const
