/** Calls of who holds lives: apply, change, cancel, start, and where to enter. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { FILE_TOO_LARGE, NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'
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

/** What asking the provider may end with. */
const provider = [THIRD_PARTY_MISSING, CLOUD_REQUEST_FAILED, PROVIDER_FAILED] as const
const form = [NAME_EXISTS, START_TIME_PAST, TOO_MANY_LECTURERS, FILE_TOO_LARGE, NOT_FOUND] as const

const Addresses = Type.Object({ webUrl: Type.String(), clientUrl: Type.String() })
const RoleName = OneOf(['organizer', 'panelist', 'attendee'] as const)

const RoleLink = Type.Object({
  role: RoleName,
  /** The address that opens it, without its token. */
  url: Type.String(),
  token: Nullable(Type.String()),
  expiresAt: Nullable(Instant),
  /** How often it has been used. */
  uses: Type.Integer(),
})

export const writingCalls = contract({
  apply: {
    method: 'POST',
    ...bothFamilies('/apply', [...form, NO_PERMISSION, ENTRANCE_CLOSED, SERVICE_EXPIRED, NO_PROVIDER]),
    summary: 'Create a live; where the approval flow is on, apply for it (LIVE-181)',
    access: 'signed-in',
    body: ApplyBody,
    response: Type.Object({
      id: Id,
      /** Whether it waits for its approval. */
      approving: Type.Boolean(),
    }),
  },
  update: {
    method: 'PUT',
    ...bothFamilies('/update/{id}', [...form, LIVE_MISSING, NO_PERMISSION, ACTION_NOT_ALLOWED, SERVICE_EXPIRED]),
    summary: 'Change a live; with autoPublish 1 submit one again that was refused or withdrawn (LIVE-183)',
    access: 'signed-in',
    params: byId,
    body: UpdateBody,
    response: Done,
  },
  revoke: {
    method: 'PUT',
    ...bothFamilies('/revoke/{id}', [LIVE_MISSING, NO_PERMISSION, ACTION_NOT_ALLOWED]),
    summary: 'Cancel a live that has not started (LIVE-185)',
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
    summary: 'Publish a cancelled live again (LIVE-187)',
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
    summary: 'Start a live; for its host. Again while it runs: the same address (LIVE-161)',
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
    summary: 'End a live for all; for its host (LIVE-090)',
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
      LIVE_CANCELLED,
      LIVE_ENDED,
      SERVICE_EXPIRED,
      ...provider,
    ]),
    summary: 'Enter as a learner; the first time counts as attended (LIVE-167)',
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
    summary: 'A join address for two hours: of a guest from the organizer side, else the caller’s own (LIVE-165)',
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
    summary: 'The links of the roles, with how often each was used; for the organizer side (LIVE-018)',
    access: 'signed-in',
    params: byId,
    response: Type.Object({ items: Type.Array(RoleLink) }),
    errors: [LIVE_MISSING, NO_PERMISSION],
    cacheSeconds: 0,
  },
  changeRoleLink: {
    method: 'PUT',
    path: `${newBase}/role-links/{id}`,
    summary: 'Revoke the link of a role, with a new one in its place where `renew` says so',
    access: 'signed-in',
    params: byId,
    body: Body({ role: RoleName, renew: Type.Boolean() }),
    response: Done,
    errors: [LIVE_MISSING, NO_PERMISSION, ACTION_NOT_ALLOWED],
  },
})
