/**
 * What of an order can be paid back: paid − refunded − consumed, for each line. The same answer is shown before the request and
 * decides about it.
 */
import { sql } from 'kysely'
import type { ErrorCode } from '#kit/errors.ts'
import { findSoldKind, seatsOf } from '#modules/commerce/entitlements/server.ts'
import {
  ABOVE_REFUNDABLE,
  FULLY_REFUNDED,
  LEARNED_NOT_REFUNDABLE,
  REFUND_IN_PROGRESS,
  REFUND_ORDER_EXPIRED,
  REFUND_PERIOD_PAST,
  VIRTUAL_NOT_REFUNDABLE,
} from '../contract/codes.ts'
import type { lineObstacles } from '../contract/shapes.ts'
import { worthOf } from '../contract/shares.ts'
import type { OrdersDb } from './db.ts'
import type { LineRecord, OrderRecord } from './order-record.ts'
import type { OrderRules } from './rules.ts'

export interface RefundableUnits {
  readonly lineId: string
  /** Units that can still be paid back. */
  readonly quantity: number
  readonly obstacle: (typeof lineObstacles)[number] | null
  /** What so many of them are worth; all that were paid are worth exactly what was paid. */
  worth(quantity: number): bigint
  /** The same of the points. */
  pointsWorth(quantity: number): bigint
}

export interface RefundState {
  readonly amount: bigint
  readonly points: bigint
  readonly until: number | null
  /** Why nothing can be asked for now. */
  readonly refusal: ErrorCode | null
  readonly lines: readonly RefundableUnits[]
}

/** Units of each line that were paid back already. */
export async function refundedUnits(db: OrdersDb, orderId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ lineId: string; quantity: number }>`
    select rl.line_id as "lineId", sum(rl.quantity)::int as quantity
    from orders.refund_line rl join orders.refund r on r.id = rl.refund_id
    where r.order_id = ${orderId} and r.status in ('processing', 'done') group by rl.line_id`.execute(db)
  return new Map(rows.map((row) => [row.lineId, row.quantity]))
}

async function hasStarted(db: OrdersDb, order: OrderRecord, line: LineRecord): Promise<boolean> {
  const kind = findSoldKind(line.businessType)
  const started = await kind?.started(db, order.companyId, [order.buyerId], [line.itemId])
  return (started?.length ?? 0) > 0
}

type Seats = Awaited<ReturnType<typeof seatsOf>>

async function unitsOf(
  db: OrdersDb,
  order: OrderRecord,
  line: LineRecord,
  { refunded, seats }: { readonly refunded: ReadonlyMap<string, number>; readonly seats: Seats },
): Promise<RefundableUnits> {
  const { id: lineId, quantity: bought } = line
  const back = refunded.get(lineId) ?? 0
  const paid = line.amount - line.discount
  const share = (sum: bigint) => (quantity: number) =>
    worthOf(sum, bought, back + quantity) - worthOf(sum, bought, back)
  const worths = { worth: share(paid), pointsWorth: share(line.points) }
  const of = (quantity: number, obstacle: RefundableUnits['obstacle']) => ({ lineId, quantity, obstacle, ...worths })
  if (back === bought) return of(0, 'refunded')
  if (findSoldKind(line.businessType)?.isRefundable === false || line.goods === 'virtual') return of(0, 'virtual')
  if (line.goods === 'physical') return of(bought - back, null)
  if (order.forOthers) {
    const free = seats.get(lineId)?.free ?? 0
    return of(free, free < bought - back ? 'seats-used' : null)
  }
  return (await hasStarted(db, order, line)) ? of(0, 'learned') : of(bought - back, null)
}

/** The first reason that fits, in the order in which buyers understand them. */
function refusalOf(
  order: OrderRecord,
  lines: readonly RefundableUnits[],
  { until, isWaiting, now }: { readonly until: number; readonly isWaiting: boolean; readonly now: number },
): ErrorCode | null {
  if (order.status === 'refunded') return FULLY_REFUNDED
  if (order.paidAt === null) return REFUND_ORDER_EXPIRED
  // A prize, or what a coupon took off wholly: nothing was paid.
  if (order.paid + order.pointsPaid === 0n) return ABOVE_REFUNDABLE
  if (isWaiting) return REFUND_IN_PROGRESS
  if (until <= now) return REFUND_PERIOD_PAST
  if (lines.some(({ quantity }) => quantity > 0)) return null
  if (lines.every(({ obstacle }) => obstacle === 'refunded')) return FULLY_REFUNDED
  return lines.some(({ obstacle }) => obstacle === 'virtual') ? VIRTUAL_NOT_REFUNDABLE : LEARNED_NOT_REFUNDABLE
}

export async function refundState(
  db: OrdersDb,
  order: OrderRecord,
  lines: readonly LineRecord[],
  { rules, now }: { readonly rules: OrderRules; readonly now: number },
): Promise<RefundState> {
  const refunded = await refundedUnits(db, order.id)
  const seats = order.forOthers
    ? await seatsOf(
        db,
        lines.map(({ id }) => id),
      )
    : new Map()
  const units: RefundableUnits[] = []
  for (const line of lines) units.push(await unitsOf(db, order, line, { refunded, seats }))
  const { rows: waiting } = await sql`
    select r.id from orders.refund r where r.order_id = ${order.id} and r.status in ('requested', 'processing')`.execute(
    db,
  )
  const until = order.paidAt === null ? null : order.paidAt + rules.refundMs
  const refusal = refusalOf(order, units, { until: until ?? 0, isWaiting: waiting.length > 0, now })
  const isPaid = order.paidAt !== null
  const amount = isPaid ? units.reduce((sum, { quantity, worth }) => sum + worth(quantity), 0n) : 0n
  const points = isPaid ? units.reduce((sum, { quantity, pointsWorth }) => sum + pointsWorth(quantity), 0n) : 0n
  return { amount, points, until, refusal, lines: units }
}
