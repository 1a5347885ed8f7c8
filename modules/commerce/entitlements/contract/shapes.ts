/** Entitlements on the wire: who may use what has its price, and why. */
import { type Static, Type } from 'typebox'
import { errorCode } from '#kit/errors.ts'
import { Id, Instant, Nullable, OneOf } from '#kit/schema.ts'

/** The entitlement does not allow the change: one that was taken back stays so. `data.state` */
export const ENTITLEMENT_STATE = errorCode(403001)
/** There are fewer free seats than members to give them to. `data.free` */
export const SEATS_USED_UP = errorCode(403002)
/** The member has started with what the seat gave: it cannot go to somebody else any more. */
export const SEAT_IN_USE = errorCode(403003)
/** Nothing of this kind is sold. */
export const KIND_NOT_SOLD = errorCode(403004)

export const sources = ['order', 'seat', 'card', 'redeem', 'grant', 'prize'] as const
export type Source = (typeof sources)[number]

export const entitlementStates = ['active', 'paused', 'revoked'] as const
export type EntitlementState = (typeof entitlementStates)[number]

/** Map `business-type`. */
export const BusinessType = Type.Integer({ minimum: 1, maximum: 32_767 })

/** What an entitlement is for, as lists show it. */
const item = {
  businessType: BusinessType,
  itemId: Id,
  itemName: Type.String(),
  kindName: Type.String(),
  /** The screen on which it is opened. */
  link: Type.String(),
}

const state = {
  source: OneOf(sources),
  state: OneOf(entitlementStates),
  startsAt: Instant,
  endsAt: Nullable(Instant),
}

export const OwnEntitlement = Type.Object({ id: Id, ...item, ...state, createdAt: Instant })
export type OwnEntitlement = Static<typeof OwnEntitlement>

export const Entitlement = Type.Object({
  ...OwnEntitlement.properties,
  memberId: Id,
  memberName: Type.String(),
  organizationName: Type.String(),
  reason: Type.String(),
  /** Empty: the platform itself. */
  changedByName: Type.String(),
  changedAt: Instant,
})
export type Entitlement = Static<typeof Entitlement>

export const SeatPool = Type.Object({
  id: Id,
  ...item,
  seatCount: Type.Integer(),
  usedCount: Type.Integer(),
  returnedCount: Type.Integer(),
  createdAt: Instant,
})
export type SeatPool = Static<typeof SeatPool>

export const SeatHolder = Type.Object({
  memberId: Id,
  memberName: Type.String(),
  organizationName: Type.String(),
  givenAt: Instant,
  /** The member has started: the seat stays theirs. */
  hasStarted: Type.Boolean(),
})
export type SeatHolder = Static<typeof SeatHolder>
