/** Finding circles and belonging to them. */
import { Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { MUTED } from '#modules/content/moderation/contract.ts'
import {
  Circle,
  circleMessageLengthMax,
  circlesPath,
  hottestCircles,
  MEMBERS_ARE_ADDED,
  recommendedCircles,
} from './shapes.ts'

const ById = Type.Object({ id: Id })
const Some = Type.Object({ items: Type.Array(Circle), recordCount: Type.Integer() })

export const circleFindingCalls = {
  circles: {
    method: 'GET',
    path: `${circlesPath}/square-pages`,
    summary: 'The knowledge circles of the company: the newest first, the most popular, or the largest (COMMUNITY-213)',
    access: 'signed-in',
    query: PageQuery({
      search: Type.Optional(Type.String({ maxLength: 60 })),
      sort: Type.Optional(OneOf(['newest', 'popular', 'members'] as const)),
    }),
    response: Page(Circle),
  },
  ownCircles: {
    method: 'GET',
    path: `${circlesPath}/my-attention`,
    summary: 'The circles that the caller belongs to, what they joined last first (COMMUNITY-210)',
    access: 'signed-in',
    query: PageQuery({}),
    response: Page(Circle),
    cacheSeconds: 0,
  },
  hottestCircles: {
    method: 'GET',
    path: `${circlesPath}/hotest`,
    summary: `The ${hottestCircles} most popular circles (COMMUNITY-115, COMMUNITY-211)`,
    access: 'signed-in',
    response: Some,
  },
  recommendedCircles: {
    method: 'GET',
    path: `${circlesPath}/recommend-top-n`,
    summary:
      'The most popular circles that the caller could join; three unless n says more (COMMUNITY-116, COMMUNITY-216)',
    access: 'signed-in',
    query: Type.Object({
      n: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: recommendedCircles })),
    }),
    response: Some,
    cacheSeconds: 0,
  },
  recommendedCircle: {
    method: 'GET',
    path: `${circlesPath}/recommend-one`,
    summary: 'One of the twenty most popular circles that the caller could join, at random (COMMUNITY-217)',
    access: 'signed-in',
    response: Type.Object({ circle: Nullable(Circle) }),
    cacheSeconds: 0,
  },
  circle: {
    method: 'GET',
    path: `${circlesPath}/circle-detail/{id}`,
    summary: 'A knowledge circle (COMMUNITY-214)',
    access: 'signed-in',
    params: ById,
    response: Circle,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  joinCircle: {
    method: 'POST',
    path: `${circlesPath}/employee`,
    summary:
      'Joins a circle or asks to be let in; with `leave`, leaves it or withdraws what was asked. A repeated call changes nothing (COMMUNITY-114, COMMUNITY-219)',
    access: 'signed-in',
    body: Body({
      circleId: Id,
      leave: Type.Optional(Type.Boolean()),
      /** For the administrators of a circle that decide. */
      message: Type.Optional(OptionalText(circleMessageLengthMax)),
    }),
    response: Type.Object({ joinStatus: OneOf([0, 1, 2] as const) }),
    errors: [NOT_FOUND, NO_PERMISSION, MEMBERS_ARE_ADDED, MUTED],
    rate: { max: 60, windowSeconds: 60 },
  },
  leaveCircle: {
    method: 'DELETE',
    path: `${circlesPath}/employee/{id}`,
    summary: 'Leave a knowledge circle; its only administrator can’t leave',
    access: 'signed-in',
    params: ById,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  seenCircle: {
    method: 'POST',
    path: `${circlesPath}/{id}/seen`,
    summary: 'Records that the caller, a member, has seen what is new in the circle',
    access: 'signed-in',
    params: ById,
    response: Done,
    errors: [NOT_FOUND],
  },
} as const
