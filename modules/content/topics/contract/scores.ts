/** Scores: one to five stars, once a member and item. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Nullable } from '#kit/schema.ts'
import { ALREADY_SCORED, SCORING_CLOSED } from './codes.ts'
import { item } from './shapes.ts'

export const SCORE_MAX = 5
const Stars = Type.Integer({ minimum: 1, maximum: SCORE_MAX })

export const ScoreFigures = Type.Object({
  /** The caller's own; null before it is given. */
  score: Nullable(Type.Integer()),
  /** Rounded to one decimal; 0 without a score. */
  avgScore: Type.Number(),
  scoreCount: Type.Integer(),
  /** How many gave one star, two, … five. */
  distribution: Type.Array(Type.Integer()),
  mayScore: Type.Boolean(),
})
export type ScoreFigures = Static<typeof ScoreFigures>

export const scoreCalls = contract({
  findScore: {
    method: 'GET',
    path: '/system/score',
    summary: "The caller's score of an item, the average and how the scores are spread",
    access: 'signed-in',
    query: Type.Object(item),
    response: ScoreFigures,
    errors: [NOT_FOUND],
  },
  giveScore: {
    method: 'POST',
    path: '/system/score',
    summary: 'Scores an item, once (40208)',
    access: 'signed-in',
    body: Body({ ...item, score: Stars }),
    response: ScoreFigures,
    errors: [NOT_FOUND, ALREADY_SCORED, SCORING_CLOSED],
  },
})
