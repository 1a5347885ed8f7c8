/** What prices keep of a member: what they were quoted, for some minutes, and the prices that they set. */
import { sql } from 'kysely'
import { personalData } from '#server/personal-data.ts'
import { pricesTables } from './db.ts'

export const pricesPersonalData = personalData({
  module: 'prices',
  async collect(connection, { memberId }) {
    const { rows } = await sql<Record<string, unknown>>`
      select business_type as "businessType", item_id as "itemId", created_at as "createdAt"
      from prices.price where created_by = ${memberId} order by created_at, id`.execute(pricesTables(connection))
    return [{ name: 'prices', title: { cn: '设置的价格', en: 'Prices set' }, rows }]
  },
  async erase(connection, { memberId }) {
    const db = pricesTables(connection)
    await db.deleteFrom('prices.quote').where('member_id', '=', memberId).execute()
    await db.updateTable('prices.price').set({ created_by: null }).where('created_by', '=', memberId).execute()
  },
})
