/** How those who were taught rate a lecturer, by surveys. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Page, PageQuery } from '#kit/schema.ts'
import { managesLecturers } from './access.ts'
import { EVALUATION_EXISTS, NOT_A_LECTURER } from './codes.ts'

const Rating = Type.Object({
  title: Type.String(),
  mean: Type.Number(),
  /** The best that can be chosen. */
  max: Type.Integer(),
  answered: Type.Integer(),
})

export const Evaluation = Type.Object({
  surveyId: Id,
  name: Type.String(),
  createdAt: Instant,
  /** Completed responses; 0 where they are hidden. */
  included: Type.Integer(),
  /** An anonymous survey that too few have answered. */
  isHidden: Type.Boolean(),
  ratings: Type.Array(Rating),
})
export type Evaluation = Static<typeof Evaluation>

const Evaluations = Page(Evaluation)
export type Evaluations = Static<typeof Evaluations>

const EvaluationQuery = PageQuery({})

const access = managesLecturers
const params = Type.Object({ id: Id })
const row = [NOT_FOUND, NO_PERMISSION] as const

export const evaluationCalls = {
  evaluations: {
    method: 'GET',
    path: '/training/lecturer-manage/{id}/evaluations',
    summary: 'The surveys that evaluate a lecturer, with their mean ratings, the newest first',
    access,
    params,
    query: EvaluationQuery,
    response: Evaluations,
    errors: row,
    cacheSeconds: 0,
  },
  addEvaluation: {
    method: 'POST',
    path: '/training/lecturer-manage/{id}/evaluations',
    summary: 'Let a survey, whose results the caller may read, evaluate a lecturer',
    access,
    params,
    body: Body({ surveyId: Id }),
    response: Done,
    errors: [...row, EVALUATION_EXISTS],
    onSelf: { refusedByRow: 'the entry belongs to the member' },
  },
  removeEvaluation: {
    method: 'DELETE',
    path: '/training/lecturer-manage/{id}/evaluations/{surveyId}',
    summary: 'Let a survey no longer evaluate a lecturer. Its results stay',
    access,
    params: Type.Object({ id: Id, surveyId: Id }),
    response: Done,
    errors: row,
    onSelf: { refusedByRow: 'the entry belongs to the member' },
  },
  ownEvaluations: {
    method: 'GET',
    path: '/training/lecturer-own/evaluations',
    summary: 'The surveys that evaluate the caller, with their mean ratings, the newest first',
    access: 'signed-in',
    query: EvaluationQuery,
    response: Evaluations,
    errors: [NOT_A_LECTURER],
    cacheSeconds: 0,
  },
} as const
