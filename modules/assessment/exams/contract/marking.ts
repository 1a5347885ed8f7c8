/** The calls of graders: answers that a person has to decide on, by question or by examinee (EXAM-056). */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery, Text, Title } from '#kit/schema.ts'
import { ScoreTenths } from '#modules/assessment/questions/contract.ts'
import { appealDaysMax } from './appeals.ts'
import {
  ANSWER_DECIDED,
  ANSWER_TAKEN,
  ATTEMPT_STATE,
  LEVELS_NOT_FIT,
  MARK_TOO_HIGH,
  MARKING_SUSPENDED,
  MARKS_MISSING,
} from './codes.ts'
import { staffMax } from './rules.ts'
import { AttemptState } from './states.ts'
import { StoredAnswer, StoredContent } from './stored.ts'

export const markCommentLengthMax = 1000
export const cannedCommentsMax = 100
/** An answer that a marker has taken is kept for so long. */
export const claimMs = 15 * 60_000
const claimsMax = 20

const closed = { additionalProperties: false } as const
const Level = Type.Object({ title: Title(100), tenths: ScoreTenths }, closed)
const Criterion = Type.Object({ title: Title(100), levels: Type.Array(Level, { minItems: 2, maxItems: 10 }) }, closed)
/** The points of the chosen levels add up to the mark. */
export const Rubric = Type.Array(Criterion, { minItems: 1, maxItems: 20 })
export type Rubric = Static<typeof Rubric>

/** The chosen level of each criterion, from 0. */
export const RubricLevels = Type.Array(Type.Integer({ minimum: 0, maximum: 9 }), { minItems: 1, maxItems: 20 })

/** What is chosen so far: one of each criterion, -1 where none is. */
const DraftLevels = Type.Array(Type.Integer({ minimum: -1, maximum: 9 }), { minItems: 1, maxItems: 20 })
const draft = { tenths: Nullable(ScoreTenths), levels: Nullable(DraftLevels) }

/** An exam that the caller marks. */
export const MarkedExam = Type.Object({
  examId: Id,
  examName: Type.String(),
  /** Attempts that wait, and answers in them that have no mark yet. */
  attemptsLeft: Type.Integer(),
  answersLeft: Type.Integer(),
  openAppeals: Type.Integer(),
  isSuspended: Type.Boolean(),
})
export type MarkedExam = Static<typeof MarkedExam>

const MarkedExamDetail = Type.Object({
  ...MarkedExam.properties,
  /** The caller writes the exam: decides how it is marked, and between marks. */
  mayEdit: Type.Boolean(),
})
export type MarkedExamDetail = Static<typeof MarkedExamDetail>

/** A question of the exam that a person marks, over all attempts. */
const MarkedQuestion = Type.Object({
  versionId: Id,
  content: StoredContent,
  maxTenths: ScoreTenths,
  marked: Type.Integer(),
  total: Type.Integer(),
  /** Answers whose two marks lie too far apart. */
  disputed: Type.Integer(),
  rubric: Nullable(Rubric),
})
export type MarkedQuestion = Static<typeof MarkedQuestion>

/**
 * Where an answer stands for the caller. `taken`: on the desk of others. `given`: the caller's mark is there, others may follow.
 * `to-decide`: two marks lie too far apart, and the caller may decide. `decided`: its mark counts.
 */
export const answerStandings = ['open', 'taken', 'given', 'to-decide', 'decided'] as const

const given = { tenths: ScoreTenths, levels: Nullable(RubricLevels), comment: Type.String() }

/** An answer that a person marks. */
export const MarkedAnswer = Type.Object({
  /** In a blind exam another id, which leads nowhere else. */
  attemptId: Id,
  place: Type.Integer(),
  versionId: Id,
  /** Empty in a blind exam, and `submittedAt` null. */
  memberName: Type.String(),
  submittedAt: Nullable(Instant),
  answer: Nullable(StoredAnswer),
  files: Type.Array(Type.Object({ name: Type.String(), url: Type.String() })),
  scoreTenths: ScoreTenths,
  state: AttemptState,
  standing: OneOf(answerStandings),
  /** The mark of the caller, or the one that counts. Null: none that the caller may see. */
  earnedTenths: Nullable(ScoreTenths),
  levels: Nullable(RubricLevels),
  comment: Type.String(),
  /** What the caller has written and not given yet. */
  draft: Nullable(Type.Object({ ...draft, comment: Type.String(), savedAt: Instant })),
  /** The two marks, for who may decide between them. */
  others: Type.Array(Type.Object(given)),
})
export type MarkedAnswer = Static<typeof MarkedAnswer>

