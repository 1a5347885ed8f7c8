/** The calls of graders: answers that a person has to decide on, by question or by examinee (EXAM-056). */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { ScoreTenths } from '#modules/assessment/questions/contract.ts'
import { ATTEMPT_STATE, MARK_TOO_HIGH, MARKS_MISSING } from './codes.ts'
import { AttemptState } from './states.ts'
import { StoredAnswer, StoredContent } from './stored.ts'

export const markCommentLengthMax = 1000

/** An exam that the caller marks. */
export const MarkedExam = Type.Object({
  examId: Id,
  examName: Type.String(),
  /** Attempts that wait, and answers in them that have no mark yet. */
  attemptsLeft: Type.Integer(),
  answersLeft: Type.Integer(),
})
export type MarkedExam = Static<typeof MarkedExam>

/** A question of the exam that a person marks, over all attempts. */
const MarkedQuestion = Type.Object({
  versionId: Id,
  content: StoredContent,
  marked: Type.Integer(),
  total: Type.Integer(),
})

/** An answer that a person marks. */
export const MarkedAnswer = Type.Object({
  attemptId: Id,
  place: Type.Integer(),
  versionId: Id,
  memberName: Type.String(),
  submittedAt: Instant,
  answer: Nullable(StoredAnswer),
  scoreTenths: ScoreTenths,
  state: AttemptState,
  /** Null: not marked yet. */
  earnedTenths: Nullable(ScoreTenths),
  comment: Type.String(),
})
export type MarkedAnswer = Static<typeof MarkedAnswer>

const ofExam = Type.Object({ id: Id })

export const markingCalls = {
  markedExams: {
    method: 'GET',
    path: '/exam-marking',
    summary: 'The exams in which answers wait for the mark of the caller, the newest first',
    access: 'signed-in',
    query: PageQuery({}),
    response: Page(MarkedExam),
    cacheSeconds: 0,
  },
  markedQuestions: {
    method: 'GET',
    path: '/exam-marking/{id}/questions',
    summary: 'The questions of an exam that a person marks, and how many answers of each are marked',
    access: 'signed-in',
    params: ofExam,
    response: Type.Array(MarkedQuestion),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  markedAnswers: {
    method: 'GET',
    path: '/exam-marking/{id}/answers',
    summary: 'The answers of one question or of one attempt, those without a mark first',
    access: 'signed-in',
    params: ofExam,
    query: PageQuery({ versionId: Type.Optional(Id), attemptId: Type.Optional(Id) }),
    response: Page(MarkedAnswer),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  markAnswer: {
    method: 'PUT',
    path: '/exam-marking/attempts/{id}/answers/{place}',
    summary: 'Give an answer its mark, in tenths of a point; until the marking is finished it may be given again',
    access: 'signed-in',
    params: Type.Object({ id: Id, place: Type.Integer({ minimum: 1, maximum: 1000 }) }),
    body: Body({ tenths: ScoreTenths, comment: OptionalText(markCommentLengthMax) }),
    response: Type.Object({ answersLeft: Type.Integer() }),
    errors: [NOT_FOUND, NO_PERMISSION, ATTEMPT_STATE, MARK_TOO_HIGH],
    isLogged: true,
    onSelf: { refusedByRow: 'the attempt belongs to the examinee' },
  },
  finishMarking: {
    method: 'POST',
    path: '/exam-marking/attempts/{id}/finish',
    summary: 'The score of the attempt is final',
    access: 'signed-in',
    params: ofExam,
    response: Type.Object({ scoreTenths: Type.Integer() }),
    errors: [NOT_FOUND, NO_PERMISSION, ATTEMPT_STATE, MARKS_MISSING],
    isLogged: true,
    onSelf: { refusedByRow: 'the attempt belongs to the examinee' },
  },
  restartMarking: {
    method: 'POST',
    path: '/exam-marking/attempts/{id}/restart',
    summary: 'The score of a marked attempt is open again; its marks stay until they are replaced',
    access: 'signed-in',
    params: ofExam,
    response: Type.Object({ answersLeft: Type.Integer() }),
    errors: [NOT_FOUND, NO_PERMISSION, ATTEMPT_STATE],
    isLogged: true,
    onSelf: { refusedByRow: 'the attempt belongs to the examinee' },
  },
} as const
