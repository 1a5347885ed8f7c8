/** What administrators of a circle do: settings, members, requests. */
import { Type } from 'typebox'
import { NO_PERMISSION, NOT_FOR_ONESELF, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Name, Nullable, OptionalText, Page, PageQuery, Text } from '#kit/schema.ts'
import { MUTED } from '#modules/content/moderation/contract.ts'
import {
  CIRCLE_NAME_TAKEN,
  CircleMember,
  circleDescriptionLengthMax,
  circleMessageLengthMax,
  circleNameLengthMax,
  circlesPath,
  JoinMode,
  JoinRequest,
} from './shapes.ts'

const ById = Type.Object({ id: Id })
const settings = {
  name: Name(circleNameLengthMax),
  desc: OptionalText(circleDescriptionLengthMax),
  /** A picture that the caller has uploaded, or the one that it has. */
  coverFileId: Type.Optional(Nullable(Id)),
  joinMode: Type.Optional(JoinMode),
}

export const circleRunningCalls = {
  createCircle: {
    method: 'POST',
    path: circlesPath,
    summary: 'Create a knowledge circle; its creator administers it',
    access: 'signed-in',
    body: Body(settings),
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND, MUTED, CIRCLE_NAME_TAKEN],
    rate: { max: 20, windowSeconds: 60 },
  },
  changeCircle: {
    method: 'PUT',
    path: `${circlesPath}/{id}`,
    summary: 'Change a circle: name, description, cover, and how one joins it',
    access: 'signed-in',
    params: ById,
    body: Body(settings),
    response: Done,
    errors: [NOT_FOUND, MUTED, NO_PERMISSION, CIRCLE_NAME_TAKEN],
  },
  dissolveCircle: {
    method: 'DELETE',
    path: `${circlesPath}/{id}`,
    summary: 'Dissolve a circle: it goes to the recycle bin, the items shared into it stay where they are from',
    access: 'signed-in',
    params: ById,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  circleMembers: {
    method: 'GET',
    path: `${circlesPath}/{id}/members`,
    summary: 'The members of a circle, its administrators first; for who may look into it',
    access: 'signed-in',
    params: ById,
    query: PageQuery({ search: Type.Optional(Type.String({ maxLength: 60 })) }),
    response: Page(CircleMember),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  addCircleMembers: {
    method: 'POST',
    path: `${circlesPath}/{id}/members`,
    summary: 'Add members to a circle',
    access: 'signed-in',
    params: ById,
    body: Body({ memberIds: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }) }),
    onSelf: { allowed: 'Who adds members belongs to the circle already.' },
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
    rate: { max: 60, windowSeconds: 60 },
  },
  changeCircleRole: {
    method: 'PUT',
    path: `${circlesPath}/{id}/members`,
    summary: 'Appoint an administrator or end that; with `handOver`, the caller becomes a simple member in return',
    access: 'signed-in',
    params: ById,
    body: Body({ memberId: Id, administrator: Type.Boolean(), handOver: Type.Optional(Type.Boolean()) }),
    onSelf: { allowed: 'An administrator may step down while there is another one.' },
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  removeCircleMember: {
    method: 'POST',
    path: `${circlesPath}/{id}/members/remove`,
    summary: 'Remove a member and send them the reason; an administrator is made a simple member first',
    access: 'signed-in',
    params: ById,
    body: Body({ memberId: Id, reason: Text(circleMessageLengthMax) }),
    onSelf: { refused: ['body.memberId'] },
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, NOT_FOR_ONESELF, MUTED],
    rate: { max: 60, windowSeconds: 60 },
  },
  joinRequests: {
    method: 'GET',
    path: `${circlesPath}/{id}/requests`,
    summary: 'Who waits to be let into a circle, the oldest first; for its administrators',
    access: 'signed-in',
    params: ById,
    query: PageQuery({}),
    response: Page(JoinRequest),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  decideJoinRequest: {
    method: 'PUT',
    path: `${circlesPath}/join-request/{id}`,
    summary: 'Let somebody into the circle or refuse it, with a word to them',
    access: 'signed-in',
    params: ById,
    body: Body({ agreed: Type.Boolean(), message: Type.Optional(OptionalText(circleMessageLengthMax)) }),
    onSelf: { allowed: 'Who administers a circle belongs to it already and asks for nothing.' },
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, MUTED],
  },
} as const
