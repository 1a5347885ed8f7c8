/** The calls of reviewers. No answer of them says who made a work. */
import { type Static, Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { ALREADY_REVIEWED, REVIEW_EXPIRED, REVIEW_NOT_OPEN, SCORES_WRONG, WORK_OUT } from './codes.ts'
import { Criterion, commentLengthMax, criteriaMax, pointsMax } from './fields.ts'
import { reviewFilters, reviewStates } from './states.ts'
import { ShownFile } from './works.ts'

export const Score = Type.Object(
  { key: Type.String({ maxLength: 36 }), points: Type.Integer({ minimum: 0, maximum: pointsMax }) },
  { additionalProperties: false },
)
export type Score = Static<typeof Score>

const facts = {
  id: Id,
  contestId: Id,
  contestName: Type.String(),
  /** The work's number stands for the name of its author. */
  workNumber: Type.Integer(),
  title: Type.String(),
  groupName: Type.String(),
  roundName: Type.String(),
  state: OneOf(reviewStates),
  opensAt: Instant,
  until: Instant,
  reviewedAt: Nullable(Instant),
  total: Nullable(Type.Integer()),
  totalMax: Type.Integer(),
}

export const ReviewListItem = Type.Object(facts)
export type ReviewListItem = Static<typeof ReviewListItem>

export const ReviewSheet = Type.Object({
  ...facts,
  text: Type.String(),
  file: ShownFile,
  rubric: Type.Array(Criterion),
  scores: Type.Array(Score),
  comment: Type.String(),
  /** The next work that waits for the caller in the same contest. */
  next: Nullable(Id),
})
export type ReviewSheet = Static<typeof ReviewSheet>

const params = Type.Object({ id: Id })

export const reviewCalls = {
  contestReviews: {
    method: 'GET',
    path: '/microclass/review',
    summary: 'The works that the caller reviews, by the tabs of the map `contest-review` (TRAINING-013)',
    access: 'signed-in',
    query: PageQuery({ filter: Type.Optional(OneOf(reviewFilters)), contestId: Type.Optional(Id) }),
    response: Type.Object({
      ...Page(ReviewListItem).properties,
      counts: Type.Object({
        'to-be-reviewed': Type.Integer(),
        reviewed: Type.Integer(),
        all: Type.Integer(),
        expired: Type.Integer(),
      }),
    }),
    cacheSeconds: 0,
  },
  contestReview: {
    method: 'GET',
    path: '/microclass/review/{id}',
    summary: 'A work to review with its rubric, without anything of its author',
    access: 'signed-in',
    params,
    response: ReviewSheet,
    errors: [NOT_FOUND, REVIEW_NOT_OPEN],
    cacheSeconds: 0,
  },
  scoreWork: {
    method: 'POST',
    path: '/microclass/review/{id}/score',
    summary: 'Score a work by every criterion: once, before the review expires (TRAINING-046)',
    access: 'signed-in',
    params,
    body: Body({
      scores: Type.Array(Score, { minItems: 1, maxItems: criteriaMax }),
      comment: OptionalText(commentLengthMax),
    }),
    response: Type.Object({ total: Type.Integer(), next: Nullable(Id) }),
    errors: [NOT_FOUND, REVIEW_NOT_OPEN, REVIEW_EXPIRED, ALREADY_REVIEWED, SCORES_WRONG, WORK_OUT],
  },
} as const
