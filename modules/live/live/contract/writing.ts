/** Calls of hosts: apply, change, cancel, start, and enter. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { FILE_TOO_LARGE, NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import {
  ACTION_NOT_ALLOWED,
  CLOUD_REQUEST_FAILED,
  ENTRANCE_CLOSED,
  LIVE_CANCELLED,
  LIVE_ENDED,
  LIVE_MISSING,
  NAME_EXISTS,
  NO_ACCESS,
  NO_PROVIDER,
  NOT_RELEASED,
  PROVIDER_FAILED,
  SERVICE_EXPIRED,
  START_TIME_PAST,
  THIRD_PARTY_MISSING,
  TOO_MANY_LECTURERS,
} from './codes.ts'
import { bothFamilies, newBase } from './paths.ts'
import { ApplyBody, byId, UpdateBody } from './shapes.ts'

/** The possible failures of a provider call. */
const provider = [THIRD_PARTY_MISSING, CLOUD_REQUEST_FAILED, PROVIDER_FAILED] as const
const form = [NAME_EXISTS, START_TIME_PAST, TOO_MANY_LECTURERS, FILE_TOO_LARGE, NOT_FOUND] as const

const Addresses = Type.Object({ webUrl: Type.String(), clientUrl: Type.String() })
const RoleName = OneOf(['organizer', 'panelist', 'attendee'] as const)

const RoleLink = Type.Object({
  role: RoleName,
  /** The address of the link, without its token. */
  url: Type.String(),
  token: Nullable(Type.String()),
  expiresAt: Nullable(Instant),
  /** How often it has been used. */
  uses: Type.Integer(),
})

export const writingCalls = contract({
  apply: {
    method: 'POST',
    ...bothFamilies('/apply', [...form, LIVE_MISSING, NO_PERMISSION, ENTRANCE_CLOSED, SERVICE_EXPIRED, NO_PROVIDER]),
    summary: 'Creates a live session, or applies for it if the approval flow is on (LIVE-181)',
    access: 'signed-in',
    body: ApplyBody,
    onSelf: { allowed: 'Lecturers are named, not paid.' },
    response: Type.Object({
      id: Id,
      /** Whether it waits for its approval. */
      approving: Type.Boolean(),
    }),
  },
  update: {
    method: 'PUT',
    ...bothFamilies('/update/{id}', [...form, LIVE_MISSING, NO_PERMISSION, ACTION_NOT_ALLOWED, SERVICE_EXPIRED]),
    summary: 'Changes a live session; autoPublish 1 submits a refused or withdrawn one again (LIVE-183)',
    access: 'signed-in',
    params: byId,
    body: UpdateBody,
    onSelf: { allowed: 'Lecturers are named, not paid.' },
    response: Done,
  },
  revoke: {
    method: 'PUT',
    ...bothFamilies('/revoke/{id}', [LIVE_MISSING, NO_PERMISSION, ACTION_NOT_ALLOWED]),
    summary: 'Cancels a live session that has not started (LIVE-185)',
    access: 'signed-in',
    params: byId,
    response: Done,
  },
  republish: {
    method: 'PUT',
    ...bothFamilies('/re-publish/{id}', [
      LIVE_MISSING,
      NO_PERMISSION,
      ACTION_NOT_ALLOWED,
      START_TIME_PAST,
      SERVICE_EXPIRED,
    ]),
    summary: 'Publishes a cancelled live session again (LIVE-187)',
    access: 'signed-in',
    params: byId,
    response: Done,
  },
  start: {
    method: 'GET',
    ...bothFamilies('/start/{id}', [
      LIVE_MISSING,
      NO_PERMISSION,
      NOT_RELEASED,
      LIVE_ENDED,
      ACTION_NOT_ALLOWED,
      SERVICE_EXPIRED,
      ...provider,
    ]),
    summary: 'Starts a live session; for its host. A repeat answers the same address (LIVE-161)',
    access: 'signed-in',
    noDryRun: 'outside',
    params: byId,
    response: Type.Object({ url: Type.String() }),
    outside: true,
    cacheSeconds: 0,
  },
  end: {
    method: 'POST',
    path: `${newBase}/end/{id}`,
    summary: 'Ends a live session for all; for its host (LIVE-090)',
    access: 'signed-in',
    noDryRun: 'outside',
    params: byId,
    response: Done,
    errors: [LIVE_MISSING, NO_PERMISSION, ACTION_NOT_ALLOWED, ...provider],
    outside: true,
  },
  enterUrl: {
    method: 'GET',
    ...bothFamilies('/enter-url/{id}', [
      LIVE_MISSING,
      NO_PERMISSION,
      NOT_RELEASED,
      LIVE_ENDED,
      SERVICE_EXPIRED,
      ...provider,
    ]),
    summary: 'Where host (urlType 1) and lecturer (2) enter (LIVE-159)',
    access: 'signed-in',
    noDryRun: 'outside',
    params: byId,
    query: Type.Object({
      identity: Type.Optional(Type.Integer({ minimum: 2, maximum: 2 })),
      urlType: OneOf([1, 2] as const),
    }),
    response: Addresses,
    outside: true,
    cacheSeconds: 0,
  },
  enter: {
    method: 'GET',
    ...bothFamilies('/enter/{id}', [
      LIVE_MISSING,
      NO_ACCESS,
      NOT_RELEASED,
      NOT_BOUGHT,
      LIVE_CANCELLED,
      LIVE_ENDED,
      SERVICE_EXPIRED,
      ...provider,
    ]),
    summary: 'Enters as a learner; the first entry counts as attendance (LIVE-167)',
    access: 'signed-in',
    noDryRun: 'outside',
    params: byId,
    response: Type.Object({ url: Type.String(), ...Addresses.properties }),
    outside: true,
    cacheSeconds: 0,
  },
  temporaryUrl: {
    method: 'GET',
    ...bothFamilies('/temp-url/{id}', [
      LIVE_MISSING,
      NO_ACCESS,
      NOT_RELEASED,
      LIVE_CANCELLED,
      LIVE_ENDED,
      SERVICE_EXPIRED,
    ]),
    summary: 'A join address for two hours: a guest address for the organizer side, else the caller’s own (LIVE-165)',
    access: 'signed-in',
    noDryRun: 'access',
    params: byId,
    response: Type.Object({ url: Type.String(), expiresAt: Nullable(Instant) }),
    writes: true,
    cacheSeconds: 0,
  },
  roleLinks: {
    method: 'GET',
    path: `${newBase}/role-links/{id}`,
    summary: 'The role links with their number of uses; for the organizer side (LIVE-018)',
    access: 'signed-in',
    params: byId,
    response: Type.Object({ items: Type.Array(RoleLink) }),
    errors: [LIVE_MISSING, NO_PERMISSION],
    cacheSeconds: 0,
  },
  changeRoleLink: {
    method: 'PUT',
    path: `${newBase}/role-links/{id}`,
    summary: 'Revokes the link of a role; `renew` creates a new one',
    access: 'signed-in',
    params: byId,
    body: Body({ role: RoleName, renew: Type.Boolean() }),
    response: Done,
    errors: [LIVE_MISSING, NO_PERMISSION, ACTION_NOT_ALLOWED],
  },
})
