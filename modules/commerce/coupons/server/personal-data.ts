/** What coupons keep of a member: those that the member has, and for administrators those that they made. */
import { sql } from 'kysely'
import { personalData } from '#server/personal-data.ts'
import { couponsTables } from './db.ts'

export const couponsPersonalData = personalData({
  module: 'coupons',
  async collect(connection, { memberId }) {
    const db = couponsTables(connection)
    const { rows } = await sql<Record<string, unknown>>`
      select c.name, h.source, h.state, h.got_at as "gotAt", h.used_at as "usedAt"
      from coupons.holding h join coupons.coupon c on c.id = h.coupon_id
      where h.member_id = ${memberId} order by h.got_at, h.id`.execute(db)
    const { rows: made } = await sql<Record<string, unknown>>`
      select name, created_at as "createdAt" from coupons.coupon where created_by = ${memberId}
      order by created_at, id`.execute(db)
    return [
      { name: 'coupons', title: { cn: '优惠券', en: 'Coupons' }, rows },
      { name: 'coupons-made', title: { cn: '创建的优惠券', en: 'Coupons made' }, rows: made },
    ]
  },
  /** Coupons that nobody uses any more go; those that orders have used stay, because the orders do. */
  async erase(connection, { memberId }) {
    const db = couponsTables(connection)
    await sql`delete from coupons.holding where member_id = ${memberId} and state = 'unused'`.execute(db)
    await sql`update coupons.holding set given_by = null where given_by = ${memberId}`.execute(db)
    await sql`update coupons.coupon set created_by = null where created_by = ${memberId}`.execute(db)
  },
})
