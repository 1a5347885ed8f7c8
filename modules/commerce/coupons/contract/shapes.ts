/** Coupons on the wire. Amounts are hundredths as decimal text. */
import { type Static, Type } from 'typebox'
import { Hundredths, Id, Instant, Nullable, OneOf, OptionalText, Title } from '#kit/schema.ts'
import { obstacles } from './saving.ts'

export const nameLengthMax = 60
export const totalMax = 1_000_000
export const memberMaxMax = 100
/** 999,999,999.99, in hundredths. */
export const amountMax = 99_999_999_999n
const scopeKindsMax = 20
export const scopeItemsMax = 50
/** So many members one call gives a coupon to. */
export const givenAtOnceMax = 5_000
/** So many wrong codes in an hour, and the member is refused until the hour is over. */
export const wrongCodesMax = 10
export const wrongCodesWindowMs = 3_600_000

export const couponKinds = ['amount', 'percent'] as const
export type CouponKind = (typeof couponKinds)[number]

export const couponScopes = ['all', 'kinds', 'items'] as const
export type CouponScope = (typeof couponScopes)[number]

/** How members get it. Whoever manages coupons can give any of them besides. */
export const couponWays = ['claim', 'code', 'given'] as const
export type CouponWay = (typeof couponWays)[number]

/** `draft`: it can be changed. `running`: members get it. `stopped`: nobody gets it any more; who has it uses it. */
export const couponStates = ['draft', 'running', 'stopped'] as const
export type CouponState = (typeof couponStates)[number]

/** `reserved`: an order that is not paid yet has it. `upcoming` and `expired` follow from its time. */
export const ownStates = ['usable', 'upcoming', 'reserved', 'used', 'expired'] as const
export type OwnState = (typeof ownStates)[number]

const Amount = Type.String({ pattern: '^(0|[1-9][0-9]{0,10})$', description: 'hundredths, as decimal text' })
const BusinessType = Type.Integer({ minimum: 1, maximum: 32_767 })

const worth = {
  kind: OneOf(couponKinds),
  /** Of an amount off. */
  amount: Nullable(Amount),
  /** Of a percentage. */
  percent: Nullable(Type.Integer({ minimum: 1, maximum: 99 })),
  /** The most that a percentage takes off; null: no limit. */
  cap: Nullable(Amount),
  payType: OneOf([1, 2] as const),
  /** So much of what it is for has to be bought; 0: any amount. */
  minimum: Amount,
  scope: OneOf(couponScopes),
  validFrom: Instant,
  validUntil: Instant,
}

export const couponFields = {
  name: Title(nameLengthMax),
  ...worth,
  businessTypes: Type.Array(BusinessType, { maxItems: scopeKindsMax, uniqueItems: true }),
  items: Type.Array(Type.Object({ businessType: BusinessType, itemId: Id }, { additionalProperties: false }), {
    maxItems: scopeItemsMax,
    uniqueItems: true,
  }),
  way: OneOf(couponWays),
  /** The public code of what is got by one: 4 to 20 letters and digits. Empty otherwise. */
  code: OptionalText(40),
  total: Type.Integer({ minimum: 1, maximum: totalMax }),
  memberMax: Type.Integer({ minimum: 1, maximum: memberMaxMax }),
}
export const CouponTerms = Type.Object(couponFields)
export type CouponTerms = Static<typeof CouponTerms>

/** What it is for, in words: kinds of content, or those items that the reader may open. */
const said = {
  kindNames: Type.Array(Type.String()),
  items: Type.Array(Type.Object({ businessType: BusinessType, itemId: Id, name: Type.String(), link: Type.String() })),
}

const face = { name: Type.String(), ...worth, ...said }

/** A coupon that the caller can claim. */
export const ClaimableCoupon = Type.Object({
  /** Of the coupon. */
  id: Id,
  ...face,
  memberMax: Type.Integer(),
  /** How many the caller has got. */
  ownCount: Type.Integer(),
  left: Type.Integer(),
})
export type ClaimableCoupon = Static<typeof ClaimableCoupon>

/** One that the caller has. */
export const OwnCoupon = Type.Object({
  id: Id,
  ...face,
  state: OneOf(ownStates),
  gotAt: Instant,
  /** The order that holds it or has used it. */
  orderId: Nullable(Id),
})
export type OwnCoupon = Static<typeof OwnCoupon>

export const FittingCoupon = Type.Object({
  ...OwnCoupon.properties,
  /** What it takes off this purchase. */
  saves: Hundredths,
  obstacle: Nullable(OneOf(obstacles)),
})
export type FittingCoupon = Static<typeof FittingCoupon>

export const ManagedCoupon = Type.Object({
  id: Id,
  ...face,
  businessTypes: Type.Array(BusinessType),
  way: OneOf(couponWays),
  code: Type.String(),
  total: Type.Integer(),
  memberMax: Type.Integer(),
  state: OneOf(couponStates),
  givenCount: Type.Integer(),
  reservedCount: Type.Integer(),
  usedCount: Type.Integer(),
  createdByName: Type.String(),
  createdAt: Instant,
  revision: Type.Integer(),
})
export type ManagedCoupon = Static<typeof ManagedCoupon>

export const CouponHolder = Type.Object({
  id: Id,
  memberId: Id,
  memberName: Type.String(),
  organizationName: Type.String(),
  source: OneOf(couponWays),
  state: OneOf(ownStates),
  gotAt: Instant,
  usedAt: Nullable(Instant),
})
export type CouponHolder = Static<typeof CouponHolder>
