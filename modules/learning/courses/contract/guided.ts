/**
 * Guided study: the video stops at its exercises, answers are kept, and learners' questions pass by at the time at which
 * they were asked (COURSE-094).
 */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, Page, PageQuery, Text } from '#kit/schema.ts'
import { TemporaryQuestion } from '#modules/assessment/exercises/contract.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { ANSWER_CHANGED, COURSE_TAKEN_DOWN, NOT_REGISTERED, TOO_MANY, WRONG_SECTION_KIND } from './errors.ts'
import { ALREADY_SCORED, SCORING_CLOSED } from './study-errors.ts'
import { ids, Person } from './wire.ts'

/** Of a member in a section. */
export const questionsMax = 100

/** Characters of an answer to a question. */
export const answerLengthMax = 1000

/** 0 not started, 1 under way, 2 every question is answered. */
export const GuideStatus = OneOf([0, 1, 2])
export type GuideStatus = Static<typeof GuideStatus>

const GuideStop = Type.Object({
  exerciseId: Id,
  /** Milliseconds; null: at the end of the section. */
  at: Nullable(Type.Integer()),
  mustAnswer: Type.Boolean(),
  questionCount: Type.Integer(),
})

export const GuideInfo = Type.Object({
  courseId: Id,
  /** Whether there is anything to be guided by. */
  isGuided: Type.Boolean(),
  stopCount: Type.Integer(),
  questionCount: Type.Integer(),
  sections: Type.Array(
    Type.Object({
      sectionId: Id,
      title: Type.String(),
      stops: Type.Array(GuideStop),
      questionCount: Type.Integer(),
    }),
  ),
})
export type GuideInfo = Static<typeof GuideInfo>

const QuestionAnswer = Type.Object({
  text: Type.String(),
  answeredAt: Instant,
  /** Without a name after the erasure of whoever answered. */
  member: Person,
})

export const BarrageQuestion = Type.Object({
  id: Id,
  courseId: Id,
  sectionId: Id,
  /** Milliseconds into the video. */
  time: Type.Integer(),
  text: Type.String(),
  createTime: Instant,
  member: Person,
  /** Its author, or who edits the course, may delete it. */
  mayDelete: Type.Boolean(),
  answer: Nullable(QuestionAnswer),
  /** Whoever makes, manages or teaches the course may answer, except the own question. */
  mayAnswer: Type.Boolean(),
})
export type BarrageQuestion = Static<typeof BarrageQuestion>

/** A question as whoever answers it finds it in the list of all courses. */
export const LearnerQuestion = Type.Object({
  ...BarrageQuestion.properties,
  courseName: Type.String(),
  /** Empty where no version has the section any more. */
  sectionTitle: Type.String(),
})
export type LearnerQuestion = Static<typeof LearnerQuestion>

export const GuideRecord = Type.Object({
  courseId: Id,
  status: GuideStatus,
  stopCount: Type.Integer(),
  answeredCount: Type.Integer(),
  rightCount: Type.Integer(),
  rightFirstCount: Type.Integer(),
  askedCount: Type.Integer(),
  startedAt: Nullable(Instant),
  lastAnsweredAt: Nullable(Instant),
  answers: Type.Array(
    Type.Object({
      exerciseId: Id,
      sectionId: Id,
      at: Nullable(Type.Integer()),
      answeredAt: Instant,
      question: TemporaryQuestion,
    }),
  ),
})
export type GuideRecord = Static<typeof GuideRecord>

/** A live as those who hold it by its id show it; the whole of it stands with the lives. */
export const LiveCard = Type.Object({
  id: Id,
  subject: Type.String(),
  /** 2: hosted elsewhere. */
  liveType: OneOf([1, 2]),
  /** Map `live-status`. */
  status: OneOf([0, 1, 2, 3, 4]),
  /** Map `live-display-status`. */
  displayStatus: OneOf([0, 1, 2, 3, 4, 5, 6, 7, 8]),
  startTime: Instant,
  /** Minutes. */
  estimateDuration: Type.Integer(),
  coverPath: Type.String(),
  subNumber: Type.Integer(),
  attendNumber: Type.Integer(),
})
export type LiveCard = Static<typeof LiveCard>

