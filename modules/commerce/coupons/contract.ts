/** Coupons: what members get and use, and their administration. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { KEY_USED_FOR_ANOTHER_REQUEST, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, IdList, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { KIND_NOT_SOLD } from '#modules/commerce/entitlements/contract.ts'
import { QUOTE_EXPIRED } from '#modules/commerce/prices/contract.ts'
import { managesCoupons } from './contract/access.ts'
import {
  COUPON_CHANGED,
  COUPON_CODE_TAKEN,
  COUPON_CODE_UNKNOWN,
  COUPON_MEMBER_LIMIT,
  COUPON_OUT_OF_TIME,
  COUPON_STATE,
  COUPON_TERMS_WRONG,
  COUPON_TOO_MANY_MEMBERS,
  COUPON_TOO_MANY_WRONG_CODES,
  COUPON_TOTAL_NOT_RAISED,
  COUPONS_GONE,
} from './contract/codes.ts'
import {
  ClaimableCoupon,
  CouponHolder,
  couponFields,
  couponStates,
  FittingCoupon,
  ManagedCoupon,
  nameLengthMax,
  OwnCoupon,
  totalMax,
} from './contract/shapes.ts'

export {
  COUPON_CHANGED,
  COUPON_CODE_TAKEN,
  COUPON_CODE_UNKNOWN,
  COUPON_MEMBER_LIMIT,
  COUPON_NOT_FITTING,
  COUPON_NOT_FREE,
  COUPON_OUT_OF_TIME,
  COUPON_STATE,
  COUPON_TERMS_WRONG,
  COUPON_TOO_MANY_MEMBERS,
  COUPON_TOO_MANY_WRONG_CODES,
  COUPON_TOTAL_NOT_RAISED,
  COUPONS_GONE,
} from './contract/codes.ts'
export { FittingCoupon } from './contract/shapes.ts'

const ofCoupon = Type.Object({ id: Id })
const quotesMax = 20

export const coupons = contract({
  claimableCoupons: {
    method: 'GET',
    path: '/coupon/claimable',
    summary: 'Coupons that members claim themselves, of which some are left and whose time is not over',
    access: 'signed-in',
    query: PageQuery({}),
    response: Page(ClaimableCoupon),
    cacheSeconds: 0,
  },
  claimCoupon: {
    method: 'POST',
    path: '/coupon/{id}/claim',
    summary: 'Claims a coupon. The same key answers the same one again',
    access: 'signed-in',
    params: ofCoupon,
    body: Body({ key: Id }),
    response: OwnCoupon,
    errors: [NOT_FOUND, COUPON_STATE, COUPON_OUT_OF_TIME, COUPONS_GONE, COUPON_MEMBER_LIMIT],
    rate: { max: 600, windowSeconds: 60 },
  },
  claimCouponByCode: {
    method: 'POST',
    path: '/coupon/code',
    summary: 'Gets a coupon by its code. Ten wrong codes in an hour, and the caller is refused until it is over',
    access: 'signed-in',
    body: Body({ key: Id, code: Type.String({ minLength: 1, maxLength: 100 }) }),
    response: OwnCoupon,
    errors: [COUPON_CODE_UNKNOWN, COUPON_TOO_MANY_WRONG_CODES, COUPON_OUT_OF_TIME, COUPONS_GONE, COUPON_MEMBER_LIMIT],
    noDryRun: 'keeps-writes',
    rate: { max: 600, windowSeconds: 60 },
  },
  ownCoupons: {
    method: 'GET',
    path: '/coupon/own',
    summary: 'The coupons of the caller: those that can be used or are reserved first, the sooner they end',
    access: 'signed-in',
    query: PageQuery({ is: Type.Optional(OneOf(['open', 'used', 'expired'] as const)) }),
    response: Page(OwnCoupon),
    cacheSeconds: 0,
  },
  fittingCoupons: {
    method: 'GET',
    path: '/coupon/fitting',
    summary: 'Which coupons of the caller fit what was quoted and what each saves, the best first; why others do not',
    access: 'signed-in',
    query: Type.Object({ quoteIds: IdList(quotesMax) }),
    response: Type.Object({ items: Type.Array(FittingCoupon) }),
    errors: [NOT_FOUND, QUOTE_EXPIRED],
    cacheSeconds: 0,
  },

  managedCoupons: {
    method: 'GET',
    path: '/managed-coupon',
    summary: 'The coupons of the company with how many were given and used, the newest first',
    access: managesCoupons,
    query: PageQuery({
      search: Type.Optional(OptionalText(nameLengthMax)),
      state: Type.Optional(OneOf(couponStates)),
    }),
    response: Page(ManagedCoupon),
    cacheSeconds: 0,
  },
  couponKinds: {
    method: 'GET',
    path: '/managed-coupon/kind',
    summary: 'The kinds of what is sold, for which a coupon can be',
    access: managesCoupons,
    response: Type.Object({ items: Type.Array(Type.Object({ businessType: Type.Integer(), name: Type.String() })) }),
  },
  createCoupon: {
    method: 'POST',
    path: '/managed-coupon',
    summary: 'Makes a coupon as a draft. Header Idempotency-Key',
    access: managesCoupons,
    body: Body(couponFields),
    response: ofCoupon,
    errors: [KEY_USED_FOR_ANOTHER_REQUEST, NOT_FOUND, KIND_NOT_SOLD, COUPON_TERMS_WRONG, COUPON_CODE_TAKEN],
  },
  changeCoupon: {
    method: 'PUT',
    path: '/managed-coupon/{id}',
    summary: 'Changes a draft. What members may have already never changes',
    access: managesCoupons,
    params: ofCoupon,
    body: Body({ ...couponFields, revision: Type.Integer({ minimum: 1 }) }),
    response: Type.Object({ revision: Type.Integer() }),
    errors: [NOT_FOUND, KIND_NOT_SOLD, COUPON_TERMS_WRONG, COUPON_CODE_TAKEN, COUPON_STATE, COUPON_CHANGED],
  },
  setCouponState: {
    method: 'PUT',
    path: '/managed-coupon/{id}/state',
    summary: 'Starts a draft, or stops what runs: nobody gets it any more, and whoever has it uses it',
    access: managesCoupons,
    params: ofCoupon,
    body: Body({ state: OneOf(['running', 'stopped'] as const) }),
    response: Done,
    errors: [NOT_FOUND, COUPON_STATE, COUPON_TERMS_WRONG],
  },
  raiseCouponTotal: {
    method: 'PUT',
    path: '/managed-coupon/{id}/total',
    summary: 'More of a running coupon',
    access: managesCoupons,
    params: ofCoupon,
    body: Body({ total: Type.Integer({ minimum: 1, maximum: totalMax }) }),
    response: Done,
    errors: [NOT_FOUND, COUPON_STATE, COUPON_TOTAL_NOT_RAISED],
  },
  giveCoupon: {
    method: 'POST',
    path: '/managed-coupon/{id}/giving',
    summary:
      'Gives a running coupon to members, and to all of organizations with those below. Who has as many as a member may have is left out, and so is the caller',
    access: managesCoupons,
    params: ofCoupon,
    body: Body({
      memberIds: Type.Array(Id, { maxItems: 500, uniqueItems: true }),
      organizationIds: Type.Array(Id, { maxItems: 50, uniqueItems: true }),
    }),
    response: Type.Object({ given: Type.Integer(), leftOut: Type.Integer() }),
    errors: [NOT_FOUND, COUPON_STATE, COUPON_OUT_OF_TIME, COUPONS_GONE, COUPON_TOO_MANY_MEMBERS],
    onSelf: { refused: ['body.memberIds'] },
  },
  couponHolders: {
    method: 'GET',
    path: '/managed-coupon/{id}/holder',
    summary: 'Who has the coupon and what became of it, the newest first',
    access: managesCoupons,
    params: ofCoupon,
    query: PageQuery({ search: Type.Optional(OptionalText(nameLengthMax)) }),
    response: Page(CouponHolder),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
})
