/** The one table of what an order can become, and what can be done with it (COMMERCE-037). */
import type { Delivery, OrderAction, OrderApproval, OrderStatus } from '../contract/shapes.ts'

export const transitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  'to-pay': ['paying', 'paid', 'closed'],
  /** A payment is on its way: it fails, arrives, or the order is closed meanwhile. */
  paying: ['to-pay', 'paid', 'closed'],
  paid: ['deal-done', 'refunded'],
  'deal-done': ['refunded'],
  refunded: [],
  closed: [],
}

export interface OrderFacts {
  readonly status: OrderStatus
  readonly approval: OrderApproval | null
  readonly delivery: Delivery | null
  readonly expiresAt: number
}

const isUnpaid = ({ status }: OrderFacts) => status === 'to-pay' || status === 'paying'
const isPaid = ({ status }: OrderFacts) => status === 'paid' || status === 'deal-done'
const isAgreed = ({ approval }: OrderFacts) => approval === null || approval === 'agreed'

/** Whether its buyer may say where it is sent to. */
export const takesAddress = ({ status, delivery }: Pick<OrderFacts, 'status' | 'delivery'>): boolean =>
  delivery === 'not-shipped' && (status === 'to-pay' || status === 'paid')

/** What of it can be paid now can be changed: nothing while somebody has to agree, and nothing when the time is over. */
const isChangeable = (order: OrderFacts, now: number): boolean =>
  isUnpaid(order) && isAgreed(order) && order.expiresAt > now

/** What its buyer may do with it now. A refund is asked for; what of it is possible `refundable` says. */
export function actionsOfBuyer(order: OrderFacts, now: number): OrderAction[] {
  return [
    ...(isChangeable(order, now) ? (['pay'] as const) : []),
    ...(isChangeable(order, now) ? (['change'] as const) : []),
    ...(isUnpaid(order) ? (['close'] as const) : []),
    ...(order.status === 'paid' && order.delivery === 'shipped' ? (['receive'] as const) : []),
    ...(takesAddress(order) ? (['address'] as const) : []),
    ...(isPaid(order) ? (['refund'] as const) : []),
  ]
}

/** What those who run it may do. */
export function actionsOfStaff(order: OrderFacts): OrderAction[] {
  return [
    ...(isUnpaid(order) ? (['close'] as const) : []),
    ...(order.status === 'paid' && order.delivery === 'not-shipped' ? (['ship'] as const) : []),
  ]
}
