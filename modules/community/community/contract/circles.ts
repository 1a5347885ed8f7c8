/** Knowledge circles: finding, joining, and sharing into them. */
import { type Static, Type } from 'typebox'
import { errorCode, NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Name, OptionalText, Page, PageQuery } from '#kit/schema.ts'

export const circleNameLengthMax = 20
export const circleDescriptionLengthMax = 200
/** The picker loads this many circles at first, and again near the end of its list (SYSTEM-154). */
export const circlesPerLoad = 10

/** Another circle has the name. */
export const CIRCLE_NAME_TAKEN = errorCode(70313)

const base = '/knowledge-operation/knowledge-circle'

const Circle = Type.Object({
  id: Id,
  name: Type.String(),
  desc: Type.String(),
  memberCount: Type.Integer(),
  shareCount: Type.Integer(),
  joined: Type.Boolean(),
  administrator: Type.Boolean(),
  createTime: Instant,
})
export type Circle = Static<typeof Circle>

/** A circle that the caller may share into, and whether it holds the item already. */
const ShareChoice = Type.Object({
  id: Id,
  name: Type.String(),
  memberCount: Type.Integer(),
  /** The caller has shared the item there. */
  checkFlag: Type.Boolean(),
  /** Another administrator has shared the item there. */
  othersCheckFlag: Type.Boolean(),
  relationId: Type.Union([Id, Type.Null()]),
})
export type ShareChoice = Static<typeof ShareChoice>

const SharedItem = Type.Object({
  relationId: Id,
  itemType: Type.Integer(),
  itemId: Id,
  name: Type.String(),
  /** Hash path of the shell. */
  link: Type.String(),
  picture: Type.String(),
  kind: Type.String(),
  sharedBy: Type.Object({ id: Id, fullName: Type.String() }),
  createTime: Instant,
})
export type SharedItem = Static<typeof SharedItem>

const ById = Type.Object({ id: Id })
const CircleIds = Type.Array(Id, { maxItems: 100, uniqueItems: true })

export const circleCalls = {
  circles: {
    method: 'GET',
    path: `${base}/square-pages`,
    summary: 'The knowledge circles of the company, the newest first (COMMUNITY-204)',
    access: 'signed-in',
    query: PageQuery({ search: Type.Optional(Type.String({ maxLength: 60 })) }),
    response: Page(Circle),
  },
  circle: {
    method: 'GET',
    path: `${base}/circle-detail/{id}`,
    summary: 'A knowledge circle',
    access: 'signed-in',
    params: ById,
    response: Circle,
    errors: [NOT_FOUND],
  },
  createCircle: {
    method: 'POST',
    path: base,
    summary: 'Create a knowledge circle; its creator administers it',
    access: 'signed-in',
    body: Body({ name: Name(circleNameLengthMax), desc: OptionalText(circleDescriptionLengthMax) }),
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND, CIRCLE_NAME_TAKEN],
    rate: { max: 20, windowSeconds: 60 },
  },
  joinCircle: {
    method: 'POST',
    path: `${base}/employee`,
    summary: 'Join a knowledge circle; a repeated call changes nothing',
    access: 'signed-in',
    body: Body({ circleId: Id }),
    response: Done,
    errors: [NOT_FOUND],
  },
  leaveCircle: {
    method: 'DELETE',
    path: `${base}/employee/{id}`,
    summary: 'Leave a knowledge circle; its only administrator can’t leave',
    access: 'signed-in',
    params: ById,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  circleShares: {
    method: 'GET',
    path: `${base}/{id}/shares`,
    summary: 'The items shared into a circle, newest first, without those that the caller may not see',
    access: 'signed-in',
    params: ById,
    query: PageQuery({}),
    response: Page(SharedItem),
    errors: [NOT_FOUND],
  },
  shareChoices: {
    method: 'GET',
    path: `${base}/share-pages`,
    summary: 'The circles that the caller administers, and whether they hold the item (SYSTEM-145, SYSTEM-154)',
    access: 'signed-in',
    query: PageQuery({ questionId: Id }),
    response: Page(ShareChoice),
    cacheSeconds: 0,
  },
  shareIntoCircles: {
    method: 'POST',
    path: `${base}/share-question`,
    summary: 'Share an item into circles, and remove it from others',
    access: 'signed-in',
    body: Body({
      questionId: Id,
      /** Map business-type; 1 (course) by default. */
      itemType: Type.Optional(Type.Integer({ minimum: 1, maximum: 999 })),
      addCircleIds: CircleIds,
      removeCircleIds: CircleIds,
    }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
} as const
