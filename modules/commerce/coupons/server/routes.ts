import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { soldKind } from '#modules/commerce/entitlements/server.ts'
import { keptQuotes } from '#modules/commerce/prices/server.ts'
import { once } from '#modules/platform/currency/server.ts'
import type { Routes } from '#server/module.ts'
import type { coupons } from '../contract.ts'
import { claim, claimByCode } from './getting.ts'
import { giveCoupon, listHolders } from './giving.ts'
import { auditedCoupons, changeCoupon, createCoupon, listManaged, raiseTotal, setCouponState } from './managed.ts'
import { listClaimable, listOwn, showOwn } from './own.ts'
import type { DB } from './tables.ts'
import { fittingCoupons } from './using.ts'

const { auditing, auditingNew } = auditedCoupons
const subject = (id: string) => ({ type: 'coupon', id }) as const

export const routes: Routes<DB, typeof coupons> = {
  async claimableCoupons(db, { query }, context) {
    return listClaimable(db, context, query)
  },
  async claimCoupon(db, { params, body }, context) {
    return showOwn(db, context, await claim(db, context.caller, params.id, body.key, context.now))
  },
  async claimCouponByCode(db, { body }, context) {
    return showOwn(db, context, await claimByCode(db, context.caller, body, context.now))
  },
  async ownCoupons(db, { query }, context) {
    return listOwn(db, context, query)
  },
  async fittingCoupons(db, { query }, context) {
    const quotes = await keptQuotes(db, context.caller, query.quoteIds.split(','), context.now)
    const [first] = quotes
    if (!first) throw refuse(NOT_FOUND)
    const lines = quotes.map(({ businessType, itemId, unit, quantity }) => ({
      ...{ businessType, itemId, amount: unit * BigInt(quantity) },
    }))
    return { items: await fittingCoupons(db, context, { payType: first.payType, lines }) }
  },
  async managedCoupons(db, { query }, context) {
    return listManaged(db, context, query)
  },
  async couponKinds(_db, _input, { language }) {
    const kinds = soldKind.all().map(({ businessType, label }) => ({ businessType, name: label[language] }))
    return { items: kinds.toSorted((a, b) => a.businessType - b.businessType) }
  },
  async createCoupon(db, { body }, context) {
    const create = () => createCoupon(db, context.caller, body, context.now)
    return once(db, context, 'coupon', body, () => auditingNew(db, context, 'coupon', create))
  },
  async changeCoupon(db, { params, body }, context) {
    const { caller, now } = context
    return auditing(db, context, subject(params.id), () => changeCoupon(db, caller, params.id, body, now))
  },
  async setCouponState(db, { params, body }, context) {
    const { caller, now } = context
    const next = { state: body.state, now }
    return auditing(db, context, subject(params.id), () => setCouponState(db, caller, params.id, next))
  },
  async raiseCouponTotal(db, { params, body }, context) {
    return auditing(db, context, subject(params.id), () => raiseTotal(db, context.caller, params.id, body.total))
  },
  async giveCoupon(db, { params, body }, context) {
    const { caller, now } = context
    return auditing(db, context, subject(params.id), () => giveCoupon(db, caller, params.id, body, now))
  },
  async couponHolders(db, { params, query }, context) {
    return listHolders(db, context, params.id, query)
  },
}
