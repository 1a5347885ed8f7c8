/** What cards keep of a member: the cards that they made. Which cards they hold, entitlements say. */
import { sql } from 'kysely'
import { personalData } from '#server/personal-data.ts'
import { cardsTables } from './db.ts'

export const cardsPersonalData = personalData({
  module: 'cards',
  async collect(connection, { memberId }) {
    const { rows } = await sql<Record<string, unknown>>`
      select name, created_at as "createdAt" from cards.card where created_by = ${memberId}
      order by created_at, id`.execute(cardsTables(connection))
    return [{ name: 'member-cards', title: { cn: '创建的会员卡', en: 'Member cards made' }, rows }]
  },
  async erase(connection, { memberId }) {
    const db = cardsTables(connection)
    await db.updateTable('cards.card').set({ created_by: null }).where('created_by', '=', memberId).execute()
  },
})
