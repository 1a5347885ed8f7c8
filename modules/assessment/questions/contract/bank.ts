/** The questions of the bank: list, edit, versions, many at once. */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { managesQuestions } from './access.ts'
import { QuestionAnswer } from './answer.ts'
import { CONTENT_INCONSISTENT, QUESTION_CHANGED, SCORE_OF_GROUP } from './codes.ts'
import { problemCodes } from './consistency.ts'
import { PresentedQuestion } from './presented.ts'
import { Difficulty, QuestionContent, QuestionInput, QuestionKind, questionFields, ScoreTenths } from './question.ts'
import { verdicts } from './scoring.ts'
import { ItemFlag, ListedStatistics, QuestionStatistics, QuestionUsage } from './statistics.ts'

/** `draft`: not finished. `active`: papers may take it. `retired`: no new paper takes it. */
export const questionStatuses = ['draft', 'active', 'retired'] as const
const Status = OneOf(questionStatuses)
export type QuestionStatus = Static<typeof Status>

/** At once, in one call. */
const questionsAtOnceMax = 500

const Person = Nullable(Type.Object({ id: Id, fullName: Type.String() }))

export const QuestionListItem = Type.Object({
  id: Id,
  kind: QuestionKind,
  status: Status,
  ...questionFields,
  source: Type.String(),
  topics: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  /** The beginning of what can be read in it. */
  excerpt: Type.String(),
  directory: Type.Object({ id: Id, name: Type.String() }),
  /** Null where the account was erased. */
  author: Person,
  versionNumber: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
  /** Every change carries the revision that the author has read; another one than the newest is refused. */
  revision: Type.Integer(),
  usage: QuestionUsage,
  /** Of the current version; null: no answers count yet. */
  statistics: Nullable(ListedStatistics),
  flags: Type.Array(ItemFlag),
})
export type QuestionListItem = Static<typeof QuestionListItem>

/** As it was stored; the shape is `QuestionContent`, checked when it was saved. */
const StoredContent = Type.Unsafe<QuestionContent>({ type: 'object', additionalProperties: true })

export const QuestionDetail = Type.Object({ ...QuestionListItem.properties, content: StoredContent })
export type QuestionDetail = Static<typeof QuestionDetail>

const Version = Type.Object({
  id: Id,
  number: Type.Integer(),
  /** Null where the account was erased. */
  author: Person,
  createdAt: Instant,
})

/** A question that may be the same as the one that is saved. */
const Likely = Type.Object({
  id: Id,
  excerpt: Type.String(),
  directory: Type.Object({ id: Id, name: Type.String() }),
  /** Of 100: how much of their texts is the same. */
  likeness: Type.Integer(),
})
export type Likely = Static<typeof Likely>

const Saved = Type.Object({
  id: Id,
  revision: Type.Integer(),
  versionNumber: Type.Integer(),
  /** At most five of those that the caller manages, the likest first. Saving is not prevented. */
  similar: Type.Array(Likely),
})

const params = Type.Object({ id: Id })
const ids = Type.Array(Id, { minItems: 1, maxItems: questionsAtOnceMax, uniqueItems: true })
const versionNumber = Type.Integer({ minimum: 1, maximum: 1_000_000 })
const saving = { ...QuestionInput.properties, status: Type.Optional({ ...Status, default: 'active' }) }

export const questionFilters = {
  /** With all below it. */
  directoryId: Type.Optional(Id),
  kind: Type.Optional(QuestionKind),
  status: Type.Optional(Status),
  difficulty: Type.Optional(Difficulty),
  topicId: Type.Optional(Id),
  authorId: Type.Optional(Id),
  flag: Type.Optional(ItemFlag),
  search: Type.Optional(OptionalText(100)),
}

export const bankCalls = {
  listQuestions: {
    method: 'GET',
    path: '/exam/question',
    summary: 'The questions that the caller manages, the newest first',
    access: managesQuestions,
    query: PageQuery(questionFilters),
    response: Page(QuestionListItem),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  createQuestion: {
    method: 'POST',
    path: '/exam/question',
    summary: 'Write a question; the answer names those that may be the same',
    access: managesQuestions,
    body: Body({ directoryId: Id, ...saving }),
    unlogged: ['content'],
    response: Saved,
    errors: [NOT_FOUND, CONTENT_INCONSISTENT],
  },
  question: {
    method: 'GET',
    path: '/exam/question/{id}',
    summary: 'A question with its key, for its authors',
    access: managesQuestions,
    params,
    response: QuestionDetail,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  changeQuestion: {
    method: 'PUT',
    path: '/exam/question/{id}',
    summary: 'Change a question. Another content is another version; attempts keep the one that they were answered on',
    access: managesQuestions,
    params,
    body: Body({ ...saving, directoryId: Type.Optional(Id), revision: Type.Integer({ minimum: 0 }) }),
    unlogged: ['content'],
    response: Saved,
    errors: [NOT_FOUND, QUESTION_CHANGED, CONTENT_INCONSISTENT],
  },
  changeQuestions: {
    method: 'POST',
    path: '/exam/question/bulk-edit',
    summary: 'Give many questions the same directory, difficulty, topics, score or status; what is left out stays',
    access: managesQuestions,
    body: Body({
      ids,
      directoryId: Type.Optional(Id),
      status: Type.Optional(Status),
      difficulty: Type.Optional(Difficulty),
      topicIds: Type.Optional(questionFields.topicIds),
      scoreTenths: Type.Optional(ScoreTenths),
    }),
    response: Type.Object({ changedCount: Type.Integer() }),
    errors: [NOT_FOUND, SCORE_OF_GROUP],
  },
  deleteQuestions: {
    method: 'POST',
    path: '/exam/question/delete',
    summary: 'Put questions into the recycle bin, with all their versions',
    access: managesQuestions,
    body: Body({ ids }),
    response: Done,
    errors: [NOT_FOUND],
  },
  questionVersions: {
    method: 'GET',
    path: '/exam/question/{id}/version',
    summary: 'The versions of a question with author and time, newest first',
    access: managesQuestions,
    params,
    query: PageQuery({}),
    response: Page(Version),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  compareVersions: {
    method: 'GET',
    path: '/exam/question/{id}/comparison',
    summary: 'Two versions of a question and the places in which they differ',
    access: managesQuestions,
    params,
    query: Type.Object({ from: versionNumber, to: versionNumber }),
    response: Type.Object({
      from: Type.Object({ ...Version.properties, content: StoredContent }),
      to: Type.Object({ ...Version.properties, content: StoredContent }),
      /** Paths of the content, such as `options.1`. */
      changes: Type.Array(Type.String()),
    }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  questionStatistics: {
    method: 'GET',
    path: '/exam/question/{id}/statistics',
    summary: 'Where a question is used, who has got it, and what real attempts say of its versions',
    access: managesQuestions,
    params,
    response: QuestionStatistics,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  previewQuestion: {
    method: 'POST',
    path: '/exam/question/preview',
    summary: 'What learners would see of a content, what is wrong with it, and what an answer to it would earn',
    access: 'signed-in',
    body: Body({
      content: QuestionContent,
      scoreTenths: ScoreTenths,
      answer: Type.Optional(Nullable(QuestionAnswer)),
    }),
    response: Type.Object({
      presented: PresentedQuestion,
      problems: Type.Array(Type.Object({ path: Type.String(), code: OneOf(problemCodes) })),
      /** Null where no answer was sent. */
      score: Nullable(Type.Object({ tenths: Type.Integer(), verdict: OneOf(verdicts) })),
    }),
  },
} as const satisfies Contract
