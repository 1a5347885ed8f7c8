/** Keys that are fixed after they were used, and what each fix has changed. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, Page, PageQuery, Text } from '#kit/schema.ts'
import { FIX_NOT_FIT, FIX_RUNNING } from './codes.ts'
import { Result, TotalTenths } from './states.ts'
import { StoredContent } from './stored.ts'

export const fixReasonLengthMax = 500

/**
 * `award-all`: everybody gets all points of the question. `drop`: the question counts for nobody, and the total shrinks.
 * `new-key`: answers are scored by another version of the question. `as-drawn`: earlier fixes of the question no longer count.
 */
export const fixKinds = ['award-all', 'drop', 'new-key', 'as-drawn'] as const
export type FixKind = (typeof fixKinds)[number]

const Member = Type.Object({ id: Id, fullName: Type.String() })

/** A question of the exam as it was asked, with the fix that counts now. */
const FixableQuestion = Type.Object({
  versionId: Id,
  content: StoredContent,
  /** In how many submitted papers it was asked, and how many answers earned nothing. */
  attempts: Type.Integer(),
  wrong: Type.Integer(),
  openAppeals: Type.Integer(),
  fix: Nullable(OneOf(fixKinds)),
})
export type FixableQuestion = Static<typeof FixableQuestion>

/** A version of the same question whose key may take the place of the one that was used. */
const OtherVersion = Type.Object({
  versionId: Id,
  number: Type.Integer(),
  createdAt: Instant,
  content: StoredContent,
  /** False: its answers would mean something else. */
  isFit: Type.Boolean(),
})
export type OtherVersion = Static<typeof OtherVersion>

const KeyFix = Type.Object({
  id: Id,
  number: Type.Integer(),
  kind: OneOf(fixKinds),
  versionId: Id,
  /** The stem of the question in plain text. */
  question: Type.String(),
  reason: Type.String(),
  createdBy: Nullable(Member),
  createdAt: Instant,
  /** Null: papers are being scored again. */
  finishedAt: Nullable(Instant),
  /** Papers with the question, and those whose score or result it has changed so far. */
  attempts: Type.Integer(),
  changed: Type.Integer(),
  passed: Type.Integer(),
  failed: Type.Integer(),
})
export type KeyFix = Static<typeof KeyFix>

const score = { scoreTenths: Nullable(TotalTenths), totalTenths: TotalTenths, result: Nullable(Result) }

const FixEffect = Type.Object({
  member: Nullable(Member),
  attemptNumber: Type.Integer(),
  before: Type.Object(score),
  after: Type.Object(score),
  /** What counts of all attempts of the member. */
  recordBefore: Nullable(Result),
  recordAfter: Nullable(Result),
  /** The completion, and what was given for it, stays although the result is no longer enough. */
  keepsCompletion: Type.Boolean(),
})
export type FixEffect = Static<typeof FixEffect>

export const FixForecast = Type.Object({
  /** Submitted papers with the question; those whose score, total or result changes; up and down. */
  attempts: Type.Integer(),
  changed: Type.Integer(),
  higher: Type.Integer(),
  lower: Type.Integer(),
  /** Examinees whose result changes from failed to passed, and the other way round. */
  passed: Type.Integer(),
  failed: Type.Integer(),
})
export type FixForecast = Static<typeof FixForecast>

const ofExam = Type.Object({ id: Id })

export const fixingCalls = {
  fixableQuestions: {
    method: 'GET',
    path: '/exam-fixing/{id}/questions',
    summary: 'The questions of an exam as they were asked, those with appeals and many wrong answers first',
    access: 'signed-in',
    params: ofExam,
    query: PageQuery({}),
    response: Page(FixableQuestion),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  otherVersions: {
    method: 'GET',
    path: '/exam-fixing/{id}/questions/{versionId}/versions',
    summary: 'The other versions of a question that was asked, the newest first',
    access: 'signed-in',
    params: Type.Object({ id: Id, versionId: Id }),
    response: Type.Array(OtherVersion),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  fixKey: {
    method: 'POST',
    path: '/exam-fixing/{id}/fixes',
    summary: 'Fix the key of a question for everybody: a task scores all papers again. A dry run says what changes',
    access: 'signed-in',
    params: ofExam,
    body: Body({
      versionId: Id,
      kind: OneOf(fixKinds),
      newVersionId: Type.Optional(Id),
      reason: Text(fixReasonLengthMax),
    }),
    response: Type.Object({ id: Id, taskId: Id, forecast: FixForecast }),
    errors: [NOT_FOUND, NO_PERMISSION, FIX_RUNNING, FIX_NOT_FIT],
    isLogged: true,
  },
  keyFixes: {
    method: 'GET',
    path: '/exam-fixing/{id}/fixes',
    summary: 'All fixes of an exam, the newest first, with what each has changed',
    access: 'signed-in',
    params: ofExam,
    query: PageQuery({}),
    response: Page(KeyFix),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  fixEffects: {
    method: 'GET',
    path: '/exam-fixing/fixes/{id}/effects',
    summary: 'The papers whose score, total or result a fix has changed, before and after',
    access: 'signed-in',
    params: ofExam,
    query: PageQuery({}),
    response: Page(FixEffect),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
} as const
