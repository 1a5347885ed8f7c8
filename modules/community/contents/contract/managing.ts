/** Managing the contents of an account. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { MUTED } from '#modules/content/moderation/contract.ts'
import {
  CONTENT_CLOSED,
  CONTENT_DISCUSSED,
  CONTENT_FOLLOWED,
  CONTENT_HIGHLIGHTED,
  CONTENT_PINNED,
  CONTENT_SHARED,
  TOO_MANY_PINS,
} from './codes.ts'
import { ContentType, ManagedContent } from './shapes.ts'

const base = '/knowledge-operation/question-manage'
const ById = Type.Object({ id: Id })

export const managingCalls = contract({
  managed: {
    method: 'GET',
    path: '/knowledge-operation/come-enjoy/come-enjoy-manage-question',
    summary: 'The contents of an account for its members (COMMUNITY-131)',
    access: 'signed-in',
    query: PageQuery({
      /** Of the account. */
      id: Id,
      state: Type.Optional(OneOf(['active', 'review', 'rejected', 'scheduled', 'closed'] as const)),
      type: Type.Optional(ContentType),
      search: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    response: Page(ManagedContent),
    errors: [NO_PERMISSION],
    cacheSeconds: 0,
  },
  close: {
    method: 'PUT',
    path: `${base}/close/{id}`,
    summary: 'Hides a content from its readers (COMMUNITY-073, COMMUNITY-165)',
    access: 'signed-in',
    params: ById,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, CONTENT_PINNED],
  },
  activate: {
    method: 'PUT',
    path: `${base}/active/{id}`,
    summary: 'Shows a closed content again (COMMUNITY-073, COMMUNITY-164)',
    access: 'signed-in',
    params: ById,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, MUTED],
  },
  remove: {
    method: 'DELETE',
    path: `${base}/remove/{id}`,
    summary:
      'Removes a content that nobody follows, shares or discusses, into the recycle bin (COMMUNITY-072, COMMUNITY-163)',
    access: 'signed-in',
    params: ById,
    response: Done,
    errors: [
      NOT_FOUND,
      NO_PERMISSION,
      CONTENT_PINNED,
      CONTENT_HIGHLIGHTED,
      CONTENT_FOLLOWED,
      CONTENT_SHARED,
      CONTENT_DISCUSSED,
    ],
  },
  pin: {
    method: 'PUT',
    path: `${base}/pin/{id}`,
    summary: 'Pins a content to the head of the account’s list, or takes it from there (COMMUNITY-075)',
    access: 'signed-in',
    params: ById,
    body: Body({ pinned: Type.Boolean() }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, CONTENT_CLOSED, TOO_MANY_PINS],
  },
  highlight: {
    method: 'PUT',
    path: `${base}/highlight/{id}`,
    summary: 'Marks a content as one of the best, or no longer (COMMUNITY-075)',
    access: 'signed-in',
    params: ById,
    body: Body({ highlighted: Type.Boolean() }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, CONTENT_CLOSED],
  },
})