const SameAnswers = Type.Object({
  textKey: Type.String(),
  text: Type.String(),
  count: Type.Integer(),
  /** Without a mark of the caller, where one is wanted. */
  open: Type.Integer(),
})
export type SameAnswers = Static<typeof SameAnswers>

const MarkerProgress = Type.Object({
  member: Type.Object({ id: Id, fullName: Type.String() }),
  marked: Type.Integer(),
  taken: Type.Integer(),
  /** The average of the marks, in hundredths of the possible points. */
  averageShare: Nullable(Type.Integer()),
})
export type MarkerProgress = Static<typeof MarkerProgress>

const settings = {
  isBlind: Type.Boolean(),
  isDouble: Type.Boolean(),
  allowedTenths: ScoreTenths,
  appealDays: Nullable(Type.Integer({ minimum: 1, maximum: appealDaysMax })),
  isSuspended: Type.Boolean(),
  questions: Type.Array(
    Type.Object(
      {
        versionId: Id,
        rubric: Nullable(Rubric),
        /** Null: as in the whole exam. */
        allowedTenths: Nullable(ScoreTenths),
        /** Empty: all graders of the exam. */
        graderIds: Type.Array(Id, { maxItems: staffMax, uniqueItems: true }),
      },
      closed,
    ),
    { maxItems: 500 },
  ),
}
export const MarkingSettings = Type.Object(settings)
export type MarkingSettings = Static<typeof MarkingSettings>

/** What holds until the author decides otherwise. */
export const newMarking: MarkingSettings = {
  ...{ isBlind: false, isDouble: false, allowedTenths: 10, appealDays: null, isSuspended: false, questions: [] },
}

const CannedComment = Type.Object({ id: Id, text: Type.String(), isShared: Type.Boolean() })
export type CannedComment = Static<typeof CannedComment>

const markBody = {
  tenths: ScoreTenths,
  levels: Type.Optional(RubricLevels),
  comment: OptionalText(markCommentLengthMax),
}
const notMarkable = [MARKING_SUSPENDED, MARK_TOO_HIGH, LEVELS_NOT_FIT] as const

