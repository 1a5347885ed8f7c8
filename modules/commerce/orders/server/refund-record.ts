/** What is kept of a refund, and what is read of it. */
import { sql } from 'kysely'
import { shortDecimalText } from '#kit/amounts.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Refund, RefundStatus } from '../contract/shapes.ts'
import type { OrdersDb } from './db.ts'
import { refundColumns } from './order-record.ts'

export interface Amounts {
  readonly amount: bigint
  readonly points: bigint
}

export const amountsOf = ({ amount, points }: Amounts) => ({
  amount: String(amount),
  ...(points > 0n && { points: String(points) }),
})
/** Of a message: what language it is in, the number alone does not say. */
export const amountsText = ({ amount, points }: Amounts): string =>
  [
    ...(amount > 0n || points === 0n ? [shortDecimalText(amount)] : []),
    ...(points > 0n ? [shortDecimalText(points)] : []),
  ].join(' + ')

export interface Transfers {
  readonly transferId: string | null
  readonly pointsTransferId: string | null
}
export const noTransfers: Transfers = { transferId: null, pointsTransferId: null }

export interface Chosen {
  readonly lineId: string
  readonly quantity: number
  readonly amount: bigint
  readonly points: bigint
}

export async function chosenBefore(db: OrdersDb, refundId: string): Promise<Chosen[]> {
  const { rows } = await sql<{ lineId: string; quantity: number; amount: string; points: string }>`
    select rl.line_id as "lineId", rl.quantity, rl.amount::text, rl.points::text from orders.refund_line rl
    where rl.refund_id = ${refundId} order by rl.line_id`.execute(db)
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount), points: BigInt(row.points) }))
}

export async function showRefund(db: OrdersDb, id: string): Promise<Refund> {
  const { rows } = await sql<Refund>`select ${refundColumns} from orders.refund r where r.id = ${id}`.execute(db)
  return rows[0] as Refund
}

export interface RefundRow {
  readonly id: string
  readonly orderId: string
  readonly status: RefundStatus
  readonly amount: string
  readonly points: string
  /** Of the amount, what comes back as coins. */
  readonly coinValue: string
}

/** The refund of a locked order. */
export async function readRefund(db: OrdersDb, orderId: string, id: string): Promise<RefundRow> {
  const { rows } = await sql<RefundRow>`
    select r.id, r.order_id as "orderId", r.status, r.amount::text, r.points::text,
      r.coin_value::text as "coinValue"
    from orders.refund r
    where r.id = ${id} and r.order_id = ${orderId}`.execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  return row
}

export async function setDecision(
  db: OrdersDb,
  id: string,
  decision: { status: RefundStatus; by: string; reason: string; now: number } & Partial<Transfers>,
): Promise<void> {
  const { status, by, reason, transferId = null, pointsTransferId = null, now } = decision
  await sql`update orders.refund set status = ${status}, decided_by = ${by}, decided_at = ${now},
      decision_reason = ${reason}, transfer_id = ${transferId}, points_transfer_id = ${pointsTransferId},
      done_at = ${status === 'done' ? now : null}::bigint where id = ${id}`.execute(db)
}
