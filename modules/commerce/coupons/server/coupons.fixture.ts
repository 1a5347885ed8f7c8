/** Builders for tests and demo data: coupons, and what members have of them. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { CouponState, CouponTerms } from '../contract/shapes.ts'
import { couponsTables } from './db.ts'

export interface CouponInput extends Partial<Omit<CouponTerms, 'businessTypes' | 'items'>> {
  readonly companyId: string
  readonly state?: CouponState
  readonly items?: readonly { readonly businessType: number; readonly itemId: string | null }[]
  readonly now?: number
}

const dayMs = 86_400_000

/** A running coupon that takes 5.00 coins off, for 30 days, unless something else is said. */
export async function buildCoupon(connection: Connection, input: CouponInput): Promise<{ readonly id: string }> {
  const { companyId, state = 'running', items = [], now = Date.now(), ...terms } = input
  const id = uuid()
  const { kind = 'amount', percent = null, cap = null, payType = 1, minimum = '0', scope = 'all' } = terms
  const { amount = kind === 'amount' ? '500' : null, way = 'claim', code = '', total = 1000, memberMax = 1 } = terms
  const { name = '满减券', validFrom = now - dayMs, validUntil = now + 30 * dayMs } = terms
  const db = couponsTables(connection)
  await sql`
    insert into coupons.coupon (id, company_id, name, kind, amount, percent, cap, pay_type, minimum, scope, valid_from,
      valid_until, way, code, total, member_max, state, created_at)
    values (${id}, ${companyId}, ${name}, ${kind}, ${amount}::bigint, ${percent}::smallint, ${cap}::bigint, ${payType},
      ${minimum}::bigint, ${scope}, ${validFrom}, ${validUntil}, ${way}, ${code}, ${total}, ${memberMax}, ${state},
      ${now})`.execute(db)
  if (items.length > 0)
    await db
      .insertInto('coupons.scope')
      .values(
        items.map(({ businessType, itemId }, place) => ({
          ...{ coupon_id: id, company_id: companyId, place, business_type: businessType, item_id: itemId },
        })),
      )
      .execute()
  return { id }
}

/** A member has one. Answers the id by which an order takes it. */
export async function buildOwnCoupon(
  connection: Connection,
  {
    companyId,
    memberId,
    couponId,
    now = Date.now(),
  }: {
    readonly companyId: string
    readonly memberId: string
    readonly couponId: string
    readonly now?: number
  },
): Promise<string> {
  const db = couponsTables(connection)
  const id = uuid()
  const row = { id, coupon_id: couponId, company_id: companyId, member_id: memberId, got_at: now }
  await db
    .insertInto('coupons.holding')
    .values({ ...row, source: 'claim' })
    .execute()
  await sql`update coupons.coupon set given = given + 1 where id = ${couponId}`.execute(db)
  return id
}
