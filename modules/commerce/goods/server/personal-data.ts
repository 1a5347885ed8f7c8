/** What goods keep of a member: what they made and changed, and which units they have. Their orders are those of orders. */
import { sql } from 'kysely'
import { personalData } from '#server/personal-data.ts'
import { goodsTables } from './db.ts'

export const goodsPersonalData = personalData({
  module: 'goods',
  async collect(connection, { memberId }) {
    const db = goodsTables(connection)
    const { rows: made } = await sql<Record<string, unknown>>`
      select g.name, g.created_at as "createdAt" from goods.goods g where g.created_by = ${memberId}
      order by g.created_at, g.id`.execute(db)
    const { rows: taken } = await sql<Record<string, unknown>>`
      select g.name, t.quantity, t.returned, t.taken_at as "takenAt"
      from goods.taking t join goods.goods g on g.id = t.goods_id where t.member_id = ${memberId}
      order by t.taken_at, t.line_id`.execute(db)
    const { rows: changes } = await sql<Record<string, unknown>>`
      select g.name, s.change, s.reason, s.changed_at as "changedAt"
      from goods.stock_change s join goods.goods g on g.id = s.goods_id where s.changed_by = ${memberId}
      order by s.changed_at, s.id`.execute(db)
    return [
      { name: 'goods', title: { cn: '创建的商品', en: 'Goods made' }, rows: made },
      { name: 'exchanged-goods', title: { cn: '兑换的商品', en: 'Goods exchanged' }, rows: taken },
      { name: 'stock-changes', title: { cn: '库存调整', en: 'Stock changes' }, rows: changes },
    ]
  },
  async erase(connection, { memberId }) {
    const db = goodsTables(connection)
    await db.updateTable('goods.goods').set({ created_by: null }).where('created_by', '=', memberId).execute()
    await db.updateTable('goods.stock_change').set({ changed_by: null }).where('changed_by', '=', memberId).execute()
  },
})
