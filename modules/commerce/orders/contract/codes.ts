/** Why a call about an order is refused. The numbers below 400000 and those of seven digits are the specification's. */
import { errorCode } from '#kit/errors.ts'

/** COMMERCE-035 */
export const COINS_SHORT = errorCode(2000103)
/** COMMERCE-080 */
export const POINTS_SHORT = errorCode(71004)
/** COMMERCE-036. `data.itemId` */
export const ALREADY_BOUGHT = errorCode(2000111)

/** The status of the order does not allow the action. `data`: action, status */
export const ORDER_STATUS = errorCode(405001)
/** The time to pay has passed. */
export const ORDER_EXPIRED = errorCode(405002)
/** COMMERCE-042: somebody has to agree first. `data.approval` */
export const NOT_AGREED = errorCode(405003)
/** What is bought for oneself is bought once; several are bought for others. */
export const ONLY_ONE = errorCode(405004)
/** What is paid with coins and what is paid in RMB are two orders. */
export const PAY_TYPES_MIXED = errorCode(405005)
/** The order is paid in another way. `data.payType` */
export const OTHER_PAY_TYPE = errorCode(405006)
/** The same item stands in the order twice. */
export const ITEM_TWICE = errorCode(405007)

/** More than can be paid at once. `data.max`: hundredths */
export const ORDER_TOO_LARGE = errorCode(405009)

/** Goods that are sent by post need an address first. */
export const NEEDS_RECEIVER = errorCode(405010)
/** Goods are ordered apart from other things, and not as seats for others. */
export const GOODS_APART = errorCode(405011)
/** An order of goods waits for its payment and holds their units; one at a time. `data.orderId` */
export const UNPAID_GOODS = errorCode(405012)
/** The order was changed meanwhile. `data.version`: the one in force */
export const VERSION_PAST = errorCode(405013)
/** Somebody has agreed to less, or would have to agree: a new order asks for it. `data.max`: hundredths */
export const ABOVE_AGREED = errorCode(405014)
/** What was quoted is for another item than the line. `data.lineId` */
export const OTHER_ITEM = errorCode(405015)
/** Of goods there are not so many left. `data.itemId` */
export const SOLD_OUT = errorCode(407001)
/** A member may not have so many of the goods. `data.itemId` */
export const ABOVE_LIMIT = errorCode(407002)

/** Coins pay no such part of the order. `data.max`: fen */
export const COIN_SHARE = errorCode(405021)

/** COMMERCE-045 to COMMERCE-051: why nothing, or not so much, is paid back. */
export const FULLY_REFUNDED = errorCode(701201)
/** `data.refundable`: hundredths */
export const ABOVE_REFUNDABLE = errorCode(701202)
export const REFUND_IN_PROGRESS = errorCode(701203)
export const VIRTUAL_NOT_REFUNDABLE = errorCode(701204)
/** The order was closed before it was paid. */
export const REFUND_ORDER_EXPIRED = errorCode(701205)
/** `data.until`: until when it could have been paid back */
export const REFUND_PERIOD_PAST = errorCode(701206)
export const LEARNED_NOT_REFUNDABLE = errorCode(701207)
/** It was decided already. `data.status` */
export const REFUND_DECIDED = errorCode(405008)