const course = Type.Object({ courseId: Id })
const reading = [NOT_FOUND, NO_PERMISSION, COURSE_TAKEN_DOWN] as const
const Place = Type.Integer({ minimum: 0, maximum: 2_000_000_000 })

export const guidedCalls = contract({
  guideStudyInfo: {
    method: 'GET',
    path: '/course-study/guide-study/get-guide-study-info',
    summary: 'Where the videos of a course stop for exercises, and how many questions were asked (COURSE-120)',
    access: 'signed-in',
    query: course,
    response: GuideInfo,
    errors: reading,
    cacheSeconds: 0,
  },
  barrageQuestions: {
    method: 'GET',
    path: '/course-study/guide-study/query-barrage-question',
    summary: 'Questions of learners by their time: of a course, a section, or from a time on; at most 500 (COURSE-121)',
    access: 'signed-in',
    query: Type.Object({
      courseId: Id,
      sectionId: Type.Optional(Id),
      /** From this time on, up to `until`. */
      time: Type.Optional(Place),
      until: Type.Optional(Place),
    }),
    response: Type.Object({ items: Type.Array(BarrageQuestion), recordCount: Type.Integer() }),
    errors: [...reading, NOT_BOUGHT],
    cacheSeconds: 0,
  },
  guideStatus: {
    method: 'GET',
    path: '/course-study/guide-study/status',
    summary: "Where the caller stands in a course's guided study (COURSE-122)",
    access: 'signed-in',
    query: course,
    response: Type.Object({ status: GuideStatus, stopCount: Type.Integer(), answeredCount: Type.Integer() }),
    errors: reading,
    cacheSeconds: 0,
  },
  guideRecord: {
    method: 'GET',
    path: '/course-study/guide-study/get-guide-record',
    summary: "The caller's answers and figures in a course's guided study (COURSE-123)",
    access: 'signed-in',
    query: course,
    response: GuideRecord,
    errors: reading,
    cacheSeconds: 0,
  },
  saveBarrageQuestion: {
    method: 'POST',
    path: '/course-study/guide-study/save-barrage-question',
    summary: 'Asks a question at a time of a video (COURSE-124)',
    access: 'signed-in',
    body: Body({ courseId: Id, sectionId: Id, time: Place, text: Text(100) }),
    response: Type.Object({ id: Id }),
    errors: [...reading, NOT_BOUGHT, NOT_REGISTERED, WRONG_SECTION_KIND, TOO_MANY],
  },
  deleteBarrageQuestion: {
    method: 'DELETE',
    path: '/course-study/guide-study/barrage-question/{id}',
    summary: 'Deletes a question: its author, or who edits the course',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  learnerQuestions: {
    method: 'GET',
    path: '/course-study/guide-study/learner-questions',
    summary:
      'Questions of learners in the courses that the caller makes, manages or teaches: the open ones oldest first, answered ones by their newest answer',
    access: 'signed-in',
    query: PageQuery({
      /** Without it: those that wait for an answer. */
      answered: Type.Optional(Type.Boolean()),
      courseId: Type.Optional(Id),
    }),
    response: Page(LearnerQuestion),
    cacheSeconds: 0,
  },
  answerBarrageQuestion: {
    method: 'PUT',
    path: '/course-study/guide-study/barrage-question/{id}/answer',
    summary: 'Answers a question, or replaces its answer: whoever makes, manages or teaches the course',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    body: Body({
      text: Text(answerLengthMax),
      /** `answeredAt` of the answer that is replaced; without it the question has none yet. */
      replaces: Type.Optional(Instant),
    }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, ANSWER_CHANGED],
  },
  scoreCourse: {
    method: 'POST',
    path: '/course-study/course-front/score',
    summary: 'Gives a course one to five stars, once (COURSE-102)',
    access: 'signed-in',
    body: Body({ courseId: Id, score: Type.Integer({ minimum: 1, maximum: 5 }) }),
    response: Done,
    errors: [NOT_FOUND, ALREADY_SCORED, SCORING_CLOSED],
  },
  livesByIds: {
    method: 'GET',
    path: '/course-study/gensee/front/find-by-ids',
    summary: 'The lives of the ids in their order, without those that may not be seen (COURSE-099)',
    access: 'signed-in',
    query: Type.Object({ ids: ids(100) }),
    response: Page(LiveCard),
  },
})