const ofExam = Type.Object({ id: Id })
const ofAnswer = Type.Object({ id: Id, place: Type.Integer({ minimum: 1, maximum: 1000 }) })

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
  markedExam: {
    method: 'GET',
    path: '/exam-marking/{id}',
    summary: 'An exam that the caller marks, and what waits in it',
    access: 'signed-in',
    params: ofExam,
    response: MarkedExamDetail,
    errors: [NOT_FOUND, NO_PERMISSION],
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
    params: ofAnswer,
    body: Body(markBody),
    response: Type.Object({ answersLeft: Type.Integer() }),
    errors: [NOT_FOUND, NO_PERMISSION, ATTEMPT_STATE, ANSWER_TAKEN, ANSWER_DECIDED, ...notMarkable],
    isLogged: true,
    onSelf: { refusedByRow: 'the attempt belongs to the examinee' },
  },
  saveMarkDraft: {
    method: 'PUT',
    path: '/exam-marking/attempts/{id}/answers/{place}/draft',
    summary: 'Keep what the caller has written and not given yet; an empty draft is none. Giving the mark removes it',
    access: 'signed-in',
    params: ofAnswer,
    body: Body({ ...draft, comment: OptionalText(markCommentLengthMax) }),
    response: Type.Object({ savedAt: Instant }),
    errors: [NOT_FOUND, NO_PERMISSION],
    onSelf: { refusedByRow: 'the attempt belongs to the examinee' },
  },
  finishMarking: {
    method: 'POST',
    path: '/exam-marking/attempts/{id}/finish',
    summary: 'The score of the attempt is final',
    access: 'signed-in',
    params: ofExam,
    response: Type.Object({ scoreTenths: Type.Integer() }),
    errors: [NOT_FOUND, NO_PERMISSION, ATTEMPT_STATE, MARKING_SUSPENDED, MARKS_MISSING],
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
  claimAnswers: {
    method: 'POST',
    path: '/exam-marking/{id}/claims',
    summary:
      'Take answers that wait onto the own desk, where no other marker marks them for 15 minutes; those there come first',
    access: 'signed-in',
    params: ofExam,
    body: Body({
      versionId: Type.Optional(Id),
      count: Type.Integer({ minimum: 1, maximum: claimsMax }),
    }),
    response: Type.Array(MarkedAnswer),
    errors: [NOT_FOUND, NO_PERMISSION, MARKING_SUSPENDED],
  },
  releaseClaims: {
    method: 'DELETE',
    path: '/exam-marking/{id}/claims',
    summary: 'Put back what is on the own desk without a mark',
    access: 'signed-in',
    params: ofExam,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  sameAnswers: {
    method: 'GET',
    path: '/exam-marking/{id}/questions/{versionId}/same',
    summary: 'Short answers that say the same, those that are given most often first',
    access: 'signed-in',
    params: Type.Object({ id: Id, versionId: Id }),
    query: PageQuery({}),
    response: Page(SameAnswers),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  markSame: {
    method: 'POST',
    path: '/exam-marking/{id}/questions/{versionId}/same',
    summary:
      'Give the same mark to up to 500 answers that say the same; those of others’ desks and those that are decided stay',
    access: 'signed-in',
    params: Type.Object({ id: Id, versionId: Id }),
    body: Body({ ...markBody, textKey: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
    response: Type.Object({ marked: Type.Integer() }),
    errors: [NOT_FOUND, NO_PERMISSION, ...notMarkable],
    isLogged: true,
    onSelf: { allowed: 'The own answer is left out.' },
  },
  markingProgress: {
    method: 'GET',
    path: '/exam-marking/{id}/progress',
    summary: 'What each marker of an exam has done',
    access: 'signed-in',
    params: ofExam,
    response: Type.Array(MarkerProgress),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  finishAllMarking: {
    method: 'POST',
    path: '/exam-marking/{id}/finish',
    summary: 'The scores of all papers without an open answer are final; up to 5,000 at once',
    access: 'signed-in',
    params: ofExam,
    response: Type.Object({ finished: Type.Integer(), left: Type.Integer() }),
    errors: [NOT_FOUND, NO_PERMISSION],
    isLogged: true,
  },
  markingSettings: {
    method: 'GET',
    path: '/exam-marking/{id}/settings',
    summary: 'How the answers of an exam are marked',
    access: 'signed-in',
    params: ofExam,
    response: MarkingSettings,
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  changeMarkingSettings: {
    method: 'PUT',
    path: '/exam-marking/{id}/settings',
    summary: 'Change how the answers of an exam are marked; it counts at once',
    access: 'signed-in',
    params: ofExam,
    body: Body(settings),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
    isLogged: true,
    onSelf: { allowed: 'Whoever writes the exam may mark it.' },
  },
  cannedComments: {
    method: 'GET',
    path: '/exam-marking/{id}/comments',
    summary: 'Comments to choose from: those of all graders, and the own ones',
    access: 'signed-in',
    params: ofExam,
    response: Type.Array(CannedComment),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  addCannedComment: {
    method: 'POST',
    path: '/exam-marking/{id}/comments',
    summary: 'Keep a comment to choose it again; one for all graders is kept by an editor of the exam',
    access: 'signed-in',
    params: ofExam,
    body: Body({ text: Text(markCommentLengthMax), isShared: Type.Boolean() }),
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  changeCannedComment: {
    method: 'PUT',
    path: '/exam-marking/comments/{id}',
    summary: 'Change an own comment, or as an editor of the exam one for all graders; what was written with it stays',
    access: 'signed-in',
    params: ofExam,
    body: Body({ text: Text(markCommentLengthMax) }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  removeCannedComment: {
    method: 'DELETE',
    path: '/exam-marking/comments/{id}',
    summary: 'Remove an own comment, or as an editor of the exam one for all graders',
    access: 'signed-in',
    params: ofExam,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
} as const
