/** What those who run a lottery decide of it. */
import { type Static, Type } from 'typebox'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, Title } from '#kit/schema.ts'
import { partsInAll } from './chances.ts'

export const lotteryNameLengthMax = 50
export const lotteryDescriptionLengthMax = 1000
export const prizeNameLengthMax = 30
/** TRAINING-059, the thank-you prize among them. */
export const prizesMax = 10
export const stockMax = 100_000
/** Of one member, in all and a day. */
export const drawsMax = 100
/** 10,000,000 points, in hundredths. */
export const drawPriceMax = 1_000_000_000
export const qualificationsMax = 5

/** `goods`: something that is handed out. `thanks`: a word of thanks, for whoever wins nothing. */
export const prizeKinds = ['goods', 'thanks'] as const
export type PrizeKind = (typeof prizeKinds)[number]

export const PrizeInput = Type.Object(
  {
    kind: OneOf(prizeKinds),
    name: Title(prizeNameLengthMax),
    /** Parts of a million; all prizes together have a million when the lottery is published. */
    weight: Type.Integer({ minimum: 0, maximum: partsInAll }),
    /** How many there are. Of a thank-you prize it says nothing. */
    stock: Type.Integer({ minimum: 1, maximum: stockMax }),
    /** Goods of the points mall, sent as an order. Left out: whoever runs the lottery hands the prize out. */
    goodsId: Type.Optional(Id),
  },
  { additionalProperties: false },
)
export type PrizeInput = Static<typeof PrizeInput>

/** Draws after the free ones, for points. Never for coins: whoever pays money for a chance gambles. */
export const PaidDraws = Type.Object(
  {
    /** Hundredths of a point. */
    priceHundredths: Type.Integer({ minimum: 1, maximum: drawPriceMax }),
    perMember: Type.Integer({ minimum: 1, maximum: drawsMax }),
  },
  { additionalProperties: false },
)
export type PaidDraws = Static<typeof PaidDraws>

/** Something that a member needs for a draw; the kinds are registered by modules. */
export const QualificationInput = Type.Object(
  { kind: Type.String({ pattern: '^[a-z][a-z0-9-]{0,29}$' }), itemId: Id },
  { additionalProperties: false },
)
export type QualificationInput = Static<typeof QualificationInput>

/** The company, or what other modules register as the scope of lotteries. */
export const ScopeKind = Type.String({ pattern: '^[a-z][a-z-]{0,29}$' })
export const companyScope = 'company'

export const lotteryFields = {
  name: Title(lotteryNameLengthMax),
  description: OptionalText(lotteryDescriptionLengthMax),
  /** Of a lottery of the company: for these organizations and those below them; empty: for everybody. */
  organizationIds: Type.Array(Id, { maxItems: 100, uniqueItems: true }),
  /** Null: from its publication. */
  opensAt: Nullable(Instant),
  closesAt: Nullable(Instant),
  /** Free ones. */
  drawsPerMember: Type.Integer({ minimum: 0, maximum: drawsMax }),
  paidDraws: Nullable(PaidDraws),
  /** Null: no limit but the one above. */
  drawsPerDay: Nullable(Type.Integer({ minimum: 1, maximum: drawsMax })),
  /** Only who has joined by the QR code (business type 10) may draw. */
  needsAttendance: Type.Boolean(),
  /** Only who has all of these may draw. */
  qualifications: Type.Array(QualificationInput, { maxItems: qualificationsMax, uniqueItems: true }),
  /** In the order of the wheel. */
  prizes: Type.Array(PrizeInput, { maxItems: prizesMax }),
}
export const LotteryInput = Body(lotteryFields)
export type LotteryInput = Static<typeof LotteryInput>

export const newLottery: Omit<LotteryInput, 'name' | 'prizes'> = {
  ...{ description: '', organizationIds: [], opensAt: null, closesAt: null },
  ...{ drawsPerMember: 1, drawsPerDay: null, paidDraws: null, needsAttendance: false, qualifications: [] },
}

export const lotteryStatuses = ['draft', 'published', 'ended'] as const
export type LotteryStatus = (typeof lotteryStatuses)[number]

export const lotteryActions = ['edit', 'publish', 'end', 'delete'] as const
export type LotteryAction = (typeof lotteryActions)[number]

/** What a lottery is at an instant: a published one has not opened, is open, or is over. */
export const lotteryStates = ['draft', 'coming', 'open', 'over'] as const
export type LotteryState = (typeof lotteryStates)[number]

interface Timed {
  readonly status: LotteryStatus
  readonly opensAt: number | null
  readonly closesAt: number | null
}

export function stateOf({ status, opensAt, closesAt }: Timed, now: number): LotteryState {
  if (status === 'draft') return 'draft'
  if (status === 'ended' || (closesAt ?? 0) <= now) return 'over'
  return (opensAt ?? 0) <= now ? 'open' : 'coming'
}
