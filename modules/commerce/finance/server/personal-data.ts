/** What finance keeps of a member: totals of what they bought on a day, for the number of buyers. */
import { sql } from 'kysely'
import { personalData } from '#server/personal-data.ts'
import { financeTables } from './db.ts'

export const financePersonalData = personalData({
  module: 'finance',
  async collect(connection, { memberId }) {
    const { rows } = await sql<Record<string, unknown>>`
      select f.day::text as day, f.pay_type as "payType", f.business_type as "businessType", f.item_id as "itemId",
        f.units::int as units, f.gross::text, f.discount::text, f.refunded::text
      from finance.day_sale f where f.buyer_id = ${memberId}
      order by f.day, f.pay_type, f.business_type, f.item_id`.execute(financeTables(connection))
    return [{ name: 'purchases-by-day', title: { cn: '按日汇总的购买', en: 'Purchases by day' }, rows }]
  },
  /** Accounts have to be kept, and so do their totals: the member behind the number has no name any more. */
  erase: async () => {},
})
