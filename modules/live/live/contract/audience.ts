/** Calls of the audience: reserve, score, sign in, and the entry of guests. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Name, Nullable, OneOf, Text } from '#kit/schema.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import {
  ACTION_NOT_ALLOWED,
  ALREADY_SCORED,
  CLOUD_REQUEST_FAILED,
  GUEST_NAME_IMITATES,
  LINK_INVALID,
  LIVE_CANCELLED,
  LIVE_ENDED,
  LIVE_MISSING,
  NO_ACCESS,
  NOT_RELEASED,
  PROVIDER_FAILED,
  SCORING_CLOSED,
  THIRD_PARTY_MISSING,
} from './codes.ts'
import { bothFamilies, newBase } from './paths.ts'
import { byId } from './shapes.ts'

const scoreMax = 5
const ofLive = Type.Object({ businessId: Id })

const Visit = Type.Object({
  id: Id,
  subject: Type.String(),
  coverPath: Type.String(),
  hostName: Type.String(),
  startTime: Instant,
  estimateDuration: Type.Integer(),
  status: OneOf([0, 1, 2, 3, 4] as const),
  role: OneOf(['organizer', 'panelist', 'attendee'] as const),
  /** `room`: the built-in room accepts the token. `address`: `keyloginEnter` answers the address. */
  entry: OneOf(['room', 'address'] as const),
})

export const audienceCalls = contract({
  appointment: {
    method: 'GET',
    ...bothFamilies('/front/sub-status/{id}', [LIVE_MISSING, NO_ACCESS, NOT_RELEASED]),
    summary: 'Whether the caller has reserved the live session (LIVE-157)',
    access: 'signed-in',
    params: byId,
    response: Type.Object({ appointmentStatus: Type.Boolean() }),
    cacheSeconds: 0,
  },
  subscribe: {
    method: 'POST',
    ...bothFamilies('/subscribe/{id}', [LIVE_MISSING, NO_ACCESS, NOT_RELEASED, NOT_BOUGHT, LIVE_CANCELLED, LIVE_ENDED]),
    summary: 'Reserves a live session; a repeat changes nothing (LIVE-189)',
    access: 'signed-in',
    params: byId,
    response: Done,
  },
  cancelSubscribe: {
    method: 'POST',
    ...bothFamilies('/cancel-subscribe/{id}', [LIVE_MISSING, NO_ACCESS, NOT_RELEASED]),
    summary: 'Cancels the reservation; without one nothing changes (LIVE-191)',
    access: 'signed-in',
    params: byId,
    response: Done,
  },
  score: {
    method: 'GET',
    path: '/live/score',
    summary: 'The caller’s own score of a live session, and the average (LIVE-196)',
    access: 'signed-in',
    query: ofLive,
    response: Type.Object({
      score: Nullable(Type.Integer()),
      avgScore: Type.Number(),
      scoreCount: Type.Integer(),
    }),
    errors: [LIVE_MISSING, NO_ACCESS, NOT_RELEASED],
    cacheSeconds: 0,
  },
  giveScore: {
    method: 'POST',
    path: '/live/score',
    summary: 'Scores a live session that one attended or whose replay one has watched, once (LIVE-197)',
    access: 'signed-in',
    body: Body({ businessId: Id, score: Type.Integer({ minimum: 1, maximum: scoreMax }) }),
    response: Done,
    errors: [LIVE_MISSING, NO_ACCESS, NOT_RELEASED, ALREADY_SCORED, SCORING_CLOSED],
  },
  processingSign: {
    method: 'POST',
    path: `${newBase}/front/processing-sign/{id}`,
    summary: 'Signs in while the live session is in progress (LIVE-199)',
    access: 'signed-in',
    params: byId,
    response: Type.Object({ signedAt: Instant }),
    errors: [LIVE_MISSING, NO_ACCESS, NOT_RELEASED, NOT_BOUGHT, LIVE_CANCELLED, LIVE_ENDED, ACTION_NOT_ALLOWED],
  },
  keylogin: {
    method: 'POST',
    path: '/live/keylogin/{id}',
    summary: 'The live session behind a role link, for guests (LIVE-005)',
    access: 'public',
    noDryRun: 'sign-in',
    params: byId,
    body: Body({ token: Text(200) }),
    response: Visit,
    errors: [LINK_INVALID, LIVE_CANCELLED, LIVE_ENDED, NOT_BOUGHT],
    rate: { max: 60, windowSeconds: 60 },
  },
  keyloginEnter: {
    method: 'POST',
    path: '/live/keylogin/{id}/enter',
    summary: 'The address at the provider for a guest with a role link, under a name',
    access: 'public',
    noDryRun: 'sign-in',
    params: byId,
    body: Body({ token: Text(200), name: Name(40) }),
    response: Type.Object({ url: Type.String() }),
    errors: [
      LINK_INVALID,
      LIVE_CANCELLED,
      LIVE_ENDED,
      NOT_BOUGHT,
      ACTION_NOT_ALLOWED,
      THIRD_PARTY_MISSING,
      CLOUD_REQUEST_FAILED,
      PROVIDER_FAILED,
      GUEST_NAME_IMITATES,
    ],
    outside: true,
    rate: { max: 30, windowSeconds: 60 },
  },
  providerEnded: {
    method: 'GET',
    path: '/live/callback/{id}',
    summary: 'Callback of a provider about a live session; it only triggers a query',
    access: 'public',
    noDryRun: 'reading',
    params: byId,
    response: Done,
    writes: true,
    rate: { max: 120, windowSeconds: 60 },
  },
  providerRecorded: {
    method: 'POST',
    path: '/live/callback/{id}',
    summary: 'Signed callback of a provider about a recording; it only triggers a query',
    access: 'public',
    params: byId,
    form: true,
    body: Body({ signed_parameters: Text(4096) }),
    response: Done,
    errors: [NO_PERMISSION],
    rate: { max: 120, windowSeconds: 60 },
  },
})
