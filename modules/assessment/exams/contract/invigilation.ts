/** The calls of those who watch over an exam: its editors, and its invigilators (EXAM-057). */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { leaveKinds } from './answering.ts'
import { ATTEMPT_STATE, EXPORT_OVER } from './codes.ts'
import { PhotoState } from './photos.ts'
import { PersonalPassword } from './rules.ts'
import {
  AttemptListState,
  AttemptState,
  attemptListStates,
  PublishingState,
  Result,
  SubmissionCause,
  TotalTenths,
} from './states.ts'

export const extendMinutesMax = 600
export const reasonLengthMax = 300

/** An attempt of an examinee, or an examinee without one. */
export const ExamineeRow = Type.Object({
  member: Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() }),
  organizationName: Type.String(),
  /** Map `exam-record-list-2`. */
  status: AttemptListState,
  result: Nullable(Result),
  personalPassword: Nullable(PersonalPassword),
  /** Null: not started. */
  attempt: Nullable(
    Type.Object({
      id: Id,
      number: Type.Integer(),
      state: AttemptState,
      cause: Nullable(SubmissionCause),
      startedAt: Instant,
      endsAt: Instant,
      submittedAt: Nullable(Instant),
      /** When the last events came, and how many questions have an answer. */
      lastSavedAt: Nullable(Instant),
      /** The question that was answered last. */
      lastPlace: Nullable(Type.Integer()),
      leaveCount: Type.Integer(),
      /** Null: the exam asks for no picture. */
      photo: Nullable(PhotoState),
      scoreTenths: Nullable(TotalTenths),
      totalTenths: TotalTenths,
    }),
  ),
})
export type ExamineeRow = Static<typeof ExamineeRow>

/** How an exam goes at the moment. */
export const ExamFigures = Type.Object({
  examId: Id,
  examName: Type.String(),
  state: PublishingState,
  startAt: Nullable(Instant),
  endAt: Nullable(Instant),
  serverNow: Instant,
  examinees: Type.Integer(),
  started: Type.Integer(),
  inProgress: Type.Integer(),
  /** In progress, and nothing was heard of for a minute. */
  silent: Type.Integer(),
  toGrade: Type.Integer(),
  final: Type.Integer(),
  passed: Type.Integer(),
  mayExport: Type.Boolean(),
  mayEdit: Type.Boolean(),
})
export type ExamFigures = Static<typeof ExamFigures>

export const InvigilatedExam = Type.Object({
  examId: Id,
  examName: Type.String(),
  state: PublishingState,
  startAt: Nullable(Instant),
  endAt: Nullable(Instant),
})
export type InvigilatedExam = Static<typeof InvigilatedExam>

export const Leave = Type.Object({
  id: Id,
  kind: OneOf(leaveKinds),
  startedAt: Instant,
  ms: Type.Integer(),
  /** It was longer than the grace, and the network was there. */
  isCounted: Type.Boolean(),
  voidedAt: Nullable(Instant),
  voidedBy: Nullable(Type.String()),
  reason: Type.String(),
})
export type Leave = Static<typeof Leave>

const params = Type.Object({ id: Id })
const minutes = Type.Integer({ minimum: 1, maximum: extendMinutesMax })
const ofExaminee = { refusedByRow: 'the attempt belongs to the examinee' } as const

export const invigilationCalls = {
  invigilatedExams: {
    method: 'GET',
    path: '/exam-invigilation',
    summary: 'The exams that the caller invigilates, those in progress first',
    access: 'signed-in',
    query: PageQuery({}),
    response: Page(InvigilatedExam),
    cacheSeconds: 0,
  },
  examFigures: {
    method: 'GET',
    path: '/exam-invigilation/{id}',
    summary: 'How an exam goes at the moment, in numbers',
    access: 'signed-in',
    params,
    response: ExamFigures,
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  examinees: {
    method: 'GET',
    path: '/exam-invigilation/{id}/examinees',
    summary: 'The attempts of an exam, the newest first; `status` 1: the examinees without one, by name',
    access: 'signed-in',
    params,
    query: PageQuery({
      status: Type.Optional(OneOf(attemptListStates)),
      search: Type.Optional(OptionalText(100)),
    }),
    response: Page(ExamineeRow),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  leaves: {
    method: 'GET',
    path: '/exam-invigilation/attempts/{id}/leaves',
    summary: 'When and how an examinee left the screen',
    access: 'signed-in',
    params,
    response: Type.Array(Leave),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  voidLeave: {
    method: 'POST',
    path: '/exam-invigilation/leaves/{id}/void',
    summary: 'A leave counts no longer',
    access: 'signed-in',
    params,
    body: Body({ reason: OptionalText(reasonLengthMax) }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
    isLogged: true,
    onSelf: ofExaminee,
  },
  extendAttempt: {
    method: 'POST',
    path: '/exam-invigilation/attempts/{id}/extend',
    summary: 'More time for one attempt in progress',
    access: 'signed-in',
    params,
    body: Body({ minutes }),
    response: Type.Object({ endsAt: Instant }),
    errors: [NOT_FOUND, NO_PERMISSION, ATTEMPT_STATE],
    isLogged: true,
    onSelf: ofExaminee,
  },
  extendExam: {
    method: 'POST',
    path: '/exam-invigilation/{id}/extend',
    summary: 'More time for every attempt in progress, and for the exam itself',
    access: 'signed-in',
    params,
    body: Body({ minutes }),
    response: Type.Object({ attempts: Type.Integer() }),
    errors: [NOT_FOUND, NO_PERMISSION],
    isLogged: true,
    onSelf: { allowed: 'Everybody who sits the exam gets the same, and the log names who gave it.' },
  },
  forceSubmit: {
    method: 'POST',
    path: '/exam-invigilation/attempts/{id}/submit',
    summary: 'Submit an attempt in progress with the answers saved so far',
    access: 'signed-in',
    params,
    response: Type.Object({ state: AttemptState }),
    errors: [NOT_FOUND, NO_PERMISSION, ATTEMPT_STATE],
    isLogged: true,
    onSelf: ofExaminee,
  },
  resetAttempt: {
    method: 'POST',
    path: '/exam-invigilation/attempts/{id}/reset',
    summary: 'The attempt counts no longer, and the examinee may start again (EXAM-051)',
    access: 'signed-in',
    params,
    body: Body({ reason: OptionalText(reasonLengthMax) }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
    isLogged: true,
    onSelf: ofExaminee,
  },
  exportAnswers: {
    method: 'GET',
    path: '/exam-invigilation/{id}/answers-export',
    summary: 'All answers with their scores as xlsx, until 48 hours after the end (EXAM-039)',
    access: 'signed-in',
    params,
    response: Type.Object({}),
    kind: 'stream',
    errors: [NOT_FOUND, NO_PERMISSION, EXPORT_OVER],
    cacheSeconds: 0,
  },
} as const
