/** What is shared into circles. */
import { Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, IdList, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { MUTED } from '#modules/content/moderation/contract.ts'
import {
  circleMessageLengthMax,
  circlesPath,
  ShareChoice,
  SharedItem,
  TOO_MANY_CIRCLE_PINS,
  TOO_MANY_CIRCLES,
} from './shapes.ts'

const ById = Type.Object({ id: Id })
const CircleIds = Type.Array(Id, { maxItems: 100, uniqueItems: true })

export const circleContentCalls = {
  circleContents: {
    method: 'GET',
    path: `${circlesPath}/questions/{id}`,
    summary:
      'The items shared into a circle, pinned ones first, without those that the caller may not see (COMMUNITY-076, COMMUNITY-215)',
    access: 'signed-in',
    params: ById,
    query: Type.Object({
      /** From 1. A numbered page costs a look at all of the first 1,000 shares. */
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
      sort: Type.Optional(OneOf(['newest', 'hottest'] as const)),
      /** Only the highlighted ones. */
      highlighted: Type.Optional(Type.Boolean()),
      /** `next` of the page before. Without it and without a page number it is the head of the list. */
      after: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    response: Type.Object({
      items: Type.Array(SharedItem),
      /** With `page`, how many of the first 1,000 the caller may see; else how many this page has. */
      recordCount: Type.Integer({ minimum: 0 }),
      next: Nullable(Type.String()),
    }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  circleContentsById: {
    method: 'GET',
    path: `${circlesPath}/get-questions-by-id`,
    summary:
      'The shares with these ids, of circles that the caller may look into, and of items that they may see (COMMUNITY-212)',
    access: 'signed-in',
    query: Type.Object({ ids: IdList(50) }),
    response: Type.Object({ items: Type.Array(SharedItem), recordCount: Type.Integer() }),
    cacheSeconds: 0,
  },
  pinInCircle: {
    method: 'PUT',
    path: `${circlesPath}/relation/{id}/pin`,
    summary: 'Pin a share at the top of its circle, or take it down again; for its administrators (COMMUNITY-075)',
    access: 'signed-in',
    params: ById,
    body: Body({ pinned: Type.Boolean() }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, TOO_MANY_CIRCLE_PINS],
  },
  highlightInCircle: {
    method: 'PUT',
    path: `${circlesPath}/relation/{id}/highlight`,
    summary: 'Mark a share in its circle as worth reading, or end that; for its administrators (COMMUNITY-075)',
    access: 'signed-in',
    params: ById,
    body: Body({ highlighted: Type.Boolean() }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  removeFromCircle: {
    method: 'POST',
    path: `${circlesPath}/relation/{id}/remove`,
    summary: 'Take a share out of its circle; an administrator tells who shared it why',
    access: 'signed-in',
    params: ById,
    body: Body({ reason: Type.Optional(OptionalText(circleMessageLengthMax)) }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, MUTED],
  },
  shareChoices: {
    method: 'GET',
    path: `${circlesPath}/share-pages`,
    summary: 'The circles that the caller administers, and whether they hold the item (COMMUNITY-218, SYSTEM-145)',
    access: 'signed-in',
    query: PageQuery({ questionId: Id }),
    response: Page(ShareChoice),
    cacheSeconds: 0,
  },
  shareIntoCircles: {
    method: 'POST',
    path: `${circlesPath}/share-question`,
    summary: 'Share an item into circles, at most 20 in all, and remove it from others (COMMUNITY-117, COMMUNITY-220)',
    access: 'signed-in',
    body: Body({
      questionId: Id,
      /** Map business-type; 1 (course) by default. */
      itemType: Type.Optional(Type.Integer({ minimum: 1, maximum: 999 })),
      addCircleIds: CircleIds,
      removeCircleIds: CircleIds,
    }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, TOO_MANY_CIRCLES],
  },
} as const
