/** How members get coupons: claimed by themselves, or by a code. Whoever locks the coupon counts it. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse, refuseKeepingWrites } from '#kit/errors.ts'
import { countInWindow } from '#server/db/rates.ts'
import {
  COUPON_CODE_UNKNOWN,
  COUPON_MEMBER_LIMIT,
  COUPON_OUT_OF_TIME,
  COUPON_STATE,
  COUPON_TOO_MANY_WRONG_CODES,
  COUPONS_GONE,
} from '../contract/codes.ts'
import { type CouponState, wrongCodesMax, wrongCodesWindowMs } from '../contract/shapes.ts'
import { isCouponCode, normalizeCouponCode } from '../contract/terms.ts'
import type { CouponsDb } from './db.ts'

interface Claim {
  readonly source: 'claim' | 'code'
  readonly key: string
  readonly now: number
}

interface Lockable {
  readonly id: string
  readonly state: CouponState
  readonly total: number
  readonly given: number
  readonly memberMax: number
  readonly validFrom: number
  readonly validUntil: number
}

/** Of all who want the last of a coupon, one goes on and the others find that it is gone. */
async function lockCoupon(db: CouponsDb, condition: RawBuilder<unknown>): Promise<Lockable | undefined> {
  const { rows } = await sql<Lockable>`
    select c.id, c.state, c.total, c.given, c.member_max as "memberMax", c.valid_from as "validFrom",
      c.valid_until as "validUntil"
    from coupons.coupon c where ${condition} for no key update of c`.execute(db)
  return rows[0]
}

async function ownedBy(db: CouponsDb, { memberId }: Caller, coupon: Lockable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from coupons.holding h
    where h.coupon_id = ${coupon.id} and h.member_id = ${memberId}`.execute(db)
  return rows[0]?.count ?? 0
}

async function gotBefore(db: CouponsDb, { memberId }: Caller, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select h.id from coupons.holding h where h.member_id = ${memberId} and h.request_key = ${key}`.execute(db)
  return rows[0]?.id
}

/** Gives one of a locked coupon; the same key answers the one that was got by it. */
async function getOne(db: CouponsDb, caller: Caller, coupon: Lockable, { source, key, now }: Claim): Promise<string> {
  const before = await gotBefore(db, caller, key)
  if (before !== undefined) return before
  if (coupon.state !== 'running') throw refuse(COUPON_STATE, { state: coupon.state })
  const { validFrom, validUntil } = coupon
  if (validUntil <= now) throw refuse(COUPON_OUT_OF_TIME, { validFrom, validUntil })
  if ((await ownedBy(db, caller, coupon)) >= coupon.memberMax)
    throw refuse(COUPON_MEMBER_LIMIT, { max: coupon.memberMax })
  if (coupon.given >= coupon.total) throw refuse(COUPONS_GONE, { left: 0 })
  const { companyId, memberId } = caller
  // The key may have got another coupon at this very moment: then that one is the answer.
  const { rows } = await sql<{ id: string }>`
    insert into coupons.holding (id, coupon_id, company_id, member_id, source, request_key, got_at)
    values (${uuid()}, ${coupon.id}, ${companyId}, ${memberId}, ${source}, ${key}, ${now})
    on conflict (member_id, request_key) where request_key is not null do nothing returning id`.execute(db)
  const [got] = rows
  if (!got) return (await gotBefore(db, caller, key)) as string
  await sql`update coupons.coupon set given = given + 1 where id = ${coupon.id}`.execute(db)
  return got.id
}

export async function claim(db: CouponsDb, caller: Caller, id: string, key: string, now: number): Promise<string> {
  const coupon = await lockCoupon(
    db,
    sql`c.id = ${id} and c.company_id = ${caller.companyId} and c.way = 'claim' and c.state <> 'draft'`,
  )
  if (!coupon) throw refuse(NOT_FOUND)
  return getOne(db, caller, coupon, { source: 'claim', key, now })
}

/** Counts the call as a wrong try until the code proves right: codes are short, and nobody is to try them all. */
export async function claimByCode(
  db: CouponsDb,
  caller: Caller,
  { key, code }: { readonly key: string; readonly code: string },
  now: number,
): Promise<string> {
  const window = `coupon-code:${caller.memberId}`
  const { count, endsAt } = await countInWindow(db, window, wrongCodesWindowMs, now)
  if (count > wrongCodesMax) throw refuseKeepingWrites(COUPON_TOO_MANY_WRONG_CODES, { until: endsAt })
  const isCode = sql`c.company_id = ${caller.companyId} and c.code = ${normalizeCouponCode(code)} and c.state = 'running'`
  const coupon = isCouponCode(code) ? await lockCoupon(db, isCode) : undefined
  if (!coupon) throw refuseKeepingWrites(COUPON_CODE_UNKNOWN)
  await countInWindow(db, window, wrongCodesWindowMs, now, -1)
  return getOne(db, caller, coupon, { source: 'code', key, now })
}
