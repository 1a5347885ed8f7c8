/** Prices: what items of any kind cost, for which members, and when. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, IdList, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { KIND_NOT_SOLD } from '#modules/commerce/entitlements/contract.ts'
import { managesPrices } from './contract/access.ts'
import {
  BusinessType,
  CARD_BY_CARD,
  EditedPrice,
  NO_MEMBER_CARD,
  NOTHING_TO_PAY,
  ONLY_BY_CARD,
  PRICE_CHANGED,
  PRICE_WRONG,
  PriceTag,
  PriceVersion,
  priceFields,
  Quantity,
  Quote,
  RANGES_WRONG,
  SPECIALS_OVERLAP,
  TOO_MANY_RANGES,
} from './contract/shapes.ts'

export { managesPrices } from './contract/access.ts'
export { payTypes } from './contract/price-rules.ts'
export {
  goodsType,
  IsPay,
  memberCardType,
  NOT_BOUGHT,
  type PriceTag,
  QUOTE_EXPIRED,
  type Quote,
  type Terms,
} from './contract/shapes.ts'

const searchLengthMax = 100
const ofItem = Type.Object({ businessType: BusinessType, itemId: Id })

export const prices = contract({
  price: {
    method: 'GET',
    path: '/price/{businessType}/{itemId}',
    summary: 'The price of an item as its form shows it; without one it is free (COMMERCE-007)',
    access: managesPrices,
    params: ofItem,
    response: EditedPrice,
    errors: [NOT_FOUND, KIND_NOT_SOLD],
    cacheSeconds: 0,
  },
  priceCards: {
    method: 'GET',
    path: '/price/card',
    summary: 'The member cards on sale that a price can name, by name (COMMERCE-003)',
    access: managesPrices,
    query: Type.Object({ search: Type.Optional(OptionalText(searchLengthMax)) }),
    response: Type.Object({ items: Type.Array(Type.Object({ id: Id, cardName: Type.String() })) }),
    cacheSeconds: 0,
  },
  setPrice: {
    method: 'PUT',
    path: '/price/{businessType}/{itemId}',
    summary: 'Sets the price of an item. What was quoted and ordered before keeps its price (COMMERCE-028)',
    access: managesPrices,
    params: ofItem,
    body: Body({ ...priceFields, revision: Type.Integer({ minimum: 0 }) }),
    response: Type.Object({ revision: Type.Integer() }),
    errors: [
      NOT_FOUND,
      KIND_NOT_SOLD,
      PRICE_WRONG,
      TOO_MANY_RANGES,
      RANGES_WRONG,
      NO_MEMBER_CARD,
      CARD_BY_CARD,
      PRICE_CHANGED,
      SPECIALS_OVERLAP,
    ],
  },
  priceHistory: {
    method: 'GET',
    path: '/price/{businessType}/{itemId}/history',
    summary: 'The prices that an item has had, the newest first',
    access: managesPrices,
    params: ofItem,
    query: PageQuery({}),
    response: Page(PriceVersion),
    errors: [NOT_FOUND, KIND_NOT_SOLD],
    cacheSeconds: 0,
  },
  priceTags: {
    method: 'GET',
    path: '/price/tag',
    summary: 'What items of a kind cost the caller, and which of them the caller has already',
    access: 'signed-in',
    query: Type.Object({ businessType: BusinessType, ids: IdList(100) }),
    response: Type.Object({ items: Type.Array(PriceTag) }),
    cacheSeconds: 0,
  },
  paidKinds: {
    method: 'GET',
    path: '/price/kind',
    summary: 'The kinds of which the company sells something: their lists offer to choose what is free (COMMERCE-007)',
    access: 'signed-in',
    response: Type.Object({ items: Type.Array(BusinessType) }),
    cacheSeconds: 0,
  },
  quote: {
    method: 'POST',
    path: '/price/quote',
    summary: 'What a purchase of so many units costs the caller, kept until `expiresAt` whatever happens to the price',
    access: 'signed-in',
    body: Body({ businessType: BusinessType, itemId: Id, quantity: Quantity }),
    response: Quote,
    errors: [NOT_FOUND, KIND_NOT_SOLD, NOTHING_TO_PAY, ONLY_BY_CARD],
    passesOnRefusals: true,
    rate: { max: 1500, windowSeconds: 60 },
  },
})
