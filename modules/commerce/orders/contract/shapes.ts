/** Orders on the wire. */
import { type Static, Type } from 'typebox'
import { Hundredths, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'

/** Map `order-status`. */
export const orderStatuses = ['to-pay', 'paying', 'paid', 'refunded', 'deal-done', 'closed'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Map `order-approval`. */
export const orderApprovals = ['approving', 'agreed', 'rejected'] as const
export type OrderApproval = (typeof orderApprovals)[number]

/** Map `delivery-status`. */
export const deliveries = ['not-shipped', 'shipped'] as const
export type Delivery = (typeof deliveries)[number]

export const closeReasons = ['buyer', 'time', 'rejected', 'staff'] as const
export type CloseReason = (typeof closeReasons)[number]

export const orderActions = ['pay', 'close', 'refund', 'ship', 'receive', 'address', 'change'] as const
export type OrderAction = (typeof orderActions)[number]

export const refundStatuses = ['requested', 'processing', 'done', 'failed', 'rejected', 'withdrawn'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** The most that one order in RMB may cost, in fen: what providers take. */
export const rmbOrderMax = 100_000_000_000n
export const linesMax = 20
export const remarkLengthMax = 200
export const reasonLengthMax = 200
export const shippingTextMax = 50

export const BusinessType = Type.Integer({ minimum: 1, maximum: 32_767 })

export const OrderLine = Type.Object({
  id: Id,
  businessType: BusinessType,
  itemId: Id,
  name: Type.String(),
  kindName: Type.String(),
  /** Where it opens; empty where it is gone. */
  link: Type.String(),
  quantity: Type.Integer(),
  originalUnit: Hundredths,
  unit: Hundredths,
  amount: Hundredths,
  discount: Hundredths,
  /** Points beside the coins: of one unit, and of all. */
  pointsUnit: Hundredths,
  points: Hundredths,
  /** Null: no goods. `virtual`: not paid back. */
  goods: Nullable(OneOf(['physical', 'virtual'] as const)),
})
export type OrderLine = Static<typeof OrderLine>

const facts = {
  id: Id,
  number: Type.String(),
  /** The one in force; 1 of an order that was never changed. */
  version: Type.Integer(),
  status: OneOf(orderStatuses),
  approval: Nullable(OneOf(orderApprovals)),
  delivery: Nullable(OneOf(deliveries)),
  payType: OneOf([1, 2] as const),
  forOthers: Type.Boolean(),
  /** By the sale prices, before the discount. */
  amount: Hundredths,
  discount: Hundredths,
  payable: Hundredths,
  /** The coupon by which it is cheaper; empty: none. */
  couponName: Type.String(),
  paid: Hundredths,
  refunded: Hundredths,
  /** Of an order in RMB: the part in fen that coins pay or have paid, in hundredths of coins, and what of it was given back. */
  coinValue: Hundredths,
  coins: Hundredths,
  coinValueRefunded: Hundredths,
  /** Beside the coins: what goods cost. */
  points: Hundredths,
  pointsPaid: Hundredths,
  pointsRefunded: Hundredths,
  /** Given, not bought. */
  isPrize: Type.Boolean(),
  /** Something has to be sent, and nobody has said where to. */
  needsAddress: Type.Boolean(),
  createdAt: Instant,
  expiresAt: Instant,
  lines: Type.Array(OrderLine),
  /** What the caller may do now. */
  possible: Type.Array(OneOf(orderActions)),
}

export const Order = Type.Object(facts)
export type Order = Static<typeof Order>

export const ManagedOrder = Type.Object({
  ...facts,
  buyerId: Id,
  buyerName: Type.String(),
  organizationName: Type.String(),
})
export type ManagedOrder = Static<typeof ManagedOrder>

/** What of a line can be paid back, and why no more. */
export const lineObstacles = ['learned', 'virtual', 'seats-used', 'refunded'] as const

const RefundableLine = Type.Object({
  lineId: Id,
  /** How many units, and what they are worth together. */
  quantity: Type.Integer(),
  amount: Hundredths,
  points: Hundredths,
  obstacle: Nullable(OneOf(lineObstacles)),
})

const Refundable = Type.Object({
  amount: Hundredths,
  points: Hundredths,
  /** Until when a refund can be asked for; null: it was not paid. */
  until: Nullable(Instant),
  /** The code with which a request would be refused now; null: it would not. */
  refusal: Nullable(Type.Integer()),
  lines: Type.Array(RefundableLine),
})

export const OrderEvent = Type.Object({
  kind: Type.String(),
  actorName: Type.String(),
  at: Instant,
  /** Amounts, reasons, numbers of parcels. */
  data: Type.Record(Type.String(), Type.String()),
})
export type OrderEvent = Static<typeof OrderEvent>

export const Refund = Type.Object({
  id: Id,
  number: Type.String(),
  status: OneOf(refundStatuses),
  amount: Hundredths,
  points: Hundredths,
  /** The part of the amount, in fen, that comes back as coins: coins come first. */
  coinValue: Hundredths,
  reason: Type.String(),
  requestedAt: Instant,
  decidedAt: Nullable(Instant),
  decisionReason: Type.String(),
})
export type Refund = Static<typeof Refund>

/** What an order was before a change. */
export const FormerVersion = Type.Object({
  version: Type.Integer(),
  amount: Hundredths,
  discount: Hundredths,
  payable: Hundredths,
  points: Hundredths,
  couponName: Type.String(),
  lines: Type.Array(OrderLine),
})
export type FormerVersion = Static<typeof FormerVersion>

const detail = {
  remark: Type.String(),
  receiver: Nullable(
    Type.Object({ name: Type.String(), phone: Type.String(), address: Type.String(), postalCode: Type.String() }),
  ),
  shippingCompany: Nullable(Type.String()),
  trackingNumber: Nullable(Type.String()),
  closeReason: Nullable(OneOf(closeReasons)),
  /** The payment that waits or counts; null of what is paid with coins. */
  paymentId: Nullable(Id),
  paidAt: Nullable(Instant),
  shippedAt: Nullable(Instant),
  doneAt: Nullable(Instant),
  closedAt: Nullable(Instant),
  events: Type.Array(OrderEvent),
  /** The versions before the one in force, the first first. */
  formerVersions: Type.Array(FormerVersion),
  refunds: Type.Array(Refund),
  refundable: Refundable,
  /** How coins may pay a part of it now; null: not at all. */
  mixed: Nullable(
    Type.Object({
      coinsPerYuan: Type.Integer(),
      /** The most that they pay beside a payment in RMB, in fen. */
      maxValue: Hundredths,
      /** It may be paid with coins alone. */
      allowsAll: Type.Boolean(),
    }),
  ),
}

export const OrderDetails = Type.Object({
  ...facts,
  ...detail,
  /** What the order holds of a coupon while it is not paid; null: nothing. */
  couponId: Nullable(Id),
  /** What goods have handed out, by line: codes, or what to do. */
  handedOut: Type.Array(Type.Object({ lineId: Id, texts: Type.Array(Type.String()) })),
})
export type OrderDetails = Static<typeof OrderDetails>

export const ManagedOrderDetails = Type.Object({ ...ManagedOrder.properties, ...detail })
export type ManagedOrderDetails = Static<typeof ManagedOrderDetails>

export const ManagedRefund = Type.Object({
  ...Refund.properties,
  orderId: Id,
  orderNumber: Type.String(),
  payType: OneOf([1, 2] as const),
  /** What `coinValue` is in hundredths of coins. */
  coins: Hundredths,
  buyerId: Id,
  buyerName: Type.String(),
  organizationName: Type.String(),
  itemNames: Type.String(),
})
export type ManagedRefund = Static<typeof ManagedRefund>
