/** Goods among what is sold (COMMERCE-080): they say their price themselves, and have a stock. */
import { type RawBuilder, sql } from 'kysely'
import { soldKind } from '#modules/commerce/entitlements/server.ts'
import { goodsType } from '#modules/commerce/prices/contract.ts'
import type { ContentItem } from '#modules/content/catalog/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { containsSql } from '#server/db/search.ts'
import type { GoodsKind } from '../contract/shapes.ts'
import { goodsTables } from './db.ts'
import { handedOut, handOut } from './handouts.ts'
import { goodsLink } from './links.ts'
import { onSaleSql } from './sale.ts'
import { putBackUnits, setAside, takeUnits } from './stock.ts'

/** Goods `g` as items. One statement. */
async function readItems(db: Connection, rest: RawBuilder<unknown>): Promise<ContentItem[]> {
  const { rows } = await sql<{ id: string; name: string; isAvailable: boolean; coverFileId: string | null }>`
    select g.id, g.name, g.status = 'on-sale' as "isAvailable", g.picture_ids[1] as "coverFileId"
    from goods.goods g ${rest}`.execute(goodsTables(db))
  return rows.map((row) => ({ ...row, link: goodsLink(row.id) }))
}

export const goodsKind = soldKind({
  businessType: goodsType,
  label: { cn: '积分商品', en: 'Goods' },
  tradeType: 17,
  items: (db, companyId, ids) =>
    readItems(db, sql`where g.company_id = ${companyId} and g.id = any(${[...ids]}::uuid[])`),
  visible: (db, caller, ids) =>
    readItems(
      db,
      sql`where g.company_id = ${caller.companyId} and g.id = any(${[...ids]}::uuid[])
        and (g.status = 'on-sale' or exists (select from goods.taking t
          where t.goods_id = g.id and t.member_id = ${caller.memberId}))`,
    ),
  search: (db, { companyId }, search, limit) =>
    readItems(
      db,
      sql`where g.company_id = ${companyId} and g.status <> 'draft' and ${containsSql(sql`g.name`, search)}
        order by g.name, g.id limit ${limit}`,
    ),
  // Their price is set in their own form.
  async mayPrice() {
    return false
  },
  async started() {
    return []
  },
  stocked: {
    async unitPrice(db, companyId, id, now) {
      const { rows } = await sql<{ coins: string; points: string }>`
        select g.coins::text, g.points::text from goods.goods g
        where g.id = ${id} and g.company_id = ${companyId} and ${onSaleSql(now)}`.execute(goodsTables(db))
      return rows[0] && { coins: BigInt(rows[0].coins), points: BigInt(rows[0].points) }
    },
    async naturesOf(db, companyId, ids) {
      const { rows } = await sql<{ id: string; kind: GoodsKind }>`
        select g.id, g.kind from goods.goods g
        where g.company_id = ${companyId} and g.id = any(${[...ids]}::uuid[])`.execute(goodsTables(db))
      return new Map(rows.map(({ id, kind }) => [id, kind === 'physical' ? 'physical' : 'virtual']))
    },
    take: (db, units, now) => takeUnits(goodsTables(db), units, now),
    putBack: (db, lines) => putBackUnits(goodsTables(db), lines),
    handOut: (db, units, now) => handOut(goodsTables(db), units, now),
    handedOut: (db, lineIds) => handedOut(goodsTables(db), lineIds),
    setAside: (db, aside) => setAside(goodsTables(db), aside),
  },
})
