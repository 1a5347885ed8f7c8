/** Goods on the wire. Prices are whole hundredths of a point or of a coin. */
import { type Static, Type } from 'typebox'
import { Hundredths, Id, Instant, Nullable, OneOf, OptionalText, Title } from '#kit/schema.ts'

export const goodsNameLengthMax = 60
const descriptionLengthMax = 50_000
export const handoutLengthMax = 2000
export const picturesMax = 9
/** 10,000,000.00 */
export const goodsPriceMax = 1_000_000_000
export const stockMax = 1_000_000
export const limitMax = 1000
export const reasonLengthMax = 200
export const codeLengthMax = 100
export const codesMax = 1000
export const categoriesMax = 50
export const categoryNameLengthMax = 20

/** `physical`: sent by post. `text`: one text for everybody. `codes`: each unit is a code of its own. The last two are virtual. */
export const goodsKinds = ['physical', 'text', 'codes'] as const
export type GoodsKind = (typeof goodsKinds)[number]

/** `draft`: nobody but its makers sees it. `off-sale`: nobody exchanges it any more. */
export const goodsStatuses = ['draft', 'on-sale', 'off-sale'] as const
export type GoodsStatus = (typeof goodsStatuses)[number]

export const goodsSorts = ['newest', 'points'] as const

const Price = Type.Integer({ minimum: 0, maximum: goodsPriceMax })

/** What its form asks for; the kind and the first stock are said once, when it is made. */
export const goodsFields = {
  name: Title(goodsNameLengthMax),
  /** Rich text. */
  description: OptionalText(descriptionLengthMax),
  categoryId: Nullable(Id),
  pictureIds: Type.Array(Id, { maxItems: picturesMax, uniqueItems: true }),
  /** Of the kind `text`: what the buyer gets to read. */
  handout: OptionalText(handoutLengthMax),
  points: Price,
  coins: Price,
  /** How many a member may have in all; null: any number. */
  limitPerMember: Nullable(Type.Integer({ minimum: 1, maximum: limitMax })),
  saleFrom: Nullable(Instant),
  saleUntil: Nullable(Instant),
}

export const Category = Type.Object({ id: Id, name: Type.String(), goodsCount: Type.Integer() })
export type Category = Static<typeof Category>

const shown = {
  id: Id,
  name: Type.String(),
  categoryId: Nullable(Id),
  kind: OneOf(goodsKinds),
  pictureIds: Type.Array(Id),
  points: Hundredths,
  coins: Hundredths,
  /** What is left; null: without limit. */
  stock: Nullable(Type.Integer()),
  limitPerMember: Nullable(Type.Integer()),
}

export const MallItem = Type.Object(shown)
export type MallItem = Static<typeof MallItem>

/** Goods as a member sees them on their page. */
export const MallGoods = Type.Object({
  ...shown,
  categoryName: Nullable(Type.String()),
  description: Type.String(),
  saleFrom: Nullable(Instant),
  saleUntil: Nullable(Instant),
  /** It can be exchanged now, as long as there is any. */
  isOnSale: Type.Boolean(),
  /** How many the member has or holds in orders. */
  ownUnits: Type.Integer(),
})
export type MallGoods = Static<typeof MallGoods>

const managed = {
  ...shown,
  categoryName: Nullable(Type.String()),
  status: OneOf(goodsStatuses),
  saleFrom: Nullable(Instant),
  saleUntil: Nullable(Instant),
  /** Units that orders hold or have bought. */
  takenCount: Type.Integer(),
  revision: Type.Integer(),
  createdAt: Instant,
}

export const ManagedGoods = Type.Object(managed)
export type ManagedGoods = Static<typeof ManagedGoods>

export const EditedGoods = Type.Object({
  ...managed,
  description: Type.String(),
  handout: Type.String(),
  /** Codes that nobody has got; null of goods without codes. */
  freeCodes: Nullable(Type.Integer()),
})
export type EditedGoods = Static<typeof EditedGoods>

const stockChangeKinds = ['initial', 'adjusted', 'codes', 'prizes'] as const

export const StockChange = Type.Object({
  id: Id,
  kind: OneOf(stockChangeKinds),
  change: Type.Integer(),
  stockAfter: Type.Integer(),
  reason: Type.String(),
  /** Empty: the platform itself. */
  changedByName: Type.String(),
  changedAt: Instant,
})
export type StockChange = Static<typeof StockChange>
