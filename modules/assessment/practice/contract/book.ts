/** The wrong-answer book of a member, what is due today, and mastery per knowledge point. */
import { type Static, Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { QuestionKind } from '#modules/assessment/questions/contract.ts'
import { IN_EXAM } from './codes.ts'
import { StoredAnswer, StoredContent } from './practicing.ts'

export const noteLengthMax = 2000
export const masterAfterMax = 10
export const dailyLimitMax = 200
/** Fewer questions say little about a knowledge point. */
export const tooFewQuestions = 5

const params = Type.Object({ questionId: Id })

export const bookStates = ['open', 'mastered'] as const
const BookState = OneOf(bookStates)

const BookItem = Type.Object({
  questionId: Id,
  kind: QuestionKind,
  excerpt: Type.String(),
  state: BookState,
  wrongCount: Type.Integer(),
  streak: Type.Integer(),
  lastWrongAt: Instant,
  /** Where it was answered wrong last. */
  sourceName: Type.String(),
  note: Type.String(),
  topics: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  /** 0 or less: due now. */
  dueInDays: Nullable(Type.Integer()),
})
export type BookItem = Static<typeof BookItem>

const BookEntry = Type.Object({
  ...BookItem.properties,
  /** As the last wrong answer met it. */
  content: StoredContent,
  lastWrongAnswer: Nullable(StoredAnswer),
})
export type BookEntry = Static<typeof BookEntry>

const filters = {
  state: Type.Optional({ ...BookState, default: 'open' }),
  search: Type.Optional(OptionalText(100)),
  kind: Type.Optional(QuestionKind),
  topicId: Type.Optional(Id),
}
export const BookQuery = PageQuery(filters)
export type BookQuery = Static<typeof BookQuery>

const Preferences = Type.Object({
  masterAfter: Type.Integer({ minimum: 1, maximum: masterAfterMax }),
  dailyMax: Type.Integer({ minimum: 1, maximum: dailyLimitMax }),
})
export type Preferences = Static<typeof Preferences>
export const defaultPreferences: Preferences = { masterAfter: 3, dailyMax: 30 }

const DueToday = Type.Object({
  /** To be asked today: what is due, at most the limit less what was reviewed today. */
  count: Type.Integer(),
  /** Due today or earlier, with those beyond the limit. */
  dueCount: Type.Integer(),
  /** Due questions that were answered today. */
  reviewedCount: Type.Integer(),
  dailyMax: Type.Integer(),
  /** How many become due on each of the next seven days. */
  next: Type.Array(Type.Object({ inDays: Type.Integer(), count: Type.Integer() })),
  bookCount: Type.Integer(),
})
export type DueToday = Static<typeof DueToday>

const Mastery = Type.Object({
  topic: Type.Object({ id: Id, name: Type.String() }),
  /** Questions of the knowledge point that the member has answered. */
  questionCount: Type.Integer(),
  /** Of 1000: the mean of what the last answer to each of them earned. */
  share: Type.Integer(),
  wrongCount: Type.Integer(),
  isTooFew: Type.Boolean(),
})
export type Mastery = Static<typeof Mastery>

export const bookCalls = {
  wrongBook: {
    method: 'GET',
    path: '/practice/wrong-book',
    summary: "The caller's wrong answers, the last one first; those of exams once their paper may be viewed",
    access: 'signed-in',
    writes: true,
    noDryRun: 'reading',
    query: BookQuery,
    response: Page(BookItem),
    cacheSeconds: 0,
  },
  wrongBookFile: {
    method: 'GET',
    path: '/practice/wrong-book-file',
    summary: 'The wrong-answer book as a spreadsheet, with keys and notes',
    access: 'signed-in',
    kind: 'stream',
    query: Type.Object(filters),
    response: Type.Object({}),
    cacheSeconds: 0,
  },
  bookEntry: {
    method: 'GET',
    path: '/practice/wrong-book/{questionId}',
    summary: 'A question of the book with the last wrong answer and the key',
    access: 'signed-in',
    params,
    response: BookEntry,
    errors: [NOT_FOUND, IN_EXAM],
    cacheSeconds: 0,
  },
  noteQuestion: {
    method: 'PUT',
    path: '/practice/wrong-book/{questionId}',
    summary: 'Write a note of one’s own on a question of the book',
    access: 'signed-in',
    params,
    body: Body({ note: OptionalText(noteLengthMax) }),
    response: Done,
    errors: [NOT_FOUND],
  },
  moveQuestion: {
    method: 'PUT',
    path: '/practice/wrong-book/{questionId}/state',
    summary: 'Say that one has mastered a question, or take it up again',
    access: 'signed-in',
    params,
    body: Body({ state: BookState }),
    response: Done,
    errors: [NOT_FOUND],
  },
  removeQuestion: {
    method: 'DELETE',
    path: '/practice/wrong-book/{questionId}',
    summary: 'Remove a question from the book. The next wrong answer puts it back',
    access: 'signed-in',
    params,
    response: Done,
    errors: [NOT_FOUND],
  },
  dueToday: {
    method: 'GET',
    path: '/practice/due',
    summary: 'How many questions of the book are due today, by the day of the company',
    access: 'signed-in',
    writes: true,
    noDryRun: 'reading',
    response: DueToday,
    cacheSeconds: 0,
  },
  mastery: {
    method: 'GET',
    path: '/practice/mastery',
    summary: "The caller's mastery per knowledge point, the weakest first",
    access: 'signed-in',
    query: PageQuery({}),
    response: Page(Mastery),
    cacheSeconds: 0,
  },
  preferences: {
    method: 'GET',
    path: '/practice/preferences',
    summary: 'When a question counts as mastered, and how many are asked a day',
    access: 'signed-in',
    response: Preferences,
    cacheSeconds: 0,
  },
  changePreferences: {
    method: 'PUT',
    path: '/practice/preferences',
    summary: 'Change when a question counts as mastered, and how many are asked a day',
    access: 'signed-in',
    body: Body(Preferences.properties),
    response: Done,
  },
} as const
