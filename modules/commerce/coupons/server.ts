/**
 * The door of coupons for other modules' server code: which fit a purchase, and how an order holds, uses and returns one.
 * Amounts are hundredths as bigint. Call these in the transaction of the order.
 */
import { serverModule } from '#server/module.ts'
import { coupons } from './contract.ts'
import { couponMessages } from './server/message-types.ts'
import { couponsPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export { fittingCoupons, reserveCoupon, returnCoupon, spendCoupon } from './server/using.ts'

export const couponsServer = serverModule({
  name: 'coupons',
  contract: coupons,
  routes,
  extensions: [...couponMessages, couponsPersonalData],
})
