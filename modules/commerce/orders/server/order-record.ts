/** An order and its lines as the statements of this module read them. Amounts are hundredths as bigint. */
import { type RawBuilder, sql } from 'kysely'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { GoodsNature } from '#modules/commerce/entitlements/server.ts'
import { ORDER_STATUS } from '../contract/codes.ts'
import type { CloseReason, Delivery, OrderApproval, OrderStatus } from '../contract/shapes.ts'
import type { OrdersDb } from './db.ts'
import { transitions } from './transitions.ts'

export interface OrderRecord {
  readonly id: string
  readonly companyId: string
  readonly number: string
  /** Which of its lines are in force. */
  readonly version: number
  readonly buyerId: string
  readonly organizationId: string
  readonly status: OrderStatus
  readonly approval: OrderApproval | null
  readonly delivery: Delivery | null
  readonly payType: 1 | 2
  readonly forOthers: boolean
  readonly amount: bigint
  readonly discount: bigint
  readonly payable: bigint
  readonly paid: bigint
  readonly refunded: bigint
  readonly points: bigint
  readonly pointsPaid: bigint
  readonly pointsRefunded: bigint
  readonly coinTransferId: string | null
  readonly pointsTransferId: string | null
  /** Of a prize. */
  readonly giftKey: string | null
  readonly paymentId: string | null
  /** What the buyer has of a coupon. */
  readonly couponId: string | null
  readonly couponName: string
  /** Fen of an order in RMB that coins pay or have paid, and how many coins a yuan was. */
  readonly coinValue: bigint
  readonly coinsPerYuan: number | null
  readonly coinValueRefunded: bigint
  readonly coinReservationId: string | null
  readonly receiver: Receiver | null
  readonly remark: string
  readonly shippingCompany: string | null
  readonly trackingNumber: string | null
  readonly closeReason: CloseReason | null
  readonly createdAt: number
  readonly expiresAt: number
  readonly paidAt: number | null
  readonly shippedAt: number | null
  readonly doneAt: number | null
  readonly closedAt: number | null
}

export interface Receiver {
  readonly name: string
  readonly phone: string
  readonly address: string
  readonly postalCode: string
}

type Amounts =
  | 'coinValue'
  | 'coinValueRefunded'
  | 'amount'
  | 'discount'
  | 'payable'
  | 'paid'
  | 'refunded'
  | 'points'
  | 'pointsPaid'
  | 'pointsRefunded'
export type OrderRow = Omit<OrderRecord, Amounts> & Readonly<Record<Amounts, string>>

export const orderColumns = sql`o.id, o.company_id as "companyId", o.number, o.version, o.buyer_id as "buyerId",
  o.organization_id as "organizationId", o.status, o.approval, o.delivery, o.pay_type as "payType",
  o.for_others as "forOthers", o.amount::text, o.discount::text, o.payable::text, o.paid::text, o.refunded::text,
  o.coupon_id as "couponId", o.coupon_name as "couponName", o.coin_value::text as "coinValue",
  o.coins_per_yuan as "coinsPerYuan", o.coin_value_refunded::text as "coinValueRefunded",
  o.coin_reservation_id as "coinReservationId", o.coin_transfer_id as "coinTransferId", o.payment_id as "paymentId", o.receiver, o.remark, o.shipping_company as "shippingCompany",
  o.tracking_number as "trackingNumber", o.close_reason as "closeReason", o.created_at as "createdAt",
  o.expires_at as "expiresAt", o.paid_at as "paidAt", o.shipped_at as "shippedAt", o.done_at as "doneAt",
  o.closed_at as "closedAt", o.points::text, o.points_paid::text as "pointsPaid",
  o.points_refunded::text as "pointsRefunded", o.points_transfer_id as "pointsTransferId", o.gift_key as "giftKey"`

/** Of the refund `r`, as everybody who sees it reads it. */
export const refundColumns = sql`r.id, r.number, r.status, r.amount::text as amount, r.points::text as points,
  r.coin_value::text as "coinValue", r.reason,
  r.requested_at as "requestedAt", r.decided_at as "decidedAt", r.decision_reason as "decisionReason"`

