/** The results of an exam for its editors: by person, question and organization, with what they say of the exam itself. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { ItemStatistics, QuestionKind } from '#modules/assessment/questions/contract.ts'
import { authorsExams } from './access.ts'
import {
  AttemptListState,
  attemptListStates,
  PublishingState,
  RecordState,
  Result,
  results,
  ScoreHundredths,
  TotalTenths,
} from './states.ts'

/** Below so many attempts alpha says nothing. */
export const reliabilityAttemptsMin = 10
/** Ten steps of a tenth of the total each; the last one holds the whole score as well. */
export const distributionSteps = 10

export const Reliability = Type.Object({
  attempts: Type.Integer(),
  items: Type.Integer(),
  /** Cronbach's alpha; at most 1, and negative where questions contradict each other. */
  alpha: Nullable(Type.Number()),
  /** The standard error of measurement, in points. */
  error: Nullable(Type.Number()),
  /** Why there is no alpha. */
  obstacle: Nullable(OneOf(['too-few', 'different-papers', 'one-question', 'no-variance'])),
})
export type Reliability = Static<typeof Reliability>

/** Of everyone whose score counts. Scores are hundredths of a point. */
const ScoreFigures = Type.Object({
  count: Type.Integer(),
  passed: Type.Integer(),
  mean: Type.Number(),
  median: Type.Number(),
  deviation: Nullable(Type.Number()),
  lowest: ScoreHundredths,
  highest: ScoreHundredths,
  /** Null where the papers have different totals. */
  totalTenths: Nullable(TotalTenths),
  distribution: Type.Array(Type.Integer()),
})

export const ExamResults = Type.Object({
  examId: Id,
  examName: Type.String(),
  state: PublishingState,
  startAt: Nullable(Instant),
  endAt: Nullable(Instant),
  passTenths: Nullable(TotalTenths),
  assigned: Type.Integer(),
  started: Type.Integer(),
  toGrade: Type.Integer(),
  /** Null: nobody has a final score. */
  scores: Nullable(ScoreFigures),
  /** Null: not computed yet. */
  reliability: Nullable(Reliability),
  computedAt: Nullable(Instant),
  /** Final scores have changed since; they are added within minutes. */
  isBehind: Type.Boolean(),
})
export type ExamResults = Static<typeof ExamResults>

export const PersonResult = Type.Object({
  member: Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() }),
  organizationName: Type.String(),
  /** Map `exam-record`: as the examinee sees it. */
  record: RecordState,
  /** Map `exam-record-list-2`: as administrators see it. */
  status: AttemptListState,
  /** What counts of all attempts. */
  scoreHundredths: Nullable(ScoreHundredths),
  totalTenths: Nullable(TotalTenths),
  result: Nullable(Result),
  attempts: Type.Integer(),
  submittedAt: Nullable(Instant),
  leaveCount: Type.Integer(),
})
export type PersonResult = Static<typeof PersonResult>

export const QuestionResult = Type.Object({
  versionId: Id,
  questionId: Id,
  place: Type.Integer(),
  kind: QuestionKind,
  /** The first line of what can be read in it. */
  excerpt: Type.String(),
  /** Of choices: what can be read in each option, and whether it is right. */
  options: Type.Array(
    Type.Object({
      /** Of a group: the place of its part, from 0. */
      part: Nullable(Type.Integer()),
      option: Type.Integer(),
      text: Type.String(),
      isRight: Type.Boolean(),
    }),
  ),
  statistics: ItemStatistics,
})
export type QuestionResult = Static<typeof QuestionResult>

/** An organization with everyone below it. */
export const OrganizationResult = Type.Object({
  id: Id,
  parentId: Nullable(Id),
  name: Type.String(),
  assigned: Type.Integer(),
  started: Type.Integer(),
  scored: Type.Integer(),
  passed: Type.Integer(),
  /** Hundredths of a point; null: nobody has a score. */
  mean: Nullable(Type.Number()),
})
export type OrganizationResult = Static<typeof OrganizationResult>

const params = Type.Object({ id: Id })
const refusals = [NOT_FOUND, NO_PERMISSION]

export const resultCalls = {
  examResults: {
    method: 'GET',
    path: '/exam-results/{id}',
    summary: 'What the scores of an exam are like: figures, distribution, reliability',
    access: authorsExams,
    params,
    response: ExamResults,
    errors: refusals,
    cacheSeconds: 0,
  },
  personResults: {
    method: 'GET',
    path: '/exam-results/{id}/people',
    summary: 'The results of an exam by person, the best first',
    access: authorsExams,
    params,
    query: PageQuery({
      status: Type.Optional(OneOf(attemptListStates)),
      result: Type.Optional(OneOf(results)),
      /** With all below it. */
      organizationId: Type.Optional(Id),
      search: Type.Optional(OptionalText(100)),
    }),
    response: Page(PersonResult),
    errors: refusals,
    cacheSeconds: 0,
  },
  questionResults: {
    method: 'GET',
    path: '/exam-results/{id}/questions',
    summary: 'What the answers of an exam say of each question, as it was computed last',
    access: authorsExams,
    params,
    query: PageQuery({}),
    response: Page(QuestionResult),
    errors: refusals,
    cacheSeconds: 0,
  },
  organizationResults: {
    method: 'GET',
    path: '/exam-results/{id}/organizations',
    summary: 'The results of an exam by organization, each with everyone below it',
    access: authorsExams,
    params,
    response: Type.Array(OrganizationResult),
    errors: refusals,
    cacheSeconds: 0,
  },
} as const
