/** The calls of an examinee: enter, answer, submit, read the result. */
import { type Static, type TSchema, Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'
import { PAPER_FAULTY, sectionsMax } from '#modules/assessment/papers/contract.ts'
import { PresentedQuestion, QuestionAnswer, ScoreTenths, verdicts } from '#modules/assessment/questions/contract.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { FACE_FAILED, FACE_NEEDED } from '#modules/platform/faces/contract.ts'
import { Announcement } from './announcing.ts'
import {
  ADDRESS_NOT_ALLOWED,
  ATTEMPT_OVER,
  ATTEMPT_RESET,
  ATTEMPT_STATE,
  EVENTS_MISSING,
  EXAM_NOT_OPEN,
  NO_ATTEMPTS_LEFT,
  NO_EXAMINEE,
  NO_NEXT_SECTION,
  NOT_IN_PAPER,
  NOT_REGISTERED,
  PAPER_AFTER_END,
  PAPER_AFTER_PASS,
  PAPER_NEVER,
  PASSWORD_LOCKED,
  PHOTO_INVALID,
  PHOTO_NEEDED,
  SECTION_CLOSED,
  WRONG_PASSWORD,
} from './codes.ts'
import { GivenPhoto } from './photos.ts'
import { ExamPassword, PersonalPassword } from './rules.ts'
import { AttemptState, Result, SubmissionCause, TotalTenths } from './states.ts'
import { StoredAnswer, StoredContent } from './stored.ts'

const closed = { additionalProperties: false } as const
const params = Type.Object({ id: Id })

/** How many wrong passwords are looked at within ten minutes. */
export const passwordTriesMax = 5
export const passwordWindowMs = 600_000
/** A leave that is shorter is no leave: a notification, the window of an input method. */
export const leaveGraceMs = 3000
/** Events that arrive later than this after the end do not count, whenever they were typed. */
export const endGraceMs = 10_000
const eventsMax = 200
/** How many tabs and devices an attempt sees at most. */
export const writersMax = 100
/** Places of a paper are numbered from 1 through all of its sections. */
const placesMax = 1000

export const leaveKinds = ['hidden', 'blur', 'fullscreen'] as const

const Place = Type.Integer({ minimum: 1, maximum: placesMax })

/** The answer that the question has from now on; null takes it away. `at`: when, by the server's clock as the client knows it. */
const AnswerEvent = Type.Object({ place: Place, answer: Nullable(QuestionAnswer), at: Instant }, closed)

/** The examinee was away from the screen. What lies in a time without network is no leave. */
const LeaveEvent = Type.Object(
  {
    leave: OneOf(leaveKinds),
    at: Instant,
    ms: Type.Integer({ minimum: 0, maximum: 86_400_000 }),
    isOffline: Type.Boolean(),
  },
  closed,
)
export const AnsweringEvent = Type.Union([AnswerEvent, LeaveEvent])
export type AnsweringEvent = Static<typeof AnsweringEvent>

const EventNumber = Type.Integer({ minimum: 1, maximum: 100_000 })

/** One tab of one device. Its events are numbered from 1 without gaps; `first` is the number of the first one here. */
export const EventBatch = Body({
  writer: Id,
  first: EventNumber,
  events: Type.Array(AnsweringEvent, { maxItems: eventsMax }),
  /** When the batch is sent, by the clock that gave the events their times: what counts of these is how long ago they were. */
  sentAt: Type.Optional(Instant),
})
export type EventBatch = Static<typeof EventBatch>

/** What the screen shows besides the questions; the server's clock is the only one that counts. */
const clockFields = {
  state: AttemptState,
  serverNow: Instant,
  endsAt: Instant,
  /** How often the screen was left so far, and how often it may be. */
  leaveCount: Type.Integer(),
  leavesMax: Nullable(Type.Integer()),
  /** The section that is open, from 1; null where all of them are. */
  sectionNumber: Nullable(Type.Integer()),
  sectionOpenedAt: Nullable(Instant),
  /** Null: with the attempt, or when the examinee goes on. */
  sectionEndsAt: Nullable(Instant),
}

/** What was said and is not acknowledged yet, the oldest first. */
const announcements = Type.Array(Announcement)

export const EventsTaken = Type.Object({
  ...clockFields,
  announcements,
  /** The last number of this writer that is stored for good. */
  acknowledged: Type.Integer({ minimum: 0 }),
  /** Another tab or device has taken the attempt over since. Of two answers to a question the last received counts. */
  isElsewhere: Type.Boolean(),
})
export type EventsTaken = Static<typeof EventsTaken>

const AttemptQuestion = Type.Object({
  place: Place,
  scoreTenths: ScoreTenths,
  question: PresentedQuestion,
  /** The ids of the options in the order of this attempt: for each part of a group, or for the question; empty where they stay. */
  optionOrders: Type.Array(Type.Array(Type.Integer())),
})

const Section = <T extends TSchema>(question: T) =>
  Type.Object({ title: Type.String(), instructions: Type.String(), questions: Type.Array(question) })

/** `timeMs`: how long the section may take; null where only the attempt has an end. */
const AttemptSection = Type.Object({ ...Section(AttemptQuestion).properties, timeMs: Nullable(Type.Integer()) })

export const GivenAnswer = Type.Object({ place: Place, answer: Nullable(StoredAnswer), at: Instant })
export type GivenAnswer = Static<typeof GivenAnswer>

/** All that answering needs, in one answer: nothing more is asked until the submission. */
export const Attempt = Type.Object({
  ...clockFields,
  announcements,
  id: Id,
  examId: Id,
  examName: Type.String(),
  /** 1 for the first one. */
  number: Type.Integer(),
  startedAt: Instant,
  totalTenths: TotalTenths,
  /** The public key of the exam, by which answers are sealed that cannot be sent. Base64 of a point on P-256. */
  answerFileKey: Nullable(Type.String()),
  sections: Type.Array(AttemptSection),
  /** What is stored, for a reload or another device. */
  answers: Type.Array(GivenAnswer),
  writers: Type.Array(Type.Object({ writer: Id, lastNumber: Type.Integer() })),
})
export type Attempt = Static<typeof Attempt>

const outcome = {
  id: Id,
  examId: Id,
  examName: Type.String(),
  number: Type.Integer(),
  state: AttemptState,
  cause: Nullable(SubmissionCause),
  startedAt: Instant,
  submittedAt: Nullable(Instant),
  totalTenths: TotalTenths,
  /** Null until it is final and may be shown; `scoreFrom` says from when on. */
  scoreTenths: Nullable(TotalTenths),
  result: Nullable(Result),
  scoreFrom: Nullable(Instant),
  /** The paper with its key may be read now. */
  mayViewPaper: Type.Boolean(),
}
export const AttemptOutcome = Type.Object(outcome)
export type AttemptOutcome = Static<typeof AttemptOutcome>

const ViewedQuestion = Type.Object({
  place: Place,
  scoreTenths: ScoreTenths,
  content: StoredContent,
  answer: Nullable(StoredAnswer),
  /** The question was taken out of the total after the exam. */
  isDropped: Type.Boolean(),
  earnedTenths: Nullable(ScoreTenths),
  verdict: OneOf(verdicts),
  comment: Type.String(),
})

/** A paper that was answered, with its key. */
export const ViewedPaper = Type.Object({
  ...outcome,
  sections: Type.Array(Section(ViewedQuestion)),
})
export type ViewedPaper = Static<typeof ViewedPaper>

export const answeringCalls = {
  startAttempt: {
    method: 'POST',
    path: '/exam/{id}/start',
    summary: 'Start an attempt, or go on with the one in progress: all questions, and what is answered so far',
    access: 'signed-in',
    params,
    body: Body({
      password: Type.Optional(ExamPassword),
      personalPassword: Type.Optional(PersonalPassword),
      photo: Type.Optional(GivenPhoto),
    }),
    security: ['password', 'personalPassword'],
    response: Attempt,
    errors: [
      ...[NOT_FOUND, NO_EXAMINEE, EXAM_NOT_OPEN, ADDRESS_NOT_ALLOWED, NO_ATTEMPTS_LEFT, NOT_REGISTERED, NOT_BOUGHT],
      ...[WRONG_PASSWORD, PASSWORD_LOCKED, PAPER_FAULTY, PHOTO_NEEDED, PHOTO_INVALID, FACE_NEEDED],
      FACE_FAILED,
    ],
    noDryRun: 'keeps-writes',
  },
  attempt: {
    method: 'GET',
    path: '/exam/attempts/{id}',
    summary: 'The own attempt in progress, for a reload or another device',
    access: 'signed-in',
    params,
    response: Attempt,
    errors: [NOT_FOUND, ATTEMPT_RESET, ATTEMPT_OVER],
    cacheSeconds: 0,
  },
  recordEvents: {
    method: 'POST',
    path: '/exam/attempts/{id}/events',
    summary: 'Store numbered events of one writer. A repeat changes nothing; without events it asks for the time alone',
    access: 'signed-in',
    ownTransaction: true,
    params,
    body: EventBatch,
    response: EventsTaken,
    errors: [NOT_FOUND, ATTEMPT_RESET, ATTEMPT_OVER, EVENTS_MISSING, NOT_IN_PAPER, SECTION_CLOSED],
    // Too many leaves submit the paper.
    noDryRun: 'reveals',
  },
  closeSection: {
    method: 'POST',
    path: '/exam/attempts/{id}/sections/{number}/close',
    summary:
      'Go on to the next section, once everything up to `lastNumber` of the writer is stored. A repeat changes nothing',
    access: 'signed-in',
    params: Type.Object({ id: Id, number: Type.Integer({ minimum: 1, maximum: sectionsMax }) }),
    body: Body({ writer: Id, lastNumber: Type.Integer({ minimum: 0, maximum: 100_000 }) }),
    response: Type.Object(clockFields),
    errors: [NOT_FOUND, ATTEMPT_RESET, ATTEMPT_OVER, EVENTS_MISSING, NO_NEXT_SECTION],
  },
  submitAttempt: {
    method: 'POST',
    path: '/exam/attempts/{id}/submit',
    summary: 'Submit, once everything up to `lastNumber` of the writer is stored. A repeat answers the same',
    access: 'signed-in',
    params,
    body: Body({ writer: Id, lastNumber: Type.Integer({ minimum: 0, maximum: 100_000 }) }),
    response: AttemptOutcome,
    errors: [NOT_FOUND, ATTEMPT_RESET, EVENTS_MISSING],
    noDryRun: 'reveals',
  },
  attemptOutcome: {
    method: 'GET',
    path: '/exam/attempts/{id}/outcome',
    summary: 'How the own attempt ended, and its score as soon as it may be shown',
    access: 'signed-in',
    writes: true,
    noDryRun: 'reading',
    params,
    response: AttemptOutcome,
    errors: [NOT_FOUND, ATTEMPT_RESET],
    cacheSeconds: 0,
  },
  viewedPaper: {
    method: 'GET',
    path: '/exam/attempts/{id}/paper',
    summary: 'The own paper with answers, key and marks, when the exam allows it (EXAM-048, EXAM-049)',
    access: 'signed-in',
    writes: true,
    noDryRun: 'reading',
    params,
    response: ViewedPaper,
    errors: [NOT_FOUND, ATTEMPT_RESET, ATTEMPT_STATE, PAPER_AFTER_END, PAPER_AFTER_PASS, PAPER_NEVER],
    cacheSeconds: 0,
  },
} as const
