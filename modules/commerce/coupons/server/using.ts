/** Coupons in orders: which fit, reserved while an order is not paid, used when it is, and returned when it is closed. */
import { sql } from 'kysely'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { COUPON_NOT_FITTING, COUPON_NOT_FREE, COUPON_OUT_OF_TIME } from '../contract/codes.ts'
import { type SavingLine, savingOf } from '../contract/saving.ts'
import type { FittingCoupon } from '../contract/shapes.ts'
import { sharesOf } from '../contract/shares.ts'
import { savingTerms, scopesOf } from './coupon-record.ts'
import { couponsTables } from './db.ts'
import { type OwnRow, ownColumns, type Reading, toOwn } from './own.ts'

export interface Purchase {
  readonly payType: number
  readonly lines: readonly SavingLine[]
}

/** Of an order that is changed: what it holds itself is free for it. */
export interface Ordered extends Purchase {
  readonly orderId?: string
}

/** So many of a member are looked at; those that end soonest come first. */
const fittingMax = 100

/** What each usable coupon of the caller saves of a purchase, the best first, and of two alike the one that ends sooner. */
export async function fittingCoupons(
  connection: Connection,
  reading: Reading,
  { payType, lines, orderId }: Ordered,
): Promise<FittingCoupon[]> {
  const db = couponsTables(connection)
  const { caller, now } = reading
  const { rows } = await sql<OwnRow>`
    select ${ownColumns(now)} from coupons.holding h join coupons.coupon c on c.id = h.coupon_id
    where h.member_id = ${caller.memberId} and c.valid_from <= ${now} and c.valid_until > ${now}
      and c.pay_type = ${payType}
      and (h.state = 'unused' or h.state = 'reserved' and h.order_id = ${orderId ?? null}::uuid)
    order by c.valid_until, h.got_at, h.id limit ${fittingMax}`.execute(db)
  const scopes = await scopesOf(
    db,
    rows.map(({ couponId }) => couponId),
  )
  const own = await toOwn(db, reading, rows)
  const shown = rows.map((row, place) => {
    const { saves, obstacle } = savingOf(savingTerms(row, scopes.get(row.couponId) ?? []), payType, lines)
    return { coupon: own[place] as FittingCoupon, saves, obstacle }
  })
  return shown
    .toSorted((a, b) => (a.saves === b.saves ? 0 : a.saves > b.saves ? -1 : 1))
    .map(({ coupon, saves, obstacle }) => ({ ...coupon, saves: String(saves), obstacle }))
}

export interface Holding extends Purchase {
  readonly memberId: string
  /** What the member has. */
  readonly couponId: string
  readonly orderId: string
  readonly now: number
}

export interface ReservedCoupon {
  readonly name: string
  /** Hundredths above 0. */
  readonly saves: bigint
  /** Of each line: together exactly what it saves, and none above its line. */
  readonly shares: readonly bigint[]
}

/**
 * Holds a coupon of the member for an order, in the transaction that writes the order. An order holds one. Refuses what is
 * another's (900005), used or reserved (411011), out of its time (411012), or not for such an order (411013).
 */
export async function reserveCoupon(connection: Connection, holding: Holding): Promise<ReservedCoupon> {
  const db = couponsTables(connection)
  const { memberId, couponId, orderId, payType, lines, now } = holding
  // The row is locked: of two orders at once the second finds what the first has made of it.
  const { rows } = await sql<OwnRow>`
    select ${ownColumns(now)} from coupons.holding h join coupons.coupon c on c.id = h.coupon_id
    where h.id = ${couponId} and h.member_id = ${memberId} for no key update of h`.execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  const { state, validFrom, validUntil } = row
  if (state === 'used' || state === 'reserved') throw refuse(COUPON_NOT_FREE, { state })
  if (state !== 'usable') throw refuse(COUPON_OUT_OF_TIME, { validFrom, validUntil })
  const scopes = await scopesOf(db, [row.couponId])
  const { saves, fits, obstacle } = savingOf(savingTerms(row, scopes.get(row.couponId) ?? []), payType, lines)
  if (obstacle !== null) throw refuse(COUPON_NOT_FITTING, { obstacle })
  await sql`update coupons.holding set state = 'reserved', order_id = ${orderId} where id = ${couponId}`.execute(db)
  const shares = sharesOf(
    saves,
    lines.map(({ amount }, place) => (fits[place] ? amount : 0n)),
  )
  return { name: row.name, saves, shares }
}

/** The order is paid. Nothing where it holds none. */
export async function spendCoupon(connection: Connection, orderId: string, now: number): Promise<void> {
  await sql`update coupons.holding set state = 'used', used_at = ${now}
    where order_id = ${orderId} and state = 'reserved'`.execute(couponsTables(connection))
}

/** The order is closed, wholly paid back, or goes on without it. Whether it can still be used its time says. */
export async function returnCoupon(connection: Connection, orderId: string): Promise<void> {
  await sql`update coupons.holding set state = 'unused', order_id = null, used_at = null
    where order_id = ${orderId}`.execute(couponsTables(connection))
}
