/** Appeals of examinees against a key or a mark, and what has changed of their results since. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, Page, PageQuery, Text } from '#kit/schema.ts'
import { ScoreTenths } from '#modules/assessment/questions/contract.ts'
import { APPEAL_CLOSED, APPEAL_NOT_OPEN, APPEAL_WAITING, ATTEMPT_RESET, MARK_TOO_HIGH } from './codes.ts'
import { fixKinds } from './fixing.ts'
import { Result, TotalTenths } from './states.ts'
import { StoredAnswer, StoredContent } from './stored.ts'

export const appealTextLengthMax = 2000
export const appealDaysMax = 365

export const appealStates = ['open', 'upheld', 'refused', 'withdrawn'] as const
export type AppealState = (typeof appealStates)[number]
/** The key is wrong for everybody, or the own answer deserves another mark. */
export const appealSubjects = ['key', 'mark'] as const

const AppealFile = Type.Object({ name: Type.String(), url: Type.String() })

const appeal = {
  id: Id,
  place: Type.Integer(),
  subject: OneOf(appealSubjects),
  text: Type.String(),
  file: Nullable(AppealFile),
  state: OneOf(appealStates),
  createdAt: Instant,
  answer: Type.String(),
  answeredAt: Nullable(Instant),
  /** Where the answer brought another mark. */
  tenthsBefore: Nullable(ScoreTenths),
  tenthsAfter: Nullable(ScoreTenths),
}
const OwnAppeal = Type.Object(appeal)
export type OwnAppeal = Static<typeof OwnAppeal>

const ResultChange = Type.Object({
  at: Instant,
  /** The question in the own paper; null where it is not in it. */
  place: Nullable(Type.Integer()),
  kind: OneOf(fixKinds),
  reason: Type.String(),
  scoreBefore: Nullable(TotalTenths),
  scoreAfter: Nullable(TotalTenths),
  totalBefore: TotalTenths,
  totalAfter: TotalTenths,
  resultBefore: Nullable(Result),
  resultAfter: Nullable(Result),
})

export const AttemptTrail = Type.Object({
  mayAppeal: Type.Boolean(),
  /** Null: the exam takes no appeals. */
  appealUntil: Nullable(Instant),
  appeals: Type.Array(OwnAppeal),
  /** Nothing while the score may not be shown. */
  changes: Type.Array(ResultChange),
})
export type AttemptTrail = Static<typeof AttemptTrail>

const QueuedAppeal = Type.Object({
  ...appeal,
  /** Empty in a blind exam, for who does not write it. */
  memberName: Type.String(),
  versionId: Id,
  content: StoredContent,
  given: Nullable(StoredAnswer),
  earnedTenths: Nullable(ScoreTenths),
  maxTenths: ScoreTenths,
  comment: Type.String(),
  answeredBy: Nullable(Type.String()),
})
export type QueuedAppeal = Static<typeof QueuedAppeal>

const params = Type.Object({ id: Id })

export const appealCalls = {
  attemptTrail: {
    method: 'GET',
    path: '/exam/attempts/{id}/trail',
    summary: 'The own appeals on an attempt, and what fixes of keys have changed of its result',
    access: 'signed-in',
    params,
    response: AttemptTrail,
    errors: [NOT_FOUND, ATTEMPT_RESET],
    cacheSeconds: 0,
  },
  appeal: {
    method: 'POST',
    path: '/exam/attempts/{id}/appeals',
    summary: 'Appeal against the key or the mark of a question of the own paper, within the days of the exam',
    access: 'signed-in',
    params,
    body: Body({
      place: Type.Integer({ minimum: 1, maximum: 1000 }),
      subject: OneOf(appealSubjects),
      text: Text(appealTextLengthMax),
      fileId: Type.Optional(Id),
    }),
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND, ATTEMPT_RESET, APPEAL_NOT_OPEN, APPEAL_WAITING],
  },
  withdrawAppeal: {
    method: 'POST',
    path: '/exam/appeals/{id}/withdraw',
    summary: 'Take back an own appeal that waits',
    access: 'signed-in',
    params,
    response: Done,
    errors: [NOT_FOUND, APPEAL_CLOSED],
  },
  appeals: {
    method: 'GET',
    path: '/exam-appeals/{id}',
    summary: 'The appeals in an exam, for its graders and editors, the oldest first',
    access: 'signed-in',
    params,
    query: PageQuery({ state: Type.Optional(OneOf(appealStates)) }),
    response: Page(QueuedAppeal),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  answerAppeal: {
    method: 'POST',
    path: '/exam-appeals/appeals/{id}/answer',
    summary: 'Uphold or refuse an appeal, with another mark where the answer deserves one',
    access: 'signed-in',
    params,
    body: Body({
      isUpheld: Type.Boolean(),
      answer: Text(appealTextLengthMax),
      /** For an appeal that is upheld; without it the mark stays, for instance because the key is fixed for all. */
      tenths: Type.Optional(ScoreTenths),
    }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, APPEAL_CLOSED, MARK_TOO_HIGH],
    isLogged: true,
    onSelf: { refusedByRow: 'the appeal belongs to the examinee' },
  },
} as const
