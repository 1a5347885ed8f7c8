/** Coupons that members have, and those that they can claim. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import type { ClaimableCoupon, OwnCoupon, OwnState } from '../contract/shapes.ts'
import type { coupons } from '../contract.ts'
import { type FaceRow, faceColumns, faceWriter } from './coupon-record.ts'
import type { CouponsDb } from './db.ts'

export interface Reading {
  readonly caller: Caller
  readonly language: Language
  readonly now: number
}

/** What became of the coupon `h` of the coupon `c`, at a moment. */
export const ownStateSql = (now: number): RawBuilder<OwnState> => sql<OwnState>`case
  when h.state <> 'unused' then h.state when c.valid_until <= ${now}::bigint then 'expired'
  when c.valid_from > ${now}::bigint then 'upcoming' else 'usable' end`

export interface OwnRow extends FaceRow {
  readonly id: string
  readonly state: OwnState
  readonly gotAt: number
  readonly orderId: string | null
}

export const ownColumns = (now: number) => sql`h.id, ${faceColumns}, ${ownStateSql(now)} as state, h.got_at as "gotAt",
  h.order_id as "orderId"`

export async function toOwn(db: CouponsDb, reading: Reading, rows: readonly OwnRow[]): Promise<OwnCoupon[]> {
  const face = await faceWriter(db, reading, rows)
  return rows.map((row) => {
    const { id, state, gotAt, orderId } = row
    return { ...face(row), id, state, gotAt, orderId }
  })
}

/** One coupon of the caller. */
export async function showOwn(db: CouponsDb, reading: Reading, id: string): Promise<OwnCoupon> {
  const { rows } = await sql<OwnRow>`
    select ${ownColumns(reading.now)} from coupons.holding h join coupons.coupon c on c.id = h.coupon_id
    where h.id = ${id} and h.member_id = ${reading.caller.memberId}`.execute(db)
  return (await toOwn(db, reading, rows))[0] as OwnCoupon
}

type Shown = Input<typeof coupons.ownCoupons>['query']['is']

function shownSql(is: Shown, now: number): RawBuilder<boolean> {
  if (is === 'used') return sql`h.state = 'used'`
  if (is === 'expired') return sql`h.state = 'unused' and c.valid_until <= ${now}`
  return is === 'open' ? sql`(h.state = 'reserved' or h.state = 'unused' and c.valid_until > ${now})` : sql`true`
}

export async function listOwn(
  db: CouponsDb,
  reading: Reading,
  { is, ...paging }: Input<typeof coupons.ownCoupons>['query'],
) {
  const { caller, now } = reading
  const matching = sql`from coupons.holding h join coupons.coupon c on c.id = h.coupon_id
    where h.member_id = ${caller.memberId} and ${shownSql(is, now)}`
  const order =
    is === 'open' ? sql`c.valid_until, h.got_at, h.id` : sql`coalesce(h.used_at, c.valid_until) desc, h.id desc`
  const { items, recordCount } = await sqlPage<OwnRow>(db, paging, {
    matching,
    rows: (window) => sql<OwnRow>`select ${ownColumns(now)} ${matching} order by ${order} ${window}`,
  })
  return { items: await toOwn(db, reading, items), recordCount }
}

interface ClaimableRow extends FaceRow {
  readonly memberMax: number
  readonly ownCount: number
  readonly left: number
}

export async function listClaimable(db: CouponsDb, reading: Reading, paging: Paging) {
  const { caller, now } = reading
  const matching = sql`from coupons.coupon c where c.company_id = ${caller.companyId} and c.state = 'running'
    and c.way = 'claim' and c.valid_until > ${now} and c.given < c.total`
  const { items, recordCount } = await sqlPage<ClaimableRow>(db, paging, {
    matching,
    rows: (window) => sql<ClaimableRow>`
      select ${faceColumns}, c.member_max as "memberMax", c.total - c.given as left,
        (select count(*)::int from coupons.holding h where h.coupon_id = c.id and h.member_id = ${caller.memberId})
          as "ownCount"
      ${matching} order by c.valid_until, c.id ${window}`,
  })
  const face = await faceWriter(db, reading, items)
  const shown = items.map((row): ClaimableCoupon => {
    const { couponId: id, memberMax, ownCount, left } = row
    return { ...face(row), id, memberMax, ownCount, left }
  })
  return { items: shown, recordCount }
}
