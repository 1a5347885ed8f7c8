/** The calls of members who draw, and of anybody who draws again to see whether all was as it should be. */
import { type Static, Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import {
  ALREADY_JOINED,
  DAILY_LIMIT,
  LOTTERY_STATUS,
  NO_DRAWS_LEFT,
  NOT_A_PARTICIPANT,
  NOT_QUALIFIED,
  OUTSIDE_TIME,
} from './codes.ts'
import { lotteryStates, prizeKinds, ScopeKind } from './fields.ts'

const facts = {
  id: Id,
  name: Type.String(),
  state: OneOf(lotteryStates),
  opensAt: Nullable(Instant),
  closesAt: Nullable(Instant),
}

export const LotteryListItem = Type.Object({
  ...facts,
  /** How many prizes are still to be won, of how many. */
  remaining: Type.Integer(),
  stock: Type.Integer(),
  /** Draws that the caller still has. */
  drawsLeft: Type.Integer(),
})
export type LotteryListItem = Static<typeof LotteryListItem>

export const ShownPrize = Type.Object({
  place: Type.Integer(),
  kind: OneOf(prizeKinds),
  name: Type.String(),
  weight: Type.Integer(),
  /** Null of a thank-you prize. */
  stock: Nullable(Type.Integer()),
  remaining: Nullable(Type.Integer()),
})
export type ShownPrize = Static<typeof ShownPrize>

/** Why the caller cannot draw now. */
const drawObstacles = ['draft', 'coming', 'over', 'not-participant', 'not-joined', 'none-left', 'none-today'] as const

export const LotteryDetails = Type.Object({
  ...facts,
  description: Type.String(),
  drawsPerMember: Type.Integer(),
  drawsPerDay: Nullable(Type.Integer()),
  needsAttendance: Type.Boolean(),
  /** SHA-256 of the seed, in hex; null of a draft. */
  commitment: Nullable(Type.String()),
  prizes: Type.Array(ShownPrize),
  joinedAt: Nullable(Instant),
  drawsLeft: Type.Integer(),
  /** Null: there is no limit a day. */
  drawsLeftToday: Nullable(Type.Integer()),
  obstacle: Nullable(OneOf(drawObstacles)),
  /** The caller runs it. */
  isRun: Type.Boolean(),
})
export type LotteryDetails = Static<typeof LotteryDetails>

export const OwnDraw = Type.Object({
  id: Id,
  lotteryId: Id,
  lotteryName: Type.String(),
  number: Type.Integer(),
  place: Type.Integer(),
  prizeName: Type.String(),
  isWin: Type.Boolean(),
  drawnAt: Instant,
  deliveredAt: Nullable(Instant),
})
export type OwnDraw = Static<typeof OwnDraw>

/** So many draws are answered at once to whoever draws again. */
export const provenDrawsMax = 5000

const params = Type.Object({ id: Id })

export const drawingCalls = {
  lotteries: {
    method: 'GET',
    path: '/activity/lottery',
    summary: 'The published lotteries for the caller, those that close last first; with a scope, those of that scope',
    access: 'signed-in',
    query: PageQuery({ scopeKind: Type.Optional(ScopeKind), scopeId: Type.Optional(Id) }),
    response: Page(LotteryListItem),
    cacheSeconds: 0,
  },
  lottery: {
    method: 'GET',
    path: '/activity/lottery/{id}',
    summary: 'One lottery with the chances of the caller',
    access: 'signed-in',
    params,
    response: LotteryDetails,
    errors: [NOT_FOUND, NOT_A_PARTICIPANT],
    cacheSeconds: 0,
  },
  draw: {
    method: 'POST',
    path: '/activity/lottery/{id}/draw',
    summary: 'Draw once. The same key answers the same draw again, and uses no other chance',
    access: 'signed-in',
    params,
    body: Body({ key: Id }),
    response: OwnDraw,
    errors: [
      ...[NOT_FOUND, LOTTERY_STATUS, OUTSIDE_TIME, NOT_A_PARTICIPANT, NOT_QUALIFIED],
      ...[NO_DRAWS_LEFT, DAILY_LIMIT],
    ],
    noDryRun: 'reveals',
  },
  joinLottery: {
    method: 'POST',
    path: '/activity/lottery/{id}/attendance',
    summary: 'The caller is there, and has scanned the code of business type 10',
    access: 'signed-in',
    params,
    response: Type.Object({ joinedAt: Instant }),
    errors: [NOT_FOUND, LOTTERY_STATUS, OUTSIDE_TIME, NOT_A_PARTICIPANT, ALREADY_JOINED],
  },
  ownDraws: {
    method: 'GET',
    path: '/activity/own-draw',
    summary: 'What the caller has drawn, the newest first; `isWin` leaves out thanks',
    access: 'signed-in',
    query: PageQuery({ lotteryId: Type.Optional(Id), isWin: Type.Optional(Type.Boolean()) }),
    response: Page(OwnDraw),
    cacheSeconds: 0,
  },
  lotteryProof: {
    method: 'GET',
    path: '/activity/lottery/{id}/proof',
    summary: 'What is needed to draw everything again. The seed is there once the lottery has ended',
    access: 'public',
    params,
    response: Type.Object({
      ...facts,
      commitment: Type.String(),
      seed: Nullable(Type.String()),
      drawsMade: Type.Integer(),
      prizes: Type.Array(Type.Omit(ShownPrize, ['remaining'])),
    }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  provenDraws: {
    method: 'GET',
    path: '/activity/lottery/{id}/proof/draws',
    summary: 'The places of the prizes that were drawn, in the order of the draws, without people',
    access: 'public',
    params,
    query: Type.Object({ after: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 })) }),
    response: Type.Object({ places: Type.Array(Type.Integer()) }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
} as const
