/** Prices on the wire. */
import { type Static, Type } from 'typebox'
import { errorCode } from '#kit/errors.ts'
import { Hundredths, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'
import { quantityMax } from './price-rules.ts'

/** A price that its rules refuse: empty, out of bounds, the sale price above the original one. `data.problems` */
export const PRICE_WRONG = errorCode(404001)
/** COMMERCE-011. `data.problems` */
export const TOO_MANY_RANGES = errorCode(404002)
/** COMMERCE-012 to COMMERCE-015. `data.problems` */
export const RANGES_WRONG = errorCode(404003)
/** COMMERCE-024 */
export const NO_MEMBER_CARD = errorCode(404004)
/** Somebody else has set the price since `revision` was read. `data.revision` */
export const PRICE_CHANGED = errorCode(404005)
/** Nothing has to be paid: the item is free for the caller. */
export const NOTHING_TO_PAY = errorCode(404006)
/** The item opens by a member card alone. */
export const ONLY_BY_CARD = errorCode(404007)
/** What was said to cost so much is not kept any more: ask again. */
export const QUOTE_EXPIRED = errorCode(404008)
/** Two special prices are for the same organization and the same time. */
export const SPECIALS_OVERLAP = errorCode(404009)

/** For modules whose items are sold: the caller has to buy the item first. */
export const NOT_BOUGHT = errorCode(404010)

/** A member card is opened by no other card. */
export const CARD_BY_CARD = errorCode(404011)

/** The number of member cards among what is sold: beyond those of the map `business-type`. */
export const memberCardType = 901

/** The same of goods of the points mall. */
export const goodsType = 902

/** Of lists: only what has to be paid for (1), or only what is free (0) for the caller now; map `is-pay`. */
export const IsPay = OneOf([0, 1] as const)
export type IsPay = Static<typeof IsPay>

export const BusinessType = Type.Integer({ minimum: 1, maximum: 32_767 })

const amount = Nullable(Type.Integer({ minimum: -1_000_000_000_000, maximum: 1_000_000_000_000 }))
const Units = Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 })

/** COMMERCE-007. Its rules are those of `price-rules.ts`, which name what is wrong. */
const terms = {
  isPay: OneOf([0, 1] as const),
  payType: OneOf([1, 2, 3] as const),
  isLadderPrice: OneOf([0, 1] as const),
  coin: amount,
  discountCoin: amount,
  payConfig: Type.Array(
    Type.Object(
      {
        id: Type.String({ minLength: 1, maxLength: 40 }),
        begin: Units,
        end: Units,
        coin: amount,
        discountCoin: amount,
      },
      { additionalProperties: false },
    ),
    { maxItems: 20 },
  ),
  vipCardConfiguration: Type.Array(
    Type.Object({ id: Id, cardName: Type.String({ maxLength: 100 }) }, { additionalProperties: false }),
    { maxItems: 50 },
  ),
}
export const Terms = Type.Object(terms, { additionalProperties: false })
export type Terms = Static<typeof Terms>

const specialsMax = 20

/** A price for an organization with all below it, for a time, or both. */
export const SpecialPrice = Type.Object(
  { organizationId: Nullable(Id), validFrom: Nullable(Instant), validUntil: Nullable(Instant), terms: Terms },
  { additionalProperties: false },
)
export type SpecialPrice = Static<typeof SpecialPrice>

export const priceFields = {
  terms: Terms,
  specials: Type.Array(SpecialPrice, { maxItems: specialsMax }),
}

export const EditedPrice = Type.Object({
  ...priceFields,
  /** 0: it never had a price. */
  revision: Type.Integer(),
  itemName: Type.String(),
  kindName: Type.String(),
  link: Type.String(),
})
export type EditedPrice = Static<typeof EditedPrice>

/** An earlier price, or one that counts now. */
export const PriceVersion = Type.Object({
  id: Id,
  organizationName: Nullable(Type.String()),
  validFrom: Nullable(Instant),
  validUntil: Nullable(Instant),
  terms: Terms,
  createdByName: Type.String(),
  createdAt: Instant,
  replacedAt: Nullable(Instant),
})
export type PriceVersion = Static<typeof PriceVersion>

const TaggedRange = Type.Object({
  begin: Type.Integer(),
  end: Type.Integer(),
  original: Hundredths,
  unit: Hundredths,
})

/** `free`: nothing to pay. `entitled`: bought, given or opened by a card. `unpaid`: it has to be bought. */
export const accessStates = ['free', 'entitled', 'unpaid'] as const
export type AccessState = (typeof accessStates)[number]

/** What a member has to know of the price of an item before buying it. */
export const PriceTag = Type.Object({
  id: Id,
  access: OneOf(accessStates),
  payType: Nullable(OneOf([1, 2, 3] as const)),
  /** One range of a single price; those of a ladder; none of what is free or opens by a card alone. */
  ranges: Type.Array(TaggedRange),
  cards: Type.Array(Type.Object({ id: Id, cardName: Type.String() })),
  /** When a price for a time ends. */
  validUntil: Nullable(Instant),
})
export type PriceTag = Static<typeof PriceTag>

export const Quantity = Type.Integer({ minimum: 1, maximum: quantityMax })

export const Quote = Type.Object({
  id: Id,
  businessType: BusinessType,
  itemId: Id,
  quantity: Type.Integer(),
  payType: OneOf([1, 2] as const),
  /** The price that was used, and the range of its ladder; -1: without an end. Goods say their price themselves: their id. */
  priceId: Id,
  range: Type.Object({ begin: Type.Integer(), end: Type.Integer() }),
  originalUnit: Hundredths,
  unit: Hundredths,
  /** Points beside the coins, which goods cost: of one unit. */
  points: Hundredths,
  total: Hundredths,
  totalPoints: Hundredths,
  expiresAt: Instant,
})
export type Quote = Static<typeof Quote>
