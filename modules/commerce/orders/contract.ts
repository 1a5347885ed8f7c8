/** Orders: placing, paying with coins, closing, shipping, refunds. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, OneOf, OptionalText, Page, PageQuery, Text, Title } from '#kit/schema.ts'
import { COUPON_NOT_FITTING, COUPON_NOT_FREE, COUPON_OUT_OF_TIME } from '#modules/commerce/coupons/contract.ts'
import { PROVIDER_UNAVAILABLE, Provider } from '#modules/commerce/payments/contract.ts'
import { QUOTE_EXPIRED } from '#modules/commerce/prices/contract.ts'
import { managesOrders } from './contract/access.ts'
import {
  ABOVE_REFUNDABLE,
  ALREADY_BOUGHT,
  COINS_SHORT,
  FULLY_REFUNDED,
  ITEM_TWICE,
  LEARNED_NOT_REFUNDABLE,
  NOT_AGREED,
  ONLY_ONE,
  ORDER_EXPIRED,
  ORDER_STATUS,
  ORDER_TOO_LARGE,
  OTHER_PAY_TYPE,
  PAY_TYPES_MIXED,
  REFUND_DECIDED,
  REFUND_IN_PROGRESS,
  REFUND_ORDER_EXPIRED,
  REFUND_PERIOD_PAST,
  VIRTUAL_NOT_REFUNDABLE,
} from './contract/codes.ts'
import {
  BusinessType,
  linesMax,
  ManagedOrder,
  ManagedOrderDetails,
  ManagedRefund,
  Order,
  OrderDetails,
  orderApprovals,
  orderStatuses,
  Refund,
  reasonLengthMax,
  refundStatuses,
  remarkLengthMax,
  shippingTextMax,
} from './contract/shapes.ts'

const ofOrder = Type.Object({ id: Id })
const filters = {
  status: Type.Optional(OneOf(orderStatuses)),
  search: Type.Optional(Type.String({ maxLength: 60 })),
}
const RefundInput = Body({
  /** Hundredths: what the buyer wants back in all. */
  lines: Type.Array(
    Type.Object(
      { lineId: Id, quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }) },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: linesMax },
  ),
  reason: Text(reasonLengthMax),
})