export function toOrder(order: OrderRow): OrderRecord {
  const { amount, discount, payable, paid, refunded, points, pointsPaid, pointsRefunded, ...rest } = order
  const { coinValue, coinValueRefunded, ...row } = rest
  return {
    ...row,
    ...{ amount: BigInt(amount), discount: BigInt(discount), payable: BigInt(payable) },
    ...{ paid: BigInt(paid), refunded: BigInt(refunded) },
    ...{ coinValue: BigInt(coinValue), coinValueRefunded: BigInt(coinValueRefunded) },
    ...{ points: BigInt(points), pointsPaid: BigInt(pointsPaid), pointsRefunded: BigInt(pointsRefunded) },
  }
}

export interface LineRecord {
  readonly id: string
  readonly orderId: string
  readonly version: number
  readonly businessType: number
  readonly itemId: string
  readonly name: string
  readonly quantity: number
  /** By which price, and which range of it. */
  readonly priceId: string
  readonly range: { readonly begin: number; readonly end: number }
  readonly originalUnit: bigint
  readonly unit: bigint
  readonly amount: bigint
  readonly discount: bigint
  readonly pointsUnit: bigint
  readonly points: bigint
  /** Null: no goods. */
  readonly goods: GoodsNature | null
}

type LineAmounts = 'originalUnit' | 'unit' | 'amount' | 'discount' | 'pointsUnit' | 'points'
type LineRow = Omit<LineRecord, LineAmounts | 'range'> &
  Readonly<Record<LineAmounts, string> & Record<'begin' | 'end', number>>

const lineColumns = sql`l.id, l.order_id as "orderId", l.version, l.business_type as "businessType", l.item_id as "itemId", l.name,
  l.quantity, l.price_id as "priceId", l.range_begin as begin, l.range_end as "end", l.original_unit::text as "originalUnit",
  l.unit::text, l.amount::text, l.discount::text, l.points_unit::text as "pointsUnit", l.points::text, l.goods`

const toLine = ({ begin, end, ...row }: LineRow): LineRecord => ({
  ...row,
  range: { begin, end },
  ...{ originalUnit: BigInt(row.originalUnit), unit: BigInt(row.unit) },
  ...{ amount: BigInt(row.amount), discount: BigInt(row.discount) },
  ...{ pointsUnit: BigInt(row.pointsUnit), points: BigInt(row.points) },
})

/** A line `l` of the order `o` that is in force: those of earlier versions are history. */
export const inForce = sql<boolean>`l.order_id = o.id and l.version = o.version`

/** The lines in force of these orders, by order, in their places. One statement. */
export async function linesOf(
  db: OrdersDb,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly LineRecord[]>> {
  const { rows } = await sql<LineRow>`
    select ${lineColumns} from orders.order o join orders.line l on ${inForce}
    where o.id = any(${[...orderIds]}::uuid[]) order by l.order_id, l.place`.execute(db)
  return Map.groupBy(rows.map(toLine), ({ orderId }) => orderId)
}

/** The lines of all versions before the one in force, by version. */
export async function formerLines(db: OrdersDb, orderId: string): Promise<ReadonlyMap<number, readonly LineRecord[]>> {
  const { rows } = await sql<LineRow>`
    select ${lineColumns} from orders.order o join orders.line l on l.order_id = o.id and l.version < o.version
    where o.id = ${orderId} order by l.version, l.place`.execute(db)
  return Map.groupBy(rows.map(toLine), ({ version }) => version)
}

export async function findOrder(
  db: OrdersDb,
  condition: RawBuilder<unknown>,
  lock: RawBuilder<unknown> = sql``,
): Promise<OrderRecord> {
  const { rows } = await sql<OrderRow>`select ${orderColumns} from orders.order o where ${condition} ${lock}`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  return toOrder(row)
}

/** Locked: of two changes at once the second sees what the first has made of it. */
export const lockOrder = (db: OrdersDb, condition: RawBuilder<unknown>) =>
  findOrder(db, condition, sql`for no key update of o`)

export const idIs = (companyId: string, id: string) => sql<boolean>`o.id = ${id} and o.company_id = ${companyId}`
export const isOf = (memberId: string, id: string) => sql<boolean>`o.id = ${id} and o.buyer_id = ${memberId}`

/** Refuses what the table of transitions does not have. */
export function assertBecomes(order: OrderRecord, to: OrderStatus, action: string): void {
  if (!transitions[order.status].includes(to)) throw refuse(ORDER_STATUS, { action, status: order.status })
}
