/** Shapes and limits that several calls of redeem cards share. */
import { type Static, Type } from 'typebox'
import { Hundredths, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'

/** COMMERCE-073, COMMERCE-075 */
export const quantityMax = 10_000
/** COMMERCE-074, COMMERCE-075: 100,000.00, in hundredths. */
export const faceValueMax = 10_000_000n
/** So many wrong codes in an hour, and the member is refused until the hour is over. */
export const wrongCodesMax = 10
export const wrongCodesWindowMs = 3_600_000

export const rewardKinds = ['coins'] as const

/** What a card gives. `kind` says which fields there are: coins have an amount. */
export const Reward = Type.Object({ kind: OneOf(rewardKinds), amount: Hundredths })
export type Reward = Static<typeof Reward>

/** `new`: without codes yet. `upcoming` and `ended` follow from the validity. */
export const batchStates = ['new', 'upcoming', 'active', 'paused', 'ended'] as const
export type BatchState = (typeof batchStates)[number]

export const cardStates = ['unused', 'redeemed', 'void'] as const
export type CardState = (typeof cardStates)[number]

/** COMMERCE-079 */
export const Batch = Type.Object({
  id: Id,
  name: Type.String(),
  reward: Reward,
  quantity: Type.Integer(),
  validFrom: Instant,
  /** The moment at which it is valid no more. */
  validUntil: Instant,
  memberMax: Type.Integer(),
  state: OneOf(batchStates),
  isPaused: Type.Boolean(),
  /** When its codes were made and handed out; null: not yet. */
  codesMadeAt: Nullable(Instant),
  madeCount: Type.Integer(),
  redeemedCount: Type.Integer(),
  voidCount: Type.Integer(),
  createdByName: Type.String(),
  createdAt: Instant,
})
export type Batch = Static<typeof Batch>

export const Card = Type.Object({
  id: Id,
  /** Its place in the batch and in the file, from 1. */
  number: Type.Integer(),
  lastFour: Type.String(),
  state: OneOf(cardStates),
  redeemedByName: Nullable(Type.String()),
  redeemedAt: Nullable(Instant),
  voidedByName: Nullable(Type.String()),
  voidedAt: Nullable(Instant),
  voidReason: Nullable(Type.String()),
})
export type Card = Static<typeof Card>

export const RedeemedCard = Type.Object({
  id: Id,
  batchName: Type.String(),
  lastFour: Type.String(),
  reward: Reward,
  redeemedAt: Instant,
})
export type RedeemedCard = Static<typeof RedeemedCard>

/** As a member types or pastes it. */
export const TypedCode = Type.String({ minLength: 1, maxLength: 100 })
