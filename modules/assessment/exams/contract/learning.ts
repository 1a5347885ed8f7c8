/** The calls by which members find exams and their own records. */
import { type Static, Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { IsPay } from '#modules/commerce/prices/contract.ts'
import { GivenAccommodation } from './accommodations.ts'
import { DETAILS_AFTER_PASS, NO_EXAMINEE, PAPER_AFTER_END, PAPER_NEVER } from './codes.ts'
import { OwnRegistration } from './registration.ts'
import { ExamRules, scoreTimes, sharedFields, viewingRules } from './rules.ts'
import { PublishingState, RecordState, Result, ScoreHundredths, TotalTenths } from './states.ts'
import { StoredAnswer, StoredContent } from './stored.ts'

const params = Type.Object({ id: Id })

/** The ids of a list, `a,b` or several times the name. */
const ids = Type.Array(Id, { minItems: 1, maxItems: 100 })

/** What everybody reads of an exam. */
const basic = {
  id: Id,
  ...sharedFields,
  state: PublishingState,
  startAt: Nullable(Instant),
  endAt: Nullable(Instant),
  durationMinutes: Type.Integer(),
}
export const BasicExam = Type.Object(basic)
export type BasicExam = Static<typeof BasicExam>

/** An exam in the catalogue, with the caller's own record. */
export const ExamListItem = Type.Object({
  ...basic,
  authorName: Type.String(),
  publishedAt: Nullable(Instant),
  record: RecordState,
  attemptsUsed: Type.Integer(),
})
export type ExamListItem = Static<typeof ExamListItem>

/** Why the caller cannot start now; the start itself refuses with a code of its own. */
const startObstacles = ['not-open', 'not-examinee', 'not-registered', 'no-attempts', 'address', 'unpaid'] as const

/** What is shown before the start (EXAM-003). */
export const ExamEntry = Type.Object({
  ...ExamListItem.properties,
  instructions: Type.String(),
  questionCount: Type.Integer(),
  totalTenths: TotalTenths,
  /** A section has a time of its own: all are answered in their order, and none is opened again. */
  isInOrder: Type.Boolean(),
  passTenths: Nullable(TotalTenths),
  /** 0: as many as one likes. */
  attemptsMax: Type.Integer(),
  leavesMax: Nullable(Type.Integer()),
  needsPassword: Type.Boolean(),
  needsPersonalPassword: Type.Boolean(),
  photoCheck: ExamRules.properties.photoCheck,
  viewingRule: OneOf(viewingRules),
  scoreShown: OneOf(scoreTimes),
  serverNow: Instant,
  /** The attempt in progress, which `startAttempt` goes on with. */
  openAttemptId: Nullable(Id),
  obstacle: Nullable(OneOf(startObstacles)),
  /** Null: the exam asks for no registration. */
  registration: Nullable(OwnRegistration),
  /** What the caller gets besides the rules of the exam. */
  accommodation: Nullable(GivenAccommodation),
})
export type ExamEntry = Static<typeof ExamEntry>

/** The caller's record of an exam: what counts of all attempts. */
export const OwnRecord = Type.Object({
  examId: Id,
  examName: Type.String(),
  status: RecordState,
  result: Nullable(Result),
  /** What counts by the rule of the exam; null where nothing is final or may be shown yet. */
  scoreHundredths: Nullable(ScoreHundredths),
  totalTenths: Nullable(TotalTenths),
  attemptsUsed: Type.Integer(),
  attemptsMax: Type.Integer(),
  passedAt: Nullable(Instant),
})
export type OwnRecord = Static<typeof OwnRecord>

/** An attempt in the caller's list. */
export const OwnAttempt = Type.Object({
  id: Id,
  examId: Id,
  examName: Type.String(),
  number: Type.Integer(),
  status: RecordState,
  result: Nullable(Result),
  scoreTenths: Nullable(TotalTenths),
  totalTenths: TotalTenths,
  startedAt: Instant,
  submittedAt: Nullable(Instant),
  mayViewPaper: Type.Boolean(),
})
export type OwnAttempt = Static<typeof OwnAttempt>

export const learningCalls = {
  exams: {
    method: 'GET',
    path: '/exam',
    summary: 'The published exams for the caller, the newest first',
    access: 'signed-in',
    query: PageQuery({ search: Type.Optional(OptionalText(100)), isPay: Type.Optional(IsPay) }),
    response: Page(ExamListItem),
    cacheSeconds: 0,
  },
  exam: {
    method: 'GET',
    path: '/exam/{id}',
    summary: 'One exam as the caller meets it before the start',
    access: 'signed-in',
    params,
    response: ExamEntry,
    errors: [NOT_FOUND, NO_EXAMINEE],
    cacheSeconds: 0,
  },
  examsByIds: {
    method: 'GET',
    path: '/exam/exam/front/find-by-ids-old',
    summary: 'The exams of the ids in their order, without those that may not be seen (EXAM-062)',
    access: 'signed-in',
    query: Type.Object({ ids }),
    response: Type.Array(ExamListItem),
    cacheSeconds: 0,
  },
  basicExams: {
    method: 'GET',
    path: '/exam/exam/basic-by-ids',
    summary: 'What everybody may read of the exams of the ids (EXAM-063)',
    access: 'signed-in',
    query: Type.Object({ ids }),
    response: Type.Array(BasicExam),
    cacheSeconds: 0,
  },
  ownRecord: {
    method: 'GET',
    path: '/exam/exam/front/user-record/{id}',
    summary: "The caller's record of the exam (EXAM-066)",
    access: 'signed-in',
    params,
    response: OwnRecord,
    errors: [NOT_FOUND, NO_EXAMINEE],
    cacheSeconds: 0,
  },
  ownRecords: {
    method: 'GET',
    path: '/exam/exam-record/front/page',
    summary: "The caller's attempts at the exam `businessId`, the newest first (EXAM-067)",
    access: 'signed-in',
    query: PageQuery({ businessId: Id }),
    response: Page(OwnAttempt),
    cacheSeconds: 0,
  },
  ownAttempts: {
    method: 'GET',
    path: '/exam/attempts',
    summary: "The caller's attempts, the newest first: at all exams, or at one",
    access: 'signed-in',
    query: PageQuery({ businessId: Type.Optional(Id) }),
    response: Page(OwnAttempt),
    cacheSeconds: 0,
  },
  answerInfo: {
    method: 'GET',
    path: '/exam/exam/front/get-exam-answer-info/{examId}',
    summary: "The caller's last final attempt, question by question (EXAM-068)",
    access: 'signed-in',
    params: Type.Object({ examId: Id }),
    response: Type.Object({
      examId: Id,
      attemptId: Id,
      scoreTenths: TotalTenths,
      totalTenths: TotalTenths,
      items: Type.Array(
        Type.Object({
          place: Type.Integer(),
          content: StoredContent,
          answer: Nullable(StoredAnswer),
          earnedTenths: Type.Integer(),
          scoreTenths: Type.Integer(),
        }),
      ),
    }),
    errors: [NOT_FOUND, NO_EXAMINEE, DETAILS_AFTER_PASS, PAPER_AFTER_END, PAPER_NEVER],
    cacheSeconds: 0,
  },
} as const
