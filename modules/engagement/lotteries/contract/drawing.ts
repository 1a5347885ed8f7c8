/** The calls of members who draw, and of anybody who draws again to see whether all was as it should be. */
import { type Static, Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Hundredths, Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { POINTS_INSUFFICIENT } from '#modules/platform/currency/contract.ts'
import {
  ALREADY_JOINED,
  DAILY_LIMIT,
  NO_DRAWS_LEFT,
  NOT_A_PARTICIPANT,
  NOT_PUBLISHED,
  NOT_QUALIFIED,
  OUTSIDE_TIME,
  PRICE_NOT_AGREED,
} from './codes.ts'
import { drawPriceMax, lotteryStates, PaidDraws, prizeKinds, ScopeKind } from './fields.ts'

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
  /** Free draws that the caller still has. */
  drawsLeft: Type.Integer(),
  /** Of a draw for points; null: there are none. */
  drawPriceHundredths: Nullable(Type.Integer()),
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
  /** Goods of the points mall; null: it is handed out. */
  goodsId: Nullable(Id),
})
export type ShownPrize = Static<typeof ShownPrize>

/** With the first picture of its goods. */
const PicturedPrize = Type.Object({ ...ShownPrize.properties, pictureId: Nullable(Id) })

/** Why the caller cannot draw now. */
const drawObstacles = [
  ...['draft', 'coming', 'over', 'not-participant', 'not-joined', 'not-qualified'],
  ...['none-left', 'none-today', 'too-few-points'],
] as const

/** Something that the lottery asks for, as members see it. */
export const ShownQualification = Type.Object({
  kind: Type.String(),
  itemId: Id,
  label: Type.String(),
  name: Type.String(),
  /** Empty: it is nowhere to be found any more. */
  link: Type.String(),
})
export type ShownQualification = Static<typeof ShownQualification>

export const LotteryDetails = Type.Object({
  ...facts,
  description: Type.String(),
  drawsPerMember: Type.Integer(),
  drawsPerDay: Nullable(Type.Integer()),
  needsAttendance: Type.Boolean(),
  /** SHA-256 of the seed, in hex; null of a draft. */
  commitment: Nullable(Type.String()),
  prizes: Type.Array(PicturedPrize),
  joinedAt: Nullable(Instant),
  qualifications: Type.Array(
    Type.Object({
      ...ShownQualification.properties,
      /** The caller has it. */
      isFulfilled: Type.Boolean(),
    }),
  ),
  /** Free ones. */
  drawsLeft: Type.Integer(),
  /** Null: none are for points. */
  paidDraws: Nullable(
    Type.Object({
      ...PaidDraws.properties,
      left: Type.Integer(),
      /** The points of the caller. */
      balance: Hundredths,
    }),
  ),
  /** Null: there is no limit a day. */
  drawsLeftToday: Nullable(Type.Integer()),
  obstacle: Nullable(OneOf(drawObstacles)),
  /** The caller runs it. */
  isRun: Type.Boolean(),
})
export type LotteryDetails = Static<typeof LotteryDetails>

/** The order by which a prize is sent. */
export const PrizeOrder = Type.Object({
  id: Id,
  number: Type.String(),
  /** `address`: its winner has not said where to; `waiting`, `sent`; `done`: it has arrived, or was handed out by itself. */
  state: OneOf(['address', 'waiting', 'sent', 'done'] as const),
})
export type PrizeOrder = Static<typeof PrizeOrder>

export const OwnDraw = Type.Object({
  id: Id,
  lotteryId: Id,
  lotteryName: Type.String(),
  number: Type.Integer(),
  place: Type.Integer(),
  prizeName: Type.String(),
  isWin: Type.Boolean(),
  drawnAt: Instant,
  /** Hundredths of a point; 0: it was free. */
  paidHundredths: Type.Integer(),
  deliveredAt: Nullable(Instant),
  /** Null: no prize, or one that is handed out. */
  order: Nullable(PrizeOrder),
})
export type OwnDraw = Static<typeof OwnDraw>

/** A win as everybody in the lottery sees it. */
export const ShownWin = Type.Object({
  number: Type.Integer(),
  /** Covered (张*三), but for the caller's own. */
  winner: Type.String(),
  isOwn: Type.Boolean(),
  prizeName: Type.String(),
  drawnAt: Instant,
})
export type ShownWin = Static<typeof ShownWin>

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
    summary:
      'Draw once, free draws first. With `agreedHundredths` the caller agrees to these points where no free one is left. The same key answers the same draw again, and uses no other chance and no other points',
    access: 'signed-in',
    params,
    body: Body({ key: Id, agreedHundredths: Type.Optional(Type.Integer({ minimum: 1, maximum: drawPriceMax })) }),
    response: OwnDraw,
    errors: [
      ...[NOT_FOUND, NOT_PUBLISHED, OUTSIDE_TIME, NOT_A_PARTICIPANT, NOT_QUALIFIED],
      ...[NO_DRAWS_LEFT, DAILY_LIMIT, PRICE_NOT_AGREED, POINTS_INSUFFICIENT],
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
    errors: [NOT_FOUND, NOT_PUBLISHED, OUTSIDE_TIME, NOT_A_PARTICIPANT, ALREADY_JOINED],
  },
  shownWins: {
    method: 'GET',
    path: '/activity/lottery/{id}/winner',
    summary: 'Who has won what, the newest first, with covered names',
    access: 'signed-in',
    params,
    query: PageQuery({}),
    response: Page(ShownWin),
    errors: [NOT_FOUND, NOT_A_PARTICIPANT],
    cacheSeconds: 0,
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
      prizes: Type.Array(Type.Omit(ShownPrize, ['remaining', 'goodsId'])),
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