export const orders = contract({
  placeOrder: {
    method: 'POST',
    path: '/order',
    summary: 'Places an order of what was quoted to the caller. The same key answers the same order again',
    access: 'signed-in',
    body: Body({
      key: Id,
      quoteIds: Type.Array(Id, { minItems: 1, maxItems: linesMax, uniqueItems: true }),
      /** Seats for others, which the buyer gives to members. */
      forOthers: Type.Optional(Type.Boolean()),
      remark: Type.Optional(OptionalText(remarkLengthMax)),
      /** What the caller has of a coupon: one an order. Where it takes off everything, the order is paid at once. */
      couponId: Type.Optional(Id),
    }),
    response: Order,
    errors: [
      NOT_FOUND,
      QUOTE_EXPIRED,
      ALREADY_BOUGHT,
      ONLY_ONE,
      PAY_TYPES_MIXED,
      ITEM_TWICE,
      ORDER_TOO_LARGE,
      COUPON_NOT_FREE,
      COUPON_OUT_OF_TIME,
      COUPON_NOT_FITTING,
    ],
    rate: { max: 1500, windowSeconds: 60 },
  },
  payWithCoins: {
    method: 'POST',
    path: '/order/{id}/coins',
    summary:
      'Pays an order with the coins of its buyer; what was bought opens at once. Once only, however often it is asked',
    access: 'signed-in',
    params: ofOrder,
    response: Order,
    errors: [NOT_FOUND, ORDER_STATUS, ORDER_EXPIRED, NOT_AGREED, OTHER_PAY_TYPE, COINS_SHORT, ALREADY_BOUGHT],
  },
  startPayment: {
    method: 'POST',
    path: '/order/{id}/payment',
    summary: 'Starts the payment of an order in RMB, or answers the one that waits; its page says what to do next',
    access: 'signed-in',
    params: ofOrder,
    body: Body({ provider: Provider }),
    response: Type.Object({ paymentId: Id }),
    errors: [NOT_FOUND, ORDER_STATUS, ORDER_EXPIRED, NOT_AGREED, OTHER_PAY_TYPE, ALREADY_BOUGHT, PROVIDER_UNAVAILABLE],
  },
  closeOrder: {
    method: 'POST',
    path: '/order/{id}/close',
    summary: 'The buyer does not want it any more; only before it is paid',
    access: 'signed-in',
    params: ofOrder,
    response: Order,
    errors: [NOT_FOUND, ORDER_STATUS],
  },
  ownOrders: {
    method: 'GET',
    path: '/order/own',
    summary: 'The orders of the caller, the newest first',
    access: 'signed-in',
    query: PageQuery(filters),
    response: Page(Order),
    cacheSeconds: 0,
  },
  ownOrder: {
    method: 'GET',
    path: '/order/own/{id}',
    summary: 'An order of the caller with what happened to it, and what of it can be paid back',
    access: 'signed-in',
    params: ofOrder,
    response: OrderDetails,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  receiveOrder: {
    method: 'POST',
    path: '/order/own/{id}/receipt',
    summary: 'The parcel has arrived: the order is done. After some days it counts as received (rule ORDER_CONFIG)',
    access: 'signed-in',
    params: ofOrder,
    response: Order,
    errors: [NOT_FOUND, ORDER_STATUS],
  },
  requestRefund: {
    method: 'POST',
    path: '/order/own/{id}/refund',
    summary: 'Asks to be paid back for units of lines that were not used',
    access: 'signed-in',
    params: ofOrder,
    body: RefundInput,
    response: Refund,
    errors: [
      NOT_FOUND,
      FULLY_REFUNDED,
      ABOVE_REFUNDABLE,
      REFUND_IN_PROGRESS,
      VIRTUAL_NOT_REFUNDABLE,
      REFUND_ORDER_EXPIRED,
      REFUND_PERIOD_PAST,
      LEARNED_NOT_REFUNDABLE,
    ],
    rate: { max: 300, windowSeconds: 60 },
  },
  withdrawRefund: {
    method: 'DELETE',
    path: '/order/own/{id}/refund/{refundId}',
    summary: 'The buyer takes the request back before it is decided',
    access: 'signed-in',
    params: Type.Object({ id: Id, refundId: Id }),
    response: Refund,
    errors: [NOT_FOUND, REFUND_DECIDED],
  },

  managedOrders: {
    method: 'GET',
    path: '/order',
    summary: 'Orders of members of the organizations that the caller runs, the newest first (COMMERCE-040)',
    access: managesOrders,
    query: PageQuery({
      ...filters,
      approval: Type.Optional(OneOf(orderApprovals)),
      buyerId: Type.Optional(Id),
      from: Type.Optional(Instant),
      until: Type.Optional(Instant),
      /** The organization of the buyer when it was placed, without those below it. */
      organizationId: Type.Optional(Id),
      payType: Type.Optional(OneOf([1, 2] as const)),
      businessType: Type.Optional(BusinessType),
      itemId: Type.Optional(Id),
      /** Paid, or paid back, from here to before there. */
      movedFrom: Type.Optional(Instant),
      movedUntil: Type.Optional(Instant),
    }),
    response: Page(ManagedOrder),
    cacheSeconds: 0,
  },
  managedOrder: {
    method: 'GET',
    path: '/order/{id}',
    summary: 'One order of these with what happened to it',
    access: managesOrders,
    params: ofOrder,
    response: ManagedOrderDetails,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  closeManagedOrder: {
    method: 'POST',
    path: '/order/{id}/closing',
    summary: 'Closes an order that is not paid, with a reason that its buyer reads',
    access: managesOrders,
    params: ofOrder,
    body: Body({ reason: Text(reasonLengthMax) }),
    response: Type.Object({ status: OneOf(orderStatuses) }),
    errors: [NOT_FOUND, ORDER_STATUS],
    onSelf: { allowed: 'Who may close their own order as its buyer gains nothing by it' },
  },
  shipOrder: {
    method: 'POST',
    path: '/order/{id}/shipping',
    summary: 'A parcel is on its way: company and number (COMMERCE-039)',
    access: managesOrders,
    params: ofOrder,
    body: Body({ shippingCompany: Title(shippingTextMax), trackingNumber: Title(shippingTextMax) }),
    response: Type.Object({ status: OneOf(orderStatuses) }),
    errors: [NOT_FOUND, ORDER_STATUS],
    onSelf: { allowed: 'A parcel that is said to be sent gives its sender nothing' },
  },
  refunds: {
    method: 'GET',
    path: '/order-refund',
    summary: 'What buyers want back and have got back, the newest first',
    access: managesOrders,
    query: PageQuery({ status: Type.Optional(OneOf(refundStatuses)) }),
    response: Page(ManagedRefund),
    cacheSeconds: 0,
  },
  decideRefund: {
    method: 'POST',
    path: '/order-refund/{id}/decision',
    summary:
      'Agrees to a refund, which pays it back at once and takes back what it opened; or rejects it with a reason',
    access: managesOrders,
    params: ofOrder,
    body: Body({ isAgreed: Type.Boolean(), reason: Type.Optional(OptionalText(reasonLengthMax)) }),
    response: Type.Object({ status: OneOf(refundStatuses) }),
    errors: [NOT_FOUND, REFUND_DECIDED, ABOVE_REFUNDABLE],
    onSelf: { refusedByRow: 'the refund is of the caller’s own order' },
  },
})
