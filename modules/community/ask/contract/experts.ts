/** Experts: following them, what they write, their promise; topics. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOR_ONESELF, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Nullable } from '#kit/schema.ts'
import { scrollPageSize } from './questions.ts'
import { Expert, TrendItem } from './shapes.ts'

const params = Type.Object({ id: Id })

export const expertCalls = contract({
  expertTrends: {
    method: 'GET',
    path: '/ask-bar/trend/scroll/trends-mine-expert',
    summary: 'What the followed experts have asked and answered, the newest first (COMMUNITY-221)',
    access: 'signed-in',
    query: Type.Object({
      /** The last trend of the part before. */
      lastId: Type.Optional(Id),
      pageSize: scrollPageSize,
    }),
    response: Type.Object({ items: Type.Array(TrendItem), next: Nullable(Id) }),
    cacheSeconds: 0,
  },
  followExpert: {
    method: 'POST',
    path: '/ask-bar/attention',
    summary: 'Follows an expert; a repeat answers the same id (COMMUNITY-225)',
    access: 'signed-in',
    body: Body({ expertId: Id }),
    response: Type.Object({ attentionId: Id }),
    errors: [NOT_FOUND, NOT_FOR_ONESELF],
    passesOnRefusals: true,
    rate: { max: 120, windowSeconds: 60 },
  },
  unfollowExpert: {
    method: 'DELETE',
    path: '/ask-bar/attention/{id}',
    summary: 'Unfollows by the attention id (COMMUNITY-226)',
    access: 'signed-in',
    params,
    response: Done,
    rate: { max: 120, windowSeconds: 60 },
  },
  followedExpertIds: {
    method: 'GET',
    path: '/ask-bar/attention/expert-ids',
    summary: 'The ids of the experts that the caller follows, the last followed first (COMMUNITY-222)',
    access: 'signed-in',
    response: Type.Object({ items: Type.Array(Id), recordCount: Type.Integer() }),
    cacheSeconds: 0,
  },
  expert: {
    method: 'GET',
    path: '/ask-bar/expert/{id}',
    summary: 'An expert: a personal share account with what it has answered (COMMUNITY-223)',
    access: 'signed-in',
    params,
    response: Expert,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  trendsOfExpert: {
    method: 'GET',
    path: '/ask-bar/expert/{id}/trends',
    summary: 'What one expert has asked and answered, the newest first',
    access: 'signed-in',
    params,
    query: Type.Object({ lastId: Type.Optional(Id), pageSize: scrollPageSize }),
    response: Type.Object({ items: Type.Array(TrendItem), next: Nullable(Id) }),
    cacheSeconds: 0,
  },
  setPromise: {
    method: 'PUT',
    path: '/ask-bar/expert/{id}/promise',
    summary: 'The expert says within how many hours invitations are answered, and whether any are welcome',
    access: 'signed-in',
    params,
    body: Body({ promiseHours: Type.Integer({ minimum: 1, maximum: 720 }), takesInvitations: Type.Boolean() }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  askTopic: {
    method: 'GET',
    path: '/ask-bar/topic/{id}',
    summary: 'A topic with its questions in figures',
    access: 'signed-in',
    params,
    response: Type.Object({
      id: Id,
      name: Type.String(),
      questionCount: Type.Integer(),
      unansweredCount: Type.Integer(),
      followerCount: Type.Integer(),
      following: Type.Boolean(),
    }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
})
